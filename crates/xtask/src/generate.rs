use crate::workspace::{Result, Workspace};

pub fn run(_workspace: &Workspace, _check: bool) -> Result {
    Err("not written yet".into())
}
