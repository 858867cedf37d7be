use std::fs::File;
use std::panic::{AssertUnwindSafe, catch_unwind};

use copartition::key::KeyFormat;
use parquet::basic::{ConvertedType, LogicalType, TimeUnit, Type};
use parquet::column::reader::{ColumnReader, ColumnReaderImpl};
use parquet::data_type::{
    BoolType, ByteArrayType, DataType, DoubleType, FixedLenByteArrayType, FloatType, Int32Type,
    Int64Type, Int96Type,
};
use parquet::errors::ParquetError;
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::schema::types::ColumnDescriptor;

use super::labels::Labels;
use super::{Batch, By, Fields, LogEntry, Source, fields};
use crate::Error;

/// Rows of a Parquet file, of which only the named columns are read.
pub(super) struct Parquet {
    name: String,
    reader: SerializedFileReader<File>,
    fields: Fields,
    columns: [Option<Column>; COLUMNS],
    labels: Labels,
    /// The next row group, the rows that are left of this one, and how many are read at once.
    group: usize,
    left: usize,
    step: usize,
    /// The last row that was given, from 1.
    row: u64,
}

/// Key, partition, weight, offset, timestamp, value and label.
const COLUMNS: usize = 7;

/// A wanted column, and the rows of it that were read last.
struct Column {
    field: String,
    at: usize,
    time_unit: Option<TimeUnit>,
    /// The level of a value that is there; below it is none.
    defined: i16,
    reader: Option<ColumnReader>,
    levels: Vec<i16>,
    values: Vec<Cell>,
}

/// A value of a column.
#[derive(Clone, Debug)]
enum Cell {
    Bytes(parquet::data_type::ByteArray),
    Whole(i64),
    Fraction(f64),
    Boolean(bool),
    /// Milliseconds since 1970, as Spark wrote times before it used Parquet's own.
    Time(i64),
}

/// At most so many bytes of rows are held at once, and at most so many rows.
const MOST_BYTES: usize = 4 << 20;
const MOST_ROWS: usize = 4096;

impl Parquet {
    pub(super) fn new(name: &str, file: File, fields: &Fields) -> Result<Self, Error> {
        let key = fields.needed_key(name, "parquet")?.to_string();
        let has_timestamp = fields.timestamp.is_some();
        let labels = Labels::new(fields.by.as_ref(), name, "parquet", |by| match by {
            By::Field(_) => true,
            By::Hour => has_timestamp,
            By::Header(_) | By::ProducerId => false,
        })?;
        let label = match &fields.by {
            Some(By::Field(field)) => Some(field.clone()),
            _ => None,
        };
        let reader = unless_damaged(|| SerializedFileReader::new(file));
        let reader = reader.map_err(|why| malformed(name, &why))?;
        let schema = reader.metadata().file_metadata().schema_descr_ptr();
        let column = |field: String| -> Result<Column, Error> {
            let mut columns = schema.columns().iter().enumerate();
            let Some((at, column)) = columns.find(|(_, column)| column.path().string() == field)
            else {
                let columns = schema.columns().iter();
                let columns: Vec<_> = columns.map(|column| column.path().string()).collect();
                let columns = columns.join(", ");
                let why = format_args!("file must have a column {field}, got {columns}");
                return Err(Error::of(name, why));
            };
            if column.max_rep_level() > 0 {
                let why = format_args!("column {field} must hold one value a row, got a list");
                return Err(Error::of(name, why));
            }
            Ok(Column {
                field,
                at,
                time_unit: time_unit(column),
                defined: column.max_def_level(),
                reader: None,
                levels: Vec::new(),
                values: Vec::new(),
            })
        };
        let named = |field: Option<String>| field.map(column).transpose();
        let columns = [
            named(Some(key))?,
            named(fields.partition.clone())?,
            named(fields.weight.clone())?,
            named(fields.offset.clone())?,
            named(fields.timestamp.clone())?,
            named(fields.value.clone())?,
            named(label)?,
        ];
        Ok(Self {
            name: name.into(),
            reader,
            fields: fields.clone(),
            columns,
            labels,
            group: 0,
            left: 0,
            step: 1,
            row: 0,
        })
    }

    /// Starts the next row group; `false` at the end.
    fn start_group(&mut self) -> Result<bool, ParquetError> {
        if self.group == self.reader.num_row_groups() {
            return Ok(false);
        }
        let group = self.reader.get_row_group(self.group)?;
        let metadata = group.metadata();
        self.left = usize::try_from(metadata.num_rows()).unwrap_or(0);
        let mut bytes = 0;
        for column in self.columns.iter_mut().flatten() {
            let chunk = metadata.column(column.at);
            let starts = [chunk.dictionary_page_offset(), Some(chunk.data_page_offset())];
            let sizes = [Some(chunk.compressed_size())];
            // The crate would end the process, or its caller.
            if starts.iter().chain(&sizes).flatten().any(|number| *number < 0) {
                return Err(ParquetError::General("a negative size".into()));
            }
            column.reader = Some(group.get_column_reader(column.at)?);
            let size = chunk.uncompressed_size();
            bytes += usize::try_from(size).unwrap_or(0);
        }
        let row_bytes = bytes / self.left.max(1) + 1;
        self.step = (MOST_BYTES / row_bytes).clamp(1, MOST_ROWS);
        self.group += 1;
        Ok(true)
    }

