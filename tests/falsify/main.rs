//! Falsified versions: the traps of making them, what is kept, and rows that are checked again.
#![allow(clippy::unwrap_used, reason = "a test may fail")]

mod changes;
mod closed;
#[path = "../common/mod.rs"]
mod common;
mod displays;
mod elsewhere;
mod followed;
mod rows;
mod several;
mod told;

use mamut_engine::choice::Key;
use mamut_engine::falsify::Falsifier;
use mamut_engine::latex::Reader;
use mamut_engine::normal::canonical;
use mamut_engine::term::{Head, Op, Slot, SlotSort, Term};
use mamut_engine::truth::{Newcomer, Refutation, Refuter};

/// What becomes of a candidate.
fn refutation(source: &str, candidate: &str) -> Refutation {
    let rules = common::rules();
    let reader = Reader::new(rules);
    let source = reader.read(source);
    let candidate = reader.read_with(candidate, source.atoms.clone());
    Refuter::new(&source.term, &source.atoms, &rules.vocabulary)
        .refute(&candidate.term, &candidate.atoms)
}

const PAIRS: &str = include_str!("pairs.tex");

/// The sections of the file of pairs.
fn sections() -> impl Iterator<Item = (&'static str, &'static str)> {
    let sections = PAIRS.split("\n% == ").skip(1);
    sections.map(|section| section.split_once('\n').unwrap())
}

/// What becomes of the pairs of a section is what stands before them.
fn pairs(name: &str) {
    let (_, lines) = sections().find(|(own, _)| *own == name).unwrap();
    for line in lines.lines().filter(|line| !line.is_empty()) {
        let (word, pair) = line.split_once(' ').unwrap();
        let (source, candidate) = pair.split_once("   =>   ").unwrap();
        let found = refutation(source.trim(), candidate);
        let said = match found {
            Refutation::Refuted(_) => "false",
            Refutation::Equal(_) if word == "equal" => "equal",
            _ => "same",
        };
        assert_eq!(said, word, "{source}   →   {candidate}: {found:?}");
    }
}

/// Tests that ask for nothing but the pairs of the section of their name.
macro_rules! of_pairs {
    ($($name:ident,)*) => { $(
        #[test]
        fn $name() {
            pairs(stringify!($name));
        }
    )* };
}

