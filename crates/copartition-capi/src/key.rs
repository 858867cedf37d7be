use core::ffi::c_char;

use copartition::key;

use crate::cop_status;

/// Writes what Java's `ShortSerializer` does: two bytes, big-endian.
///
/// Returns COP_STATUS_OK, or COP_STATUS_NULL_POINTER when `out` is NULL.
/// cbindgen:ptrs-as-arrays=[[out;2]]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cop_key_i16(value: i16, out: *mut u8) -> cop_status {
    // SAFETY: the caller passes NULL or two writable bytes.
    unsafe { write(key::short(value), out) }
}

/// Writes what Java's and confluent_kafka's `IntegerSerializer` do: four bytes, big-endian.
///
/// Returns COP_STATUS_OK, or COP_STATUS_NULL_POINTER when `out` is NULL.
/// cbindgen:ptrs-as-arrays=[[out;4]]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cop_key_i32(value: i32, out: *mut u8) -> cop_status {
    // SAFETY: the caller passes NULL or four writable bytes.
    unsafe { write(key::int(value), out) }
}

/// Writes what Java's `LongSerializer` does: eight bytes, big-endian.
///
/// The same eight bytes, of milliseconds since 1970, are the times behind the inner key of Kafka
/// Streams' windowed keys: the start of a time window; the end and then the start of a session.
///
/// Returns COP_STATUS_OK, or COP_STATUS_NULL_POINTER when `out` is NULL.
/// cbindgen:ptrs-as-arrays=[[out;8]]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cop_key_i64(value: i64, out: *mut u8) -> cop_status {
    // SAFETY: the caller passes NULL or eight writable bytes.
    unsafe { write(key::long(value), out) }
}

/// Writes what Java's `FloatSerializer` does: the four bytes of the number, big-endian.
///
/// A NaN keeps its payload, and -0.0 is not 0.0.
///
/// Returns COP_STATUS_OK, or COP_STATUS_NULL_POINTER when `out` is NULL.
/// cbindgen:ptrs-as-arrays=[[out;4]]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cop_key_f32(value: f32, out: *mut u8) -> cop_status {
    // SAFETY: the caller passes NULL or four writable bytes.
    unsafe { write(key::float(value), out) }
}

/// Writes what Java's `DoubleSerializer` does: the eight bytes of the number, big-endian.
///
/// Every NaN becomes 7ff8000000000000, and -0.0 is not 0.0.
///
/// Returns COP_STATUS_OK, or COP_STATUS_NULL_POINTER when `out` is NULL.
/// cbindgen:ptrs-as-arrays=[[out;8]]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cop_key_f64(value: f64, out: *mut u8) -> cop_status {
    // SAFETY: the caller passes NULL or eight writable bytes.
    unsafe { write(key::double(value), out) }
}

/// Writes what confluent_kafka's `DoubleSerializer` does: as cop_key_f64, but a NaN keeps its sign
/// and payload.
///
/// Returns COP_STATUS_OK, or COP_STATUS_NULL_POINTER when `out` is NULL.
/// cbindgen:ptrs-as-arrays=[[out;8]]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cop_key_raw_f64(value: f64, out: *mut u8) -> cop_status {
    // SAFETY: the caller passes NULL or eight writable bytes.
    unsafe { write(key::raw_double(value), out) }
}

/// Writes what Java's `BooleanSerializer` does: one byte, 1 or 0.
///
/// Returns COP_STATUS_OK, or COP_STATUS_NULL_POINTER when `out` is NULL.
/// cbindgen:ptrs-as-arrays=[[out;1]]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cop_key_bool(value: bool, out: *mut u8) -> cop_status {
    // SAFETY: the caller passes NULL or a writable byte.
    unsafe { write(key::boolean(value), out) }
}

/// Writes what Java's `UUIDSerializer` does for the 16 bytes of a UUID: 36 lower-case characters.
///
/// No NUL follows them. Other clients may send the 16 bytes themselves.
///
/// Returns COP_STATUS_OK, or COP_STATUS_NULL_POINTER when `uuid` or `out` is NULL.
/// cbindgen:ptrs-as-arrays=[[uuid;16], [out;36]]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cop_key_uuid(uuid: *const u8, out: *mut c_char) -> cop_status {
    // SAFETY: the caller passes NULL or 16 readable bytes.
    let Some(&uuid) = (unsafe { uuid.cast::<[u8; 16]>().as_ref() }) else {
        return cop_status::NullPointer;
    };
    // SAFETY: the caller passes NULL or 36 writable bytes.
    unsafe { write(key::uuid(uuid), out.cast()) }
}

/// Writes what serializers of a schema registry put before a payload: a zero byte, then the
/// schema's id in four bytes, big-endian.
///
/// The key is these five bytes and the payload behind them; between the two a Protobuf key has its
/// message indexes, which are a single 0 for the first message of the file.
///
/// Returns COP_STATUS_OK, or COP_STATUS_NULL_POINTER when `out` is NULL.
/// cbindgen:ptrs-as-arrays=[[out;5]]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cop_key_schema_id_prefix(schema_id: u32, out: *mut u8) -> cop_status {
    // SAFETY: the caller passes NULL or five writable bytes.
    unsafe { write(key::schema_id_prefix_bytes(schema_id), out) }
}

/// # Safety
///
/// `out` is NULL or points to `N` writable bytes.
unsafe fn write<const N: usize>(bytes: [u8; N], out: *mut u8) -> cop_status {
    if out.is_null() {
        return cop_status::NullPointer;
    }
    // SAFETY: `out` is not NULL, and the caller guarantees `N` bytes, which need no alignment.
    unsafe { out.cast::<[u8; N]>().write(bytes) };
    cop_status::Ok
}
