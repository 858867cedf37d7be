use std::io::{self, Read};
use std::path::Path;

use flate2::read::MultiGzDecoder;

use crate::Error;

/// How a file is compressed, as its name says.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Compression {
    Gzip,
    Zstd,
}

/// Reads what is compressed in an input whose name ends in `.gz` or `.zst`; others stay as they are.
///
/// Several members or frames behind each other are one input. One that ends in the middle is an
/// error, so that no count is ever too small.
pub(super) fn decompressed(name: &str, input: Box<dyn Read>) -> Result<Box<dyn Read>, Error> {
    Ok(match compression(name) {
        Some(Compression::Gzip) => Box::new(Whole { input: MultiGzDecoder::new(input) }),
        Some(Compression::Zstd) => {
            let input = zstd::Decoder::new(input).map_err(|why| Error::of(name, why))?;
            Box::new(Whole { input })
        }
        None => input,
    })
}

/// Returns the name without the extension of a compression.
pub(super) fn plain_name(name: &str) -> &str {
    match (compression(name), name.rfind('.')) {
        (Some(_), Some(dot)) => name.get(..dot).unwrap_or(name),
        _ => name,
    }
}

fn compression(name: &str) -> Option<Compression> {
    let extension = Path::new(name).extension()?.to_str()?;
    match extension.to_ascii_lowercase().as_str() {
        "gz" => Some(Compression::Gzip),
        "zst" => Some(Compression::Zstd),
        _ => None,
    }
}

/// Says in this crate's words that compressed data ends too soon.
struct Whole<R> {
    input: R,
}

impl<R: Read> Read for Whole<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.input.read(buffer).map_err(|why| match why.kind() {
            io::ErrorKind::UnexpectedEof => {
                let why = "compressed data must be whole, got an end in the middle";
                io::Error::new(io::ErrorKind::UnexpectedEof, why)
            }
            _ => why,
        })
    }
}