of_pairs! {
    structures_by_parts_and_sums_of_them_are_counted,
    sums_over_a_circle_of_letters_are_written_out,
    partitions_are_counted,
    primes_are_counted_as_they_grow,
    transforms_and_residues_are_taken_whole,
    arrows_without_a_course_hold_where_a_letter_vanishes_or_grows,
    waves_over_a_period_are_counted,
    integrals_that_nothing_is_compared_with_are_known_up_to_a_constant,
    integrals_by_a_measure_are_taken_whole,
    sides_without_a_value_are_compared_whole,
    equations_of_many_letters_hold_where_all_but_one_are_alike,
    families_that_stand_in_a_union_alone_are_counted_from_anywhere,
    sets_of_many_members_are_counted,
    norms_and_suprema_of_what_is_unknown_are_taken_whole,
    statements_stand_beside_what_they_follow_from,
    entropies_are_sums_of_their_parts,
    sums_in_integrals_along_curves_are_taken_whole,
    equations_of_matrices_have_solutions,
    convolutions_are_integrals,
    compositions_are_told_by_their_values,
    arrows_are_limits_of_the_letter_that_is_left,
    numbers_before_decompositions_are_taken_by_a_factor,
    constants_of_general_solutions_stand_in_sums_that_are_multiplied,
    integrals_over_a_named_domain_are_taken_whole,
    parameters_behind_a_semicolon_are_arguments,
    fractions_of_many_digits_may_be_residues,
    homomorphisms_vanish_on_all_that_is_made_of_a_kernel,
    transposes_of_orthogonal_matrices_are_orthogonal,
    waves_have_any_phase_and_amplitude,
    integers_divide_no_fractions,
    powers_of_what_is_neutral_are_so,
    perpendicular_vectors_have_no_product,
    maps_that_are_called_as_linear_ones_are_take_vectors_apart,
    products_over_prime_divisors_are_no_products_over_divisors,
    solutions_solve_their_equations,
    derivatives_that_vanish_do_so_everywhere,
    fields_that_are_given_are_derived_by_the_coordinates,
    conditions_at_a_boundary_hold_all_along_it,
    what_is_said_of_all_counting_numbers_is_said_of_those_from_one_on,
    isomorphic_structures_have_as_many_members,
    infinite_numbers_are_told_in_chains,
    interiors_and_boundaries_are_taken_whole,
    zero_is_natural_everywhere_or_nowhere,
    what_holds_for_some_number_is_said_to_exist,
    trivial_subgroups_have_the_neutral_element,
    signs_of_residues_are_their_own_inverses,
    costs_are_not_below_one,
    vertices_edges_and_faces_are_told_apart,
    quantifiers_may_be_logically_equivalent,
    degrees_and_closures_are_taken_whole,
    letters_that_count_are_whole_under_conditions,
    one_number_of_edges_may_be_compared,
    approximations_for_large_numbers_hold_far_out,
    powers_of_the_neutral_element_are_that,
    operations_that_are_defined_are_functions_of_two,
    limits_of_sequences_that_are_defined_follow,
    limits_that_are_written_out_may_be_turned,
    sums_of_any_number_of_terms_have_any_number_of_terms,
    parallel_vectors_have_no_vector_product,
    means_follow_from_laws,
    sets_that_belong_to_something_have_numbers_of_members,
    characteristic_polynomials_have_either_sign,
    multiples_of_a_period_are_periods,
    solutions_for_every_integer_are_counted_from_anywhere,
    lines_are_told_by_their_slopes,
    logarithms_may_be_those_of_absolute_values,
    inequalities_inside_of_events_compare_no_chances,
    chances_of_two_events_follow_from_three_numbers,
    one_chance_alone_may_be_any,
    infinite_numbers_are_told_by_their_levels,
    orders_are_no_functions,
    integrals_have_constants_of_their_own_in_chains,
    laws_that_are_reached_are_told_by_their_parameters,
    orthogonal_matrices_have_their_transposes_for_inverses,
    constants_of_general_solutions_are_free,
    f1_powers_of_products_are_laws,
    f2_binders_may_be_renamed,
    f3_even_functions_and_equal_factorials,
    f5_swaps_of_what_is_equal,
    f6_comparisons_are_negated_and_not_turned,
    f11_other_identities_that_say_the_same_are_no_negatives,
    what_relates_something_with_itself_is_no_falsehood,
    sets_of_which_nothing_is_known_tell_nothing,
    decimals_stand_for_what_is_rounded_to_them,
    sets_that_make_a_given_one_are_found,
    parts_are_taken_whole_in_equations,
    chains_are_told_by_what_they_show,
    what_follows_from_hypotheses_that_hold_nowhere_holds,
    layers_of_networks_have_vectors,
    sums_over_what_is_not_named_are_taken_whole,
    logarithms_without_a_base_may_be_natural,
    a_side_that_is_not_written_has_a_value,
    sets_are_included_one_way,
    sequences_with_limits_converge,
    described_sets_have_the_members_that_are_said,
    what_is_said_elsewhere_of_a_set_or_a_law_may_follow,
    laws_of_grouping_say_nothing_else_once_they_are_changed,
    brackets_of_operators_and_derivatives_by_an_index_are_taken_whole,
    fields_whose_place_is_not_known_are_taken_whole,
    laws_are_told_by_their_parameters,
    integers_that_are_listed_are_told_by_their_steps,
    powers_of_matrices_are_none_of_vectors,
    fractions_are_residues_where_their_denominators_are_units,
    maps_are_told_by_where_they_come_from_and_go,
    proportions_are_told_by_quotients,
    what_letters_tend_to_is_told_by_place_and_side,
    one_count_may_be_compared,
    sums_and_slopes_without_names_are_taken_whole,
    degrees_of_temperature_are_units,
    sets_of_numbers_are_different,
    rows_are_told_by_where_they_begin_and_end,
    kets_are_vectors_and_operators_matrices,
    values_at_one_number_beside_derivatives_are_taken_whole,
    statements_may_have_values_near_zero_alone,
    kernels_balls_and_sets_of_pairs_are_told_by_their_members,
    integrals_of_functions_that_may_be_any_far_out_are_taken_whole,
    brackets_that_are_turned_round_are_taken_whole,
    currents_are_no_imaginary_units,
    what_is_said_as_a_letter_tends_somewhere_is_said_of_limits,
    arrows_of_letters_that_are_spoken_of_elsewhere_tell_nothing,
    parts_taken_whole_are_found_in_another_order,
    definitions_for_all_places_differ_where_they_do_at_one,
    functional_equations_are_told_by_functions_for_which_they_hold,
    letters_beside_sequences_of_the_same_letter_may_be_called_otherwise,
    several_images_of_one_function_have_laws,
    definitions_are_of_what_is_declared,
    sequences_have_the_first_members_that_are_given,
    what_counts_is_no_number_under_another_name,
    members_that_a_sum_leaves_out_may_be_called_otherwise,
    many_numbers_are_told_by_points_where_all_others_are_the_same,
    what_grows_without_bound_is_told_by_its_sign,
    derivatives_of_curves_and_functions_of_sets_are_taken_whole,
    rays_are_spaces,
    sequences_are_told_by_their_first_members,
    sequences_may_be_counted_from_another_number,
    sums_may_be_counted_from_another_number,
    brackets_change_their_signs_with_their_places,
    complements_are_told_by_what_is_on_and_off,
    capital_letters_beside_adjoints_are_matrices,
    what_is_said_under_conditions_may_hold_under_others,
    comparisons_that_hold_for_positive_numbers_are_meant_for_these,
    members_of_a_list_are_looked_at_one_by_one,
    chains_of_equations_have_their_sides_in_any_order,
    what_is_above_zero_is_never_zero,
    infinite_numbers_of_elements_are_no_numbers,
    letters_depend_on_what_they_are_differentiated_by,
    numbers_that_count_are_large_enough,
    what_counts_begins_with_one,
    remainders_are_those_of_primes,
    what_sums_are_taken_over_is_no_comparison,
    one_bracket_of_states_is_any_number,
    all_of_so_many_are_more_than_one_of_them,
    inverse_secants_are_integrals,
    functions_that_are_matrices_have_one_value,
    assignments_tell_of_new_values,
    indicators_count_statements,
    words_name_functions_whatever_is_written_in_them,
    members_of_sets_are_mapped,
    families_without_a_set_of_indices_have_several_members,
    indices_are_members_of_what_they_are_counted_over,
    indicators_are_one_on_their_sets,
    what_is_expected_given_a_variable_is_a_variable,
    places_of_extremes_stay_where_values_are_moved,
    orders_of_growth_are_powers,
    fields_of_gradients_are_without_rotation,
    equations_say_how_letters_depend_on_each_other,
    entries_of_bold_matrices_are_numbers,
    labels_above_letters_are_no_exponents,
    what_follows_from_the_source_is_no_falsehood,
    functions_that_may_be_distances_are,
    what_matrices_are_meant_to_be_is_asked,
    functions_of_sets_may_be_measures,
    comparisons_of_functions_are_meant_for_all_places,
    functions_at_all_places_are_so_at_others,
    what_has_no_value_somewhere_may_hold,
    members_of_sums_are_meant_to_be_sizes,
    limits_that_are_written_out_are_limits,
    families_at_one_place_are_sequences,
    divisors_that_are_called_p_are_primes,
    parts_that_are_never_below_zero,
    members_of_groups_are_matrices_that_can_be_inverted,
    brackets_of_vectors_are_compared,
    intervals_one_inside_the_other_are_joined,
    exponentials_of_matrices_are_matrices,
    greatest_values_over_intervals_are_found,
    what_there_is_of_a_substance_is_a_number,
    derivatives_of_families_are_sequences,
    slopes_tell_of_gradients_in_comparisons,
    the_primes_up_to_a_number_are_counted,
    limits_of_a_kind_are_told_by_what_is_reached,
    places_of_extremes_are_values,
    adjoints_have_entries_that_need_not_be_real,
    residues_are_those_of_odd_primes,
    sequences_that_come_again_have_extremes,
    assignments_tell_of_new_values_of_functions,
    norms_of_matrices_after_frobenius_are_roots_of_traces,
    roots_behind_angles_and_conditions_of_sets,
}

