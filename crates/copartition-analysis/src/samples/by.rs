use std::fmt;

/// What the records of an input are told apart by.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum By {
    /// The text of the last header of this name.
    Header(String),
    /// The hour of their timestamp, in UTC.
    Hour,
    /// The producer's id, which only a log's own text has.
    ProducerId,
    /// The text of the CSV column, JSON field or Parquet column of this name.
    Field(String),
}

impl By {
    /// Finds a choice by its name: `header:NAME`, `hour`, `producer-id` or `field:NAME`.
    ///
    /// ```
    /// use copartition_analysis::samples::By;
    ///
    /// assert_eq!(By::named("header:service"), Some(By::Header("service".into())));
    /// assert_eq!(By::named("header:"), None);
    /// ```
    pub fn named(name: &str) -> Option<Self> {
        match name {
            "hour" => Some(Self::Hour),
            "producer-id" => Some(Self::ProducerId),
            _ => match name.split_once(':')? {
                (_, "") => None,
                ("header", header) => Some(Self::Header(header.into())),
                ("field", field) => Some(Self::Field(field.into())),
                _ => None,
            },
        }
    }
}

impl fmt::Display for By {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Header(name) => write!(f, "header:{name}"),
            Self::Hour => f.write_str("hour"),
            Self::ProducerId => f.write_str("producer-id"),
            Self::Field(name) => write!(f, "field:{name}"),
        }
    }
}
