//! The expressions of the Polars plugin, which Polars finds in this shared object by name.
//!
//! Its interface 0.1 (`src/version_0.rs` of polars-ffi 0.55.2, and what calls it in
//! `src/plans/aexpr/function_expr/plugin.rs` of polars-plan) is plain C around Arrow's structs, so
//! that no release of the polars crate has to match the user's Polars. An expression is two
//! functions: one for the field of its result, and one for its series. It gets the keys and then
//! its settings as texts of one row, for other arguments come pickled. Nothing of Python runs here:
//! Polars calls from its own threads, without the GIL.

use std::cell::RefCell;
use std::ffi::{CString, c_char, c_void};
use std::mem::ManuallyDrop;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::ptr;
use std::sync::Arc;

use copartition::key::KeyFormat;
use copartition::{Error, Keys, PartitionCount, Partitioner};

use crate::arrow::c_data::{ArrowArray, ArrowSchema, CData};
use crate::arrow::{ColumnType, Numbers};

/// A series as Polars hands it over: its field, and an array for each of its chunks.
///
/// Whoever gets one takes the arrays out of their boxes, and then releases it: the boxes.
#[repr(C)]
struct SeriesExport {
    field: *mut ArrowSchema,
    arrays: *mut *mut ArrowArray,
    len: usize,
    release: Option<unsafe extern "C" fn(*mut SeriesExport)>,
    /// Polars takes NULL for a failure.
    private_data: *mut c_void,
}

/// Returns the version of the interface: its major number above 16 bits of the minor one.
#[unsafe(no_mangle)]
extern "C" fn _polars_plugin_get_version() -> u32 {
    1
}

/// Returns why the last call on this thread failed; the text lives until the next one fails.
#[unsafe(no_mangle)]
extern "C" fn _polars_plugin_get_last_error_message() -> *const c_char {
    LAST_ERROR.with_borrow(|text| text.as_ptr())
}

thread_local! {
    static LAST_ERROR: RefCell<CString> = RefCell::default();
}

/// `partition(keys, partitions, partitioner[, key_format])`.
///
/// # Safety
///
/// Polars' own call.
#[unsafe(no_mangle)]
unsafe extern "C" fn _polars_plugin_copartition_partition(
    inputs: *const SeriesExport,
    count: usize,
    _kwargs: *const u8,
    _kwargs_len: usize,
    out: *mut SeriesExport,
    _context: *const c_void,
) {
    // SAFETY: the caller's.
    unsafe { PARTITION.call(inputs, count, out) }
}

/// The field of `partition`.
///
/// # Safety
///
/// Polars' own call.
#[unsafe(no_mangle)]
unsafe extern "C" fn _polars_plugin_field_copartition_partition(
    fields: *const ArrowSchema,
    count: usize,
    out: *mut ArrowSchema,
    _kwargs: *const u8,
    _kwargs_len: usize,
) {
    // SAFETY: the caller's.
    unsafe { PARTITION.describe(fields, count, out) }
}

/// `murmur2(keys[, key_format])`.
///
/// # Safety
///
/// Polars' own call.
#[unsafe(no_mangle)]
unsafe extern "C" fn _polars_plugin_copartition_murmur2(
    inputs: *const SeriesExport,
    count: usize,
    _kwargs: *const u8,
    _kwargs_len: usize,
    out: *mut SeriesExport,
    _context: *const c_void,
) {
    // SAFETY: the caller's.
    unsafe { MURMUR2.call(inputs, count, out) }
}

/// The field of `murmur2`.
///
/// # Safety
///
/// Polars' own call.
#[unsafe(no_mangle)]
unsafe extern "C" fn _polars_plugin_field_copartition_murmur2(
    fields: *const ArrowSchema,
    count: usize,
    out: *mut ArrowSchema,
    _kwargs: *const u8,
    _kwargs_len: usize,
) {
    // SAFETY: the caller's.
    unsafe { MURMUR2.describe(fields, count, out) }
}

