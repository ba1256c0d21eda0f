//! False versions chosen for a true one.

use mamut_engine::choice::Draws;

use super::examples::Example;

/// How often false versions of each sort are chosen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Mix {
    /// Falsified versions of the same identity.
    pub challenging: f64,
    /// Versions of other identities.
    pub random: f64,
}

impl Mix {
    /// Reads `challenging=0.8,random=0.2`; what is not named is not chosen.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn parse(text: &str) -> Result<Self, String> {
        let mut mix = Self {
            challenging: 0.0,
            random: 0.0,
        };
        for part in text.split(',') {
            let said = || format!("`{part}` is not challenging=WEIGHT or random=WEIGHT");
            let (name, weight) = part.split_once('=').ok_or_else(said)?;
            let weight = weight.parse::<f64>().ok();
            let weight = weight
                .filter(|w| w.is_finite() && *w >= 0.0)
                .ok_or_else(said)?;
            match name {
                "challenging" => mix.challenging = weight,
                "random" => mix.random = weight,
                _ => return Err(said()),
            }
        }
        match mix.challenging + mix.random > 0.0 {
            true => Ok(mix),
            false => Err("one weight must be above 0".to_owned()),
        }
    }
}

/// The false versions of one identity.
#[derive(Debug, Default)]
pub struct Pools {
    sorts: [Vec<usize>; 2],
}

impl Pools {
    /// Those among examples.
    pub fn of(examples: &[Example]) -> Self {
        let mut pools = Self::default();
        for (n, example) in examples.iter().enumerate().filter(|(_, e)| !e.label) {
            pools.sorts[usize::from(example.other)].push(n);
        }
        pools
    }

    /// Whether a sort that the mix asks for is missing.
    pub fn lacks(&self, mix: &Mix) -> bool {
        let weights = [mix.challenging, mix.random];
        weights
            .iter()
            .zip(&self.sorts)
            .any(|(w, sort)| *w > 0.0 && sort.is_empty())
    }

    /// Up to `count` different ones. A sort that is used up, or that there is none of, gives way
    /// to the other where the mix names both.
    pub fn choose(&self, count: usize, mix: &Mix, draws: &mut Draws) -> Vec<usize> {
        let weights = [mix.challenging, mix.random];
        let mut chosen: Vec<usize> = Vec::with_capacity(count);
        let mut taken = [0; 2];
        while chosen.len() < count {
            let open = |n: usize| match taken[n] < self.sorts[n].len() {
                true => weights[n],
                false => 0.0,
            };
            let open = [open(0), open(1)];
            if open[0] + open[1] <= 0.0 {
                break;
            }
            let sort = draws.weighted(open);
            let pool = &self.sorts[sort];
            // From a random place on, the first that is not chosen yet.
            let start = draws.below(pool.len());
            let places = (start..pool.len()).chain(0..start);
            let free = places.map(|n| pool[n]).find(|n| !chosen.contains(n));
            chosen.extend(free);
            taken[sort] += 1;
        }
        chosen
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use mamut_engine::choice::Key;

    fn example(n: usize) -> Example {
        Example {
            anchor: String::new(),
            text: n.to_string(),
            label: n.is_multiple_of(5),
            identity: String::new(),
            id: n.to_string(),
            strategies: Vec::new(),
            other: n % 5 == 4,
            template: String::new(),
            is_text: false,
            substituted: false,
        }
    }

    #[test]
    fn mixes_are_kept_and_nothing_is_chosen_twice() {
        let examples: Vec<_> = (0..5000).map(example).collect();
        let pools = Pools::of(&examples);
        let mix = Mix::parse("challenging=0.75,random=0.25").expect("a mix");
        let mut others = 0;
        for k in 0..500 {
            let mut chosen = pools.choose(8, &mix, &mut Key::seed(1).at(k).draws());
            assert!(chosen.iter().all(|&n| !examples[n].label));
            others += chosen.iter().filter(|&&n| examples[n].other).count();
            chosen.sort_unstable();
            chosen.dedup();
            assert_eq!(chosen.len(), 8);
        }
        assert!((900..1100).contains(&others), "{others}");
        let few = Pools::of(&examples[..10]);
        assert_eq!(few.choose(9, &mix, &mut Key::seed(1).draws()).len(), 8);
        let alone = Mix::parse("random=1").expect("a mix");
        let mut others = few.choose(9, &alone, &mut Key::seed(1).draws());
        others.sort_unstable();
        assert_eq!(others, [4, 9]);
    }

    #[test]
    fn broken_mixes_are_refused() {
        for text in ["", "random", "random=-1", "random=0", "easy=1", "random=x"] {
            assert!(Mix::parse(text).is_err(), "{text}");
        }
    }
}
