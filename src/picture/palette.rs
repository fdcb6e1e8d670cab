//! Colours with a meaning (Okabe and Ito, "Color Universal Design", 2008), for a dark and a light background.
//!
//! A colour never speaks alone: the line style and a word repeat it.

use crate::geometry::Tone;

/// sRGB with straight alpha, 0 to 255.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Color(pub [u8; 4]);

impl Color {
    /// Opaque.
    pub const fn rgb(r: u8, g: u8, b: u8) -> Self {
        Self([r, g, b, 255])
    }

    /// The same colour with alpha `alpha` of 0..1.
    #[must_use]
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped to 0..255")]
    pub fn fade(self, alpha: f32) -> Self {
        let Self([r, g, b, _]) = self;
        Self([r, g, b, (alpha.clamp(0.0, 1.0) * 255.0).round() as u8])
    }

    /// Brighter by `factor` above 1, darker below; the alpha stays.
    #[must_use]
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped to 0..255")]
    pub fn shade(self, factor: f32) -> Self {
        let Self([r, g, b, a]) = self;
        let [r, g, b] = [r, g, b].map(|c| (f32::from(c) * factor).clamp(0.0, 255.0).round() as u8);
        Self([r, g, b, a])
    }
}

/// How a line is drawn; it repeats what the colour says.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Style {
    /// Unbroken: inside, hit, success.
    #[default]
    Solid,
    /// Dashed: intersect, running.
    Dashed,
    /// Dotted: outside, miss, failure.
    Dotted,
}

/// The colours of one theme.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Palette {
    /// Behind everything, at the top and at the bottom of the picture.
    pub background: [Color; 2],
    /// Grid lines.
    pub grid: Color,
    /// Texts and neutral lines.
    pub text: Color,
    /// Behind labels and the legend.
    pub plate: Color,
    /// Inactive, unanswered, context.
    pub neutral: Color,
    /// Inside, hit, success.
    pub pass: Color,
    /// Intersect, running.
    pub partial: Color,
    /// Outside, miss, failure.
    pub fail: Color,
    /// The selection.
    pub selected: Color,
    /// The exact reference.
    pub exact: Color,
    /// A candidate pair.
    pub candidate: Color,
}

impl Palette {
    /// Light lines on dark grey.
    pub const DARK: Self = Self {
        background: [Color::rgb(0x2b, 0x2f, 0x36), Color::rgb(0x1b, 0x1d, 0x21)],
        grid: Color([0xff, 0xff, 0xff, 0x1c]),
        text: Color::rgb(0xe8, 0xea, 0xed),
        plate: Color([0x14, 0x16, 0x19, 0xc8]),
        neutral: Color::rgb(0x9a, 0xa0, 0xa8),
        pass: Color::rgb(0x00, 0x9e, 0x73),
        partial: Color::rgb(0xe6, 0x9f, 0x00),
        fail: Color::rgb(0xd5, 0x5e, 0x00),
        selected: Color::rgb(0x56, 0xb4, 0xe9),
        exact: Color::rgb(0xcc, 0x79, 0xa7),
        candidate: Color::rgb(0xf0, 0xe4, 0x42),
    };

    /// Dark lines on light grey; the meanings keep their hues.
    pub const LIGHT: Self = Self {
        background: [Color::rgb(0xf7, 0xf8, 0xfa), Color::rgb(0xdf, 0xe3, 0xe8)],
        grid: Color([0x00, 0x00, 0x00, 0x20]),
        text: Color::rgb(0x1f, 0x23, 0x28),
        plate: Color([0xff, 0xff, 0xff, 0xd8]),
        neutral: Color::rgb(0x6b, 0x72, 0x7b),
        ..Self::DARK
    };

    /// The colour of a meaning.
    pub fn tone(&self, tone: Tone) -> Color {
        match tone {
            Tone::Note => self.neutral,
            Tone::Pass => self.pass,
            Tone::Partial => self.partial,
            Tone::Fail => self.fail,
            Tone::Exact => self.exact,
        }
    }

    /// The line style of a meaning.
    pub fn style(&self, tone: Tone) -> Style {
        match tone {
            Tone::Note | Tone::Pass | Tone::Exact => Style::Solid,
            Tone::Partial => Style::Dashed,
            Tone::Fail => Style::Dotted,
        }
    }

    /// The symbol of a meaning, for texts.
    pub fn symbol(&self, tone: Tone) -> &'static str {
        match tone {
            Tone::Note => "○",
            Tone::Pass => "✔",
            Tone::Partial => "◐",
            Tone::Fail => "✖",
            Tone::Exact => "⚠",
        }
    }
}
