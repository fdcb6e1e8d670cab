//! Random numbers that are the same on every machine: `SplitMix64` (G. Steele, D. Lea and C. Flood, "Fast Splittable
//! Pseudorandom Number Generators", 2014).

/// The difference of two successive states: 2⁶⁴ divided by the golden ratio.
pub(crate) const STEP: u64 = 0x9e37_79b9_7f4a_7c15;

/// The random number of a state. Each of its bits depends on all bits of the state.
#[inline]
pub(crate) fn mixed(state: u64) -> u64 {
    let x = state.wrapping_add(STEP);
    let x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ (x >> 31)
}

/// A sequence of random numbers, by its state. The first state is the seed.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    fn bits(&mut self) -> u64 {
        let bits = mixed(self.0);
        self.0 = self.0.wrapping_add(STEP);
        bits
    }

    /// A uniform random number in `low..high`.
    #[expect(clippy::cast_precision_loss, reason = "24 bits are exact")]
    pub(crate) fn within(&mut self, low: f32, high: f32) -> f32 {
        let unit = (self.bits() >> 40) as f32 / (1_u32 << 24) as f32;
        low + (high - low) * unit
    }

    /// A random number below `n`; 0 when `n` is 0.
    pub(crate) fn below(&mut self, n: usize) -> usize {
        usize::try_from(self.bits() % n.max(1) as u64).expect("less than n")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_numbers_are_those_of_splitmix64() {
        let mut random = Random(1_234_567);
        let numbers = [random.bits(), random.bits(), random.bits()];
        assert_eq!(numbers, [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423]);
    }
}
