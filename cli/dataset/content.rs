//! What a formula says, as Content MathML 3.

use mamut_engine::atoms::Atoms;
use mamut_engine::latex::Formula;
use mamut_engine::rules::RuleSet;
use mamut_engine::term::{Head, Term};

/// Operators that MathML has an element for.
const ELEMENTS: &[(&str, &str)] = &[
    ("add", "plus"),
    ("mul", "times"),
    ("div", "divide"),
    ("pow", "power"),
    ("neg", "minus"),
    ("abs", "abs"),
    ("factorial", "factorial"),
    ("floor", "floor"),
    ("ceil", "ceiling"),
    ("eq", "eq"),
    ("ne", "neq"),
    ("lt", "lt"),
    ("le", "leq"),
    ("gt", "gt"),
    ("ge", "geq"),
    ("approx", "approx"),
    ("equiv", "equivalent"),
    ("and", "and"),
    ("or", "or"),
    ("not", "not"),
    ("implies", "implies"),
    ("in", "in"),
    ("notin", "notin"),
    ("subseteq", "subset"),
    ("subset", "prsubset"),
    ("union", "union"),
    ("inter", "intersect"),
    ("setminus", "setdiff"),
    ("exp", "exp"),
    ("ln", "ln"),
    ("sin", "sin"),
    ("cos", "cos"),
    ("tan", "tan"),
    ("cot", "cot"),
    ("sec", "sec"),
    ("csc", "csc"),
    ("arcsin", "arcsin"),
    ("arccos", "arccos"),
    ("arctan", "arctan"),
    ("sinh", "sinh"),
    ("cosh", "cosh"),
    ("tanh", "tanh"),
    ("gcd", "gcd"),
    ("lcm", "lcm"),
    ("max", "max"),
    ("min", "min"),
    ("det", "determinant"),
];

/// Constants that MathML has an element for.
const CONSTANTS: &[(&str, &str)] = &[
    ("pi", "pi"),
    ("e", "exponentiale"),
    ("i", "imaginaryi"),
    ("infty", "infinity"),
    ("emptyset", "emptyset"),
    ("true", "true"),
    ("false", "false"),
];

/// Where the names of other operators are explained: the vocabulary of the rules.
const DICTIONARY: &str = "mamut";

/// A formula as Content MathML: operators without an element of their own are symbols of the
/// dictionary `mamut`, which is the vocabulary of the rules.
pub fn of(formula: &Formula, rules: &RuleSet) -> String {
    let mut page = Page {
        atoms: &formula.atoms,
        rules,
        out: String::from("<math xmlns=\"http://www.w3.org/1998/Math/MathML\">"),
    };
    page.term(&formula.term);
    page.out += "</math>";
    page.out
}

struct Page<'p> {
    atoms: &'p Atoms,
    rules: &'p RuleSet,
    out: String,
}

impl Page<'_> {
    fn term(&mut self, term: &Term) {
        let atoms = self.atoms;
        match term.op.head() {
            Head::Integer(value) => self.leaf("cn", &value.to_string()),
            Head::Literal(index) => self.leaf("cn", &atoms.literals[index as usize].spelling),
            Head::Symbol(index) => self.leaf("ci", &atoms.symbols[index as usize].name),
            Head::Slot(slot) => {
                let named = atoms.slot_names.iter().find(|(known, _)| *known == slot);
                self.leaf("ci", named.map_or("bound", |(_, name)| name));
            }
            Head::Opaque(index) => {
                let pieces = atoms.opaques[index as usize].pieces.concat();
                self.out += "<cerror>";
                self.symbol("opaque");
                self.leaf("cs", &pieces);
                self.out += "</cerror>";
            }
            Head::Operator(index) => {
                let name = self.rules.vocabulary.operators[index as usize]
                    .name
                    .as_str();
                self.operator(name, &term.args);
            }
        }
    }

    fn operator(&mut self, name: &str, args: &[Term]) {
        let element = |table: &[(&str, &'static str)]| {
            table
                .iter()
                .find(|(known, _)| *known == name)
                .map(|(_, element)| *element)
        };
        if args.is_empty() {
            match element(CONSTANTS) {
                Some(constant) => self.out += &format!("<{constant}/>"),
                None => self.symbol(name),
            }
            return;
        }
        self.out += "<apply>";
        match element(ELEMENTS) {
            Some(element) => self.out += &format!("<{element}/>"),
            // The first argument is what is applied.
            None if name == "call" => {}
            None if name == "root" && args.len() == 2 => {
                self.out += "<root/><degree>";
                self.term(&args[1]);
                self.out += "</degree>";
                self.term(&args[0]);
                self.out += "</apply>";
                return;
            }
            None => self.symbol(name),
        }
        for arg in args {
            self.term(arg);
        }
        self.out += "</apply>";
    }

    fn symbol(&mut self, name: &str) {
        self.out += &format!("<csymbol cd=\"{DICTIONARY}\">");
        self.escaped(name);
        self.out += "</csymbol>";
    }

    fn leaf(&mut self, element: &str, text: &str) {
        self.out += &format!("<{element}>");
        self.escaped(text);
        self.out += &format!("</{element}>");
    }

    fn escaped(&mut self, text: &str) {
        for c in text.chars() {
            match c {
                '<' => self.out += "&lt;",
                '>' => self.out += "&gt;",
                '&' => self.out += "&amp;",
                c => self.out.push(c),
            }
        }
    }
}
