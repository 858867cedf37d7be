//! Times one native call: Rust's `Rule::partition` and the C library, against librdkafka.
//!
//! `bench-single LIBRDKAFKA LIBCOPARTITION`: both are shared libraries, loaded by path. Prints one
//! line a version, and one a cell: the hash, the key size, the candidate, and its nanoseconds a key
//! in each round.
//!
//! Every candidate is a real call that the compiler cannot see through, Rust's too, and gives a
//! partition of [`PARTITIONS`]. Librdkafka's partitioners take a topic that these never look at.

#![expect(clippy::print_stdout, reason = "the rows are what this program is for")]

use std::ffi::{CStr, CString, c_char, c_int, c_void};
use std::hint::black_box;
use std::ptr::{null, null_mut};

use copartition::{PartitionCount, Rule};

const PARTITIONS: u32 = 12;
/// Rounds a cell; in each every candidate runs once, on keys that it has not seen for long.
const ROUNDS: usize = 120;
/// Bytes of keys that a sample reads at most, so that they stay in the cache that warmed them.
const SAMPLE_BYTES: usize = 256 << 10;

fn main() -> Result<(), String> {
    let mut arguments = std::env::args().skip(1);
    let librdkafka = Library::open(&arguments.next().ok_or("wanted the path of librdkafka")?)?;
    let copartition = arguments.next().map(|path| Library::open(&path)).transpose()?;
    println!("version\tlibrdkafka\t{}", librdkafka_version(&librdkafka)?);
    let libraries = (&librdkafka, copartition.as_ref());
    measure("murmur2", &candidates(libraries, "murmur2", &MURMUR2, |hash| hash & 0x7fff_ffff)?)?;
    measure("crc32", &candidates(libraries, "crc32", &CRC32, |hash| hash)?)?;
    let absolute = |hash: u32| hash.cast_signed().unsigned_abs();
    measure("fnv1a", &candidates(libraries, "fnv1a-abs", &FNV1A, absolute)?)
}

/// The names that the libraries have for a hash with librdkafka's own reduction.
struct Names {
    librdkafka: &'static CStr,
    hash: &'static CStr,
    partitioner: &'static CStr,
}

const MURMUR2: Names = Names {
    librdkafka: c"rd_kafka_msg_partitioner_murmur2",
    hash: c"cop_murmur2",
    partitioner: c"java",
};
const CRC32: Names = Names {
    librdkafka: c"rd_kafka_msg_partitioner_consistent",
    hash: c"cop_crc32",
    partitioner: c"librdkafka:consistent",
};
const FNV1A: Names = Names {
    librdkafka: c"rd_kafka_msg_partitioner_fnv1a",
    hash: c"cop_fnv1a",
    partitioner: c"librdkafka:fnv1a",
};

fn candidates(
    (librdkafka, copartition): (&Library, Option<&Library>),
    rule_name: &str,
    names: &Names,
    positive: impl Fn(u32) -> u32 + Copy + 'static,
) -> Result<Vec<Candidate>, String> {
    let mut candidates =
        vec![librdkafka_partitioner(librdkafka, names.librdkafka)?, rule(rule_name)?];
    if let Some(library) = copartition {
        candidates.push(cop_hash(library, names.hash, positive)?);
        candidates.push(cop_partition(library, names.partitioner)?);
    }
    Ok(candidates)
}

fn rule(name: &str) -> Result<Candidate, String> {
    // Hidden from the compiler, as the peers are: known, it would be inlined into the loop.
    let rule = black_box(Rule::named(name).ok_or_else(|| format!("no rule {name}"))?);
    let n = PartitionCount::new(black_box(PARTITIONS)).ok_or("not a partition count")?;
    Ok(Candidate::new("Rule::partition", move |key| rule.partition(key, n)))
}

/// `rd_kafka_msg_partitioner_*`: topic, key, length, partitions, and two opaque pointers.
type RdkafkaPartitioner =
    unsafe extern "C" fn(*const c_void, *const c_void, usize, i32, *mut c_void, *mut c_void) -> i32;

fn librdkafka_partitioner(library: &Library, name: &CStr) -> Result<Candidate, String> {
    // SAFETY: the exported functions of this name have this type (librdkafka's rdkafka.h).
    let call: RdkafkaPartitioner = unsafe { library.function(name)? };
    Ok(Candidate::new("librdkafka", move |key| {
        // SAFETY: the key is readable for its length, and these three partitioners neither look
        // at the topic nor at the opaque pointers.
        let partition = unsafe {
            let key_start = key.as_ptr().cast();
            call(null(), key_start, key.len(), PARTITIONS as i32, null_mut(), null_mut())
        };
        partition as u32
    }))
}

