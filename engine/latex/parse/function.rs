//! Named functions and operators on random variables, with their arguments.

use super::join::Next;
use super::script::Scripts;
use super::{Parser, minus_one};
use crate::latex::kinds::capital;
use crate::latex::matching::Mark;
use crate::latex::table::Role;
use crate::latex::token::{Class, Gap};
use crate::latex::tree::{Head, Join, Tree};
use crate::term::Op;

/// As many tokens of a group in braces are looked through for a random variable.
const EVENT: usize = 40;

impl Parser<'_> {
    /// A named function: scripts, then its argument with or without brackets.
    pub(super) fn function(
        &mut self,
        op: Op,
        inverse: Option<Op>,
        base: Option<Op>,
        brackets: bool,
        width: usize,
    ) -> Option<Tree> {
        let at = self.pos;
        let start = self.tokens[at].start;
        self.pos += width;
        let scripts = self.read_scripts();
        let braced = self.key_at(self.pos) == "{" && self.key_at(self.pos + 1) == "(";
        if brackets && !((self.bracket_here() || braced) && scripts.is_empty()) {
            self.pos = at;
            return None;
        }
        let elliptic = self.tokens[at].key == r"\wp" && self.bracket_here() && {
            let inside = self.key_at(self.pos + 1);
            !inside.starts_with(char::is_uppercase) && !inside.starts_with('\\')
        };
        if elliptic
            || scripts.primes > 0
            || scripts
                .sup
                .as_ref()
                .is_some_and(|sup| self.order(sup) && sup.symbol().is_some())
            || scripts.sub.is_some()
                && base.is_none()
                && (self.bracket_here() || self.table.named("tr") == Some(op))
        {
            return Some(self.function_by_name(scripts, at, width));
        }
        if !self.argument_follows() {
            let letters =
                self.tokens[at].class == Class::Letter && !self.key_at(at).starts_with('\\');
            self.pos = at;
            if letters {
                return None;
            }
            self.pos = at + width;
            let symbol = self.sign_symbol(at);
            return Some(self.scripts(symbol));
        }
        let upright = self.tokens[at].class == Class::Name
            && !self.tokens[at].key.starts_with(r"\operatorname");
        if upright && !braced && !self.starts_operand(self.pos) {
            // `10 \text{ min}`: a unit.
            self.pos = at;
            return None;
        }
        let args = match self.table.named("tr") == Some(op) && !brace_follows(self.key_at(self.pos))
        {
            true => vec![self.traced()],
            false => self.function_arguments(),
        };
        if args.len() > 1 && self.table.unary.contains(&op) && scripts.primes == 0 {
            // More arguments than the function of this name has: another function.
            let mut applied = false;
            let mut function = self.sign_symbol(at);
            if !scripts.is_empty() {
                function = self.with_scripts(function, scripts, false, &mut applied);
            }
            let mut tree = Tree::over(Head::Call, [vec![function], args].concat()).close();
            tree.start = start;
            tree.end = self.span(self.pos - 1, self.pos).end;
            return Some(self.scripts(tree));
        }
        // `\gcd(a_i : i \in I)` is that of a whole family.
        let family = matches!(args.as_slice(), [only]
            if matches!(only.head, Head::Apply(op) if self.table.named("labelled") == Some(op)));
        if family && scripts.is_empty() {
            let symbol = self.sign_symbol(at);
            let mut tree = Tree::over(Head::Call, [vec![symbol], args].concat()).close();
            tree.start = start;
            return Some(self.scripts(tree));
        }
        let closed = args.last().is_some_and(|a| a.closed);
        let mut op = op;
        let mut all = Vec::new();
        let mut power = None;
        if let Some(sub) = scripts.sub {
            if let Some(with_base) = base {
                op = with_base;
                all.push(sub);
            } else {
                let span = (sub.start, sub.end);
                self.warn(
                    "function-index",
                    "this function has no index here",
                    span.0..span.1,
                    "kept as an index",
                );
                all.push(sub);
            }
        }
        if let Some(sup) = scripts.sup {
            match inverse {
                Some(inverse) if minus_one(&sup) => op = inverse,
                _ => power = Some(sup),
            }
        }
        all.extend(args);
        let mut tree = Tree::over(Head::Apply(op), all);
        tree.start = start;
        tree.closed = closed;
        if let Some(power) = power {
            tree = Tree::over(Head::Power, vec![tree, power]);
            tree.start = start;
            tree.closed = closed;
        }
        Some(if closed { self.scripts(tree) } else { tree })
    }

    /// Whether something stands here that a function may be applied to.
    fn argument_follows(&self) -> bool {
        self.pos < self.end
            && (self.starts_operand(self.pos)
                || self.prefix_here()
                || self.bracket_here()
                || matches!(self.marks[self.pos], Mark::Open { .. })
                || matches!(self.key_at(self.pos), "_" | "^" | "?"))
    }

    /// A named function with primes or an index, `\Gamma'(1)`, `\zeta_K(s)`: its name is applied.
    fn function_by_name(&mut self, scripts: Scripts, at: usize, width: usize) -> Tree {
        let name: String = self.tokens[at..at + width]
            .iter()
            .map(|t| t.key.as_ref())
            .collect();
        let span = self.span(at, at + width);
        let symbol = Tree::new(Head::Symbol(name.into()), Vec::new(), span.start, span.end);
        let mut applied = false;
        let tree = self.with_scripts(symbol, scripts, false, &mut applied);
        if self.bracket_here() {
            let call = self.call(tree);
            return self.scripts(call);
        }
        if !self.starts_operand(self.pos) {
            return tree;
        }
        let argument = self.open_argument();
        Tree::over(Head::Call, vec![tree, argument])
    }

    /// The arguments of a function: a group, or the factors that follow.
    pub(super) fn function_arguments(&mut self) -> Vec<Tree> {
        if self.pos >= self.end {
            return vec![self.missing()];
        }
        let brace =
            self.tokens[self.pos].class == Class::Open || self.tokens[self.pos].key == r"\{";
        if brace
            && self.tokens[self.pos].key == r"\{"
            && let Mark::Open { partner, width } = self.marks[self.pos]
        {
            return vec![self.fence(partner, width)];
        }
        // `\log[\mathrm{H}^+]`
        if self.key_at(self.pos) == "[" && self.ions() {
            return vec![self.open_argument()];
        }
        if brace && self.space_with_mark() {
            return vec![self.open_argument()];
        }
        if (brace || self.bracket_here())
            && let Mark::Open { partner, width } = self.marks[self.pos]
        {
            let inside = self.group(self.pos + width, partner, partner + width);
            let items = match inside.head {
                Head::Items if !inside.closed => inside.args,
                _ => vec![inside],
            };
            let mut items: Vec<Tree> = items;
            if let Some(last) = items.last_mut() {
                last.closed = true;
            }
            return items;
        }
        vec![self.open_argument()]
    }

    /// Whether braces that are not seen hold one space or set, with a mark behind them:
    /// `\dim {\mathbb{R}}^2`.
    fn space_with_mark(&self) -> bool {
        let space = |key: &str| {
            key.starts_with(r"\mathbb") || key.len() == 1 && key.starts_with(char::is_uppercase)
        };
        self.key_at(self.pos) == "{"
            && space(self.key_at(self.pos + 1))
            && self.key_at(self.pos + 2) == "}"
            && matches!(self.key_at(self.pos + 3), "^" | "_")
    }

    /// What a trace without brackets is taken of: all factors up to a sign or another trace or
    /// determinant, also functions and their values: `\operatorname{Tr} \rho \ln \rho`.
    fn traced(&mut self) -> Tree {
        let strength = self.table.strength.product + 1;
        let mut argument = self.expression(strength);
        argument.closed = false;
        let ends = ["tr", "det", "rank"].map(|name| self.table.named(name));
        while self.pos < self.end && matches!(self.next(&argument), Next::Beside) {
            let number = self.roles().any(|(role, _)| match role {
                Role::Function { op, .. } => ends.contains(&Some(*op)),
                Role::Bound { .. } => true,
                _ => false,
            });
            let before = self.pos;
            if number || self.tokens[before].gap == Gap::Wide {
                break;
            }
            let factor = self.expression(strength);
            if self.pos == before {
                break;
            }
            argument = self.multiply(argument, Join::Beside, factor);
            argument.closed = false;
        }
        argument
    }

    /// The argument of a function without brackets: factors up to the next function, bracket, blank
    /// command or sign.
    pub(super) fn open_argument(&mut self) -> Tree {
        let strength = self.table.strength.product + 1;
        let mut argument = self.expression(strength);
        argument.closed = false;
        while self.pos < self.end && self.tokens[self.pos].gap < Gap::Thin {
            let number = matches!(argument.head, Head::Number(_))
                || matches!(argument.head, Head::Apply(_)) && argument.args.is_empty();
            let bracket = matches!(self.marks[self.pos], Mark::Open { .. }) && !number;
            let big = self.roles().any(|(role, _)| match role {
                Role::Function { needs_brackets, .. } => !needs_brackets,
                Role::Operatorname { letter, .. } => !letter,
                Role::Bound { .. } => true,
                _ => false,
            });
            // `\sin x e^{-x}`
            let exponential = !number
                && self.key_at(self.pos + 1) == "^"
                && crate::latex::around::is_e(self.key_at(self.pos))
                && self.usage.euler();
            // `\cos\theta d\phi`
            let form = crate::latex::parse::integral::is_differential(self.key_at(self.pos))
                && (self.key_at(self.pos) != "d" || self.forms || self.usage.tensors.differentials);
            // `\log f(x) g(x)`
            let value = argument.head == Head::Call && self.value_follows();
            if bracket
                || big
                || exponential
                || form
                || value
                || !matches!(self.next(&argument), Next::Beside)
            {
                break;
            }
            let before = self.pos;
            let factor = self.expression(strength);
            if self.pos == before {
                break;
            }
            argument = self.multiply(argument, Join::Beside, factor);
            argument.closed = false;
        }
        argument
    }

    /// Whether a function with its argument in brackets stands here.
    fn value_follows(&self) -> bool {
        let (after, ..) = crate::latex::around::skip_scripts(self.tokens, self.marks, self.pos + 1);
        self.usage.is_function(self.key_at(self.pos))
            && after < self.end
            && self.key_at(after) == "("
    }

    /// Whether braces with random variables or a statement stand right here: `E\{XY\}`,
    /// `P\{X \le x\}`.
    fn braces_events(&self, at: usize) -> bool {
        let Some(Mark::Open { partner, width: 1 }) = self.marks.get(at).copied() else {
            return false;
        };
        let inside = &self.tokens[at + 1..partner];
        let random =
            |t: &crate::latex::token::Token<'_>| t.class == Class::Letter && capital(&t.key);
        self.key_at(at) == r"\{"
            && self.tokens[at].gap == Gap::None
            && inside.iter().take(EVENT).any(random)
            && self
                .separator(at + 1, partner)
                .is_none_or(|bar| self.key_at(bar) != ":")
    }

    /// `E[X]`, `P(A \mid B)`.
    pub(super) fn operator_name(
        &mut self,
        op: Op,
        given: Option<Op>,
        letter: bool,
        width: usize,
    ) -> Option<Tree> {
        let at = self.pos;
        let name = self.tokens[at].key.clone();
        let start = self.tokens[at].start;
        let after = at + width;
        if letter && (self.coordinates(after) || self.energy_at(after)) {
            return None;
        }
        let open = self.tokens.get(after).filter(|_| after < self.end);
        let square = open.is_some_and(|t| t.key == "[");
        let braces = letter && self.braces_events(after);
        if letter
            && !(square && self.usage_square(&name) || self.usage.is_operator(&name) || braces)
        {
            return None;
        }
        self.pos = after;
        let staggered = self.empty_group() && self.key_at(self.pos) == "^";
        if !staggered {
            self.pos = after;
        }
        let scripts = self.read_scripts();
        let bracket = self.bracket_here()
            || self.pos < self.end
                && matches!(self.tokens[self.pos].key.as_ref(), r"\{" | r"\lbrace" | "{");
        let Some(Mark::Open { partner, width }) =
            self.marks.get(self.pos).copied().filter(|_| bracket)
        else {
            if letter || !self.starts_operand(self.pos) || scripts.sub.is_some() {
                self.pos = at;
                return None;
            }
            let argument = self.open_argument();
            let mut tree = Tree::over(Head::Apply(op), vec![argument]);
            tree.start = start;
            return Some(tree);
        };
        if let Some(sub) = scripts.sub {
            // `P_1(X = 1)`, `\mathbb{E}_\theta[X]`: the index says which one it is.
            let span = self.span(at, after);
            let symbol = Tree::new(
                Head::Symbol(name.as_ref().into()),
                Vec::new(),
                span.start,
                span.end,
            );
            let mut applied = false;
            let below = Scripts {
                sub: Some(sub),
                ..Scripts::default()
            };
            let function = self.with_scripts(symbol, below, false, &mut applied);
            let mut tree = self.call(function);
            tree.start = start;
            if let Some(sup) = scripts.sup {
                tree = Tree::over(Head::Power, vec![tree, sup]).close();
            }
            return Some(self.scripts(tree));
        }
        if let Some(sup) = scripts
            .sup
            .as_ref()
            .filter(|sup| square_law(sup, self.key_at(self.pos)))
        {
            // `\mathbb{E}^{\mathbb{Q}}[X]`: the mean under a measure.
            let span = self.span(at, after);
            let head = Head::Symbol(name.as_ref().into());
            let symbol = Tree::new(head, Vec::new(), span.start, span.end);
            let function = Tree::over(Head::Upper, vec![symbol, sup.clone()]);
            let mut tree = self.call(function);
            tree.start = start;
            return Some(self.scripts(tree));
        }
        let mut args = self.event(self.pos + width, partner, partner + width);
        let op = match given {
            Some(given) if args.len() == 2 && args[1].1 => given,
            _ => op,
        };
        let args = args.drain(..).map(|(tree, _)| tree).collect();
        let mut tree = Tree::over(Head::Apply(op), args);
        tree.start = start;
        tree.end = self.tokens[partner].end;
        tree = tree.close();
        if let Some(sup) = scripts.sup {
            tree = Tree::over(Head::Power, vec![tree, sup]).close();
        }
        Some(self.scripts(tree))
    }

    /// Whether the bracket holds a number before a bar: `P(2|-3)` is a point.
    fn coordinates(&self, open: usize) -> bool {
        let Some(Mark::Open { partner, width: 1 }) = self.marks.get(open).copied() else {
            return false;
        };
        let first = open + 1 + usize::from(self.key_at(open + 1) == "-");
        let digits = self.tokens[first..partner]
            .iter()
            .take_while(|t| t.class == crate::latex::token::Class::Digit || t.key == ".")
            .count();
        let bar = self.tokens.get(first + digits);
        self.key_at(open) == "("
            && digits > 0
            && bar.is_some_and(|t| crate::latex::bars::is_bar(t) || t.key == r"\mid")
    }

    pub(super) fn usage_square(&self, name: &str) -> bool {
        matches!(name, "E" | "P")
    }

    /// The arguments inside the brackets of `P(…)`, each with whether a bar stands before it.
    pub(super) fn event(&mut self, from: usize, to: usize, after: usize) -> Vec<(Tree, bool)> {
        let bar = self.separator(from, to);
        match bar {
            Some(bar) => {
                let left = self.group(from, bar, bar);
                let right = self.group(bar + 1, to, after);
                vec![(left, false), (right, true)]
            }
            None => {
                let inside = self.group(from, to, after);
                match inside.head {
                    Head::Items if !inside.closed && !inside.args.iter().any(Tree::states) => {
                        inside.args.into_iter().map(|a| (a, false)).collect()
                    }
                    _ => vec![(inside, false)],
                }
            }
        }
    }
}

/// Whether what stands above the sign of a mean, before a square bracket, names a measure.
fn square_law(above: &Tree, bracket: &str) -> bool {
    let named = match &above.head {
        Head::Symbol(name) => {
            name.len() == 1 && name.starts_with(char::is_uppercase) || name.starts_with(r"\mathbb{")
        }
        Head::Apply(_) => above.args.is_empty(),
        _ => false,
    };
    named && bracket == "["
}

/// Whether a bracket begins here that holds all of an argument.
fn brace_follows(key: &str) -> bool {
    matches!(key, "(" | "[" | "{" | r"\{" | r"\lbrace" | r"\left")
}
