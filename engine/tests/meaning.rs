//! Which operators of the vocabulary have no meaning in values, and why.

mod common;

use mamut_engine::eval::has_value;
use mamut_engine::truth::is_rewritten;

/// Operators that no value is given to, by the reason.
const WITHOUT: &[(&str, &str)] = &[
    (
        "what is not written, words, and lists that only other operators read",
        "abstraction blank text says among phrase typed inference substituted andseq orseq xorseq gcdseq lcmseq maxseq minseq setseq symdiffseq bymember constrained minimized maximized tabled ruled sequence sequencein sequencecond sequenceall modulo semi barred under above below accent underbraced overbraced leftidx leftup ordinal bracketed denoted homogeneous quoted through run stacked subscripted superscripted cancelto top bottom",
    ),
    (
        "what happens to a variable: nothing holds or fails at a point",
        "bigo littleo order tendsup tendsdown rel-tendsup rel-tendsdown gets rel-gets mapsto rel-mapsto maponto rel-maponto leadsto rel-leadsto limited",
    ),
    (
        "the index or what is run over is not written",
        "intto sumall prodall sumof prodof unionof interof biginterall bigunionall infall supall maxall minall argmaxall argminall argmaxcond argmincond dintegral integral",
    ),
    (
        "measures, paths, fields and forms, of which no value is drawn",
        "intby intlaw intlawover gradby hessian limall limwhere intcond principal dintmany contour contourover contourbetween volume functional variation material advect covariant dalembertian partialdown partialup partialpow boundary subdifferential interior",
    ),
    (
        "probabilities and means under a law that stands beside them",
        "probunder condprobunder expectunder condexpectunder varunder condvarunder covunder condcovunder probover proball expectover expectall varover varall",
    ),
    (
        "algebraic structures, of which no value is drawn",
        "adjoin quotient localised prodtyped sumtyped ideal projective space corresponds rel-corresponds unitgroup kleene span ker image imagesof imageswhere imagesall subgroup rel-subgroup subgroupproper rel-subgroupproper overgroup rel-overgroup overgroupproper rel-overgroupproper normalin rel-normalin overnormal rel-overnormal normalproper rel-normalproper embeds rel-embeds rationalmap rel-rationalmap embedded rel-embedded otimes tensored fibred wedgesum oplus ominus odot apart size indexof adjoinfield cycle relating leftsquare rightsquare leftround rightround rel-multipleof",
    ),
    (
        "signs of which no law is known",
        "indexedsum indexedproduct sqcup sqcap uplus amalg wreath rtimes ltimes bowtie boxtimes boxplus diamond heartsuit spadesuit clubsuit diamondsuit hashsign atsign bigstar boxsign blackbox bullet smile frown oslash dotplus boxminus circleddash doublecup curlyvee boxdot divideontimes leftthreetimes rightthreetimes curlywedge circledast circledcirc doublecap nand doublebarwedge lollipop colim colimin colimcond colimall projlim projlimin projlimcond projlimall bigoplus bigoplusin bigopluscond bigoplusall bigotimes bigotimesin bigotimescond bigotimesall coproduct coproductin coproductcond coproductall bigdisjoint bigdisjointin bigdisjointcond bigdisjointall bigand bigandin bigandcond bigandall bigor bigorin bigorcond bigorall",
    ),
    (
        "orders and relations that have different meanings in different fields",
        "condindependent natural inlaw prec preceq succeeds succeq rel-prec rel-preceq rel-succeeds rel-succeq sqsubset sqsubseteq sqsupset sqsupseteq rel-sqsubset rel-sqsubseteq rel-sqsupset rel-sqsupseteq notcong rel-notcong proves rel-proves models rel-models weakly rel-weakly equilibrium rel-equilibrium adjointto rel-adjointto forces rel-forces notproves rel-notproves notmodels rel-notmodels notsim rel-notsim notsupseteq rel-notsupseteq compactin rel-compactin independent rel-independent embedsinto rel-embedsinto transversal rel-transversal transforms rel-transforms lessgtr rel-lessgtr gtrless rel-gtrless lesseqgtr rel-lesseqgtr gtreqless rel-gtreqless lessapprox rel-lessapprox gtrapprox rel-gtrapprox coveredby rel-coveredby covers rel-covers bumpeq rel-bumpeq bumpeqq rel-bumpeqq circeq rel-circeq eqcirc rel-eqcirc doteqdot rel-doteqdot between rel-between compactover rel-compactover ontoleft rel-ontoleft oneleft rel-oneleft immerses rel-immerses immersed rel-immersed actson rel-actson actedby rel-actedby backmap rel-backmap twoback rel-twoback thereback rel-thereback backthere rel-backthere triple rel-triple tripleback rel-tripleback codirected rel-codirected downdown rel-downdown vvdash rel-vvdash produces alternatives normalover rel-normalover evaluates rel-evaluates wavyboth rel-wavyboth",
    ),
    (
        "physics, chemistry and figures",
        "phasor withconj withadjoint bra ket braket dotmul coefficient layered logstar decimal ongoing slashed normalordered configuration subshell molecule celsius fahrenheit arc circle enclosed triangle quadrilateral callsquare cancel command",
    ),
    (
        "not looked at yet",
        "convolve rel-exactlydivides tower wigner",
    ),
];

#[test]
fn operators_without_meaning_are_named() {
    let rules = common::builtin();
    let mut missing: Vec<&str> = rules
        .vocabulary
        .operators
        .iter()
        .filter(|o| o.define.is_none())
        .map(|o| o.name.as_str())
        .filter(|name| !has_value(name) && !is_rewritten(name))
        .collect();
    missing.sort_unstable();
    let mut named: Vec<&str> = WITHOUT
        .iter()
        .flat_map(|(_, names)| names.split_whitespace())
        .collect();
    named.sort_unstable();
    assert_eq!(
        missing, named,
        "operators that have no meaning, and those of which it is said"
    );
}
