//! The speed of every stage on the named identities: `cargo bench`.

use mamut_rw::args::Search;
use mamut_rw::commands::bench;
use mamut_rw::pipeline::Pipeline;

#[expect(clippy::print_stdout, reason = "a bench reports on stdout")]
fn main() {
    let loaded = match mamut_rw::rules::load::<&str>(&[]) {
        Ok(loaded) => loaded,
        Err(error) => panic!("the built-in rules are there: {error:#}"),
    };
    let search = Search::default();
    let pipeline = Pipeline::new(&loaded.rules, &search);
    print!("{}", bench::head());
    let mut all = Vec::new();
    for formula in bench::identities() {
        if let Some(measured) = bench::measure(&pipeline, formula, false, 100_000) {
            print!("{}", bench::line(&measured));
            all.push(measured);
        }
    }
    print!("{}", bench::summary(&all));
}
