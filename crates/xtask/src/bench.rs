use crate::workspace::{Result, Workspace};

#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum Name {
    Single,
}

pub fn run(_workspace: &Workspace, _name: Option<Name>, _check: bool) -> Result {
    Err("not written yet".into())
}
