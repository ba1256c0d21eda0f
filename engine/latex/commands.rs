//! What TeX commands mean to the reader's eye: fonts, words, space, letters.

use super::switch::{PLAIN, SWITCHES};
use super::token::{Gap, Side};
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::LazyLock;

/// In which of the lists below a command is.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Meaning {
    pub(super) size: Option<Side>,
    pub(super) space: Option<Gap>,
    pub(super) font: bool,
    pub(super) words: bool,
    pub(super) hidden: bool,
    pub(super) ignored: bool,
    pub(super) letter: bool,
    pub(super) coloured: bool,
    /// The command that it is another name of, for readings that do not list it.
    pub(super) alias: Option<&'static str>,
    /// The command that says the same, whatever is listed.
    pub(super) same: Option<&'static str>,
}

/// Looks a command up in all lists at once; none when it is a sign like any other.
pub(super) fn meaning(name: &str) -> Option<Meaning> {
    meanings().get(name).copied()
}

/// All commands that are in one of the lists.
pub(super) fn meanings() -> &'static FxHashMap<&'static str, Meaning> {
    static MEANINGS: LazyLock<FxHashMap<&'static str, Meaning>> = LazyLock::new(|| {
        let mut all: FxHashMap<&'static str, Meaning> = FxHashMap::default();
        for (name, side) in SIZES {
            all.entry(name).or_default().size = Some(*side);
        }
        for (name, gap) in SPACES {
            all.entry(name).or_default().space = Some(*gap);
        }
        FONTS
            .iter()
            .for_each(|n| all.entry(n).or_default().font = true);
        WORDS
            .iter()
            .for_each(|n| all.entry(n).or_default().words = true);
        HIDDEN
            .iter()
            .for_each(|n| all.entry(n).or_default().hidden = true);
        IGNORED
            .iter()
            .for_each(|n| all.entry(n).or_default().ignored = true);
        COLOURED
            .iter()
            .for_each(|n| all.entry(n).or_default().coloured = true);
        LETTERS
            .iter()
            .for_each(|n| all.entry(n).or_default().letter = true);
        for (name, other) in ALIASES {
            all.entry(name).or_default().alias = Some(other);
        }
        for (name, other) in SAME {
            all.entry(name).or_default().same = Some(other);
        }
        let switches = SWITCHES.iter().chain(PLAIN).map(|(name, _)| name);
        for name in switches.chain(SHAPED) {
            all.entry(name).or_default();
        }
        all
    });
    &MEANINGS
}

/// The command of the list of letters that is spelled so.
pub(super) fn letter_command(name: &str) -> Option<&'static str> {
    static LETTER: LazyLock<FxHashSet<&'static str>> =
        LazyLock::new(|| LETTERS.iter().copied().collect());
    LETTER.get(name).copied()
}

/// Commands that are read in a way of their own.
const SHAPED: &[&str] = &[
    r"\rule",
    r"\begin",
    r"\end",
    r"\\",
    r"\newline",
    r"\tabularnewline",
    r"\atop",
    r"\cr",
    r"\sb",
    r"\sp",
    r"\hskip",
    r"\kern",
    r"\mkern",
    r"\mskip",
    r"\above",
    r"\verb",
    r"\FF",
];

/// Commands for one letter in a font.
pub(super) const FONTS: &[&str] = &[
    r"\mathrm",
    r"\mathbb",
    r"\mathbf",
    r"\mathcal",
    r"\mathfrak",
    r"\mathsf",
    r"\mathtt",
    r"\mathit",
    r"\mathscr",
    r"\boldsymbol",
    r"\bm",
    r"\operatorname",
    r"\operatorname*",
    r"\mathop",
    r"\rm",
    r"\bf",
    r"\cal",
    r"\mathds",
    r"\bold",
    r"\Bbb",
    r"\frak",
    r"\pmb",
    r"\mathbbm",
    r"\textsf",
    r"\mathnormal",
    r"\scr",
    r"\it",
    r"\sf",
    r"\tt",
];

