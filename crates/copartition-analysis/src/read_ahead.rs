use std::panic::resume_unwind;
use std::sync::mpsc::{channel, sync_channel};
use std::thread;

use crate::Error;
use crate::samples::{Batch, Source};

/// What is wrong with a record, and its line.
pub(crate) struct At {
    line: u64,
    why: String,
}

impl At {
    /// Says on which line something is wrong.
    pub(crate) fn line<W: ToString>(line: u64) -> impl Fn(W) -> Self {
        move |why| Self { line, why: why.to_string() }
    }
}

/// So many batches may be read before the first of them is looked at: where a processor is busy,
/// neither thread waits for the other at once.
const AHEAD: usize = 4;

/// Gives `each` every batch of a source in turn, while the next one is read.
///
/// What `each` allocates is the other thread's, whose memory glibc takes from the system and gives
/// back all the time: it is for what allocates nothing. The source stays in this thread, and an input of one batch needs no other. There are no more than
/// [`AHEAD`] and two batches, however long the input is.
pub(crate) fn each_batch(
    source: &mut dyn Source,
    mut each: impl FnMut(&Batch) -> Result<(), At> + Send,
) -> Result<(), Error> {
    let mut batch = Batch::new();
    if !source.read(&mut batch)? {
        return Ok(());
    }
    each(&batch).map_err(|at| Error::of(&source.place(at.line), at.why))?;
    if !source.read(&mut batch)? {
        return Ok(());
    }
    let (looked_at, read) = thread::scope(|scope| {
        let (ready, to_look_at) = sync_channel::<Batch>(AHEAD);
        let (done, to_fill) = channel::<Batch>();
        let looking = scope.spawn(move || {
            for batch in to_look_at {
                each(&batch)?;
                // Nobody fills it behind the end.
                let _ = done.send(batch);
            }
            Ok(())
        });
        let read = loop {
            // The other end is gone when it has seen something wrong.
            if ready.send(batch).is_err() {
                break Ok(());
            }
            batch = to_fill.try_recv().unwrap_or_default();
            match source.read(&mut batch) {
                Ok(true) => {}
                ended => break ended.map(drop),
            }
        };
        drop(ready);
        (looking.join().unwrap_or_else(|panic| resume_unwind(panic)), read)
    });
    // What is wrong with a record stands before what could not be read behind it.
    looked_at.map_err(|at: At| Error::of(&source.place(at.line), at.why))?;
    read
}