/// An expression: what it makes of a chunk of keys.
struct Function {
    /// How many settings it has; one more is the key format.
    settings: usize,
    of: fn(&Keys<'_>, &[String]) -> Result<Numbers, Error>,
    of_none: fn() -> Numbers,
}

const PARTITION: Function =
    Function { settings: 2, of: place, of_none: || Numbers::partitions(Vec::new()) };

const MURMUR2: Function =
    Function { settings: 0, of: hash, of_none: || Numbers::hashes(Vec::new(), &[]) };

fn place(keys: &Keys<'_>, settings: &[String]) -> Result<Numbers, Error> {
    let [count, name, ..] = settings else {
        return Err(Error::column("a partition count and a partitioner are wanted"));
    };
    let n: i64 = count.parse().map_err(|_| Error::partition_count(count))?;
    let mut partitions = vec![0; keys.len()];
    let n = PartitionCount::try_from(n)?;
    Partitioner::named(name)?.place_batch(keys, n, &mut partitions)?;
    Ok(Numbers::partitions(partitions))
}

fn hash(keys: &Keys<'_>, _settings: &[String]) -> Result<Numbers, Error> {
    let mut hashes = vec![0; keys.len()];
    Partitioner::named("murmur2")?.hash_batch(keys, &mut hashes)?;
    let is_there = |row| !keys.may_be_missing() || keys.get(row).is_some();
    let are_there: Vec<bool> = (0..keys.len()).map(is_there).collect();
    let bits = hashes.into_iter().map(u32::cast_signed).collect();
    Ok(Numbers::hashes(bits, &are_there))
}

impl Function {
    /// Writes the series of the result, or leaves `out` as it is and keeps the error.
    ///
    /// # Safety
    ///
    /// `inputs` are so many series, which are this call's from now on; `out` can be written.
    unsafe fn call(&self, inputs: *const SeriesExport, count: usize, out: *mut SeriesExport) {
        let answer = || {
            // SAFETY: the caller's: each is read once, and Polars forgets its own.
            let series = (0..count).map(|index| unsafe { Series::take(inputs.add(index)) });
            // All of them before the first error, or the others would never be released.
            let series: Vec<_> = series.collect();
            let series = series.into_iter().collect::<Result<Vec<_>, _>>()?;
            self.evaluate(&series)
        };
        if let Some(series) = kept(answer) {
            // SAFETY: the caller's. What is there is Polars' empty one, with nothing to release.
            unsafe { ptr::write(out, series) };
        }
    }

    /// Writes the field of the result, which has the name of the keys' column.
    ///
    /// # Safety
    ///
    /// `fields` are so many schemas, which stay Polars' own; `out` can be written.
    unsafe fn describe(&self, fields: *const ArrowSchema, count: usize, out: *mut ArrowSchema) {
        let answer = || {
            // SAFETY: the caller's.
            let field = unsafe { fields.as_ref() }.filter(|_| count > 0).ok_or_else(no_keys)?;
            ColumnType::plain(field, NAME)?;
            Ok((self.of_none)().schema(&name_of(field)))
        };
        if let Some(field) = kept(answer) {
            // SAFETY: the caller's. What is there is Polars' empty one, with nothing to release.
            unsafe { ptr::write(out, field) };
        }
    }

