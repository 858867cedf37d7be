//! The three structs of Arrow's C data and stream interfaces, each released once by whoever holds it.

use std::ffi::{CStr, c_char, c_int, c_void};
use std::mem::MaybeUninit;
use std::ptr;

use copartition::Error;

/// What a column is: its format, its children, its dictionary.
#[repr(C)]
pub(crate) struct ArrowSchema {
    pub(crate) format: *const c_char,
    pub(crate) name: *const c_char,
    pub(crate) metadata: *const c_char,
    pub(crate) flags: i64,
    pub(crate) n_children: i64,
    pub(crate) children: *mut *mut ArrowSchema,
    pub(crate) dictionary: *mut ArrowSchema,
    pub(crate) release: Option<unsafe extern "C" fn(*mut ArrowSchema)>,
    pub(crate) private_data: *mut c_void,
}

/// What a column holds.
#[repr(C)]
pub(crate) struct ArrowArray {
    pub(crate) length: i64,
    pub(crate) null_count: i64,
    pub(crate) offset: i64,
    pub(crate) n_buffers: i64,
    pub(crate) n_children: i64,
    pub(crate) buffers: *mut *const c_void,
    pub(crate) children: *mut *mut ArrowArray,
    pub(crate) dictionary: *mut ArrowArray,
    pub(crate) release: Option<unsafe extern "C" fn(*mut ArrowArray)>,
    pub(crate) private_data: *mut c_void,
}

/// Columns of one schema, one behind the other.
#[repr(C)]
pub(crate) struct ArrowArrayStream {
    get_schema: Option<unsafe extern "C" fn(*mut ArrowArrayStream, *mut ArrowSchema) -> c_int>,
    get_next: Option<unsafe extern "C" fn(*mut ArrowArrayStream, *mut ArrowArray) -> c_int>,
    get_last_error: Option<unsafe extern "C" fn(*mut ArrowArrayStream) -> *const c_char>,
    release: Option<unsafe extern "C" fn(*mut ArrowArrayStream)>,
    private_data: *mut c_void,
}

/// One of the three.
pub(crate) trait CData: Sized {
    /// What Python calls the capsule that holds one.
    const CAPSULE: &'static CStr;

    /// Its name in messages.
    const NAME: &'static str;

    /// Tells whether it was released, or moved to somebody else.
    fn is_released(&self) -> bool;

    /// Marks it as moved: whoever holds this one has nothing to release.
    fn forget(&mut self);

    /// Moves what a producer holds.
    ///
    /// # Errors
    ///
    /// `offsets` when it was released before.
    ///
    /// # Safety
    ///
    /// `given` points to one that the producer has filled and that nobody else uses meanwhile.
    unsafe fn take(given: *mut Self) -> Result<Self, Error> {
        // SAFETY: the caller's; the copy is the only one that is still valid after this.
        let taken = unsafe {
            let taken = ptr::read(given);
            (*given).forget();
            taken
        };
        if taken.is_released() {
            return Err(Error::column(format_args!("the Arrow {} was released", Self::NAME)));
        }
        Ok(taken)
    }
}

macro_rules! c_data {
    ($struct:ident, $capsule:literal, $name:literal) => {
        impl CData for $struct {
            const CAPSULE: &'static CStr = $capsule;
            const NAME: &'static str = $name;

            fn is_released(&self) -> bool {
                self.release.is_none()
            }

            fn forget(&mut self) {
                self.release = None;
            }
        }

        impl Drop for $struct {
            fn drop(&mut self) {
                if let Some(release) = self.release.take() {
                    // The callback finds it in itself, as producers expect.
                    self.release = Some(release);
                    // SAFETY: the producer's own callback, called once: this value is gone after it.
                    unsafe { release(self) };
                }
            }
        }

        // SAFETY: the interface lets any one thread use and release it.
        unsafe impl Send for $struct {}
    };
}

c_data!(ArrowSchema, c"arrow_schema", "schema");
c_data!(ArrowArray, c"arrow_array", "array");
c_data!(ArrowArrayStream, c"arrow_array_stream", "stream");

// SAFETY: nothing changes behind a shared reference but by the producer, who has given it away.
unsafe impl Sync for ArrowSchema {}

impl ArrowSchema {
    /// Returns the format's text.
    pub(crate) fn format(&self) -> Result<&str, Error> {
        if self.format.is_null() {
            return Err(Error::column("the Arrow schema has no format"));
        }
        // SAFETY: the producer's text, which lives and ends with the schema.
        let format = unsafe { CStr::from_ptr(self.format) };
        format.to_str().map_err(|_| Error::column("the Arrow schema has a format that is no text"))
    }

