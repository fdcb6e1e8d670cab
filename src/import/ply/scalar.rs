//! The types of numbers in a PLY.

/// A type of numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Scalar {
    I8,
    U8,
    I16,
    U16,
    I32,
    U32,
    F32,
    F64,
}

impl Scalar {
    /// The type of a name in a header, in the old words or with the number of bits.
    pub(super) fn of(name: &str) -> Option<Self> {
        Some(match name {
            "char" | "int8" => Self::I8,
            "uchar" | "uint8" => Self::U8,
            "short" | "int16" => Self::I16,
            "ushort" | "uint16" => Self::U16,
            "int" | "int32" => Self::I32,
            "uint" | "uint32" => Self::U32,
            "float" | "float32" => Self::F32,
            "double" | "float64" => Self::F64,
            _ => return None,
        })
    }

    /// Its bytes in a binary file.
    pub(super) fn bytes(self) -> usize {
        match self {
            Self::I8 | Self::U8 => 1,
            Self::I16 | Self::U16 => 2,
            Self::I32 | Self::U32 | Self::F32 => 4,
            Self::F64 => 8,
        }
    }

    /// Whether its numbers are whole.
    pub(super) fn is_whole(self) -> bool {
        !matches!(self, Self::F32 | Self::F64)
    }

    /// The whole number of some bytes, the least significant first; 0 for a type with fractions.
    pub(super) fn whole(self, bytes: [u8; 8]) -> i64 {
        let [a, b, c, d, ..] = bytes;
        match self {
            Self::I8 => i8::from_le_bytes([a]).into(),
            Self::U8 => a.into(),
            Self::I16 => i16::from_le_bytes([a, b]).into(),
            Self::U16 => u16::from_le_bytes([a, b]).into(),
            Self::I32 => i32::from_le_bytes([a, b, c, d]).into(),
            Self::U32 => u32::from_le_bytes([a, b, c, d]).into(),
            Self::F32 | Self::F64 => 0,
        }
    }

    /// The coordinate of some bytes, the least significant first.
    #[expect(clippy::cast_possible_truncation, reason = "eyeline computes with f32")]
    pub(super) fn coordinate(self, bytes: [u8; 8]) -> f32 {
        let [a, b, c, d, ..] = bytes;
        match self {
            Self::F32 => f32::from_le_bytes([a, b, c, d]),
            Self::F64 => f64::from_le_bytes(bytes) as f32,
            whole => whole.whole(bytes) as f32,
        }
    }
}