/// Other names of commands: those of Wikipedia and of KaTeX, which are entities of HTML.
const ALIASES: &[(&str, &str)] = &[
    (r"\alef", r"\aleph"),
    (r"\alefsym", r"\aleph"),
    (r"\Acute", r"\acute"),
    (r"\and", r"\land"),
    (r"\ang", r"\angle"),
    (r"\Bar", r"\bar"),
    (r"\Bbb", r"\mathbb"),
    (r"\bold", r"\mathbf"),
    (r"\Breve", r"\breve"),
    (r"\bull", r"\bullet"),
    (r"\Check", r"\check"),
    (r"\Dagger", r"\ddagger"),
    (r"\darr", r"\downarrow"),
    (r"\Darr", r"\Downarrow"),
    (r"\dArr", r"\Downarrow"),
    (r"\Ddot", r"\ddot"),
    (r"\Dot", r"\dot"),
    (r"\empty", r"\emptyset"),
    (r"\exist", r"\exists"),
    (r"\frak", r"\mathfrak"),
    (r"\Grave", r"\grave"),
    (r"\harr", r"\leftrightarrow"),
    (r"\Hat", r"\hat"),
    (r"\Harr", r"\Leftrightarrow"),
    (r"\hArr", r"\Leftrightarrow"),
    (r"\image", r"\Im"),
    (r"\infin", r"\infty"),
    (r"\intop", r"\int"),
    (r"\isin", r"\in"),
    (r"\lang", r"\langle"),
    (r"\larr", r"\leftarrow"),
    (r"\Larr", r"\Leftarrow"),
    (r"\lArr", r"\Leftarrow"),
    (r"\lrarr", r"\leftrightarrow"),
    (r"\Lrarr", r"\Leftrightarrow"),
    (r"\lrArr", r"\Leftrightarrow"),
    (r"\clubs", r"\clubsuit"),
    (r"\diamonds", r"\diamondsuit"),
    (r"\hearts", r"\heartsuit"),
    (r"\spades", r"\spadesuit"),
    (r"\mathsfit", r"\mathsf"),
    (r"\ngeqq", r"\ngeq"),
    (r"\ngeqslant", r"\ngeq"),
    (r"\nleqq", r"\nleq"),
    (r"\nleqslant", r"\nleq"),
    (r"\nshortmid", r"\nmid"),
    (r"\nshortparallel", r"\nparallel"),
    (r"\varsubsetneqq", r"\subsetneqq"),
    (r"\varsupsetneqq", r"\supsetneqq"),
    (r"\ointop", r"\oint"),
    (r"\operatornamewithlimits", r"\operatorname*"),
    (r"\or", r"\lor"),
    (r"\part", r"\partial"),
    (r"\plusmn", r"\pm"),
    (r"\rang", r"\rangle"),
    (r"\rarr", r"\rightarrow"),
    (r"\Rarr", r"\Rightarrow"),
    (r"\rArr", r"\Rightarrow"),
    (r"\real", r"\Re"),
    (r"\sdot", r"\cdot"),
    (r"\sect", r"\S"),
    (r"\sub", r"\subset"),
    (r"\sube", r"\subseteq"),
    (r"\supe", r"\supseteq"),
    (r"\thetasym", r"\vartheta"),
    (r"\Tilde", r"\tilde"),
    (r"\uarr", r"\uparrow"),
    (r"\Uarr", r"\Uparrow"),
    (r"\uArr", r"\Uparrow"),
    (r"\Vec", r"\vec"),
    (r"\weierp", r"\wp"),
];

/// Commands that differ from others in their looks alone.
const SAME: &[(&str, &str)] = &[
    (r"\cfrac", r"\frac"),
    (r"\dfrac", r"\frac"),
    (r"\tfrac", r"\frac"),
    (r"\dbinom", r"\binom"),
    (r"\tbinom", r"\binom"),
    (r"\leqq", r"\leq"),
    (r"\leqslant", r"\leq"),
    (r"\geqq", r"\geq"),
    (r"\geqslant", r"\geq"),
    (r"\Vert", r"\|"),
    (r"\lbrace", r"\{"),
    (r"\rbrace", r"\}"),
];

