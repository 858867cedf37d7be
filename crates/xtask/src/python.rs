use crate::workspace::{Result, Workspace};

pub fn stage(_workspace: &Workspace) -> Result {
    Err("not written yet".into())
}

pub fn test(_workspace: &Workspace, _all: bool) -> Result {
    Err("not written yet".into())
}
