//! The tokens of a formula as the parser wants them: spellings made usual, joined where they belong
//! together, set apart where they do not.

use super::room::Room;
use super::signs::{Signs, Sorts};
use super::token::{Class, Token, split};
use super::{
    Reader, bars, coded, conditions, connectives, copies, counted, doubled, entries, fill_ins,
    fronted, grouped, headed, identifiers, looks, margin, matter, middle_points, numbered,
    one_sided, options, orbitals, outward, over, parenthetic, phrases, plain_signs, prescripts,
    reaching, reasons, respell, rows, runs, sampled, shapes, sheaves, sided, spaced, spelled,
    spin_states, staggered, steps, stops, tidy, together, towers, typed, unbraced, usage, whole,
};
use crate::atoms::Atoms;
use std::ops::Range;

/// Tokens that are ready to be parsed.
pub(super) struct Arranged<'t> {
    pub(super) tokens: Vec<Token<'t>>,
    /// Which signs they hold.
    pub(super) signs: Signs,
    /// Whether the source has environments.
    pub(super) columns: bool,
    /// The place of the punctuation behind them, which is none of them.
    pub(super) stop: Option<Range<usize>>,
}

impl Reader<'_> {
    /// Splits a formula and arranges its tokens.
    pub(super) fn arranged<'t>(
        &'t self,
        latex: &'t str,
        atoms: &Atoms,
        room: &mut Room,
    ) -> Arranged<'t> {
        let (mut tokens, mut signs) = split(latex, Some(&self.table), room);
        let before = tokens.len();
        let stop = whole::bared(&mut tokens);
        if tokens.len() != before {
            signs = Signs::of(&tokens);
        }
        let columns = signs.holds(Class::Begin);
        let apart = spaced::apart(&tokens);
        if signs.may(Sorts::OVER) {
            tokens = over::fractions(tokens, signs);
        }
        if signs.has(b'^') && signs.has(b'_') && signs.holds(Class::Open) {
            let before = tokens.len();
            staggered::apart(&mut tokens);
            if tokens.len() != before {
                signs = Signs::of(&tokens);
            }
        }
        if signs.holds(Class::Open) {
            grouped::bared(&mut tokens, signs);
        }
        if signs.has(b'>') && (signs.has(b'-') || signs.has(b'=')) {
            let before = tokens.len();
            tokens = respell::arrows(tokens);
            if tokens.len() != before {
                signs = Signs::of(&tokens);
            }
        }
        if signs.has(b':') && signs.has(b'=') {
            let before = tokens.len();
            respell::produced(&mut tokens);
            respell::defining(&mut tokens);
            if tokens.len() != before {
                signs = Signs::of(&tokens);
            }
        }
        if signs.may(Sorts::RESPELT) && !signs.holds(Class::Row) && latex.contains(r"\vdots") {
            respell::multiples(&mut tokens);
        }
        if signs.has(b'^') && (latex.contains(r"\cdot^") || latex.contains(r"\cdot ^")) {
            let before = tokens.len();
            towers::raised(&mut tokens);
            if tokens.len() != before {
                signs = Signs::of(&tokens);
            }
        }
        if signs.has(b'x') && signs.holds(Class::Digit) {
            respell::crosses(&mut tokens);
        }
        if signs.may(Sorts::RESPELT) {
            tokens = respell::respelled(latex, tokens, atoms);
            signs = Signs::of(&tokens);
        }
        if signs.holds(Class::Name) {
            respell::parts(&mut tokens);
        }
        let lined = signs.has(b'_') && identifiers::lined(&mut tokens);
        if lined || signs.may(Sorts::ESCAPED) && latex.contains(r"\_") {
            tokens = identifiers::joined(tokens);
            signs = Signs::of(&tokens);
        }
        if signs.may(Sorts::ESCAPED) {
            fill_ins::named(&mut tokens);
            signs = Signs::of(&tokens);
        }
        if signs.may(Sorts::ABOVE) && signs.capitals() {
            reasons::worded(&mut tokens);
        }
        if signs.has(b')') || signs.has(b'.') {
            let before = tokens.len();
            options::labelled(&mut tokens);
            if tokens.len() != before {
                signs = Signs::of(&tokens);
            }
        }
        if signs.may(Sorts::STATES) && (signs.has(b'+') || signs.has(b'-')) {
            let before = tokens.len();
            spin_states::spelled(&mut tokens);
            if tokens.len() != before {
                signs = Signs::of(&tokens);
            }
        }
        if signs.has(b'-') && (signs.has(b'd') || signs.may(Sorts::LINEAR)) {
            fronted::signed(&mut tokens);
        }
        if signs.has(b'.') {
            middle_points::multiplied(&mut tokens, signs);
        }
        if signs.has(b'/') {
            let before = tokens.len();
            doubled::parallels(&mut tokens, &self.table);
            if tokens.len() != before {
                signs = Signs::of(&tokens);
            }
        }
        if latex.as_bytes().contains(&b'~') && latex.contains(" ~ ") {
            sampled::sampled(latex, &mut tokens);
            signs = Signs::of(&tokens);
        }
        if signs.may(Sorts::RESPELT) && latex.contains(r"\sim") {
            sampled::normal(&mut tokens);
            let before = tokens.len();
            tokens = sampled::independent(tokens);
            if tokens.len() != before {
                signs = Signs::of(&tokens);
            }
        }
        if signs.has(b'*') && latex.contains("**") {
            doubled::powers(&mut tokens);
            signs = Signs::of(&tokens);
        }
        if signs.has(b'!') && latex.contains(" != ") {
            doubled::unequal(&mut tokens);
            signs = Signs::of(&tokens);
        }
        if signs.has(b'.') && latex.contains("..") {
            doubled::ranges(&mut tokens);
            signs = Signs::of(&tokens);
        }
        if signs.has(b'[') && latex.contains(r"[\!") {
            doubled::brackets(&mut tokens);
            signs = Signs::of(&tokens);
        }
        if signs.has(b'_') && latex.contains(r"\lim_") {
            unbraced::limits(&mut tokens);
        }
        if plain_signs::members(&mut tokens, signs) {
            signs = Signs::of(&tokens);
        }
        plain_signs::spelled(&mut tokens, signs);
        plain_signs::functions(&mut tokens, signs, &self.table.shapes);
        spaced::closed(&mut tokens, apart, atoms.topic.joined, &self.table);
        parenthetic::closed(&mut tokens, signs, &self.table.lexicon);
        prescripts::bared(&mut tokens, signs);
        prescripts::degrees(latex, &mut tokens, signs);
        prescripts::hypergeometric(&mut tokens, signs);
        // Versions of a formula have the sign of what is transposed behind it.
        if !atoms.settled && prescripts::transposed(&mut tokens, signs, latex) {
            signs = Signs::of(&tokens);
        }
        prescripts::apart(&mut tokens, signs);
        prescripts::nuclides(&mut tokens, signs);
        tokens = sheaves::joined(tokens, signs);
        tokens = numbered::unnumbered(tokens, signs);
        if connectives::worded(&mut tokens, signs, &self.table.lexicon) {
            signs = Signs::of(&tokens);
        }
        let before = tokens.len();
        coded::rooted(&mut tokens, signs);
        coded::bounds(&mut tokens, signs);
        tokens = coded::indexed(headed::worded(tokens, signs), signs);
        if signs.has(b'|') {
            tokens = steps::noted(tokens);
        }
        if tokens.len() != before {
            signs = Signs::of(&tokens);
        }
        if stops::multiplied(&mut tokens, signs) {
            signs = Signs::of(&tokens);
        }
        if sided::plain(&mut tokens, signs) {
            signs = Signs::of(&tokens);
        }
        if signs.may(Sorts::MID) && latex.contains(r"\mid") {
            sided::absolute(&mut tokens);
            signs = Signs::of(&tokens);
        }
        let tokens = bars::separating(looks::plain(tokens, signs), &mut signs);
        let unopened = tokens.len();
        let closes = signs.has(b'|') || signs.has(b']') || signs.may(Sorts::BAR);
        let tokens = match closes && signs.has(b'_') {
            true => reaching::opened(reaching::raised(tokens)),
            false => tokens,
        };
        if tokens.len() != unopened {
            signs = Signs::of(&tokens);
        }
        let mut tokens = rows::undelimited(tokens, signs);
        if columns && signs.has(b':') {
            tidy::colons(&mut tokens);
        }
        copies::grouped(&mut tokens, signs);
        let tokens = outward::indices(tidy::tidy(tokens, signs), signs);
        let mut tokens = over::limits(over::hatted(tokens, signs), signs);
        entries::parted(&mut tokens, signs, latex, atoms);
        let unsided = tokens.len();
        let mut tokens = one_sided::raised(tokens, signs);
        if signs.may(Sorts::ESCAPED) && latex.contains(r"\#") {
            one_sided::pushed(&mut tokens);
        }
        if signs.may(Sorts::SPIN) {
            one_sided::spins(&mut tokens);
        }
        let dots = signs.may(Sorts::DOT) || signs.may(Sorts::LINEAR);
        if dots && signs.has(b'_') {
            one_sided::dotted(&mut tokens);
        }
        if tokens.len() != unsided {
            signs = Signs::of(&tokens);
        }
        let before = tokens.len();
        let tokens = matter::upright(tokens, signs, atoms);
        let tokens = spelled::spelled(tokens, signs, self.table.free);
        let mut tokens = runs::named(tokens, signs, &self.names, &self.table, atoms);
        counted::joined(&mut tokens, signs, &self.table.lexicon);
        orbitals::named(&mut tokens, signs, atoms);
        typed::families(&mut tokens, signs);
        let tokens = phrases::set_apart(tokens, signs, &self.table.lexicon);
        let mut tokens = together::apart(tokens, signs);
        together::raised(&mut tokens, signs);
        together::lowered(&mut tokens, signs);
        if tokens.len() != before {
            signs = Signs::of(&tokens);
        }
        let mut tokens = unbraced::derivatives(tokens, signs);
        if signs.may(Sorts::OVER) {
            signs = Signs::of(&tokens);
        }
        if signs.has(b'i') && signs.has(b'_') {
            usage::upright(&mut tokens);
        }
        conditions::apart(&mut tokens, signs, &self.table.lexicon);
        self.table.place(&mut tokens);
        let before = tokens.len();
        let mut tokens = shapes::bracketed(tokens, &self.table);
        if signs.may(Sorts::OVER) {
            tokens = over::stacked(tokens, signs);
            self.table.place(&mut tokens);
        }
        if tokens.len() != before {
            signs = Signs::of(&tokens);
        }
        let tokens = margin::moved(tokens, signs);
        let tokens = rows::join(tokens, &self.table, signs);
        Arranged {
            tokens,
            signs,
            columns,
            stop,
        }
    }
}