/// Commands for words.
pub(super) const WORDS: &[&str] = &[
    r"\text",
    r"\textrm",
    r"\mbox",
    r"\textit",
    r"\textbf",
    r"\hbox",
    r"\textnormal",
    r"\intertext",
    r"\textup",
    r"\emph",
    r"\texttt",
    r"\textsc",
    r"\url",
    r"\ce",
];

/// Commands that change nothing but the looks.
pub(super) const IGNORED: &[&str] = &[
    r"\displaystyle",
    r"\textstyle",
    r"\scriptstyle",
    r"\scriptscriptstyle",
    r"\limits",
    r"\nolimits",
    r"\smash",
    r"\substack",
    r"\underline",
    r"\mathclap",
    r"\mathrlap",
    r"\mathllap",
    r"\clap",
    r"\rlap",
    r"\llap",
    r"\begingroup",
    r"\endgroup",
    r"\bgroup",
    r"\egroup",
    r"\nonumber",
    r"\notag",
    r"\big",
    r"\Big",
    r"\bigg",
    r"\Bigg",
    r"\strut",
    r"\allowbreak",
    r"\nobreak",
    r"\relax",
    r"\null",
    r"\noindent",
    r"\hline",
    r"\hdashline",
    r"\mathstrut",
    r"\ensuremath",
    r"\protect",
    r"\smash",
    r"\substack",
    r"\underline",
    r"\left",
    r"\right",
    r"\middle",
    r"\nobreakspace",
    r"\mathopen",
    r"\mathclose",
    r"\mathbin",
    r"\mathrel",
    r"\mathord",
    r"\mathinner",
    r"\mathpunct",
    r"\small",
    r"\large",
    r"\Large",
    r"\tiny",
    r"\normalsize",
    r"\footnotesize",
    r"\scriptsize",
    r"\centering",
    r"\smallskip",
    r"\medskip",
    r"\bigskip",
    r"\qedhere",
    r"\qed",
    r"\LARGE",
    r"\huge",
    r"\Huge",
    r"\bigstrut",
    r"\mathsurround",
    r"\displaylimits",
    r"\leavevmode",
    r"\par",
];

/// Spacing commands with the gap they leave.
pub(super) const SPACES: &[(&str, Gap)] = &[
    (r"\,", Gap::Thin),
    (r"\;", Gap::Thin),
    (r"\:", Gap::Thin),
    (r"\>", Gap::Thin),
    (r"\!", Gap::Back),
    (r"\ ", Gap::Thin),
    (r"~", Gap::Thin),
    (r"\thinspace", Gap::Thin),
    (r"\medspace", Gap::Thin),
    (r"\thickspace", Gap::Thin),
    (r"\negthinspace", Gap::Back),
    (r"\negmedspace", Gap::Back),
    (r"\negthickspace", Gap::Back),
    (r"\enspace", Gap::Thin),
    (r"\space", Gap::Thin),
    (r"\quad", Gap::Wide),
    (r"\qquad", Gap::Wide),
    (r"\hfill", Gap::Wide),
    (r"\hfil", Gap::Wide),
    (r"\enskip", Gap::Thin),
    (r"\/", Gap::None),
];

/// Commands of which a braced argument is dropped with them, as space.
pub(super) const HIDDEN: &[&str] = &[
    r"\hspace",
    r"\hspace*",
    r"\vspace",
    r"\vspace*",
    r"\phantom",
    r"\hphantom",
    r"\vphantom",
    r"\label",
    r"\require",
    r"\tag",
    r"\tag*",
    r"\mspace",
    r"\setlength",
    r"\ref",
    r"\eqref",
    r"\cite",
    r"\class",
    r"\cssId",
    r"\style",
    r"\raisebox",
    r"\href",
    r"\htmlClass",
    r"\htmlData",
    r"\htmlId",
    r"\htmlStyle",
    r"\message",
    r"\errmessage",
];

