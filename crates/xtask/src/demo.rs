use crate::workspace::{Result, Workspace};

pub fn run(_workspace: &Workspace) -> Result {
    Err("not written yet".into())
}
