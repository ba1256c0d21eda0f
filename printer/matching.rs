//! Matching of notation patterns against the nodes of a forest.

use mamut_engine::atoms::{Atoms, Shown};
use mamut_engine::forest::{ClassId, Forest, Node};
use mamut_engine::latex::is_bold;
use mamut_engine::pattern::Pattern;
use mamut_engine::rules::{FormCondition, RuleVar};
use mamut_engine::term::Head;
use mamut_engine::vocabulary::{Kind, Vocabulary};
use std::collections::BTreeSet;

/// What a variable stands for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Bound {
    One(ClassId),
    Many(Vec<ClassId>),
}

/// The values of the variables of one notation, and whether a commutative pair was swapped.
#[derive(Clone, Debug)]
pub(crate) struct Binding {
    pub(crate) values: Vec<Option<Bound>>,
    pub(crate) swapped: bool,
    /// The nodes below the first one that the pattern spells out: their classes and places there.
    pub(crate) inner: Vec<(ClassId, usize)>,
}

pub(crate) struct Matcher<'a> {
    pub(crate) forest: &'a Forest,
    pub(crate) vocabulary: &'a Vocabulary,
    pub(crate) vars: &'a [RuleVar],
    pub(crate) atoms: &'a Atoms,
}

/// Whether a name has several letters: a word, or letters in a font.
fn is_word(name: &str) -> bool {
    let inner = name.split_once('{').map_or(name, |(_, rest)| rest);
    let inner = inner.trim_end_matches('}');
    !inner.starts_with('\\') && inner.chars().filter(|c| c.is_alphabetic()).count() > 1
}