fn librdkafka_version(library: &Library) -> Result<String, String> {
    // SAFETY: `const char *rd_kafka_version_str(void)` in librdkafka's rdkafka.h.
    let call: unsafe extern "C" fn() -> *const c_char =
        unsafe { library.function(c"rd_kafka_version_str")? };
    // SAFETY: it returns static text that ends with NUL.
    let version = unsafe { CStr::from_ptr(call()) };
    Ok(version.to_string_lossy().into_owned())
}

/// A hash function of ours, reduced here: librdkafka exports no bare hash to compare with.
fn cop_hash(
    library: &Library,
    name: &'static CStr,
    positive: impl Fn(u32) -> u32 + Copy + 'static,
) -> Result<Candidate, String> {
    // SAFETY: `uint32_t cop_HASH(const void *data, size_t len)` in copartition.h.
    let call: unsafe extern "C" fn(*const c_void, usize) -> u32 =
        unsafe { library.function(name)? };
    let n = black_box(PARTITIONS);
    Ok(Candidate::new(name.to_str().map_err(|why| why.to_string())?, move |key| {
        // SAFETY: the key is readable for its length.
        let hash = unsafe { call(key.as_ptr().cast(), key.len()) };
        positive(hash) % n
    }))
}

fn cop_partition(library: &Library, partitioner: &CStr) -> Result<Candidate, String> {
    type Find = unsafe extern "C" fn(*const c_char) -> *const c_void;
    type Partition =
        unsafe extern "C" fn(*const c_void, *const c_void, usize, i32, *mut i32) -> c_int;
    // SAFETY: both have these types in copartition.h.
    let (find, call) = unsafe {
        let find: Find = library.function(c"cop_partitioner_find")?;
        let call: Partition = library.function(c"cop_partition")?;
        (find, call)
    };
    // SAFETY: the name ends with NUL; what comes back is static data.
    let found = unsafe { find(partitioner.as_ptr()) };
    if found.is_null() {
        return Err(format!("cop_partitioner_find does not know {partitioner:?}"));
    }
    Ok(Candidate::new("cop_partition", move |key| {
        let mut partition = -1;
        // SAFETY: `found` is not NULL, the key is readable for its length, and `partition` can be
        // written.
        let status = unsafe {
            let key_start = key.as_ptr().cast();
            call(found, key_start, key.len(), PARTITIONS as i32, &raw mut partition)
        };
        if status == 0 { partition as u32 } else { u32::MAX }
    }))
}

/// Something that gives a key's partition, and a loop around it that is compiled for it alone.
struct Candidate {
    name: &'static str,
    call: Box<dyn Call>,
}

impl Candidate {
    fn new(name: &'static str, call: impl Fn(&[u8]) -> u32 + 'static) -> Self {
        Self { name, call: Box::new(call) }
    }
}

trait Call {
    fn partition(&self, key: &[u8]) -> u32;
    fn nanoseconds_a_key(&self, keys: &[Vec<u8>]) -> f64;
}

impl<F: Fn(&[u8]) -> u32> Call for F {
    fn partition(&self, key: &[u8]) -> u32 {
        self(key)
    }

    fn nanoseconds_a_key(&self, keys: &[Vec<u8>]) -> f64 {
        let started = thread_nanoseconds();
        let mut sum = 0_u32;
        for key in keys {
            sum = sum.wrapping_add(self(key));
        }
        black_box(sum);
        (thread_nanoseconds() - started) / keys.len() as f64
    }
}

/// Checks that all candidates agree on every key, then times them in turn.
fn measure(hash: &str, candidates: &[Candidate]) -> Result<(), String> {
    for size in Size::ALL {
        measure_size(hash, size, candidates)?;
    }
    Ok(())
}

