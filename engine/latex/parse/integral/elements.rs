//! Integrals over elements that are no plain letters.

use crate::latex::parse::Parser;
use crate::latex::tree::{Head, Tree};

impl Parser<'_> {
    /// An integral over variables that are no plain letters: they stay as they are written.
    pub(super) fn over_elements(
        &mut self,
        plain: crate::term::Op,
        sub: Option<Tree>,
        sup: Option<Tree>,
        variables: Vec<Tree>,
        body: Tree,
    ) -> Tree {
        // `\int_{\partial U} P\,dx_1`
        let along = match variables.as_slice() {
            [only]
                if only.head == Head::Index
                    && matches!(
                        only.args[1..],
                        [Tree {
                            head: Head::Number(_),
                            ..
                        }]
                    ) =>
            {
                let letter = only.root_symbol();
                self.table
                    .by
                    .filter(|_| letter.is_some_and(|name| !body.mentions(name)))
            }
            _ => None,
        };
        if let (Some(by), Some(domain), None) = (along, &sub, &sup) {
            let variable = variables.into_iter().next();
            let args = [Some(domain.clone()), Some(body), variable];
            return Tree::over(Head::Apply(by), args.into_iter().flatten().collect());
        }
        match (sub, sup, self.table.many, self.table.between) {
            (Some(low), Some(high), _, Some(between)) => {
                let list = Tree::over(Head::Row, variables);
                Tree::over(Head::Apply(between), vec![list, low, high, body])
            }
            (None, Some(high), _, Some(between)) => {
                let list = Tree::over(Head::Row, variables);
                Tree::over(Head::Apply(between), vec![list, self.blank(), high, body])
            }
            (Some(domain), None, Some(many), _) => {
                let list = Tree::over(Head::Row, variables);
                Tree::over(Head::Apply(many), vec![list, domain, body])
            }
            _ => variables.into_iter().rev().fold(body, |inner, name| {
                Tree::over(Head::Apply(plain), vec![name, inner])
            }),
        }
    }
}
