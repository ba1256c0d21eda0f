//! Bars, one a row, in two shades.

use super::heat_map::cut;
use super::svg::{Picture, grouped};

const ROW: f64 = 14.0;
const LEFT: f64 = 250.0;
const TOP: f64 = 62.0;
const LONGEST: f64 = 300.0;

/// What is drawn.
pub(super) struct Bars<'a> {
    pub(super) name: &'static str,
    pub(super) title: &'a str,
    pub(super) about: String,
    /// What the two shades stand for.
    pub(super) parts: [&'a str; 2],
    pub(super) rows: Vec<Bar<'a>>,
}

/// A row.
pub(super) struct Bar<'a> {
    pub(super) name: &'a str,
    pub(super) parts: [u64; 2],
    /// What is written behind it.
    pub(super) remark: String,
}

impl Bars<'_> {
    /// Draws them.
    pub(super) fn draw(&self) -> Picture {
        let height = TOP + ROW * self.rows.len() as f64 + 14.0;
        let width = LEFT + LONGEST + 230.0;
        let mut picture = Picture::new(self.name, self.about.clone(), width, height);
        picture.text(8.0, 20.0, "title", self.title);
        for (at, (part, class)) in self.parts.iter().zip(["shade", "second"]).enumerate() {
            let x = LEFT + 110.0 * at as f64;
            picture.cell([x, 34.0, 12.0, 10.0], class, 1.0, part);
            picture.text(x + 18.0, 43.0, "", part);
        }
        let most = self.rows.iter().map(|r| r.parts.iter().sum::<u64>()).max();
        let scale = LONGEST / most.unwrap_or(1).max(1) as f64;
        for (at, row) in self.rows.iter().enumerate() {
            let y = TOP + ROW * at as f64;
            picture.text(LEFT - 8.0, y + ROW - 4.0, "end", cut(row.name));
            let mut x = LEFT;
            for ((number, part), class) in row.parts.iter().zip(self.parts).zip(["shade", "second"])
            {
                let wide = scale * *number as f64;
                if *number > 0 {
                    let tip = format!("{}: {} {part}", row.name, grouped(*number));
                    picture.cell([x, y, wide.max(0.5), ROW - 2.0], class, 1.0, tip);
                }
                x += wide;
            }
            picture.text(x + 6.0, y + ROW - 4.0, "faint", &row.remark);
        }
        picture
    }
}
