//! Key bytes: how given text becomes the bytes that are hashed.

mod format;

pub use format::KeyFormat;
