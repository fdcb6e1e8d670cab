//! The units and the precision of numbers on screen.
//!
//! They change only how a value is shown and typed. Values are metres and degrees everywhere else: in files, in reports,
//! and in explanations, whose formulas have the numbers that the algorithm used.

use std::ops::RangeInclusive;

use glam::Vec3;

use super::narrate::words::digits;

/// The unit of lengths.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Length {
    /// As in files.
    #[default]
    Metres,
    /// Hundredths of a metre.
    Centimetres,
    /// Thousandths of a metre.
    Millimetres,
}

impl Length {
    /// All units, the largest first.
    pub const ALL: [Self; 3] = [Self::Metres, Self::Centimetres, Self::Millimetres];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Metres => "metres",
            Self::Centimetres => "centimetres",
            Self::Millimetres => "millimetres",
        }
    }

    /// Its symbol.
    pub fn symbol(self) -> &'static str {
        match self {
            Self::Metres => "m",
            Self::Centimetres => "cm",
            Self::Millimetres => "mm",
        }
    }

    /// How many of them are a metre.
    pub fn per_metre(self) -> f64 {
        match self {
            Self::Metres => 1.0,
            Self::Centimetres => 100.0,
            Self::Millimetres => 1000.0,
        }
    }
}

/// The unit of angles.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Angle {
    /// As in files.
    #[default]
    Degrees,
    /// A half turn is π.
    Radians,
}

impl Angle {
    /// All units.
    pub const ALL: [Self; 2] = [Self::Degrees, Self::Radians];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Degrees => "degrees",
            Self::Radians => "radians",
        }
    }

    /// Its symbol as it follows a number, with a space where one is usual.
    pub fn suffix(self) -> &'static str {
        match self {
            Self::Degrees => "°",
            Self::Radians => " rad",
        }
    }

    /// How many of them are a degree.
    pub fn per_degree(self) -> f64 {
        match self {
            Self::Degrees => 1.0,
            Self::Radians => std::f64::consts::PI / 180.0,
        }
    }
}

/// How numbers are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Units {
    /// The unit of lengths.
    pub length: Length,
    /// The unit of angles.
    pub angle: Angle,
    /// The number of significant digits of labels and tables, one of [`Units::DIGITS`].
    pub digits: u8,
}

impl Default for Units {
    fn default() -> Self {
        Self { length: Length::default(), angle: Angle::default(), digits: 4 }
    }
}

impl Units {
    /// The possible numbers of digits. An `f32` has seven.
    pub const DIGITS: RangeInclusive<u8> = 2..=7;

    /// A number without a unit.
    pub fn number(self, x: f32) -> String {
        self.scaled(x, 1.0)
    }

    /// A length with its unit: "0.44 m", "440 mm".
    pub fn length(self, metres: f32) -> String {
        format!("{} {}", self.bare_length(metres), self.length.symbol())
    }

    /// A length without its unit.
    pub fn bare_length(self, metres: f32) -> String {
        self.scaled(metres, self.length.per_metre())
    }

    /// A point without a unit: "(1, −0.5, 0)".
    pub fn point(self, metres: Vec3) -> String {
        let [x, y, z] = metres.to_array().map(|x| self.bare_length(x));
        format!("({x}, {y}, {z})")
    }

    /// An angle with its unit: "60°", "1.047 rad".
    pub fn angle(self, degrees: f32) -> String {
        format!("{}{}", self.scaled(degrees, self.angle.per_degree()), self.angle.suffix())
    }

    fn scaled(self, x: f32, factor: f64) -> String {
        // The largest f32 represents all numbers beyond it.
        let x = if x.abs() >= f32::MAX { f64::INFINITY.copysign(x.into()) } else { f64::from(x) };
        digits(x * factor, self.digits.into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::narrate::num;

    #[test]
    fn lengths_and_angles_have_their_unit() {
        let metres = Units::default();
        assert_eq!((metres.length(0.4409), metres.angle(60.0)), ("0.4409 m".into(), "60°".into()));
        let fine = Units { length: Length::Millimetres, angle: Angle::Radians, digits: 6 };
        assert_eq!((fine.length(0.1), fine.length(-1.25)), ("100 mm".into(), "−1250 mm".into()));
        assert_eq!(fine.angle(60.0), "1.0472 rad");
        assert_eq!(Units { digits: 2, length: Length::Centimetres, ..metres }.length(0.4409), "44 cm");
        for length in Length::ALL {
            assert_eq!(Units { length, ..metres }.bare_length(f32::MIN), "−∞");
        }
    }

    #[test]
    fn by_default_numbers_are_those_of_explanations() {
        for x in [0.0, -0.0, 1.0 / 3.0, 9.999_96, 123_456.0, -1.5e-7, 2e30, f32::INFINITY, f32::NAN, f32::MIN] {
            assert_eq!(Units::default().number(x), num(x));
            assert_eq!(Units::default().bare_length(x), num(x));
        }
    }
}