impl Matcher<'_> {
    /// All ways in which a node matches a pattern.
    pub(crate) fn node(&self, node: &Node, pattern: &Pattern) -> Vec<Binding> {
        if !self.may_match(node, pattern) {
            return Vec::new();
        }
        let start = Binding {
            values: vec![None; self.vars.len()],
            swapped: false,
            inner: Vec::new(),
        };
        let mut found = Vec::new();
        self.match_node(node, pattern, &start, &mut found);
        found
    }

    /// Whether the operators of the arguments are those of a pattern: most notations fail here, before
    /// anything is bound.
    fn may_match(&self, node: &Node, pattern: &Pattern) -> bool {
        let Pattern::Node(op, args) = pattern else {
            return false;
        };
        if args.iter().any(|arg| matches!(arg, Pattern::Rest(_))) {
            return *op == node.op;
        }
        let fits = |(class, arg): (&ClassId, &Pattern)| match arg {
            Pattern::Node(op, inner) => {
                let nodes = &self.forest.classes[*class as usize].nodes;
                let same = |n: &Node| n.op == *op && inner.is_empty() == n.args.is_empty();
                nodes.iter().any(same)
            }
            _ => true,
        };
        *op == node.op
            && args.len() == node.args.len()
            && (node.args.iter().zip(args).all(fits)
                || args.len() == 2 && node.args.iter().zip(args.iter().rev()).all(fits))
    }

    fn match_node(
        &self,
        node: &Node,
        pattern: &Pattern,
        binding: &Binding,
        found: &mut Vec<Binding>,
    ) {
        let Pattern::Node(op, args) = pattern else {
            return;
        };
        if *op != node.op {
            return;
        }
        let rest = args.iter().position(|a| matches!(a, Pattern::Rest(_)));
        if let Some(at) = rest {
            let after = args.len() - at - 1;
            if node.args.len() < at + after {
                return;
            }
            let end = node.args.len() - after;
            let Pattern::Rest(var) = args[at] else { return };
            let mut next = binding.clone();
            next.values[var as usize] = Some(Bound::Many(node.args[at..end].to_vec()));
            let patterns: Vec<&Pattern> = args[..at].iter().chain(&args[at + 1..]).collect();
            let classes: Vec<ClassId> = node.args[..at]
                .iter()
                .chain(&node.args[end..])
                .copied()
                .collect();
            self.match_args(&classes, &patterns, next, found);
        } else if args.len() == node.args.len() {
            let patterns: Vec<&Pattern> = args.iter().collect();
            self.match_args(&node.args, &patterns, binding.clone(), found);
            let comm = self.vocabulary.operator(*op).is_some_and(|o| o.comm);
            if comm && args.len() == 2 && node.args[0] != node.args[1] {
                let swapped = Binding {
                    swapped: true,
                    ..binding.clone()
                };
                self.match_args(&[node.args[1], node.args[0]], &patterns, swapped, found);
            }
        }
    }

    fn match_args(
        &self,
        classes: &[ClassId],
        patterns: &[&Pattern],
        binding: Binding,
        found: &mut Vec<Binding>,
    ) {
        let Some((pattern, patterns)) = patterns.split_first() else {
            found.push(binding);
            return;
        };
        let (class, classes) = (classes[0], &classes[1..]);
        match pattern {
            Pattern::Var(var) => {
                let mut binding = binding;
                let value = &mut binding.values[*var as usize];
                match value {
                    Some(Bound::One(c)) if *c == class => {}
                    None if self.kind_fits(*var, class) => *value = Some(Bound::One(class)),
                    _ => return,
                }
                self.match_args(classes, patterns, binding, found);
            }
            Pattern::Node(op, args) => {
                let nodes = &self.forest.classes[class as usize].nodes;
                for (at, node) in nodes.iter().enumerate() {
                    if node.op == *op && (args.is_empty() || !node.args.is_empty()) {
                        let mut binding = binding.clone();
                        if nodes.len() > 1 {
                            binding.inner.push((class, at));
                        }
                        let mut inner = Vec::new();
                        self.match_node(node, pattern, &binding, &mut inner);
                        for binding in inner {
                            self.match_args(classes, patterns, binding, found);
                        }
                    }
                }
            }
            Pattern::Rest(_) | Pattern::Subst(..) => {}
        }
    }

    fn kind_fits(&self, var: u8, class: ClassId) -> bool {
        let wanted = self.vars[var as usize].kind;
        wanted == Kind::Any || wanted == self.forest.classes[class as usize].kind
    }

    /// Whether a class stands among those below another, however that is written.
    fn holds(&self, class: ClassId, inner: ClassId) -> bool {
        self.within(class, |class| class == inner)
    }

    /// Whether a letter in a class is bold or has an arrow.
    fn has_bold(&self, class: ClassId) -> bool {
        self.within(class, |class| {
            let nodes = &self.forest.classes[class as usize].nodes;
            nodes.iter().any(|node| match node.op.head() {
                Head::Symbol(index) => is_bold(&self.atoms.symbols[index as usize].name),
                _ => false,
            })
        })
    }

    /// Whether the operator of a node has one of these tags.
    fn is_tagged(&self, node: &Node, tags: &[impl AsRef<str>]) -> bool {
        let operator = self.vocabulary.operator(node.op);
        operator.is_some_and(|o| {
            o.tags
                .iter()
                .any(|t| tags.iter().any(|tag| tag.as_ref() == t))
        })
    }

    /// Whether a class is a letter, with or without indices, above which the source has indices alone.
    fn is_raised(&self, class: ClassId) -> bool {
        let [node] = self.forest.classes[class as usize].nodes.as_slice() else {
            return false;
        };
        match (node.op.head(), node.args.as_slice()) {
            (Head::Symbol(index), []) => {
                let shown = self.atoms.symbols[index as usize].shown;
                shown.has(Shown::RAISED) && !shown.has(Shown::POWER)
            }
            (_, [of, _, ..]) => {
                let operator = self.vocabulary.operator(node.op);
                operator.is_some_and(|o| matches!(o.name.as_str(), "idx" | "prime"))
                    && self.is_raised(*of)
            }
            _ => false,
        }
    }

    /// Whether a class, or one that stands somewhere in it, is such.
    fn within(&self, class: ClassId, is: impl Fn(ClassId) -> bool) -> bool {
        let (mut seen, mut open) = (BTreeSet::from([class]), vec![class]);
        while let Some(class) = open.pop() {
            if is(class) {
                return true;
            }
            for node in &self.forest.classes[class as usize].nodes {
                open.extend(node.args.iter().copied().filter(|arg| seen.insert(*arg)));
            }
        }
        false
    }

    /// Whether a form is eligible for a match.
    pub(crate) fn eligible(&self, condition: &FormCondition, binding: &Binding) -> bool {
        let each = |var: u8, holds: &dyn Fn(ClassId) -> bool| match &binding.values[var as usize] {
            Some(Bound::One(class)) => holds(*class),
            Some(Bound::Many(classes)) => classes.iter().all(|class| holds(*class)),
            None => false,
        };
        let leaf = |class: ClassId| match self.forest.classes[class as usize].nodes.as_slice() {
            [node] if node.args.is_empty() => Some(node.op.head()),
            _ => None,
        };
        let shows = |what: Shown| {
            move |class: ClassId| match leaf(class) {
                Some(Head::Symbol(index)) => self.atoms.symbols[index as usize].shown.has(what),
                _ => false,
            }
        };
        match condition {
            FormCondition::Is(var, value) => {
                each(*var, &|class| leaf(class) == Some(Head::Integer(*value)))
            }
            FormCondition::IntIn(var, low, high) => each(
                *var,
                &|class| matches!(leaf(class), Some(Head::Integer(v)) if (*low..=*high).contains(&v)),
            ),
            FormCondition::IsSymbol(var) => {
                each(*var, &|class| matches!(leaf(class), Some(Head::Symbol(_))))
            }
            FormCondition::IsName(var) => each(*var, &|class| {
                let head = leaf(class);
                head.is_some_and(|h| match h {
                    Head::Symbol(index) => {
                        let name = self.atoms.symbols[index as usize].name.as_str();
                        !is_word(name) && !is_sign(name) && !is_direction(name)
                    }
                    other => matches!(other, Head::Slot(_) | Head::Operator(_)),
                })
            }),
            FormCondition::IsSign(var) => each(*var, &|class| {
                let head = leaf(class);
                head.is_some_and(|h| match h {
                    Head::Symbol(index) => is_sign(&self.atoms.symbols[index as usize].name),
                    _ => false,
                })
            }),
            FormCondition::IsAtom(var) => each(*var, &|class| {
                leaf(class).is_some_and(|head| !matches!(head, Head::Opaque(_)))
            }),
            FormCondition::IsListed(var) => {
                let tagged = |node: &Node| self.is_tagged(node, &["scripted", "ellipsis"]);
                each(*var, &|class| {
                    let name = matches!(leaf(class), Some(Head::Symbol(_) | Head::Slot(_)));
                    name || self.forest.classes[class as usize].nodes.iter().all(tagged)
                })
            }
            FormCondition::IsKind(var, kind) => each(*var, &|class| {
                self.forest.classes[class as usize].kind == *kind
            }),
            FormCondition::Tagged(var, tags) => {
                let tagged = |node: &Node| self.is_tagged(node, tags);
                each(*var, &|class| {
                    self.forest.classes[class as usize].nodes.iter().all(tagged)
                })
            }
            FormCondition::LooksSet(var) => {
                let set = |kind: Kind| matches!(kind, Kind::Set | Kind::Event);
                let looks = |node: &Node| match node.op.head() {
                    Head::Symbol(_) => true,
                    _ => self.vocabulary.operator(node.op).is_some_and(|o| {
                        !o.signatures.is_empty() && o.signatures.iter().all(|s| set(s.result))
                    }),
                };
                each(*var, &|class| {
                    let class = &self.forest.classes[class as usize];
                    set(class.kind) && class.nodes.iter().all(looks)
                })
            }
            FormCondition::Bold(var) => match &binding.values[*var as usize] {
                Some(Bound::One(class)) => self.has_bold(*class),
                Some(Bound::Many(classes)) => classes.iter().any(|class| self.has_bold(*class)),
                None => false,
            },
            FormCondition::Overlined(var) => {
                self.atoms.topic.complements
                    || each(*var, &|class| {
                        self.forest.classes[class as usize].kind == Kind::Event
                    })
            }
            FormCondition::Divided(var) => {
                self.atoms.topic.divided
                    && each(*var, &|class| {
                        matches!(leaf(class), Some(Head::Symbol(_) | Head::Slot(_)))
                    })
            }
            FormCondition::Together(var) => {
                let greek = |name: &str| {
                    name.starts_with('\\') && !name.contains('{') && !is_direction(name)
                };
                !self.atoms.topic.divided
                    && each(*var, &|class| match leaf(class) {
                        Some(Head::Symbol(index)) => {
                            greek(&self.atoms.symbols[index as usize].name)
                        }
                        _ => false,
                    })
            }
            FormCondition::Entries(var) => each(*var, &shows(Shown::ENTRIES)),
            FormCondition::Braced(var) => each(*var, &shows(Shown::BRACED)),
            FormCondition::Strokes(var, count) => each(*var, &|class| match count {
                2 => shows(Shown::AREA)(class),
                3 => shows(Shown::VOLUME)(class),
                _ => false,
            }),
            FormCondition::Raised(var) => {
                !self.atoms.topic.staggered && each(*var, &|class| self.is_raised(class))
            }
            FormCondition::Coefficient(var) => {
                let number = |head: Head| matches!(head, Head::Integer(_) | Head::Literal(_));
                let numbered = |class: ClassId| leaf(class).is_some_and(number);
                let factor = |class: ClassId| {
                    leaf(class).is_some_and(|head| matches!(head, Head::Symbol(_) | Head::Slot(_)))
                        || numbered(class)
                        || self.forest.classes[class as usize]
                            .nodes
                            .iter()
                            .all(|node| {
                                self.is_tagged(
                                    node,
                                    &["labelled", "headed", "graded", "constant", "addition"],
                                ) || self.is_tagged(node, &["power"])
                                    && matches!(node.args.as_slice(), [base, exponent]
                                            if !numbered(*base) && numbered(*exponent))
                            })
                };
                let product = |node: &Node| {
                    let numbers = node.args.iter().filter(|arg| numbered(**arg));
                    self.is_tagged(node, &["product"])
                        && numbers.count() < 2
                        && node.args.iter().all(|arg| factor(*arg))
                };
                each(*var, &|class| {
                    let nodes = &self.forest.classes[class as usize].nodes;
                    // A sum would stand in brackets.
                    let sum = |node: &Node| self.is_tagged(node, &["addition"]);
                    nodes.iter().all(|node| product(node) || sum(node))
                })
            }
            FormCondition::Holds(var, inner) => {
                let Some(Bound::One(inner)) = &binding.values[*inner as usize] else {
                    return false;
                };
                each(*var, &|class| self.holds(class, *inner))
            }
            FormCondition::Count(var, count) => {
                matches!(&binding.values[*var as usize], Some(Bound::Many(items)) if items.len() == *count)
            }
            FormCondition::Not(inner) => !self.eligible(inner, binding),
        }
    }
}

/// The nodes that a pattern spells out.
pub(crate) fn specificity(pattern: &Pattern) -> u32 {
    let mut nodes = 0;
    pattern.walk(&mut |p| nodes += u32::from(matches!(p, Pattern::Node(..))));
    nodes
}

/// Whether a name has neither letters nor figures: `+`.
fn is_sign(name: &str) -> bool {
    !name.contains(|c: char| c.is_alphanumeric())
}

/// Whether a name says along what something is taken, and is no letter.
fn is_direction(name: &str) -> bool {
    matches!(name, r"\parallel" | r"\perp")
}
