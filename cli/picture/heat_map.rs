//! A heat map: a number in every cell, and the darker the larger.

use super::svg::{Picture, percent};

/// How high a row is.
const ROW: f64 = 14.0;
/// How wide a cell is.
const CELL: f64 = 40.0;
/// Where cells begin.
const LEFT: f64 = 250.0;
/// Where rows begin.
const TOP: f64 = 108.0;
/// Above this share of the largest value a cell is dark.
const DARK: f64 = 0.5;
/// Names of rows longer than this are cut.
const NAME: usize = 40;

/// What is drawn.
pub(super) struct HeatMap<'a> {
    pub(super) name: &'static str,
    pub(super) title: &'a str,
    pub(super) about: String,
    /// Above each column; a gap is left before those that begin a group.
    pub(super) columns: Vec<Column<'a>>,
    pub(super) mean: Row<'a>,
    pub(super) rows: Vec<Row<'a>>,
}

/// A column.
pub(super) struct Column<'a> {
    pub(super) name: &'a str,
    /// What this column and those after it are of; empty for more of the same.
    pub(super) group: &'a str,
}

/// A row: what it is called, its id, and shares from 0 to 1; none where there is nothing to share.
pub(super) struct Row<'a> {
    pub(super) name: &'a str,
    pub(super) id: &'a str,
    pub(super) shares: Vec<Option<f64>>,
}

impl HeatMap<'_> {
    /// Draws it.
    pub(super) fn draw(&self) -> Picture {
        let groups = self.columns.iter().skip(1).filter(|c| !c.group.is_empty());
        let right = LEFT + CELL * self.columns.len() as f64 + 12.0 * groups.count() as f64;
        let height = TOP + ROW * (self.rows.len() + 1) as f64 + 22.0;
        let mut picture = Picture::new(self.name, self.about.clone(), right + 70.0, height);
        picture.text(8.0, 20.0, "title", self.title);
        let shares = self.rows.iter().flat_map(|r| &r.shares).flatten();
        let most = shares.copied().fold(0.01, f64::max);
        self.legend(&mut picture, most);
        let mut places = Vec::new();
        let mut x = LEFT;
        for (at, column) in self.columns.iter().enumerate() {
            if !column.group.is_empty() {
                x += if at > 0 { 12.0 } else { 0.0 };
                picture.text(x, 40.0, "faint", column.group);
            }
            places.push(x);
            picture.rising(x + CELL / 2.0 - 4.0, TOP - 6.0, "", column.name);
            x += CELL;
        }
        self.row(&mut picture, &self.mean, (TOP, most), &places, "strong");
        let y = TOP + ROW + 2.0;
        picture.line((8.0, y), (x, y), "line");
        for (at, row) in self.rows.iter().enumerate() {
            let y = TOP + ROW * (at + 1) as f64 + 4.0;
            self.row(&mut picture, row, (y, most), &places, "");
        }
        picture
    }

    fn row(
        &self,
        picture: &mut Picture,
        row: &Row<'_>,
        (y, most): (f64, f64),
        places: &[f64],
        class: &str,
    ) {
        let base = y + ROW - 4.0;
        picture.text(LEFT - 8.0, base, &format!("end {class}"), cut(row.name));
        for ((x, share), column) in places.iter().zip(&row.shares).zip(&self.columns) {
            let place = [*x, y, CELL - 1.0, ROW - 1.0];
            let tip = |said: String| format!("{} ({}): {} {said}", row.name, row.id, column.name);
            let Some(share) = share else {
                picture.cell(place, "none", 1.0, tip("has no rows".to_owned()));
                continue;
            };
            let shade = share / most;
            let said = tip(format!("{:.2} %", 100.0 * share));
            // The least that is not nothing can be seen.
            let opacity = if *share > 0.0 {
                0.05 + 0.95 * shade
            } else {
                0.0
            };
            picture.cell(place, "shade", opacity, said);
            let colour = if shade > DARK {
                "value inverse"
            } else {
                "value"
            };
            picture.text(x + CELL / 2.0, base - 0.5, colour, percent(*share));
        }
    }

    fn legend(&self, picture: &mut Picture, most: f64) {
        picture.text(8.0, 58.0, "faint", "share of rows in %");
        for step in 0..=8 {
            let shade = f64::from(step) / 8.0;
            let place = [8.0 + 16.0 * f64::from(step), 64.0, 16.0, 10.0];
            let opacity = 0.05 + 0.95 * shade;
            let opacity = if step > 0 { opacity } else { 0.0 };
            picture.cell(place, "shade", opacity, percent(shade * most));
        }
        picture.text(8.0, 86.0, "faint", "0");
        picture.text(8.0 + 144.0, 86.0, "faint end", percent(most));
    }
}

/// A name that fits.
pub(super) fn cut(name: &str) -> String {
    match name.char_indices().nth(NAME) {
        Some((at, _)) => format!("{}…", name[..at].trim_end()),
        None => name.to_owned(),
    }
}
