//! The built-in rule files load without complaints.

mod common;

use mamut_engine::dsl;

#[test]
fn no_complaints() {
    let loaded = dsl::load(&common::files());
    assert_eq!(loaded.diagnostics, []);
}

#[test]
fn operators_are_sorted() {
    let rules = common::builtin();
    assert!(
        rules
            .vocabulary
            .operators
            .is_sorted_by(|a, b| a.name < b.name)
    );
    let add = rules.vocabulary.op("add");
    assert!(
        rules
            .vocabulary
            .operator(add)
            .is_some_and(|o| o.assoc && o.comm && o.unit.is_some())
    );
    assert_eq!(rules.vocabulary.level("any"), Some(0));
}

#[test]
fn the_order_of_files_means_nothing() {
    let mut files = common::files();
    let rules = dsl::load(&files).rules;
    files.reverse();
    assert_eq!(rules, dsl::load(&files).rules);
}