/// Commands whose first argument is a colour.
pub(super) const COLOURED: &[&str] = &[r"\color", r"\textcolor", r"\colorbox", r"\fcolorbox"];

pub(super) const SIZES: &[(&str, Side)] = &[
    (r"\left", Side::Left),
    (r"\bigl", Side::Left),
    (r"\Bigl", Side::Left),
    (r"\biggl", Side::Left),
    (r"\Biggl", Side::Left),
    (r"\right", Side::Right),
    (r"\bigr", Side::Right),
    (r"\Bigr", Side::Right),
    (r"\biggr", Side::Right),
    (r"\Biggr", Side::Right),
    (r"\middle", Side::Middle),
    (r"\bigm", Side::Middle),
    (r"\Bigm", Side::Middle),
    (r"\biggm", Side::Middle),
    (r"\Biggm", Side::Middle),
];

/// Letters and digits, at least one, or one command for a letter.
pub(super) fn is_name(text: &str) -> bool {
    let plain = !text.is_empty() && text.chars().all(|c| is_letter(c) || c.is_ascii_digit());
    plain || text.starts_with('\\') && is_letter_command(text)
}

/// Whether the character stands for a symbol by itself.
pub(super) fn is_letter(c: char) -> bool {
    c.is_ascii_alphabetic() || !c.is_ascii() && c.is_alphabetic() && !"ℕℤℚℝℂ".contains(c)
}

/// Commands that stand for one letter.
const LETTERS: &[&str] = &[
    r"\alpha",
    r"\beta",
    r"\gamma",
    r"\delta",
    r"\epsilon",
    r"\varepsilon",
    r"\zeta",
    r"\eta",
    r"\theta",
    r"\vartheta",
    r"\iota",
    r"\kappa",
    r"\varkappa",
    r"\lambda",
    r"\mu",
    r"\nu",
    r"\xi",
    r"\omicron",
    r"\Omicron",
    r"\pi",
    r"\varpi",
    r"\rho",
    r"\varrho",
    r"\sigma",
    r"\varsigma",
    r"\tau",
    r"\upsilon",
    r"\phi",
    r"\varphi",
    r"\chi",
    r"\psi",
    r"\omega",
    r"\digamma",
    r"\Alpha",
    r"\Beta",
    r"\Gamma",
    r"\Delta",
    r"\Epsilon",
    r"\Zeta",
    r"\Eta",
    r"\Theta",
    r"\Iota",
    r"\Kappa",
    r"\Lambda",
    r"\Mu",
    r"\Nu",
    r"\Xi",
    r"\Pi",
    r"\Rho",
    r"\Sigma",
    r"\Tau",
    r"\Upsilon",
    r"\Phi",
    r"\Chi",
    r"\Psi",
    r"\Omega",
    r"\varGamma",
    r"\varDelta",
    r"\varTheta",
    r"\varLambda",
    r"\varXi",
    r"\varPi",
    r"\varSigma",
    r"\varUpsilon",
    r"\varPhi",
    r"\varPsi",
    r"\varOmega",
    r"\ell",
    r"\hbar",
    r"\hslash",
    r"\aleph",
    r"\beth",
    r"\imath",
    r"\jmath",
    r"\wp",
    r"\mho",
    r"\eth",
    r"\Bbbk",
    r"\square",
    r"\Box",
    r"\blacksquare",
    r"\bigcirc",
    r"\Diamond",
    r"\blacklozenge",
    r"\lozenge",
    r"\bigstar",
    r"\blacktriangle",
    r"\blacktriangledown",
    r"\clubsuit",
    r"\diamondsuit",
    r"\heartsuit",
    r"\spadesuit",
    r"\AA",
    r"\backepsilon",
    r"\checkmark",
    r"\copyright",
    r"\pounds",
    r"\Finv",
    r"\gimel",
    r"\daleth",
];

/// Whether the command stands for one letter.
pub(super) fn is_letter_command(name: &str) -> bool {
    meaning(name).is_some_and(|m| m.letter)
}
