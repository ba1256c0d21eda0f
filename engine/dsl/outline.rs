//! The outline of a rule file: its kind, its fields and the entries of a list, as slices.
//!
//! Only brackets, strings and comments are looked at, so an entry may be wrong in any other way
//! without harm to the rest.

use super::scan::Scan;
use super::source::Report;

/// `Kind(field: value, …)`.
pub(super) struct Outline<'s> {
    pub(super) kind: &'s str,
    /// Names and values, in order.
    pub(super) fields: Vec<(&'s str, &'s str)>,
}

/// Reads the outline of a file.
pub(super) fn read<'s>(text: &'s str, report: &mut Report<'_, '_>) -> Option<Outline<'s>> {
    let mut scan = Scan::new(text);
    scan.attributes(report)?;
    let kind = scan.name("the kind of the file: `Equivalences(…)`", report)?;
    scan.expect('(', report)?;
    let mut fields = Vec::new();
    loop {
        scan.blank();
        if scan.eat(')') {
            break;
        }
        let name = scan.name("a field or `)`", report)?;
        scan.expect(':', report)?;
        fields.push((name, scan.value(report)?));
        scan.blank();
        if !scan.eat(',') && !scan.rest().starts_with(')') {
            scan.complain("a comma is missing before this", report);
        }
    }
    scan.blank();
    if !scan.rest().is_empty() {
        scan.complain("the file ends with its last `)`", report);
        return None;
    }
    Some(Outline { kind, fields })
}

/// The elements of a list, each without what is around it.
pub(super) fn elements<'s>(list: &'s str, report: &mut Report<'_, '_>) -> Option<Vec<&'s str>> {
    let mut scan = Scan::new(list);
    scan.expect('[', report)?;
    let mut elements = Vec::new();
    loop {
        scan.blank();
        if scan.eat(']') {
            return Some(elements);
        }
        let element = scan.value(report)?;
        if element.is_empty() {
            scan.complain("an entry is missing", report);
            return None;
        }
        elements.push(element);
        scan.blank();
        if !scan.eat(',') && !scan.rest().starts_with(']') {
            scan.complain("a comma is missing before this", report);
        }
    }
}
