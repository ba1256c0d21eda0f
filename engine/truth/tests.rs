//! Ways of taking statements apart that are passed over would have changed nothing.

use std::path::Path;

use super::concerns::Concerns;
use super::form::{Beside, Form};
use crate::common;
use crate::latex::Reader;

#[test]
fn what_does_not_concern_a_statement_leaves_it_as_it_is() {
    let rules = common::builtin();
    let reader = Reader::new(&rules);
    let root = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/.."));
    let cases = std::fs::read_dir(root.join("tests/read")).expect("there are cases");
    let mut files: Vec<_> = cases.map(|f| f.expect("a file").path()).collect();
    files.push(root.join("corpus/identities.tex"));
    let mut taken = 0;
    for file in files
        .iter()
        .filter(|f| f.extension().is_some_and(|e| e == "tex"))
    {
        let text = std::fs::read_to_string(file).expect("a readable file");
        for line in text
            .lines()
            .filter(|l| !l.starts_with(['%', '(', '-', '=']))
        {
            let read = reader.read(line);
            let apart = |look| {
                let form = Form::looking(
                    &read.term,
                    &read.atoms,
                    &rules.vocabulary,
                    (look, Beside::Nothing),
                );
                format!("{form:?}")
            };
            assert_eq!(apart(Concerns::of), apart(|_, _| Concerns::all()), "{line}");
            taken += 1;
        }
    }
    assert!(taken > 1500, "{taken} formulas");
}
