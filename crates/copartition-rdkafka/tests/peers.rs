//! What clients' own tests expect of their partitioners, with this crate's in their place.

#![expect(clippy::indexing_slicing, reason = "of JSON: an absent member is null")]

use copartition_rdkafka::Partitioner;
use rdkafka::producer::Partitioner as _;
use serde_json::Value;

const PEERS: &str = include_str!("../../../tests/peers/values.json");

#[test]
fn the_values_of_every_client_come_out_of_the_partitioner() -> Result<(), Box<dyn std::error::Error>>
{
    let peers: Value = serde_json::from_str(PEERS)?;
    let mut ran = 0;
    for set in peers["sets"].as_array().ok_or("no sets")? {
        let name = set["partitioner"].as_str().ok_or("no partitioner")?;
        let partitioner = Partitioner::named(name, "client")?;
        for row in set["rows"].as_array().ok_or("no rows")? {
            let key = row[0].as_str().map(bytes).transpose()?;
            for n in set["partitions"].as_array().ok_or("no partitions")? {
                let n = n.as_i64().ok_or("no count")?;
                let count = i32::try_from(n)?;
                let placed = partitioner.partition("orders", key.as_deref(), count, |_| true);
                let what = format!("{} {} {row} of {n}", set["project"], set["test"]);
                match row[1].as_i64() {
                    Some(number) => assert_eq!(i64::from(placed), number % n, "{what}"),
                    // The test leaves the partition open.
                    None => assert!((0..count).contains(&placed), "{what}: {placed}"),
                }
                ran += 1;
            }
        }
    }
    assert_eq!((ran, &peers["cases"]), (287, &ran.into()));
    Ok(())
}

/// The bytes of lower-case hex.
fn bytes(hex: &str) -> Result<Vec<u8>, std::num::ParseIntError> {
    let digits: Vec<char> = hex.chars().collect();
    let pairs = digits.chunks(2).map(|pair| pair.iter().collect::<String>());
    pairs.map(|pair| u8::from_str_radix(&pair, 16)).collect()
}