#[test]
fn f4_units_change_nothing() {
    pairs("f4_units_change_nothing");
    // And no rule makes them: what would be a unit is dropped.
    let rules = common::rules();
    let read = Reader::new(rules).read(r"\frac{1}{a} = b");
    let falsifier = Falsifier::new(&read.term, &read.atoms, rules);
    let weights: Vec<f64> = rules.strategies.iter().map(|s| s.weight).collect();
    let own = canonical(&rules.vocabulary, &read.term);
    for i in 0..2_000 {
        if let Some(made) = falsifier.draw(Key::seed(i), 1, &weights) {
            assert_ne!(canonical(&rules.vocabulary, &made.term), own);
        }
    }
}

#[test]
fn f7_changes_do_not_undo_each_other() {
    let rules = common::rules();
    let reader = Reader::new(rules);
    let weights: Vec<f64> = rules.strategies.iter().map(|s| s.weight).collect();
    let mut several = 0;
    for (name, latex) in common::identities() {
        let read = reader.read(&latex);
        let falsifier = Falsifier::new(&read.term, &read.atoms, rules);
        let own = canonical(&rules.vocabulary, &read.term);
        for i in 0..60 {
            let Some(made) = falsifier.draw(Key::seed(i), 2 + i as usize % 3, &weights) else {
                continue;
            };
            several += 1;
            assert_ne!(canonical(&rules.vocabulary, &made.term), own, "{name}");
            for part in &made.parts {
                assert_ne!(part.before, part.after, "{name}");
            }
        }
    }
    assert!(several > 1_500, "{several}");
    pairs("f7_changes_do_not_undo_each_other");
}