    /// Gives the rows that were read last.
    fn push(&mut self, rows: usize, batch: &mut Batch) -> Result<(), String> {
        let mut taken = [0; COLUMNS];
        for at in 0..rows {
            let mut cells: [Option<&Cell>; COLUMNS] = [None; COLUMNS];
            for ((cell, taken), column) in cells.iter_mut().zip(&mut taken).zip(&self.columns) {
                *cell = column.as_ref().and_then(|column| column.cell(at, taken));
            }
            self.row += 1;
            let [key, partition, weight, offset, timestamp, value, label] = cells;
            let [_, partition_column, weight_column, offset_column, timestamp_column, ..] =
                &self.columns;
            let valid = match key {
                None => false,
                Some(key) => key_into(key, &self.fields, batch)?,
            };
            let partition = number(partition, partition_column, fields::partition_wanted)?;
            let weight = match (weight_column, weight) {
                (None, _) => 1,
                (Some(column), None) => {
                    return Err(format!("{}, got null", fields::weight_wanted(&column.field)));
                }
                (Some(_), weight) => {
                    number(weight, weight_column, fields::weight_wanted)?.unwrap_or(1)
                }
            };
            let timestamp = match (timestamp, timestamp_column) {
                (Some(cell), Some(column)) => column.timestamp(cell)?,
                _ => None,
            };
            let is_asked = self.fields.value.is_some();
            let value_bytes = match value {
                Some(Cell::Bytes(bytes)) => Some(bytes.len() as u64),
                Some(_) => None,
                None => is_asked.then_some(0),
            };
            let label = match label {
                None => self.labels.of(timestamp, None, None),
                Some(Cell::Bytes(bytes)) => self.labels.of(timestamp, None, Some(bytes.data())),
                Some(other) => self.labels.of(timestamp, None, Some(other.text().as_bytes())),
            };
            let log = LogEntry {
                offset: number(offset, offset_column, fields::offset_wanted)?,
                timestamp,
                value_bytes,
                tombstone: is_asked.then_some(value.is_none()),
                producer_id: None,
                label,
            };
            batch.push(valid, partition, weight, self.row, log);
        }
        Ok(())
    }
}

impl Source for Parquet {
    fn name(&self) -> &str {
        &self.name
    }

    fn read(&mut self, batch: &mut Batch) -> Result<bool, Error> {
        batch.clear();
        if self.left == 0 {
            let started = unless_damaged(|| self.start_group());
            if !started.map_err(|why| malformed(&self.name, &why))? {
                return Ok(false);
            }
        }
        let rows = self.left.min(self.step);
        for column in self.columns.iter_mut().flatten() {
            let read = unless_damaged(|| column.read(rows));
            let read = read.map_err(|why| malformed(&self.name, &why))?;
            if read != rows {
                let field = &column.field;
                let why = format_args!("column {field} must have {rows} more rows, got {read}");
                return Err(Error::at(&self.name, self.row + 1, why));
            }
        }
        self.left -= rows;
        self.push(rows, batch).map_err(|why| Error::at(&self.name, self.row, why))?;
        Ok(true)
    }

    fn labels(&self) -> &[String] {
        self.labels.texts()
    }
}

impl Column {
    /// Reads the next rows, and gives how many there were.
    fn read(&mut self, rows: usize) -> Result<usize, ParquetError> {
        let Self { reader, levels, values, .. } = self;
        levels.clear();
        values.clear();
        let Some(reader) = reader else {
            return Ok(0);
        };
        match reader {
            ColumnReader::BoolColumnReader(it) => {
                read::<BoolType>(it, rows, levels, values, Cell::Boolean)
            }
            ColumnReader::Int32ColumnReader(it) => {
                read::<Int32Type>(it, rows, levels, values, |value| Cell::Whole(value.into()))
            }
            ColumnReader::Int64ColumnReader(it) => {
                read::<Int64Type>(it, rows, levels, values, Cell::Whole)
            }
            ColumnReader::Int96ColumnReader(it) => {
                read::<Int96Type>(it, rows, levels, values, |value| Cell::Time(value.to_millis()))
            }
            ColumnReader::FloatColumnReader(it) => {
                read::<FloatType>(it, rows, levels, values, |value| Cell::Fraction(value.into()))
            }
            ColumnReader::DoubleColumnReader(it) => {
                read::<DoubleType>(it, rows, levels, values, Cell::Fraction)
            }
            ColumnReader::ByteArrayColumnReader(it) => {
                read::<ByteArrayType>(it, rows, levels, values, Cell::Bytes)
            }
            ColumnReader::FixedLenByteArrayColumnReader(it) => {
                read::<FixedLenByteArrayType>(it, rows, levels, values, |value| {
                    Cell::Bytes(value.into())
                })
            }
        }
    }

