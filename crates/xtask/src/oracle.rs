use crate::workspace::{Result, Workspace};

#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum Host {
    Python,
    Node,
}

pub fn run(_workspace: &Workspace, _host: Option<Host>, _write: bool) -> Result {
    Err("not written yet".into())
}

pub fn test(_workspace: &Workspace, _all: bool) -> Result {
    Err("not written yet".into())
}
