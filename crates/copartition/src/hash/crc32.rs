/// Hashes `data` with CRC-32 (IEEE, reflected polynomial 0xEDB88320): zlib's and librdkafka's.
///
/// Behaviour: librdkafka `src/rdcrc32.c`; the same values as zlib's `crc32`.
///
/// ```
/// use copartition::hash::crc32;
///
/// assert_eq!(crc32(b"kafka"), 0x5bbc7517);
/// assert_eq!(crc32(b""), 0);
/// ```
#[inline]
pub fn crc32(data: &[u8]) -> u32 {
    let (blocks, rest) = data.as_chunks::<8>();
    let mut crc = !0_u32;
    for block in blocks {
        // Eight tables take eight bytes a step: each byte is looked up in the table that has
        // already moved it past the bytes behind it.
        let [a, b, c, d, e, f, g, h] = (u64::from_le_bytes(*block) ^ u64::from(crc)).to_le_bytes();
        crc = at(7, a) ^ at(6, b) ^ at(5, c) ^ at(4, d) ^ at(3, e) ^ at(2, f) ^ at(1, g) ^ at(0, h);
    }
    for &byte in rest {
        crc = (crc >> 8) ^ at(0, crc as u8 ^ byte);
    }
    !crc
}

/// CRC-32 of bytes that do not lie in a row.
pub(super) fn crc32_of(bytes: impl Iterator<Item = u8>) -> u32 {
    !bytes.fold(!0, |crc: u32, byte| (crc >> 8) ^ at(0, crc as u8 ^ byte))
}

#[inline]
fn at(table: usize, byte: u8) -> u32 {
    #[expect(clippy::indexing_slicing, reason = "constant table < 8 and a byte < 256: in range")]
    TABLES[table][byte as usize]
}

static TABLES: [[u32; 256]; 8] = tables();

#[expect(clippy::indexing_slicing, reason = "runs at compile time, where a bad index is an error")]
const fn tables() -> [[u32; 256]; 8] {
    let mut tables = [[0; 256]; 8];
    let mut byte = 0;
    while byte < 256 {
        let mut crc = byte as u32;
        let mut bit = 0;
        while bit < 8 {
            crc = (crc >> 1) ^ (0xedb8_8320 * (crc & 1));
            bit += 1;
        }
        tables[0][byte] = crc;
        byte += 1;
    }
    let mut table = 1;
    while table < 8 {
        let mut byte = 0;
        while byte < 256 {
            let crc = tables[table - 1][byte];
            tables[table][byte] = (crc >> 8) ^ tables[0][(crc & 0xff) as usize];
            byte += 1;
        }
        table += 1;
    }
    tables
}