    fn evaluate(&self, series: &[Series]) -> Result<SeriesExport, Error> {
        let (keys, settings) = series.split_first().ok_or_else(no_keys)?;
        let column = ColumnType::plain(keys.field()?, NAME)?;
        let mut chunks = Vec::with_capacity(keys.chunks.len());
        for chunk in &keys.chunks {
            if column.len(chunk)? > 0 {
                chunks.push(chunk);
            }
        }
        let answers = if chunks.is_empty() {
            // Polars may make the settings as empty as the keys are.
            vec![(self.of_none)()]
        } else {
            let settings = settings.iter().map(Series::text).collect::<Result<Vec<_>, _>>()?;
            let format = settings.get(self.settings).map(|name| key_format(name)).transpose()?;
            let answer = |keys: &Keys<'_>| (self.of)(keys, &settings);
            let answers = chunks.iter().map(|it| column.with_keys(it, format, NAME, answer));
            answers.collect::<Result<_, _>>()?
        };
        let field = (self.of_none)().schema(&name_of(keys.field()?));
        Ok(SeriesExport::new(field, answers))
    }
}

/// What messages call the keys.
const NAME: &str = "keys";

fn key_format(name: &str) -> Result<KeyFormat, Error> {
    KeyFormat::named(name)
        .ok_or_else(|| Error::argument_type("key_format", "a key format's name", name))
}

#[cold]
fn no_keys() -> Error {
    Error::column("a column of keys is wanted")
}

fn name_of(field: &ArrowSchema) -> CString {
    // It comes from a C string: there is no NUL in it.
    CString::new(field.name()).unwrap_or_default()
}

/// A series that Polars has handed over.
struct Series {
    // They are dropped in this order: what a chunk holds lives no longer than the export.
    chunks: Vec<ArrowArray>,
    export: Released,
}

/// Releases the boxes of an export, whose arrays are somebody else's.
struct Released(SeriesExport);

impl Drop for Released {
    fn drop(&mut self) {
        if let Some(release) = self.0.release {
            // SAFETY: Polars' own callback, called once.
            unsafe { release(&raw mut self.0) };
        }
    }
}

impl Series {
    /// # Safety
    ///
    /// `given` is a series that Polars has filled and forgets.
    unsafe fn take(given: *const SeriesExport) -> Result<Self, Error> {
        // SAFETY: the caller's.
        let export = Released(unsafe { ptr::read(given) });
        // SAFETY: Polars' own export has so many arrays, each in a box of its own.
        let chunk = |index| unsafe { ArrowArray::take(*export.0.arrays.add(index)) };
        let chunks = (0..export.0.len).map(chunk).collect::<Vec<_>>();
        let chunks = chunks.into_iter().collect::<Result<_, _>>()?;
        Ok(Self { chunks, export })
    }

    fn field(&self) -> Result<&ArrowSchema, Error> {
        // SAFETY: Polars' own export has a field, which lives until the export is released.
        let field = unsafe { self.export.0.field.as_ref() };
        field.ok_or_else(|| Error::column("the Polars series has no field"))
    }

    /// Returns the text of the first row, which a literal has.
    fn text(&self) -> Result<String, Error> {
        let column = ColumnType::plain(self.field()?, "setting")?;
        for chunk in self.chunks.iter() {
            let text = column.with_keys(chunk, None, "setting", |texts| {
                Ok(texts.get(0).map(|text| String::from_utf8_lossy(&text).into_owned()))
            })?;
            if let Some(text) = text {
                return Ok(text);
            }
        }
        Err(Error::argument_type("setting", "text", "none"))
    }
}

/// What an exported series points to.
struct Lent {
    field: ArrowSchema,
    arrays: Vec<*mut ArrowArray>,
}

impl SeriesExport {
    /// Lends the chunks, of which there is one at least, to Polars.
    fn new(field: ArrowSchema, chunks: Vec<Numbers>) -> Self {
        let len = chunks.len();
        let array = |chunk: Numbers| Box::into_raw(Box::new(Arc::new(chunk).array()));
        let arrays = chunks.into_iter().map(array).collect();
        let lent = Box::into_raw(Box::new(Lent { field, arrays }));
        // SAFETY: it was made above and lives until it is released.
        let (field, arrays) = unsafe { (&raw mut (*lent).field, (*lent).arrays.as_mut_ptr()) };
        Self { field, arrays, len, release: Some(release_series), private_data: lent.cast() }
    }
}

/// # Safety
///
/// Polars calls it once, with a series that [`SeriesExport::new`] made and whose arrays it took.
unsafe extern "C" fn release_series(series: *mut SeriesExport) {
    // SAFETY: the caller's; the boxes are those that were given away there.
    unsafe {
        let lent = Box::<Lent>::from_raw((*series).private_data.cast());
        for array in &lent.arrays {
            drop(Box::<ManuallyDrop<ArrowArray>>::from_raw(array.cast()));
        }
        (*series).release = None;
    }
}

/// Returns the answer; without one, why is kept for Polars to ask.
fn kept<T>(answer: impl FnOnce() -> Result<T, Error>) -> Option<T> {
    // Polars has words of its own for this text.
    let panicked = |_| Err(c"PANIC".into());
    let answered = catch_unwind(AssertUnwindSafe(answer)).map(|it| it.map_err(|why| text_of(&why)));
    match answered.unwrap_or_else(panicked) {
        Ok(answer) => Some(answer),
        Err(text) => {
            LAST_ERROR.set(text);
            None
        }
    }
}

fn text_of(error: &Error) -> CString {
    CString::new(error.to_string().replace('\0', "\\0")).unwrap_or_default()
}