    /// Returns the column's name; empty where it has none.
    pub(crate) fn name(&self) -> &[u8] {
        if self.name.is_null() {
            return &[];
        }
        // SAFETY: as the format's.
        unsafe { CStr::from_ptr(self.name) }.to_bytes()
    }

    /// Returns the children.
    pub(crate) fn children(&self) -> Result<Vec<&ArrowSchema>, Error> {
        // SAFETY: the producer says so many.
        unsafe { children(self.n_children, self.children) }
    }

    /// Returns what the indices stand for, where they are indices.
    pub(crate) fn dictionary(&self) -> Result<Option<&ArrowSchema>, Error> {
        // SAFETY: the producer's, and alive as long as the schema.
        unsafe { self.dictionary.as_ref() }.map(living).transpose()
    }
}

impl ArrowArray {
    /// Returns the children.
    pub(crate) fn children(&self) -> Result<Vec<&ArrowArray>, Error> {
        // SAFETY: the producer says so many.
        unsafe { children(self.n_children, self.children) }
    }

    /// Returns what the indices stand for, where they are indices.
    pub(crate) fn dictionary(&self) -> Result<Option<&ArrowArray>, Error> {
        // SAFETY: the producer's, and alive as long as the array.
        unsafe { self.dictionary.as_ref() }.map(living).transpose()
    }
}

impl ArrowArrayStream {
    /// Asks for the schema of every array.
    pub(crate) fn schema(&mut self) -> Result<ArrowSchema, Error> {
        let get = self.get_schema.ok_or_else(|| Error::column("the Arrow stream has no schema"))?;
        self.ask(get)?.ok_or_else(|| Error::column("the Arrow schema was released"))
    }

    /// Asks for the next array; `None` after the last one.
    pub(crate) fn next_array(&mut self) -> Result<Option<ArrowArray>, Error> {
        let get = self.get_next.ok_or_else(|| Error::column("the Arrow stream has no arrays"))?;
        self.ask(get)
    }

    fn ask<T: CData>(
        &mut self,
        get: unsafe extern "C" fn(*mut Self, *mut T) -> c_int,
    ) -> Result<Option<T>, Error> {
        // All zeros: a producer that writes nothing has given one that is released.
        let mut asked = MaybeUninit::<T>::zeroed();
        // SAFETY: the producer's own function, on its stream.
        let failed = unsafe { get(self, asked.as_mut_ptr()) };
        if failed != 0 {
            // What a failed call wrote is not ours to release.
            return Err(Error::column(format_args!(
                "the Arrow stream failed with {failed}{}",
                self.last_error()
            )));
        }
        // SAFETY: zeros are null pointers, no callback and 0, and the producer writes valid ones.
        let asked = unsafe { asked.assume_init() };
        Ok((!asked.is_released()).then_some(asked))
    }

    fn last_error(&mut self) -> String {
        let Some(get) = self.get_last_error else {
            return String::new();
        };
        // SAFETY: the producer's own function, on its stream, right after it failed; the text lives
        // until the stream's next call.
        unsafe {
            let text = get(self);
            if text.is_null() {
                return String::new();
            }
            format!(": {}", CStr::from_ptr(text).to_string_lossy())
        }
    }
}

/// # Safety
///
/// `pointers` is NULL, or points to `count` pointers that are NULL or valid while the parent is.
unsafe fn children<'a, T: CData>(count: i64, pointers: *mut *mut T) -> Result<Vec<&'a T>, Error> {
    let count = usize::try_from(count)
        .map_err(|_| Error::column(format_args!("the Arrow {} has {count} children", T::NAME)))?;
    if count == 0 {
        return Ok(Vec::new());
    }
    if pointers.is_null() {
        return Err(Error::column(format_args!("the children of the Arrow {} are NULL", T::NAME)));
    }
    (0..count)
        .map(|index| {
            // SAFETY: the caller's.
            let child = unsafe { (*pointers.add(index)).as_ref() };
            living(child.ok_or_else(|| {
                Error::column(format_args!("child {index} of the Arrow {} is NULL", T::NAME))
            })?)
        })
        .collect()
}

fn living<T: CData>(part: &T) -> Result<&T, Error> {
    if part.is_released() {
        return Err(Error::column(format_args!("a part of the Arrow {} was released", T::NAME)));
    }
    Ok(part)
}
