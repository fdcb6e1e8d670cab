//! Sizes in bytes, shown and read with their units.

use std::fmt;

pub(super) const KIB: u64 = 1 << 10;
pub(super) const MIB: u64 = 1 << 20;
pub(super) const GIB: u64 = 1 << 30;

/// A number of bytes, shown with its unit: "64 MiB", "1.5 GiB".
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Size(pub u64);

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const UNITS: [&str; 5] = ["bytes", "KiB", "MiB", "GiB", "TiB"];
        let (mut number, mut unit) = (self.0 as f64, 0);
        while number >= 1024.0 && unit + 1 < UNITS.len() {
            (number, unit) = (number / 1024.0, unit + 1);
        }
        let digits = format!("{number:.1}");
        write!(f, "{} {}", digits.strip_suffix(".0").unwrap_or(&digits), UNITS[unit])
    }
}
