//! Vectors and tables of apache-arrow, of any version, known by their properties.

use copartition::Error;

use crate::boundary::Failure;
use crate::chunk::{Array, Chunk, Layout};
use crate::value::Value;
use crate::{key, whole_number};

/// Finds a table's column. Runs the table's code.
///
/// # Errors
///
/// `key_type` when it is no table, or has no such column.
pub(crate) fn child<'env>(table: Value<'env>, column: Value<'env>) -> Result<Value<'env>, Failure> {
    let name = key::read_text(column, "column")?;
    let wanted = "a table, of which column is a part";
    if table.kind()? != "object" {
        return Err(key::unfit_argument("keys", wanted, table));
    }
    let get_child = table.property(c"getChild")?;
    if get_child.kind()? != "function" {
        return Err(key::unfit_argument("keys", wanted, table));
    }
    let child = get_child.call_on(table, &[column])?;
    match child.kind()? {
        "object" => Ok(child),
        _ => {
            let got = format_args!("{name:?}");
            Err(Error::argument_type("column", "the name of a column of the table", got).into())
        }
    }
}

/// Reads a vector's `data`, an array of its pieces.
///
/// # Errors
///
/// `key_type` when it is of a type that has no key bytes, or not as apache-arrow makes it.
pub(crate) fn chunks<'env>(name: &str, data: Value<'env>) -> Result<Vec<Chunk<'env>>, Failure> {
    each(data, |at, piece| chunk(format!("{name}.data[{at}]"), piece, true))
}

/// The numbers of apache-arrow's types, `Type` there.
mod type_id {
    pub(super) const DICTIONARY: i64 = -1;
    pub(super) const NULL: i64 = 1;
    pub(super) const INT: i64 = 2;
    pub(super) const BINARY: i64 = 4;
    pub(super) const UTF8: i64 = 5;
    pub(super) const STRUCT: i64 = 13;
    pub(super) const FIXED_SIZE_BINARY: i64 = 15;
    pub(super) const LARGE_BINARY: i64 = 19;
    pub(super) const LARGE_UTF8: i64 = 20;
    pub(super) const BINARY_VIEW: i64 = 23;
    pub(super) const UTF8_VIEW: i64 = 24;
}

fn chunk<'env>(
    name: String,
    data: Value<'env>,
    may_be_dictionary: bool,
) -> Result<Chunk<'env>, Failure> {
    if data.kind()? != "object" {
        return Err(key::unfit_argument(name, "an object", data));
    }
    let kind = data.property(c"type")?;
    if kind.kind()? != "object" {
        return Err(key::unfit_argument(format_args!("{name}.type"), "an object", kind));
    }
    let number = |value: Value<'env>, what: &str| {
        let range = 0..=u32::MAX.into();
        whole_number::read(value, format_args!("{name}.{what}"), range).map(|it| it as usize)
    };
    let len = number(data.property(c"length")?, "length")?;
    let first = number(data.property(c"offset")?, "offset")?;
    let bits = data.property(c"nullBitmap")?;
    let validity = match bits.kind()? {
        "null" | "undefined" => None,
        _ => Some(((".nullBitmap", bits), first)),
    };
    let values: Array<'_> = (".values", data.property(c"values")?);
    let type_id = kind.property(c"typeId")?.number()?.unwrap_or_default() as i64;
    let layout = match type_id {
        type_id::BINARY | type_id::UTF8 | type_id::LARGE_BINARY | type_id::LARGE_UTF8 => {
            let offsets = (".valueOffsets", data.property(c"valueOffsets")?);
            Layout::Offsets { data: values, offsets }
        }
        type_id::FIXED_SIZE_BINARY => {
            let width = number(kind.property(c"byteWidth")?, "type.byteWidth")?;
            Layout::Fixed { data: values, width }
        }
        type_id::BINARY_VIEW | type_id::UTF8_VIEW => {
            let buffers = data.property(c"variadicBuffers")?;
            let buffers = each(buffers, |_, buffer| Ok((".variadicBuffers", buffer)))?;
            Layout::Views { views: values, buffers }
        }
        type_id::INT => Layout::Numbers(values),
        type_id::NULL => Layout::Missing,
        type_id::DICTIONARY if may_be_dictionary => {
            let dictionary = data.property(c"dictionary")?;
            if dictionary.kind()? != "object" {
                let what = format_args!("{name}.dictionary");
                return Err(key::unfit_argument(what, "an object", dictionary));
            }
            let values_of = |at: u32, piece: Value<'env>| {
                chunk(format!("{name}.dictionary.data[{at}]"), piece, false)
            };
            let keys = each(dictionary.property(c"data")?, values_of)?;
            Layout::Dictionary { indices: values, values: keys }
        }
        type_id::STRUCT => {
            return Err(unfit(&name, "one column, which column names in a table", kind));
        }
        _ => return Err(unfit(&name, "text, bytes or whole numbers", kind)),
    };
    Ok(Chunk { name, layout, len: Some(len), validity })
}

fn each<'env, T>(
    array: Value<'env>,
    read: impl Fn(u32, Value<'env>) -> Result<T, Failure>,
) -> Result<Vec<T>, Failure> {
    let length = array.array_length()?.unwrap_or_default();
    (0..length).map(|at| read(at, array.element(at)?)).collect()
}

/// Says the type as it prints itself.
#[cold]
fn unfit(name: &str, wanted: &str, kind: Value<'_>) -> Failure {
    let printed = kind.printed().map(Option::unwrap_or_default);
    printed.map_or_else(|failure| failure, |got| Error::argument_type(name, wanted, got).into())
}
