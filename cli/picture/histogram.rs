//! Histograms of small numbers: shares of one or two sets of rows, one over the other.

use super::distribution::Distribution;
use super::svg::{Picture, grouped, percent};

const WIDTH: f64 = 460.0;
const HEIGHT: f64 = 230.0;
const LEFT: f64 = 46.0;
const RIGHT: f64 = 14.0;
const TOP: f64 = 56.0;
const BOTTOM: f64 = 40.0;
/// At most this many bars.
const BARS: u32 = 48;

/// What is drawn.
pub(super) struct Histogram<'a> {
    pub(super) name: &'static str,
    pub(super) title: &'a str,
    /// What is counted along the axis.
    pub(super) unit: &'a str,
    /// Filled bars, and a line over them.
    pub(super) sets: Vec<(&'a str, &'a Distribution)>,
}

impl Histogram<'_> {
    /// Draws it.
    pub(super) fn draw(&self) -> Picture {
        let said: Vec<String> = self
            .sets
            .iter()
            .map(|(name, set)| said(name, set))
            .collect();
        let about = format!("{}: {}", self.title, said.join("; "));
        let mut picture = Picture::new(self.name, about, WIDTH, HEIGHT);
        picture.text(8.0, 20.0, "title", self.title);
        let filled = self.sets.iter().filter(|(_, set)| set.total() > 0);
        // A long tail is cut: what is beyond counts in the last bar.
        let last = filled.clone().map(|(_, set)| set.quantile(0.995)).max();
        let first = filled.filter_map(|(_, set)| set.0.keys().next()).min();
        let (Some(last), Some(&first)) = (last, first) else {
            picture.text(LEFT, TOP + 30.0, "faint", "no rows");
            return picture;
        };
        let wide = (last + 1 - first.min(last)).div_ceil(BARS).max(1);
        let first = first / wide * wide;
        let number = ((last - first) / wide + 1) as usize;
        let shares: Vec<Vec<f64>> = self
            .sets
            .iter()
            .map(|(_, set)| binned(set, first, wide, number))
            .collect();
        let most = shares.iter().flatten().copied().fold(0.001, f64::max);
        let (floor, room) = (HEIGHT - BOTTOM, WIDTH - LEFT - RIGHT);
        let step = room / number as f64;
        let high = |share: f64| (floor - TOP) * share / most;
        for mark in [0.5, 1.0] {
            let y = floor - high(mark * most);
            picture.line((LEFT, y), (WIDTH - RIGHT, y), "line");
            picture.text(
                LEFT - 6.0,
                y + 4.0,
                "faint end",
                format!("{} %", percent(mark * most)),
            );
        }
        for (set, (name, _)) in self.sets.iter().enumerate() {
            let mut points = vec![(LEFT, floor)];
            for (at, share) in shares[set].iter().enumerate() {
                let x = LEFT + step * at as f64;
                let from = first + wide * at as u32;
                let range = match (wide, at + 1 == number && last < longest(&self.sets)) {
                    (_, true) => format!("{from} or more"),
                    (1, _) => from.to_string(),
                    _ => format!("{from} to {}", from + wide - 1),
                };
                let tip = format!("{range} {}: {:.2} % of {name}", self.unit, 100.0 * share);
                if set == 0 {
                    let gap = if step > 3.0 { 1.0 } else { 0.0 };
                    let place = [x, floor - high(*share), step - gap, high(*share)];
                    picture.cell(place, "second", 1.0, tip);
                }
                points.extend([(x, floor - high(*share)), (x + step, floor - high(*share))]);
            }
            points.push((WIDTH - RIGHT, floor));
            if set > 0 {
                picture.path(&points, "solid", name);
            }
            let y = TOP - 22.0 + 13.0 * set as f64;
            let class = if set == 0 { "second" } else { "shade" };
            let (high, down) = if set == 0 { (9.0, 8.0) } else { (2.0, 5.0) };
            picture.cell([LEFT, y - down, 12.0, high], class, 1.0, name);
            picture.text(LEFT + 18.0, y, "faint", &said[set]);
        }
        picture.line((LEFT, floor), (WIDTH - RIGHT, floor), "line");
        let every = number.div_ceil(8);
        for at in (0..number).step_by(every) {
            let x = LEFT + step * (at as f64 + 0.5);
            picture.text(x, floor + 14.0, "faint middle", first + wide * at as u32);
        }
        picture.text(
            (LEFT + WIDTH - RIGHT) / 2.0,
            HEIGHT - 8.0,
            "middle",
            self.unit,
        );
        picture
    }
}

fn longest(sets: &[(&str, &Distribution)]) -> u32 {
    let ends = sets.iter().filter_map(|(_, set)| set.0.keys().next_back());
    ends.copied().max().unwrap_or(0)
}

fn binned(set: &Distribution, first: u32, wide: u32, number: usize) -> Vec<f64> {
    let mut bars = vec![0.0; number];
    for (value, count) in &set.0 {
        let at = (value.saturating_sub(first) / wide) as usize;
        bars[at.min(number - 1)] += *count as f64 / set.total().max(1) as f64;
    }
    bars
}

/// What a set is, in words.
fn said(name: &str, set: &Distribution) -> String {
    format!(
        "{name}: {} rows, median {}, mean {:.1}, 90 % up to {}",
        grouped(set.total()),
        set.quantile(0.5),
        set.mean(),
        set.quantile(0.9)
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bars_hold_all_rows() {
        let mut set = Distribution::default();
        (0..1000).for_each(|n| set.add(n * n / 100));
        let bars = binned(&set, 0, 70, 20);
        assert!((bars.iter().sum::<f64>() - 1.0).abs() < 1e-9);
        assert!(bars[19] > 0.6, "what is beyond is in the last bar");
    }
}
