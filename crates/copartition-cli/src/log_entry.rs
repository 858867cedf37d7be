//! Where a record lies in the log, in tables.

use copartition_analysis::samples::LogEntry;
use copartition_analysis::time_text;

/// An offset in a table; `-` where there is none.
pub(crate) fn offset(log: Option<&LogEntry>) -> String {
    log.and_then(|log| log.offset).map_or_else(|| "-".into(), |offset| offset.to_string())
}

/// A time in a table; `-` where there is none.
pub(crate) fn time(log: Option<&LogEntry>) -> String {
    log.and_then(|log| log.timestamp).map_or_else(|| "-".into(), time_text)
}