    /// Returns a row's value; `taken` counts those that were there before it.
    fn cell(&self, row: usize, taken: &mut usize) -> Option<&Cell> {
        if self.defined > 0 && self.levels.get(row) != Some(&self.defined) {
            return None;
        }
        *taken += 1;
        self.values.get(*taken - 1)
    }

    fn timestamp(&self, cell: &Cell) -> Result<Option<i64>, String> {
        let is_time = |time: &i64| *time >= 0;
        match cell {
            Cell::Time(milliseconds) => Ok(Some(*milliseconds).filter(is_time)),
            Cell::Whole(time) => Ok(Some(match self.time_unit {
                Some(TimeUnit::MICROS) => time.div_euclid(1000),
                Some(TimeUnit::NANOS) => time.div_euclid(1_000_000),
                Some(TimeUnit::MILLIS) | None => *time,
            })
            .filter(is_time)),
            Cell::Bytes(text) => fields::timestamp(text.data()).map_err(|()| self.not_time(cell)),
            Cell::Fraction(_) | Cell::Boolean(_) => Err(self.not_time(cell)),
        }
    }

    #[cold]
    fn not_time(&self, cell: &Cell) -> String {
        format!("{}, got {}", fields::timestamp_wanted(&self.field), cell.shown())
    }
}

impl Cell {
    fn text(&self) -> String {
        match self {
            Self::Bytes(bytes) => String::from_utf8_lossy(bytes.data()).into_owned(),
            Self::Whole(number) | Self::Time(number) => number.to_string(),
            Self::Fraction(number) => format!("{number:e}"),
            Self::Boolean(value) => value.to_string(),
        }
    }

    fn shown(&self) -> String {
        match self {
            Self::Bytes(_) => format!("{:?}", self.text()),
            other => other.text(),
        }
    }
}

fn read<T: DataType>(
    reader: &mut ColumnReaderImpl<T>,
    rows: usize,
    levels: &mut Vec<i16>,
    values: &mut Vec<Cell>,
    cell: fn(T::T) -> Cell,
) -> Result<usize, ParquetError> {
    let mut typed = Vec::new();
    let (read, _, _) = reader.read_records(rows, Some(levels), None, &mut typed)?;
    values.extend(typed.into_iter().map(cell));
    Ok(read)
}

/// Bytes are the key as a text is, and a number or a boolean only where the key format says which
/// bytes it stands for.
fn key_into(key: &Cell, fields: &Fields, batch: &mut Batch) -> Result<bool, String> {
    use KeyFormat::{Boolean, Double, Float, Int, KafkajsNumber, Long, Short};
    let text = match (key, fields.key_format) {
        (Cell::Bytes(bytes), _) => {
            return fields.key_into(bytes.data(), batch).map_err(|why| why.to_string());
        }
        (Cell::Whole(_), Int | Long | Short | Float | Double | KafkajsNumber)
        | (Cell::Fraction(_), Float | Double | KafkajsNumber)
        | (Cell::Boolean(_), Boolean) => key.text(),
        _ => {
            let wanted = "bytes or text, or a number or boolean with a key format of its kind";
            return Err(copartition::Error::key_type(wanted, key.shown()).to_string());
        }
    };
    fields.key_into(text.as_bytes(), batch).map_err(|why| why.to_string())
}

fn number<N: TryFrom<i64>>(
    cell: Option<&Cell>,
    column: &Option<Column>,
    wanted: fn(&str) -> String,
) -> Result<Option<N>, String> {
    let (Some(cell), Some(column)) = (cell, column) else {
        return Ok(None);
    };
    let number = match cell {
        Cell::Whole(number) => N::try_from(*number).ok(),
        _ => None,
    };
    number.map(Some).ok_or_else(|| format!("{}, got {}", wanted(&column.field), cell.shown()))
}

/// What a column of times counts; others count milliseconds, as Kafka does.
fn time_unit(column: &ColumnDescriptor) -> Option<TimeUnit> {
    if column.physical_type() != Type::INT64 {
        return None;
    }
    match (column.logical_type_ref(), column.converted_type()) {
        (Some(LogicalType::Timestamp(time)), _) => Some(time.unit),
        (_, ConvertedType::TIMESTAMP_MICROS) => Some(TimeUnit::MICROS),
        _ => None,
    }
}

/// Turns a panic of the Parquet crate into an error: it has some for damaged files (60.1.0). What was
/// read into is not used again.
fn unless_damaged<T>(read: impl FnOnce() -> Result<T, ParquetError>) -> Result<T, ParquetError> {
    let damaged = |_| Err(ParquetError::General("it is damaged".into()));
    catch_unwind(AssertUnwindSafe(read)).unwrap_or_else(damaged)
}

#[cold]
fn malformed(name: &str, why: &ParquetError) -> Error {
    let why = why.to_string();
    let why = why.strip_prefix("Parquet error: ").unwrap_or(&why);
    Error::of(name, format_args!("file must be Parquet, got a malformed one: {why}"))
}
