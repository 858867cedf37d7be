//! Places keys from stdin: the protocol of the cross-language test.
//!
//! Each line is `NAME<TAB>N<TAB>KEY`; the key is lower-case hex, empty for the empty key, `null`
//! for no key. Each answer is the partition, `unkeyed` or `refused`.

use std::io::{self, BufRead, BufWriter, Write};

use copartition::{PartitionCount, Partitioner, Placement};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut out = BufWriter::new(io::stdout().lock());
    for line in io::stdin().lock().lines() {
        match place(&line?)? {
            Placement::Partition(partition) => writeln!(out, "{partition}")?,
            Placement::Unkeyed => writeln!(out, "unkeyed")?,
            Placement::Refused => writeln!(out, "refused")?,
        }
    }
    out.flush()?;
    Ok(())
}

fn place(line: &str) -> Result<Placement, Box<dyn std::error::Error>> {
    let [name, count, key] = line.split('\t').collect::<Vec<_>>()[..] else {
        return Err(format!("line must be NAME, N and KEY between tabs, got {line:?}").into());
    };
    let n = PartitionCount::try_from(count.parse::<i64>()?)?;
    let key = if key == "null" { None } else { Some(bytes(key)?) };
    Ok(Partitioner::named(name)?.place(key.as_deref(), n))
}

fn bytes(hex: &str) -> Result<Vec<u8>, Box<dyn std::error::Error>> {
    let digits = hex.as_bytes().chunks(2);
    digits.map(|two| Ok(u8::from_str_radix(std::str::from_utf8(two)?, 16)?)).collect()
}