/// What becomes of a candidate of which symbols stand in for bound names or symbols of the source.
fn standing_in(source: &str, candidate: &str, news: &[(&str, Op)]) -> Refutation {
    let rules = common::rules();
    let reader = Reader::new(rules);
    let source = reader.read(source);
    let candidate = reader.read_with(candidate, source.atoms.clone());
    let at = |name: &str| {
        let symbols = &candidate.atoms.symbols;
        symbols.iter().position(|s| s.name == name).unwrap() as u32
    };
    let news: Vec<Newcomer> = news.iter().map(|(name, op)| (at(name), *op)).collect();
    Refuter::new(&source.term, &source.atoms, &rules.vocabulary).refute_with(
        &candidate.term,
        &candidate.atoms,
        &news,
    )
}

#[test]
fn names_that_are_no_longer_bound_keep_to_what_they_ran_over() {
    let index = Op::slot(Slot {
        sort: SlotSort::Positive,
        level: 0,
    });
    let harmonic = r"\sum_{n=1}^\infty \frac{1}{n} = \infty";
    for candidate in [
        r"\sum_{n=1}^\infty \frac{1}{l} = \infty",
        r"\sum_{n=1}^\infty l = \infty",
    ] {
        let found = standing_in(harmonic, candidate, &[("l", index)]);
        assert!(
            !matches!(found, Refutation::Refuted(_)),
            "{candidate}: {found:?}"
        );
    }
    // A symbol keeps to what is said of the one in whose place it stands.
    let root = r"\forall a > 0: \sqrt{a^2} = a";
    let like = Reader::new(common::rules()).read(root);
    let known = like.atoms.symbols.iter().position(|s| s.name == "a");
    let op = Op::symbol(known.unwrap() as u32);
    let found = standing_in(root, r"\forall a > 0: \sqrt{b^2} = |b|", &[("b", op)]);
    assert!(!matches!(found, Refutation::Refuted(_)), "{found:?}");
    for (source, candidate) in [
        (harmonic, r"\sum_{n=1}^\infty \frac{1}{n^l} = \infty"),
        (
            r"\sum_{i=1}^n i = \frac{n(n+1)}{2}",
            r"\sum_{i=1}^n l = \frac{n(n+1)}{2}",
        ),
    ] {
        let found = standing_in(source, candidate, &[("l", index)]);
        let Refutation::Refuted(found) = found else {
            panic!("{candidate}: {found:?}");
        };
        let value = found.witness.values.iter().find(|(name, _)| name == "l");
        let value: i64 = value.unwrap().1.parse().unwrap();
        assert!(value >= 1, "{candidate}: {value}");
    }
}

