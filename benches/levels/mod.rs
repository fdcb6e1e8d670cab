//! The instruction sets to compare.

use fearless_simd::Level;

/// The widest instruction set of this machine, and narrower ones for comparison.
pub(crate) fn levels() -> Vec<(&'static str, Level)> {
    let mut levels = vec![("batch", Level::new()), ("batch-portable", Level::baseline())];
    #[cfg(target_arch = "x86_64")]
    if let Some(avx2) = Level::new().as_avx2() {
        levels.push(("batch-avx2", fearless_simd::Simd::level(avx2)));
    }
    levels
}
