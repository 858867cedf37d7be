//! Assigners: stateful strategies for unkeyed records.
//!
//! A state machine takes the draw and the clock from outside, so that a trace of the real class
//! replays exactly.

mod round_robin;

pub use round_robin::RoundRobin;
