//! Layers as bits.

/// The layers as bits: bit i is set for layer i.
pub(super) fn bits(layers: &[u8]) -> u64 {
    layers.iter().filter(|&&layer| layer < 64).fold(0, |bits, layer| bits | 1 << layer)
}
