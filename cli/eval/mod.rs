//! How good scores are: of classification, and of ranking the candidates of each query.

pub mod args;
pub mod bags;
pub mod baselines;
pub mod bootstrap;
pub mod candidates;
pub mod measures;
pub mod report;
pub mod scores;
pub mod slices;
pub mod summary;
pub mod trec;
