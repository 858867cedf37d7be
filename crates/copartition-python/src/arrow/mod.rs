//! Arrow columns in and out, by its C data interface: three structs that producer and consumer
//! agree on, and no library on either side.
//!
//! [`ColumnType`] reads a schema, and then the keys or numbers of each array of it. Whatever can be
//! known of an array is checked before it is read: released parts, null pointers, lengths and
//! offsets, the number of buffers, and by [`copartition::Keys`] each offset and view. How long a
//! buffer is the interface does not tell, but for those that views point to. [`Numbers`] is the
//! column that goes out.

mod blocks;
pub(crate) mod c_data;
mod capsule;
mod column_type;
mod export;
mod rows;

pub(crate) use blocks::{Blocks, Kind};
pub(crate) use capsule::{Arrays, put};
pub(crate) use column_type::ColumnType;
pub(crate) use export::Numbers;
