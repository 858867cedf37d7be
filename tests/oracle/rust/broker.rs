//! A broker with made-up topics: enough for a producer to find out how many partitions there are.

use std::io::{self, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::thread;

const METADATA: i16 = 3;
/// The only broker, leader of every partition.
const NODE: i32 = 1;

/// The topic that has `partitions` partitions.
pub fn topic(partitions: i32) -> String {
    format!("of-{partitions}")
}

/// Serves one topic for each count on a free port until the process ends.
///
/// It answers metadata requests (version 0) and reads all others without an answer, which is what
/// a producer that wants no acknowledgment expects.
pub fn serve(counts: Vec<i32>) -> io::Result<SocketAddr> {
    let listener = TcpListener::bind("127.0.0.1:0")?;
    let address = listener.local_addr()?;
    let metadata = metadata(address, &counts);
    thread::spawn(move || {
        for connection in listener.incoming().flatten() {
            let metadata = metadata.clone();
            thread::spawn(move || answer(connection, &metadata));
        }
    });
    Ok(address)
}

/// Ends with an error when the client hangs up.
fn answer(mut connection: TcpStream, metadata: &[u8]) -> io::Result<()> {
    loop {
        let mut size = [0; 4];
        connection.read_exact(&mut size)?;
        let mut request = vec![0; u32::from_be_bytes(size) as usize];
        connection.read_exact(&mut request)?;
        if request.starts_with(&METADATA.to_be_bytes()) {
            let correlation = &request[4..8];
            let size = (correlation.len() + metadata.len()) as u32;
            connection.write_all(&[&size.to_be_bytes(), correlation, metadata].concat())?;
        }
    }
}

/// The body of a metadata response: brokers, then topics with their partitions.
fn metadata(address: SocketAddr, counts: &[i32]) -> Vec<u8> {
    let mut body = Body(Vec::new());
    body.int(1).int(NODE).text(&address.ip().to_string()).int(address.port().into());
    body.int(counts.len() as i32);
    for &count in counts {
        body.short(0).text(&topic(count)).int(count);
        for partition in 0..count {
            body.short(0).int(partition).int(NODE);
            body.int(1).int(NODE); // Replicas.
            body.int(1).int(NODE); // In sync.
        }
    }
    body.0
}

struct Body(Vec<u8>);

impl Body {
    fn short(&mut self, value: i16) -> &mut Self {
        self.0.extend(value.to_be_bytes());
        self
    }

    fn int(&mut self, value: i32) -> &mut Self {
        self.0.extend(value.to_be_bytes());
        self
    }

    fn text(&mut self, value: &str) -> &mut Self {
        self.short(value.len() as i16);
        self.0.extend(value.bytes());
        self
    }
}
