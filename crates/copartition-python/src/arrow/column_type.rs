use copartition::Error;

use super::c_data::ArrowSchema;

/// How the values of an Arrow column lie in its buffers.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Layout {
    /// Nothing but missing values.
    Null,
    /// 32-bit offsets and bytes.
    Offsets,
    /// 64-bit offsets and bytes.
    LargeOffsets,
    /// Views of 16 bytes, and buffers that they point to.
    Views,
    /// So many bytes each.
    Fixed(usize),
    /// Whole numbers.
    Whole(WholeType),
}

/// A type of whole numbers.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum WholeType {
    Int8,
    UInt8,
    Int16,
    UInt16,
    Int32,
    UInt32,
    Int64,
    UInt64,
}

/// What the arrays of a schema hold, and which of their columns is meant.
pub(crate) struct ColumnType {
    pub(super) layout: Layout,
    /// The layout of what the values are indices of.
    pub(super) dictionary: Option<Layout>,
    /// The number of the column, and of how many.
    pub(super) child: Option<(usize, usize)>,
}

impl ColumnType {
    /// Reads a schema; `column` names the column of a table, which may have one only without it.
    ///
    /// # Errors
    ///
    /// `key_type` when it is of another type, `offsets` when the schema contradicts itself; `name`
    /// is what messages call the column.
    pub(crate) fn of(
        schema: &ArrowSchema,
        column: Option<&str>,
        name: &str,
    ) -> Result<Self, Error> {
        if schema.format()? != "+s" {
            return match column {
                None => Self::plain(schema, name),
                Some(column) => {
                    let got = format!("column {column:?} of one that has no columns");
                    Err(Error::argument_type(name, "a table where column is given", got))
                }
            };
        }
        let children = schema.children()?;
        let wanted =
            |child: &ArrowSchema| column.is_none_or(|name| child.name() == name.as_bytes());
        let mut found = children.iter().enumerate().filter(|(_, child)| wanted(child));
        match (found.next(), found.next()) {
            (Some((index, child)), None) => {
                Ok(Self { child: Some((index, children.len())), ..Self::plain(child, name)? })
            }
            (first, _) => {
                let names = children.iter().map(|child| String::from_utf8_lossy(child.name()));
                let names = names.map(|name| format!("{name:?}")).collect::<Vec<_>>().join(", ");
                let got = match (column, first) {
                    (Some(column), None) => format!("{column:?} of {names}"),
                    (Some(column), Some(_)) => format!("{column:?}, which is there twice"),
                    (None, _) => format!("a table of {names}"),
                };
                Err(Error::argument_type(name, "one column, which column= names in a table", got))
            }
        }
    }

    /// The same of a column that is no table.
    ///
    /// # Errors
    ///
    /// As [`of`](Self::of).
    pub(crate) fn plain(schema: &ArrowSchema, name: &str) -> Result<Self, Error> {
        let layout = Layout::of(schema, name)?;
        let dictionary = match schema.dictionary()? {
            None => None,
            Some(values)
                if matches!(layout, Layout::Whole(_)) && values.dictionary()?.is_none() =>
            {
                Some(Layout::of(values, name)?)
            }
            Some(_) => return Err(Error::column("the Arrow dictionary has no whole numbers")),
        };
        Ok(Self { layout, dictionary, child: None })
    }
}

impl Layout {
    fn of(schema: &ArrowSchema, name: &str) -> Result<Self, Error> {
        Ok(match schema.format()? {
            "n" => Self::Null,
            "u" | "z" => Self::Offsets,
            "U" | "Z" => Self::LargeOffsets,
            "vu" | "vz" => Self::Views,
            "c" => Self::Whole(WholeType::Int8),
            "C" => Self::Whole(WholeType::UInt8),
            "s" => Self::Whole(WholeType::Int16),
            "S" => Self::Whole(WholeType::UInt16),
            "i" => Self::Whole(WholeType::Int32),
            "I" => Self::Whole(WholeType::UInt32),
            "l" => Self::Whole(WholeType::Int64),
            "L" => Self::Whole(WholeType::UInt64),
            format => {
                let width = format.strip_prefix("w:").and_then(|width| width.parse::<i32>().ok());
                match width.and_then(|width| usize::try_from(width).ok()) {
                    Some(width) => Self::Fixed(width),
                    None => {
                        let wanted = "a column of text, bytes or whole numbers";
                        let got = format!("one of Arrow format {format:?}");
                        return Err(Error::argument_type(name, wanted, got));
                    }
                }
            }
        })
    }

    /// Tells whether an array of this layout has so many buffers.
    pub(super) fn has_buffers(self, count: usize) -> bool {
        match self {
            // Early ones had a bitmap.
            Self::Null => count <= 1,
            Self::Offsets | Self::LargeOffsets => count == 3,
            Self::Views => count >= 3,
            Self::Fixed(_) | Self::Whole(_) => count == 2,
        }
    }
}
