//! Figures: angles, triangles, segments, words of points.

mod over;
mod squares;

use super::Parser;
use crate::latex::figures::{point, run};
use crate::latex::matching::Mark;
use crate::latex::token::{Class, Gap};
use crate::latex::tree::{Head, Tree};

/// Signs before the points of a figure, with their operators.
const SIGNS: &[(&str, &str)] = &[
    (r"\angle", "angle"),
    ("∠", "angle"),
    (r"\measuredangle", "angle"),
    (r"\sphericalangle", "angle"),
    (r"\triangle", "triangle"),
    ("△", "triangle"),
    (r"\bigtriangleup", "triangle"),
    (r"\vartriangle", "triangle"),
    (r"\Delta", "triangle"),
    ("Δ", "triangle"),
    (r"\odot", "circle"),
    ("⊙", "circle"),
    (r"\square", "quadrilateral"),
    (r"\Box", "quadrilateral"),
    ("□", "quadrilateral"),
];

/// Signs over the points of a figure.
const OVER: &[&str] = &[
    r"\overarc",
    r"\wideparen",
    r"\overparen",
    r"\arc",
    r"\widehat",
];

impl Parser<'_> {
    /// The operator of the figure whose sign stands at this token, where an operand may start.
    pub(super) fn figure_at(&self, at: usize) -> Option<&'static str> {
        let key = self.key_at(at);
        let may = match key.as_bytes() {
            [] | [_] => false,
            [b'\\', b, ..] => {
                matches!(
                    b,
                    b'a' | b'm' | b's' | b't' | b'b' | b'v' | b'D' | b'o' | b'B'
                ) && key.len() > 3
            }
            _ => true,
        };
        if !may {
            return None;
        }
        let (_, op) = SIGNS.iter().find(|(sign, _)| *sign == key)?;
        let braced = self.key_at(at + 1) == "{";
        let corners = run(&self.tokens[..self.end], at + 1 + usize::from(braced), true);
        match *op {
            "angle" => Some(op),
            "triangle" if key == r"\Delta" || key == "Δ" => {
                (run(&self.tokens[..self.end], at + 1, false) == 3).then_some(*op)
            }
            "quadrilateral" => (corners >= 4).then_some(*op),
            _ => (!self.ended_before(at) || self.figure_named(at)).then_some(*op),
        }
    }

    /// Whether the sign of a figure stands here, right after a word, and before its corners:
    /// `\text{area}\,\triangle ABC`.
    pub(super) fn figure_named(&self, at: usize) -> bool {
        let corners = match self.key_at(at) {
            r"\triangle" | "△" | r"\bigtriangleup" | r"\vartriangle" => 3,
            r"\angle" | "∠" => 1,
            _ => return false,
        };
        let word = at.checked_sub(1).map(|before| &self.tokens[before]);
        let word = word.filter(|t| matches!(t.class, Class::Words | Class::Name));
        word.is_some_and(|t| {
            super::fence::said(t)
                .chars()
                .any(|c| c.is_alphabetic() && !c.is_uppercase())
        }) && self.roles_at(at - 1).next().is_none()
            && run(&self.tokens[..self.end], at + 1, false) >= corners
    }

    /// `\angle ABC`, `\triangle ABC`, `m\angle A`, words of points and names.
    pub(super) fn figure(&mut self) -> Option<Tree> {
        let at = self.pos;
        let token = &self.tokens[at];
        let measured = matches!(token.key.as_ref(), "m" | r"\mathrm{m}" | r"\text{m}")
            && self.key_at(at + 1) == r"\angle";
        let sign = at + usize::from(measured);
        if matches!(token.key.as_ref(), "m" | r"\mathrm{m}" | r"\text{m}")
            && let Some(tree) = self.measure()
        {
            return Some(tree);
        }
        if token.class == Class::Letter && !measured && token.key.len() == 1 {
            return self.word_of_points();
        }
        if token.class == Class::Digit || token.class == Class::Open {
            return None;
        }
        let op = self.figure_at(sign)?;
        let op = self
            .table
            .named(if measured { "anglemeasure" } else { op })?;
        self.pos = sign + 1;
        let points = self.corners();
        let mut tree = Tree::over(Head::Apply(op), points);
        tree.start = token.start;
        tree.end = self.span(self.pos - 1, self.pos).end;
        Some(self.scripts(tree.close()))
    }

    /// `m\overline{AB}`, `m\widehat{AB}`: how long a segment is, how wide an arc.
    fn measure(&mut self) -> Option<Tree> {
        let at = self.pos;
        let sign = self.key_at(at + 1);
        let lined = sign == r"\overline";
        if !(lined || OVER.contains(&sign) || matches!(sign, r"\overset" | r"\stackrel")) {
            return None;
        }
        self.pos = at + 1 + usize::from(lined);
        let found = match lined {
            true => self.overlined(at + 1),
            false => self.arc(),
        };
        let Some(mut tree) = found else {
            self.pos = at;
            return None;
        };
        let figure = match tree.head {
            Head::Power => tree.args.first_mut()?,
            _ => &mut tree,
        };
        let named = |name| self.table.named(name).map(Head::Apply);
        let head = Some(figure.head.clone());
        if head == named("angle") {
            figure.head = named("anglemeasure")?;
        } else if head == named("arc") || head == named("segment") {
            let inner = std::mem::replace(figure, Tree::over(Head::Items, Vec::new()));
            *figure = Tree::over(named("measureof")?, vec![inner]);
        } else {
            self.pos = at;
            return None;
        }
        tree.start = self.tokens[at].start;
        Some(tree)
    }

    /// The points after the sign of a figure, or whatever stands there.
    fn corners(&mut self) -> Vec<Tree> {
        let at = self.pos;
        if at >= self.end {
            return vec![self.blank()];
        }
        if let Mark::Open { partner, .. } = self.marks[at]
            && self.tokens[at].class == Class::Open
        {
            let points = self.points(at + 1, partner, true);
            if !points.is_empty() && self.pos == partner {
                self.pos = partner + 1;
                return points;
            }
            return vec![self.group(at + 1, partner, partner + 1)];
        }
        // `\angle G(j\omega)` is that of a value.
        if self.key_at(at + 1) == "("
            && self.tokens[at + 1].gap <= Gap::Back
            && self.usage.is_function(self.key_at(at))
        {
            return vec![self.operand(self.table.strength.product + 1)];
        }
        let named = |i: usize| {
            i < self.end && self.tokens[i].class == Class::Letter && self.tokens[i].key.len() == 1
        };
        let crossing = (at..at + 3).all(named)
            && (at + 1..at + 3).all(|i| self.tokens[i].gap == Gap::None)
            && point(&self.tokens[at + 1])
            && !named(at + 3);
        let points = if crossing {
            // `\angle xOy`
            self.pos = at + 3;
            (at..at + 3).map(|i| self.letter(i)).collect()
        } else {
            self.points(at, self.end, true)
        };
        if points.is_empty() {
            if !self.starts_operand(at) {
                return vec![self.blank()];
            }
            return vec![self.operand(self.table.strength.product + 1)];
        }
        points
    }

    fn letter(&self, at: usize) -> Tree {
        let token = &self.tokens[at];
        let head = Head::Symbol(token.key.as_ref().into());
        Tree::new(head, Vec::new(), token.start, token.end)
    }

    /// The points from `from` on, with their indices and primes; goes on after the last one.
    pub(super) fn points(&mut self, from: usize, to: usize, blanks: bool) -> Vec<Tree> {
        let saved = self.end;
        (self.pos, self.end) = (from, to);
        let mut points = Vec::new();
        while self.pos < to && points.len() < MOST {
            let token = &self.tokens[self.pos];
            let near = token.gap == Gap::None || blanks && token.gap == Gap::Blank;
            if !point(token) || !points.is_empty() && !near {
                break;
            }
            let mut corner = self.letter(self.pos);
            self.pos += 1;
            let above = self.pos + 1 + usize::from(self.key_at(self.pos + 1) == "{");
            let primed = self.key_at(self.pos) == "^" && self.key_at(above) == r"\prime";
            let script = self.pos < to && (primed || matches!(self.key_at(self.pos), "_" | "'"));
            let primes = self.tokens[self.pos..to]
                .iter()
                .take_while(|t| t.key == "'")
                .count();
            // The power behind primes is that of the word: `P'Q'^2`.
            let raised = primes > 0 && self.key_at(self.pos + primes) == "^" && !points.is_empty();
            if script {
                if raised {
                    self.end = self.pos + primes;
                }
                let scripts = self.read_scripts();
                self.end = to;
                if scripts.sup.is_some() {
                    // A power is none of a point but of the word.
                    self.pos = from;
                    self.end = saved;
                    return Vec::new();
                }
                corner = self.with_point_scripts(corner, scripts);
            }
            points.push(corner);
            if raised {
                break;
            }
        }
        self.end = saved;
        points
    }

    fn with_point_scripts(&self, corner: Tree, scripts: super::script::Scripts) -> Tree {
        let mut corner = corner;
        let end = self.span(self.pos - 1, self.pos).end;
        if let Some(sub) = scripts.sub {
            corner = Tree::over(Head::Index, vec![corner, sub]);
        }
        if scripts.primes > 0 {
            let count = Head::Number(scripts.primes.to_string().into());
            let count = Tree::new(count, Vec::new(), end, end);
            corner = Tree::over(Head::Prime, vec![corner, count]);
        }
        corner
    }

    /// These letters as one name.
    fn joined(&mut self, at: usize, length: usize) -> Tree {
        let tokens = &self.tokens[at..at + length];
        let name: String = tokens.iter().map(|t| t.key.as_ref()).collect();
        let span = self.span(at, at + length);
        self.pos = at + length;
        Tree::new(Head::Symbol(name.into()), Vec::new(), span.start, span.end)
    }

    /// `AB` in a figure, a sum of squares.
    fn word_of_points(&mut self) -> Option<Tree> {
        let at = self.pos;
        if !point(&self.tokens[at]) {
            return self.degrees_of_freedom();
        }
        if self.means_what_follows(at) {
            return None;
        }
        let tokens = &self.tokens[..self.end];
        let figures = self.usage.figures;
        let glued = at > 0
            && self.tokens[at - 1].class == Class::Letter
            && self.tokens[at].gap == Gap::None
            && !self.tokens[at - 1].key.starts_with('\\');
        if glued {
            return None;
        }
        if let Some(name) = self.mean_square(at) {
            return Some(name);
        }
        if !(figures.drawn || figures.words) || run(tokens, at, figures.drawn) < 2 {
            let near = || matches!(self.key_at(at + 1), "_" | "'" | "^");
            let marked = (figures.drawn || figures.words) && near();
            if !marked {
                return None;
            }
        }
        let op = self.table.named("points")?;
        let points = self.points(at, self.end, figures.drawn);
        if points.len() < 2 {
            self.pos = at;
            return None;
        }
        let tree = Tree::over(Head::Apply(op), points);
        Some(self.scripts(tree))
    }
}

/// The most points of one figure.
const MOST: usize = 12;
