//! `copartition place`: a partition for each key of a file.

use std::process::ExitCode;

use copartition::Placement;
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
    let mut batch = Batch::new();
    loop {
        let more = source.read(&mut batch);
        for record in batch.records() {
            let placement = question.place(record.key);
            if placement == Placement::Refused {
                let refused = question.partitioner().partition(record.key, question.partitions);
                let place = source.place(record.line);
                return refused.map(drop).map_err(|why| Failure::Error(format!("{place}: {why}")));
            }
            answers.print(record.key, placement, out)?;
        }
        out.flush()?;
        if !more? {
            return Ok(());
        }
    }
}
