//! `copartition place`: a partition for each key of a file.

use std::process::ExitCode;

use copartition::{Placement, UNKEYED};
use copartition_analysis::samples::{Batch, Source};

use crate::args::{Form, Place};
use crate::output::{Failure, Out, Outcome};
use crate::placements::{Answers, Question};

pub(crate) fn run(args: &Place, out: &mut Out) -> Outcome {
    let resolved = args.partitioner.resolve()?;
    let input = args.input.open()?;
    if args.format.format == Form::Table {
        args.partitioner.say(&resolved);
    }
    let question = Question { resolved, partitions: input.count(), shown: args.shown.get() };
    let mut answers = Answers::start(&question, args.format.format, out)?;
    input.read(|source| place(source, &question, &mut answers, out))?;
    answers.end(out)?;
    Ok(ExitCode::SUCCESS)
}

/// Answers what was read before the next is waited for.
fn place(
    source: &mut dyn Source,
    question: &Question,
    answers: &mut Answers<'_>,
    out: &mut Out,
) -> Outcome<()> {
    let (partitioner, n) = (question.partitioner(), question.partitions);
    let (mut batch, mut partitions) = (Batch::new(), Vec::new());
    loop {
        let more = source.read(&mut batch);
        partitions.resize(batch.len(), UNKEYED);
        let keys = batch.keys()?;
        match partitioner.place_batch(&keys, n, &mut partitions) {
            Ok(()) => answers.print_batch(&batch, &partitions, out)?,
            // It is told with its line, behind the answers before it.
            Err(_) => until_refused(source, &batch, question, answers, out)?,
        }
        out.flush()?;
        if !more? {
            return Ok(());
        }
    }
}

fn until_refused(
    source: &dyn Source,
    batch: &Batch,
    question: &Question,
    answers: &mut Answers<'_>,
    out: &mut Out,
) -> Outcome<()> {
    for record in batch.records() {
        let partition = question.partitioner().partition(record.key, question.partitions);
        let partition = partition
            .map_err(|why| Failure::Error(format!("{}: {why}", source.place(record.line))))?;
        let placement = partition.map_or(Placement::Unkeyed, Placement::Partition);
        answers.print(record.key, placement, out)?;
    }
    Ok(())
}