#[test]
fn witnesses_are_points_that_readers_accept() {
    for (source, candidate) in [
        (r"a^{p-1} \equiv 1 \pmod p", r"a^p \equiv 1 \pmod p"),
        (r"a \equiv b \pmod q", r"a \equiv -b \pmod q"),
    ] {
        let Refutation::Refuted(found) = refutation(source, candidate) else {
            panic!("{candidate}");
        };
        let values = found.witness.values.iter();
        let modulus = values.filter(|(name, _)| name == "p" || name == "q");
        for (name, value) in modulus {
            assert!(
                value.parse::<i64>().unwrap() >= 1,
                "{candidate}: {name} = {value}"
            );
        }
    }
    for (source, candidate) in [
        (
            r"\forall x > 0: \ln(x^2) = 2 \ln x",
            r"\forall x > 0: \ln(-x) = \ln(-2x)",
        ),
        (
            r"\forall x \in \mathbb{R}: x^2 \ge 0",
            r"\forall x \in \mathbb{R}: \frac{x}{0} \ge \frac{1}{0}",
        ),
    ] {
        let found = refutation(source, candidate);
        assert!(
            !matches!(found, Refutation::Refuted(_)),
            "{candidate}: {found:?}"
        );
    }
}

/// What `number` draws of one strategy make of a formula.
fn drawn(latex: &str, number: u64) -> (Term, Vec<Term>) {
    let rules = common::rules();
    let read = Reader::new(rules).read(latex);
    let falsifier = Falsifier::new(&read.term, &read.atoms, rules);
    let weights: Vec<f64> = rules.strategies.iter().map(|s| s.weight).collect();
    let made = (0..number).filter_map(|i| falsifier.draw(Key::seed(i), 1, &weights));
    let made = made.map(|made| made.term).collect();
    (read.term, made)
}

#[test]
fn changes_beside_an_ellipsis_are_of_all_terms() {
    let (source, made) = drawn(r"y = b_1 x_1 + b_2 x_2 + \cdots + b_k x_k", 2_000);
    let rules = common::rules();
    let row = |term: &Term| {
        let mut found = None;
        term.walk(&mut |t| {
            if rules.vocabulary.find("addseq") == Some(t.op) && t.args.len() == 4 {
                found = Some(t.args.to_vec());
            }
        });
        found
    };
    let before = row(&source).unwrap();
    let (mut whole, mut broken) = (0, 0);
    for after in made.iter().filter_map(row) {
        let changed: Vec<bool> = before.iter().zip(&after).map(|(a, b)| a != b).collect();
        match changed[..] {
            [false, false, _, false] => {}
            [true, true, _, true] => whole += 1,
            // Where it ends may be changed alone.
            [false, false, _, true] => {}
            _ => broken += 1,
        }
    }
    assert!(
        whole > 200 && 10 * broken < whole,
        "{whole} whole, {broken} broken"
    );
}

#[test]
fn letters_that_all_stand_once_get_the_names_of_others() {
    let rules = common::rules();
    let variable = rules.strategies.iter().position(|s| s.id == "variable");
    let one = |at: usize| f64::from(u8::from(Some(at) == variable));
    let weights: Vec<f64> = (0..rules.strategies.len()).map(one).collect();
    let draws = |latex: &str| {
        let read = Reader::new(rules).read(latex);
        let falsifier = Falsifier::new(&read.term, &read.atoms, rules);
        let made: Vec<_> = (0..50)
            .filter_map(|i| falsifier.draw(Key::seed(i), 1, &weights))
            .collect();
        (read.atoms.symbols.len(), made)
    };
    let (letters, made) = draws("a^2 + b^2 = c^2");
    assert!(!made.is_empty());
    for one in &made {
        assert_eq!(one.atoms.symbols.len(), letters);
    }
    assert!(draws(r"e^{i\pi} + 1 = 0").1.is_empty());
}

#[test]
fn indices_are_no_negative_numbers() {
    let rules = common::rules();
    let (_, made) = drawn(r"a_{n + 1} = 2 a_n + a_1", 2_000);
    assert!(made.len() > 500);
    for term in &made {
        term.walk(&mut |t| {
            if rules.vocabulary.find("idx") == Some(t.op) {
                let index = &t.args[1];
                assert_ne!(Some(index.op), rules.vocabulary.find("neg"), "{term:?}");
                let numbers = index
                    .args
                    .iter()
                    .filter(|a| matches!(a.op.head(), Head::Integer(_)));
                assert!(numbers.count() < 2, "{term:?}");
            }
        });
    }
}
