//! copartition for this host.
