//! What TeX commands mean to the reader's eye: fonts, words, space, letters.

mod aliases;
mod letters;

use super::switch::{PLAIN, SWITCHES};
use super::token::{Gap, Side};
use aliases::{ALIASES, SAME};
use letters::LETTERS;
pub(super) use letters::{is_letter, is_letter_command, is_name, letter_command};
use rustc_hash::FxHashMap;
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
