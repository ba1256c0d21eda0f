//! What statements ask of the values of their symbols: of what kind these are, how large vectors and
//! matrices, whether random variables count.

use crate::atoms::Atoms;
use crate::term::{Head, Term};
use crate::vocabulary::{Kind, Vocabulary};

/// How large the vectors and matrices of a point are.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sizes {
    pub(super) entries: usize,
    pub(super) rows: usize,
    pub(super) columns: usize,
    /// Whether no matrix or vector is written, so that others would do.
    pub(super) free: bool,
}

/// The first sizes of vectors and matrices that are written or declared.
#[derive(Default)]
struct Shapes {
    vector: Option<usize>,
    matrix: Option<usize>,
    oblong: Option<(usize, usize)>,
}

impl Shapes {
    fn add(&mut self, rows: usize, columns: usize) {
        match (rows, columns) {
            (2..=8, 1) => self.vector = self.vector.or(Some(rows)),
            (2..=6, n) if n == rows => self.matrix = self.matrix.or(Some(n)),
            (2..=6, 2..=6) => self.oblong = self.oblong.or(Some((rows, columns))),
            _ => {}
        }
    }
}

/// The argument of this number where it is a literal integer.
fn counted(args: &[Term], at: usize) -> Option<usize> {
    match args.get(at)?.op.head() {
        Head::Integer(value) => usize::try_from(value).ok(),
        _ => None,
    }
}

/// The sizes of the vectors and matrices that are written or declared; three and two where none are. Where
/// matrices are nothing but added, they need not be square.
pub(super) fn sizes(statements: &[&Term], vocabulary: &Vocabulary) -> Sizes {
    let mut shapes = Shapes::default();
    let mut square = false;
    let (mut products, mut space) = (false, false);
    for statement in statements {
        statement.walk(&mut |t| {
            let Some(operator) = vocabulary.operator(t.op) else {
                return;
            };
            let count = t.args.len();
            match operator.name.as_str() {
                "matmul" => products = true,
                "det" | "matinv" | "matpow" | "tr" | "transpose" | "adjoint" | "pow" => {
                    square = true
                }
                "vecprod" => space = true,
                "tuple" | "angled" if (2..=8).contains(&count) => {
                    shapes.add(count, 1);
                }
                "matrix" => shapes.add(count, t.args.first().map_or(0, |row| row.args.len())),
                // As it is declared: a space of matrices, of vectors.
                "size" => {
                    if let [Some(rows), Some(columns)] = [0, 1].map(|i| counted(&t.args, i)) {
                        shapes.add(rows, columns);
                    }
                }
                "setpow" => {
                    if let Some(entries) = counted(&t.args, 1) {
                        shapes.add(entries, 1);
                    }
                }
                _ => {}
            }
        });
    }
    let Shapes {
        vector,
        matrix,
        oblong,
    } = shapes;
    let (entries, size) = match (vector, matrix) {
        // A matrix times a vector.
        (None, None) if products && !space => (2, 2),
        (None, None) if products => (3, 3),
        (Some(n), None) if products && n <= 4 => (n, n),
        (None, None) => (3, 2),
        (Some(n), None) => (n, 2),
        (None, Some(n)) => (n, n),
        (Some(v), Some(m)) => (v, m),
    };
    let (rows, columns) = oblong
        .filter(|_| matrix.is_none() && !products && !square)
        .unwrap_or((size, size));
    Sizes {
        entries,
        rows,
        columns,
        free: vector.is_none() && matrix.is_none() && oblong.is_none() && !space,
    }
}

/// The kinds of the symbols: as they are known, or as the first place that asks for one says.
pub(super) fn kinds(statements: &[&Term], vocabulary: &Vocabulary, atoms: &Atoms) -> Vec<Kind> {
    let mut kinds: Vec<Kind> = atoms.symbols.iter().map(|s| s.kind).collect();
    // Whether a symbol stands where functions may stand, and where there are only numbers.
    let mut used = vec![(false, false); kinds.len()];
    for statement in statements {
        statement.walk(&mut |term| {
            let Some(operator) = vocabulary.operator(term.op) else {
                return;
            };
            let vectors = matches!(operator.name.as_str(), "dot" | "inner" | "vecprod" | "norm");
            for (i, arg) in term.args.iter().enumerate() {
                let Some(symbol) = named(arg, vocabulary) else {
                    continue;
                };
                let wanted = operator.signatures.first();
                let wanted = wanted.and_then(|s| s.args.get(i).or(s.args.last()));
                let (Some(kind), Some(wanted)) = (kinds.get_mut(symbol), wanted) else {
                    continue;
                };
                if *kind == Kind::Any {
                    *kind = if vectors { Kind::Vec } else { *wanted };
                }
                let several = operator.signatures.len() > 1;
                used[symbol].0 |= *wanted == Kind::Fn;
                used[symbol].1 |= *wanted == Kind::Num && !several;
            }
        });
    }
    // What looks like a function may be the base in `\log_b(x)`.
    for (kind, (function, number)) in kinds.iter_mut().zip(used) {
        if *kind == Kind::Fn && !function && number {
            *kind = Kind::Num;
        }
    }
    kinds
}

/// The symbol that a term is, perhaps with indices.
fn named(term: &Term, vocabulary: &Vocabulary) -> Option<usize> {
    match term.op.head() {
        Head::Symbol(s) => Some(s as usize),
        Head::Operator(_) if vocabulary.operator(term.op)?.name == "idx" => {
            match term.args.first()?.op.head() {
                Head::Symbol(s) => Some(s as usize),
                _ => None,
            }
        }
        _ => None,
    }
}

/// Whether probabilities are summed, or those of single values asked for: random variables count.
pub(super) fn counts(statement: &Term, vocabulary: &Vocabulary) -> bool {
    let named = |t: &Term, names: &[&str]| {
        vocabulary
            .operator(t.op)
            .is_some_and(|o| names.contains(&o.name.as_str()))
    };
    let (sums, chances) = (["sum", "sumin", "sumcond", "sumall"], ["prob", "condprob"]);
    let mut found = false;
    statement.walk(&mut |t| {
        if named(t, &sums) {
            t.walk(&mut |inner| found |= named(inner, &chances));
        } else if named(t, &chances) {
            t.walk(&mut |inner| found |= named(inner, &["eq"]));
        }
    });
    found
}
