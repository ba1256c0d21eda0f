//! Operators that are asked for in most formulas.

use crate::term::Op;

macro_rules! usual {
    ($($name:ident),*) => {
        /// Operators that are asked for in most formulas, at hand.
        #[derive(Clone, Copy)]
        pub(in crate::latex) struct Usual {
            $(pub(in crate::latex) $name: Option<Op>,)*
        }

        impl Usual {
            pub(super) fn new(find: impl Fn(&str) -> Option<Op>) -> Self {
                Self { $($name: find(stringify!($name)),)* }
            }

            /// The operator of this name; none when it is not among these.
            #[inline(always)]
            pub(super) fn named(&self, name: &str) -> Option<Option<Op>> {
                match name {
                    $(stringify!($name) => Some(self.$name),)*
                    _ => None,
                }
            }
        }
    };
}

usual!(
    relating,
    mul,
    pow,
    idx,
    call,
    prime,
    list,
    conj,
    points,
    corresponds,
    notin,
    fracpart,
    advect,
    quotient,
    parallel,
    apart,
    numbered,
    sim,
    iff,
    order,
    opmul,
    inner,
    bracketed,
    inference,
    re,
    gamma,
    tr,
    cycle,
    min,
    max,
    semi,
    cosh,
    bigo,
    falling,
    curl,
    grad,
    otimes,
    finv,
    layered,
    underbraced,
    perpendicular,
    dint,
    expect,
    exists,
    up
);
