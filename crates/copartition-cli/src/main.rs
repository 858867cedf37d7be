//! The `copartition` command.

fn main() {}
