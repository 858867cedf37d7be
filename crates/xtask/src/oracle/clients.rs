//! The table of real clients, and how each is installed and asked.

use std::process::Command;

use copartition::{PartitionCount, Placement};
use serde_json::{Value, json};

use crate::tools;
use crate::vectors::{Question, hex_of, placement_of};
use crate::workspace::{Result, Workspace, pipe};

/// Where a client runs.
#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum Host {
    Python,
    Node,
}

/// A client at a version, the program that asks it, and what can be asked.
pub struct Oracle {
    pub host: Host,
    /// The package as its registry calls it.
    pub package: &'static str,
    pub version: &'static str,
    /// The program, in `tests/oracle/HOST/`.
    pub program: &'static str,
    /// The program's argument, in the client's own words, and the partitioner that it stands for.
    pub settings: &'static [(&'static str, &'static str)],
    /// The file of `tests/vectors/` that holds the answers: for each partitioner those of the first
    /// row that has it. Empty where this row is only compared.
    pub vectors: &'static str,
    /// The largest partition count that the client can be asked for.
    pub largest: u32,
}

/// Every oracle. Another client, version or host is another row.
pub const ORACLES: &[Oracle] = &[
    Oracle {
        host: Host::Python,
        package: "kafka-python",
        version: "2.3.3",
        program: "ask_kafka_python.py",
        settings: &[("DefaultPartitioner", "kafka-python")],
        vectors: "python",
        largest: PartitionCount::MAX,
    },
    Oracle {
        host: Host::Python,
        package: "kafka-python",
        version: "3.0.12",
        program: "ask_kafka_python.py",
        settings: &[("DefaultPartitioner", "kafka-python")],
        vectors: "",
        largest: 1000,
    },
    Oracle {
        host: Host::Python,
        package: "aiokafka",
        version: "0.14.0",
        program: "ask_aiokafka.py",
        settings: &[("DefaultPartitioner", "aiokafka")],
        vectors: "python",
        largest: PartitionCount::MAX,
    },
    Oracle {
        host: Host::Python,
        package: "pykafka",
        version: "2.8.0",
        program: "ask_pykafka.py",
        settings: &[
            ("RandomPartitioner", "pykafka:random"),
            ("HashingPartitioner", "pykafka:hashing"),
        ],
        vectors: "pykafka",
        largest: 1000,
    },
    Oracle {
        host: Host::Python,
        package: "confluent-kafka",
        version: "2.16.1",
        program: "ask_confluent_kafka.py",
        settings: &[
            ("random", "librdkafka:random"),
            ("consistent", "librdkafka:consistent"),
            ("consistent_random", "librdkafka:consistent_random"),
            ("murmur2", "librdkafka:murmur2"),
            ("murmur2_random", "librdkafka:murmur2_random"),
            ("fnv1a", "librdkafka:fnv1a"),
            ("fnv1a_random", "librdkafka:fnv1a_random"),
        ],
        vectors: "librdkafka",
        largest: PartitionCount::MAX,
    },
    Oracle {
        host: Host::Node,
        package: "kafkajs",
        version: "1.16.0",
        program: "ask_kafkajs.mjs",
        settings: &[("DefaultPartitioner", "kafkajs@1")],
        vectors: "kafkajs",
        largest: PartitionCount::MAX,
    },
    Oracle {
        host: Host::Node,
        package: "kafkajs",
        version: "2.2.4",
        program: "ask_kafkajs.mjs",
        settings: &[
            ("DefaultPartitioner", "kafkajs"),
            ("JavaCompatiblePartitioner", "kafkajs"),
            ("LegacyPartitioner", "kafkajs@1"),
        ],
        vectors: "kafkajs",
        largest: PartitionCount::MAX,
    },
    Oracle {
        host: Host::Node,
        package: "@platformatic/kafka",
        version: "1.35.0",
        program: "ask_platformatic.mjs",
        settings: &[
            ("defaultPartitioner", "platformatic"),
            ("compatibilityPartitioner", "platformatic:compatibility"),
        ],
        vectors: "platformatic",
        largest: PartitionCount::MAX,
    },
];

/// What a client answered.
pub struct Answer {
    pub client: String,
    pub version: String,
    pub placement: Placement,
    /// The client's own 32-bit hash, where it has one to ask for.
    pub hash: Option<u32>,
}

impl Oracle {
    /// Asks one setting of the client all the questions; as many answers, in the same order.
    pub fn ask(
        &self,
        workspace: &Workspace,
        setting: &str,
        questions: &[Question],
    ) -> Result<Vec<Answer>> {
        let input: String = questions
            .iter()
            .map(|(key, n)| {
                format!("{}\n", json!({"key": hex_of(key.as_deref()), "partitions": n}))
            })
            .collect();
        let rows = pipe(self.command(workspace)?.arg(setting), input)?;
        let answers: Vec<Answer> = rows.lines().map(answer).collect::<Result<_>>()?;
        if answers.len() != questions.len() {
            let (got, wanted) = (answers.len(), questions.len());
            return Err(format!("{self}: {wanted} answers wanted, got {got}"));
        }
        Ok(answers)
    }

    fn command(&self, workspace: &Workspace) -> Result<Command> {
        let folder = self.package.trim_start_matches('@').replace('/', "-");
        let inside = format!("tools/oracle-{folder}-{}", self.version);
        let program = workspace.path(&self.program_path());
        match self.host {
            Host::Python => {
                let pinned = format!("{}=={}", self.package, self.version);
                let python =
                    tools::venv(workspace, &inside, &tools::any_python()?, &[pinned.as_str()])?;
                let mut command = workspace.command(python);
                command.arg("-B").arg(program);
                Ok(command)
            }
            Host::Node => {
                let pinned = format!("{}@{}", self.package, self.version);
                let folder = tools::npm(workspace, &inside, &[pinned.as_str()])?;
                let mut command = workspace.command(tools::node()?);
                command.arg(program).current_dir(folder);
                Ok(command)
            }
        }
    }

    /// The program's path in the checkout.
    pub fn program_path(&self) -> String {
        let folder = match self.host {
            Host::Python => "python",
            Host::Node => "node",
        };
        format!("tests/oracle/{folder}/{}", self.program)
    }
}

impl std::fmt::Display for Oracle {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} {}", self.package, self.version)
    }
}

/// kafka-python 2.x, whose `DefaultPartitioner` takes any count over a `range`.
pub fn kafka_python() -> &'static Oracle {
    &ORACLES[0]
}

fn answer(line: &str) -> Result<Answer> {
    let row: Value = serde_json::from_str(line).map_err(|why| format!("{why}: {line}"))?;
    let text = |member: &str| row[member].as_str().map(str::to_owned);
    let hash = row["hash"].as_u64().and_then(|hash| u32::try_from(hash).ok());
    match (text("client"), text("version"), placement_of(&row["placement"])) {
        (Some(client), Some(version), Some(placement)) => {
            Ok(Answer { client, version, placement, hash })
        }
        _ => Err(format!("not an oracle's row: {line}")),
    }
}
