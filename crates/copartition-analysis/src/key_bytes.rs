use std::borrow::Borrow;
use std::hash::{Hash, Hasher};

/// A key of a table: most are short and lie in place, so that a look-up costs one memory access and
/// no key costs an allocation.
pub(crate) enum KeyBytes {
    Short { len: u8, bytes: [u8; SHORT] },
    Long(Box<[u8]>),
}

/// As many as fit beside the length without making the type larger.
const SHORT: usize = 22;

impl From<&[u8]> for KeyBytes {
    fn from(key: &[u8]) -> Self {
        let mut bytes = [0; SHORT];
        match (bytes.get_mut(..key.len()), u8::try_from(key.len())) {
            (Some(short), Ok(len)) => {
                short.copy_from_slice(key);
                Self::Short { len, bytes }
            }
            _ => Self::Long(key.into()),
        }
    }
}

impl Borrow<[u8]> for KeyBytes {
    fn borrow(&self) -> &[u8] {
        match self {
            Self::Short { len, bytes } => bytes.get(..usize::from(*len)).unwrap_or_default(),
            Self::Long(bytes) => bytes,
        }
    }
}

/// Hashes as the bytes do, which [`Borrow`] promises.
impl Hash for KeyBytes {
    fn hash<H: Hasher>(&self, state: &mut H) {
        let bytes: &[u8] = self.borrow();
        bytes.hash(state);
    }
}

impl PartialEq for KeyBytes {
    fn eq(&self, other: &Self) -> bool {
        let (bytes, others): (&[u8], &[u8]) = (self.borrow(), other.borrow());
        bytes == others
    }
}

impl Eq for KeyBytes {}
