use copartition::key::{Candidate, candidates};

/// What a key's bytes could be, from [`key_readings`].
#[derive(Clone, Debug, PartialEq)]
pub struct KeyReadings<'a> {
    /// Every candidate, each followed by those of its payload or inner key.
    pub readings: Vec<Reading<'a>>,
    /// How many ways there are to read the whole key: 0 when nothing is known that writes it.
    pub ways: usize,
}

/// One candidate, for the whole key or for a part of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Reading<'a> {
    /// The form and the value.
    pub candidate: Candidate<'a>,
    /// The forms around it, the outermost first; none for the whole key.
    pub within: Vec<&'static str>,
    /// The bytes that are read: the key, or the payload or inner key of what is around.
    pub key: &'a [u8],
}

impl KeyReadings<'_> {
    /// Returns whether the bytes alone cannot tell what they are.
    pub const fn is_ambiguous(&self) -> bool {
        self.ways > 1
    }

    /// Says in one sentence how much the bytes tell.
    ///
    /// ```
    /// let read = copartition_analysis::key_readings(b"user-3");
    /// assert_eq!(read.verdict(), "these bytes have one known reading");
    /// ```
    pub fn verdict(&self) -> String {
        match self.ways {
            0 => "these bytes have no known reading".into(),
            1 => "these bytes have one known reading".into(),
            ways => format!("ambiguous: these bytes have {ways} known readings"),
        }
    }
}

impl<'a> Reading<'a> {
    /// Returns the payload or the inner key, which has readings of its own.
    pub const fn inner(&self) -> Option<&'a [u8]> {
        match self.candidate {
            Candidate::SchemaIdPrefix { payload, .. }
            | Candidate::SchemaIdPrefixProtobuf { payload, .. }
            | Candidate::SchemaIdPrefixProtobufDeprecated { payload, .. } => Some(payload),
            Candidate::TimeWindowed { inner, .. } | Candidate::SessionWindowed { inner, .. } => {
                Some(inner)
            }
            _ => None,
        }
    }

    const fn is_window(&self) -> bool {
        matches!(self.candidate, Candidate::TimeWindowed { .. } | Candidate::SessionWindowed { .. })
    }
}

/// Returns everything that a key's bytes could be, payloads and inner keys included.
///
/// Serializers nest in one way only: a window may hold a schema id, and either a plain form. Other
/// nestings are left out.
///
/// ```
/// use copartition::key::schema_id_prefix;
/// use copartition_analysis::key_readings;
///
/// let key = schema_id_prefix(7, b"user-3");
/// let read = key_readings(&key);
/// let shown: Vec<_> = read.readings.iter().map(|it| it.candidate.to_string()).collect();
/// assert_eq!(shown, ["schema-id-prefix id 7, 6 bytes", "utf8 user-3"]);
/// assert_eq!(read.readings[1].within, ["schema-id-prefix"]);
/// assert!(!read.is_ambiguous());
/// assert!(key_readings(&[0; 8]).is_ambiguous());
/// ```
pub fn key_readings(key: &[u8]) -> KeyReadings<'_> {
    let mut readings = Vec::new();
    let ways = read(key, &[], true, &mut readings);
    KeyReadings { readings, ways }
}

/// Appends the readings of a part, and counts the ways to read it.
fn read<'a>(
    key: &'a [u8],
    within: &[&'static str],
    may_be_window: bool,
    readings: &mut Vec<Reading<'a>>,
) -> usize {
    let mut ways = 0;
    for candidate in candidates(key) {
        let reading = Reading { candidate, within: within.to_vec(), key };
        let (inner, is_window) = (reading.inner(), reading.is_window());
        let is_frame = inner.is_some() && !is_window;
        if is_window && !may_be_window || is_frame && within.iter().any(|form| is_prefix(form)) {
            continue;
        }
        let within = [within, &[reading.candidate.form()]].concat();
        readings.push(reading);
        // An inner key that nothing is known to write still is one way.
        ways += inner.map_or(1, |inner| read(inner, &within, false, readings).max(1));
    }
    ways
}

fn is_prefix(form: &str) -> bool {
    form.starts_with("schema-id-prefix")
}