fn measure_size(hash: &str, size: Size, candidates: &[Candidate]) -> Result<(), String> {
    let keys = size.keys();
    let Some(reference) = candidates.first() else { return Ok(()) };
    for candidate in candidates {
        let differs =
            |key: &&Vec<u8>| candidate.call.partition(key) != reference.call.partition(key);
        if let Some(key) = keys.iter().find(differs) {
            return Err(format!("{hash}: {} is wrong about {key:?}", candidate.name));
        }
    }
    let stretch = (SAMPLE_BYTES / (size.longest() + size_of::<Vec<u8>>())).min(keys.len());
    let mut stretches = keys.chunks_exact(stretch).cycle();
    let mut samples = vec![Vec::with_capacity(ROUNDS); candidates.len()];
    for round in 0..ROUNDS {
        for turn in 0..candidates.len() {
            let index = (round + turn) % candidates.len();
            let (Some(candidate), Some(samples)) = (candidates.get(index), samples.get_mut(index))
            else {
                continue;
            };
            let Some(keys) = stretches.next() else { continue };
            // Brings the keys into the cache, and tells the branch predictor nothing.
            black_box(keys.iter().flatten().fold(0_u8, |sum, byte| sum ^ byte));
            samples.push(candidate.call.nanoseconds_a_key(keys));
        }
    }
    for (candidate, samples) in candidates.iter().zip(samples) {
        let samples: Vec<String> = samples.iter().map(|sample| format!("{sample:.3}")).collect();
        println!("{hash}\t{}\t{}\t{}", size.name(), candidate.name, samples.join(","));
    }
    Ok(())
}

#[derive(Clone, Copy)]
enum Size {
    Bytes(usize),
    /// 4 ..= 40 bytes, at random.
    Mixed,
}

impl Size {
    const ALL: [Self; 7] = [
        Self::Bytes(4),
        Self::Bytes(8),
        Self::Bytes(16),
        Self::Bytes(36),
        Self::Bytes(100),
        Self::Bytes(1000),
        Self::Mixed,
    ];

    fn name(self) -> String {
        match self {
            Self::Bytes(size) => size.to_string(),
            Self::Mixed => "mixed".into(),
        }
    }

    fn longest(self) -> usize {
        match self {
            Self::Bytes(size) => size,
            Self::Mixed => 40,
        }
    }

    /// Makes the same keys in each run: more of them than a branch predictor can remember.
    fn keys(self) -> Vec<Vec<u8>> {
        let mut random = Random(0x2545_f491_4f6c_dd1d);
        let count = if self.longest() > 100 { 8_192 } else { 131_072 };
        let mut key = || {
            let size = match self {
                Self::Bytes(size) => size,
                Self::Mixed => 4 + random.next() % 37,
            };
            (0..size).map(|_| random.next() as u8).collect()
        };
        (0..count).map(|_| key()).collect()
    }
}

/// Marsaglia's xorshift64, the upper half of it.
struct Random(u64);

impl Random {
    fn next(&mut self) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 32) as usize
    }
}

/// CPU time of this thread, so that whoever else runs on the machine does not count.
fn thread_nanoseconds() -> f64 {
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: `time` can be written.
    unsafe { libc::clock_gettime(libc::CLOCK_THREAD_CPUTIME_ID, &raw mut time) };
    time.tv_sec as f64 * 1e9 + time.tv_nsec as f64
}

/// A shared library that stays loaded for as long as the program runs.
struct Library(*mut c_void);

impl Library {
    fn open(path: &str) -> Result<Self, String> {
        let name = CString::new(path).map_err(|_| format!("not a path: {path}"))?;
        // SAFETY: the name ends with NUL; both libraries are ordinary ones, ours and a pinned peer.
        let handle = unsafe { libc::dlopen(name.as_ptr(), libc::RTLD_NOW | libc::RTLD_LOCAL) };
        if handle.is_null() {
            // SAFETY: after a failed dlopen this is a text that ends with NUL.
            let why = unsafe { CStr::from_ptr(libc::dlerror()) };
            return Err(why.to_string_lossy().into_owned());
        }
        Ok(Self(handle))
    }

    /// Looks an exported function up.
    ///
    /// # Safety
    ///
    /// `F` is the function pointer type that `name` has.
    unsafe fn function<F: Copy>(&self, name: &CStr) -> Result<F, String> {
        const { assert!(size_of::<F>() == size_of::<*mut c_void>()) };
        // SAFETY: the handle is open, the name ends with NUL.
        let symbol = unsafe { libc::dlsym(self.0, name.as_ptr()) };
        if symbol.is_null() {
            return Err(format!("the library does not export {name:?}"));
        }
        // SAFETY: a non-NULL symbol of the caller's type, which is as wide as a pointer.
        Ok(unsafe { std::mem::transmute_copy(&symbol) })
    }
}
