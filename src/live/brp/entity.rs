//! The id of an entity.

use std::fmt;

use serde::Deserialize;

/// The bits of an entity as the protocol has them: the index with all bits inverted, and above it the generation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(transparent)]
pub(super) struct EntityId(pub u64);

/// As Bevy writes it, such as `12v3`: the index and the generation.
impl fmt::Display for EntityId {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        #[expect(clippy::cast_possible_truncation, reason = "the index is the lower half")]
        let index = !(self.0 as u32);
        write!(f, "{index}v{}", self.0 >> 32)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_entity_is_written_as_bevy_writes_it() {
        for (bits, text) in
            [(4_294_967_261, "34v0"), (u64::from(!12_u32) | 3 << 32, "12v3"), (u64::MAX, "0v4294967295")]
        {
            assert_eq!(EntityId(bits).to_string(), text);
        }
    }
}
