//! Whether what a formula says of its pairs of capital letters makes lengths of them.

use super::degrees::{Both, Degree};
use super::{CORNERS, Look, MEASURES, Point};

impl Look<'_, '_> {
    /// Whether all this makes lengths of the pairs.
    pub(super) fn lengths(&mut self, degrees: Both) -> bool {
        self.words.sort();
        self.words.dedup();
        let words = &self.words;
        let turned = |[a, b]: &[Point; 2]| words.contains(&[b.clone(), a.clone()]);
        let among = |letter: &u8| words.iter().flatten().any(|(of, _)| of == letter);
        let measure = |letter: &u8| MEASURES.contains(letter) && !among(letter);
        let fits = degrees.0 != Degree::Mixed;
        if words.is_empty()
            || !self.related
            || !fits
            || words.iter().any(turned)
            || !self.alone.iter().all(measure)
        {
            return false;
        }
        // Only if they are lengths do all terms have one degree.
        let shown = degrees.1 == Degree::Mixed;
        let several = words.len() > 1;
        // `\frac{GM}{r^2}`: a constant and a mass, alone; `\Phi = BA\cos\theta`: a field and an area.
        if matches!(
            words.as_slice(),
            [[(b'G', _), (b'M', _)] | [(b'B', _), (b'A', _)]]
        ) {
            return false;
        }
        // `\frac{PL^3}{48EI}`
        let mut letters: Vec<u8> = words.iter().flatten().map(|(letter, _)| *letter).collect();
        letters.sort_unstable();
        let shared = letters.windows(2).any(|pair| pair[0] == pair[1]);
        let corner = |letter: &u8| CORNERS.contains(letter) || b"KRSXYZ".contains(letter);
        let apart = |[(a, _), (b, _)]: &[Point; 2]| {
            !([a, b].into_iter().all(corner) || crate::latex::figures::neighbours(&[*a, *b]))
        };
        if several && !shared && words.iter().any(apart) {
            return false;
        }
        let primed = |mark: &[u8]| mark.contains(&b'\'');
        let usual = words
            .iter()
            .flatten()
            .all(|(letter, mark)| CORNERS.contains(letter) || several && primed(mark));
        let marks = words.iter().flatten().any(|(_, mark)| !mark.is_empty());
        if marks && !(shown && several) {
            return self.alone.is_empty() && usual && self.with_marks(shown);
        }
        match (several, self.alone.is_empty()) {
            (true, true) => true,
            (true, false) => shown,
            (false, true) => (shown || self.counted) && (usual || self.tangent),
            (false, false) => shown && usual && (self.raised || self.angled),
        }
    }

    /// Whether pairs with indices and primes are lengths: `A_1A_2 = A_2A_3`, `A'B' = k AB`; not
    /// `P_1V_1 = P_2V_2`, `A_1B_2 = A_2B_1`, `AB' + A'B`.
    fn with_marks(&self, shown: bool) -> bool {
        let words = &self.words;
        let same = |[a, b]: &&[Point; 2]| a.0 == b.0;
        let plain = |[a, b]: &[Point; 2]| a.1.is_empty() && b.1.is_empty();
        if let [[a, b]] = words.as_slice() {
            return (shown || self.counted) && (a.0 == b.0 || a.1 == b.1);
        }
        let chained = |at: usize| {
            let others = words.iter().enumerate().filter(|(i, _)| *i != at);
            others
                .flat_map(|(_, word)| word)
                .any(|point| words[at].contains(point))
        };
        if words.iter().all(|w| same(&w)) {
            return !self.summed || (0..words.len()).all(chained);
        }
        // The same letters without marks.
        let image = |word: &[Point; 2]| {
            plain(word)
                || word[0].1 == word[1].1
                    && words
                        .iter()
                        .any(|w| plain(w) && (w[0].0, w[1].0) == (word[0].0, word[1].0))
        };
        // `P'Q' = Q'R'`, where no two are of the same points.
        let side = |at: usize| {
            let [a, b] = &words[at];
            let once = |w: &[Point; 2]| w == &words[at] || !(w.contains(a) && w.contains(b));
            a.1 == b.1 && !a.1.is_empty() && chained(at) && words.iter().all(once)
        };
        !self.summed && words.iter().all(image)
            || (!self.summed || self.raised) && (0..words.len()).all(side)
    }
}
