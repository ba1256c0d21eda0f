//! Parts of a turn and exponents as arguments without brackets, whose slash belongs to them:
//! `\cos 2\pi k/n`, `\tan \alpha/2`, `\exp -E/kT`.

use crate::latex::parse::Parser;
use crate::latex::tree::{Head, Tree};

impl Parser<'_> {
    /// A function of an angle with the angle divided, where it is no value that is: nobody divides the sine
    /// of a multiple of `\pi`, or of an angle by two, or an exponential by what stands behind it. The
    /// divisor is given back without such a function.
    pub(in crate::latex::parse) fn divided_angle(
        &self,
        left: &mut Tree,
        below: Tree,
    ) -> Option<Tree> {
        let last = match left.head {
            Head::Product(_) if !left.closed => left.args.last_mut(),
            _ => Some(&mut *left),
        };
        // `\sin^2 \theta/2`
        let last = last.and_then(|last| match last.head {
            Head::Power if !last.closed => last.args.first_mut(),
            _ => Some(last),
        });
        let Some(function) = last.filter(|last| self.is_of_turn(last, &below)) else {
            return Some(below);
        };
        let end = below.end;
        let divided = |angle| Tree::over(Head::Apply(self.table.div), vec![angle, below]);
        let mut angle = function.args.remove(0);
        let angle = match angle.head {
            // `-x^2/2` is less than nothing as a whole.
            Head::Sum(..) if angle.args.len() == 1 && !angle.closed => {
                let amount = angle.args.remove(0);
                angle.args.push(divided(amount));
                angle.end = end;
                angle
            }
            _ => divided(angle),
        };
        function.args.insert(0, angle);
        function.end = end;
        left.end = end;
        None
    }

    /// Whether this is a sine or the like of an angle without brackets, of which `below` makes a part.
    fn is_of_turn(&self, function: &Tree, below: &Tree) -> bool {
        let ([angle], Head::Apply(op)) = (function.args.as_slice(), &function.head) else {
            return false;
        };
        if function.closed || angle.closed || below.closed {
            return false;
        }
        // `\exp -E/kT`: a power of `e` that is divided is written as one.
        if self.table.named("exp") == Some(*op) {
            return true;
        }
        let waves = ["sin", "cos", "tan", "cot", "sec", "csc"];
        if !waves.iter().any(|name| self.table.named(name) == Some(*op)) {
            return false;
        }
        let turn = self.table.named("pi");
        let pi = |t: &Tree| matches!(t.head, Head::Apply(op) if Some(op) == turn);
        let multiple = match &angle.head {
            Head::Product(_) => angle.args.iter().any(pi),
            _ => pi(angle),
        };
        if multiple {
            return match &below.head {
                Head::Number(_) => true,
                Head::Symbol(name) => !angle.mentions(name),
                _ => false,
            };
        }
        let half = matches!(&below.head, Head::Number(n) if n == "2");
        let of_angle = |t: &Tree| {
            matches!(
                t.symbol(),
                Some(
                    r"\alpha"
                        | r"\beta"
                        | r"\gamma"
                        | r"\delta"
                        | r"\theta"
                        | r"\vartheta"
                        | r"\phi"
                        | r"\varphi"
                        | "A"
                        | "B"
                        | "C"
                )
            )
        };
        half && match (&angle.head, angle.args.as_slice()) {
            (Head::Product(_), [count, letter]) => {
                matches!(count.head, Head::Number(_)) && of_angle(letter)
            }
            _ => of_angle(angle),
        }
    }
}
