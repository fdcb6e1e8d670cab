//! Colours with a meaning (Okabe and Ito, "Color Universal Design", 2008), for a dark and a light background.
//!
//! A colour never carries a meaning alone: the line style and a word repeat it.
//!
//! Texts that name a colour use [`NAMES`], which are everyday words for the colours on screen. Okabe and Ito's own
//! names ("bluish green", "vermilion", "reddish purple") are printers' terms.

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

    /// This colour if it is readable on `ground`, else mixed with the least part of `text` that makes it readable.
    ///
    /// Readable is a contrast of 4.5, the minimum for text in the Web Content Accessibility Guidelines 2.1
    /// (1.4.3). `ground` counts as opaque.
    #[must_use]
    pub fn readable_on(self, ground: Self, text: Self) -> Self {
        let steps = 16_u8;
        (0..=steps)
            .map(|step| self.mixed(text, f32::from(step) / f32::from(steps)))
            .find(|mixed| mixed.contrast(ground) >= 4.5)
            .unwrap_or(text)
    }

    /// The difference between this opaque colour and the nearest shade of another one: a lit surface shows a colour
    /// lighter and darker than it is.
    ///
    /// The Euclidean distance in Oklab (Ottosson, "A perceptual color space for image processing", 2020), least over
    /// the shades of `other` from 0.3 to 1.3 times its light. About 0.02 is just noticeable.
    pub fn difference(self, other: Self) -> f32 {
        let own = glam::Vec3::from(self.oklab());
        let shades = (0..=20).map(|i| 0.3 + 0.05 * i as f32);
        let distances = shades.map(|share| {
            // A factor of linear light scales all Oklab coordinates by its cube root.
            (glam::Vec3::from(other.oklab()) * libm::cbrtf(share)).distance(own)
        });
        distances.fold(f32::INFINITY, f32::min)
    }

    /// Lightness and the two opponent axes, in Oklab.
    fn oklab(self) -> [f32; 3] {
        let Self([r, g, b, _]) = self;
        let [r, g, b] = [r, g, b].map(linear);
        let cone = |[x, y, z]: [f32; 3]| libm::cbrtf(x * r + y * g + z * b);
        let l = cone([0.412_221_47, 0.536_332_54, 0.051_445_995]);
        let m = cone([0.211_903_5, 0.680_699_5, 0.107_396_96]);
        let s = cone([0.088_302_46, 0.281_718_85, 0.629_978_7]);
        [
            0.210_454_26 * l + 0.793_617_8 * m - 0.004_072_047 * s,
            1.977_998_5 * l - 2.428_592_2 * m + 0.450_593_7 * s,
            0.025_904_037 * l + 0.782_771_77 * m - 0.808_675_77 * s,
        ]
    }

    /// Contrast ratio of two opaque colours, from 1 (none) to 21 (Web Content Accessibility Guidelines 2.1).
    pub fn contrast(self, other: Self) -> f32 {
        let (a, b) = (self.luminance(), other.luminance());
        (a.max(b) + 0.05) / (a.min(b) + 0.05)
    }

    /// Relative luminance, 0..1, without alpha (the same guidelines).
    pub fn luminance(self) -> f32 {
        let Self([r, g, b, _]) = self;
        0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b)
    }

    /// `share` of 0..1 of `other` mixed in.
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "between two values of 0..255")]
    #[must_use]
    pub(super) fn mixed(self, other: Self, share: f32) -> Self {
        let mix = |i: usize| {
            let (a, b) = (f32::from(self.0[i]), f32::from(other.0[i]));
            (a + (b - a) * share).round() as u8
        };
        Self(std::array::from_fn(mix))
    }
}

/// A channel of sRGB as linear light, 0..1.
fn linear(channel: u8) -> f32 {
    let c = f32::from(channel) / 255.0;
    if c <= 0.040_45 { c / 12.92 } else { libm::powf((c + 0.055) / 1.055, 2.4) }
}

/// The style of a line, which repeats the meaning of its colour.
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
    /// The border of labels and the legend, for contrast with the background.
    pub plate_edge: Color,
    /// Grey: inactive, unanswered, context.
    pub neutral: Color,
    /// Green: inside, hit, success.
    pub pass: Color,
    /// Amber: intersect, running.
    pub partial: Color,
    /// Orange: outside, miss, failure.
    pub fail: Color,
    /// Blue: the selection.
    pub selected: Color,
    /// Pink: the exact reference.
    pub exact: Color,
    /// Red: a known wrong rule.
    pub mistaken: Color,
    /// Yellow: a candidate pair.
    pub candidate: Color,
    /// Violet: an answer that differs from that of another state.
    pub changed: Color,
    /// Front faces and back faces.
    pub sides: [Color; 2],
    /// The normals of triangles, and the normals of vertices.
    pub normals: [Color; 2],
    /// From a weight near 0 to the weight 1 of a joint.
    pub heat: [Color; 2],
    /// Vertices that a joint does not influence.
    pub uninfluenced: Color,
    /// From a small number to a great one: from dark blue to yellow, each lighter than the one before, so that they differ without
    /// hues.
    pub sequence: [Color; 5],
}

/// The names of the colours of a [`Palette`], in both themes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ColorNames {
    /// Of [`Palette::neutral`].
    pub neutral: &'static str,
    /// Of [`Palette::pass`].
    pub pass: &'static str,
    /// Of [`Palette::partial`].
    pub partial: &'static str,
    /// Of [`Palette::fail`].
    pub fail: &'static str,
    /// Of [`Palette::selected`].
    pub selected: &'static str,
    /// Of [`Palette::exact`].
    pub exact: &'static str,
    /// Of [`Palette::mistaken`].
    pub mistaken: &'static str,
    /// Of [`Palette::candidate`].
    pub candidate: &'static str,
}

/// The name of each colour with a meaning. Texts on screen use only these names.
pub const NAMES: ColorNames = ColorNames {
    neutral: "grey",
    pass: "green",
    partial: "amber",
    fail: "orange",
    selected: "blue",
    exact: "pink",
    mistaken: "red",
    candidate: "yellow",
};

impl Palette {
    /// The name of the colour of a meaning.
    pub fn name(tone: Tone) -> &'static str {
        match tone {
            Tone::Note => NAMES.neutral,
            Tone::Pass => NAMES.pass,
            Tone::Partial => NAMES.partial,
            Tone::Fail => NAMES.fail,
            Tone::Exact => NAMES.exact,
            Tone::Mistaken => NAMES.mistaken,
        }
    }

    /// A colour as text on a plate: see [`Color::readable_on`].
    #[must_use]
    pub fn on_plate(&self, color: Color) -> Color {
        color.readable_on(self.plate, self.text)
    }

    /// Light lines on dark grey.
    pub const DARK: Self = Self {
        background: [Color::rgb(0x2b, 0x2f, 0x36), Color::rgb(0x1b, 0x1d, 0x21)],
        grid: Color([0xff, 0xff, 0xff, 0x1c]),
        text: Color::rgb(0xe8, 0xea, 0xed),
        plate: Color([0x14, 0x16, 0x19, 0xe4]),
        plate_edge: Color([0xff, 0xff, 0xff, 0x1a]),
        neutral: Color::rgb(0x9a, 0xa0, 0xa8),
        pass: Color::rgb(0x00, 0x9e, 0x73),
        partial: Color::rgb(0xe6, 0x9f, 0x00),
        fail: Color::rgb(0xd5, 0x5e, 0x00),
        selected: Color::rgb(0x56, 0xb4, 0xe9),
        exact: Color::rgb(0xcc, 0x79, 0xa7),
        mistaken: Color::rgb(0xf2, 0x3d, 0x4f),
        candidate: Color::rgb(0xf0, 0xe4, 0x42),
        changed: Color::rgb(0xa9, 0x7d, 0xff),
        sides: [Color::rgb(0x2f, 0x6f, 0xd0), Color::rgb(0xd0, 0x3a, 0x3a)],
        normals: [Color::rgb(0x6f, 0xe0, 0xd6), Color::rgb(0xd9, 0x9c, 0xff)],
        heat: [Color::rgb(0xf8, 0xe6, 0xd8), Color::rgb(0xc8, 0x1e, 0x3c)],
        uninfluenced: Color::rgb(0x74, 0x7a, 0x82),
        sequence: [
            Color::rgb(0x1c, 0x2f, 0x6b),
            Color::rgb(0x1f, 0x66, 0x9c),
            Color::rgb(0x3a, 0x9f, 0xa8),
            Color::rgb(0x9c, 0xc9, 0x6b),
            Color::rgb(0xfb, 0xe7, 0x4a),
        ],
    };

    /// Dark lines on light grey; the meanings keep their hues.
    pub const LIGHT: Self = Self {
        background: [Color::rgb(0xf7, 0xf8, 0xfa), Color::rgb(0xdf, 0xe3, 0xe8)],
        grid: Color([0x00, 0x00, 0x00, 0x20]),
        text: Color::rgb(0x1f, 0x23, 0x28),
        plate: Color([0xff, 0xff, 0xff, 0xf2]),
        plate_edge: Color([0x1f, 0x23, 0x28, 0x5c]),
        neutral: Color::rgb(0x6b, 0x72, 0x7b),
        mistaken: Color::rgb(0xc4, 0x12, 0x2c),
        // The yellow of the dark theme is not visible on white.
        candidate: Color::rgb(0xc2, 0xb0, 0x00),
        changed: Color::rgb(0x6a, 0x3d, 0xd6),
        // As for yellow, light colours of lines are not visible on white.
        normals: [Color::rgb(0x00, 0x7d, 0x86), Color::rgb(0x8a, 0x3f, 0xc4)],
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
            Tone::Mistaken => self.mistaken,
        }
    }

    /// The line style of a meaning.
    pub fn style(&self, tone: Tone) -> Style {
        match tone {
            Tone::Note | Tone::Pass | Tone::Exact => Style::Solid,
            Tone::Partial | Tone::Mistaken => Style::Dashed,
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
            Tone::Exact => "◆",
            Tone::Mistaken => "≠",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_meaning_is_readable_on_its_plate() {
        for palette in [Palette::DARK, Palette::LIGHT] {
            let Palette {
                neutral,
                pass,
                partial,
                fail,
                selected,
                exact,
                mistaken,
                candidate,
                changed,
                plate,
                text,
                ..
            } = palette;
            for color in [neutral, pass, partial, fail, selected, exact, mistaken, candidate, changed, text] {
                let readable = color.readable_on(plate, text);
                assert!(readable.contrast(plate) >= 4.5, "{color:?} becomes {readable:?} on {plate:?}");
            }
        }
    }

    #[test]
    fn each_colour_of_the_sequence_is_lighter_than_the_one_before() {
        for palette in [Palette::DARK, Palette::LIGHT] {
            let light = palette.sequence.map(|color| color.oklab()[0]);
            assert!(light.windows(2).all(|pair| pair[1] - pair[0] > 0.09), "{light:?}");
        }
    }

    #[test]
    fn what_is_readable_stays_as_it_is() {
        let Palette { selected, plate, text, .. } = Palette::DARK;
        assert_eq!(selected.readable_on(plate, text), selected);
    }

    #[test]
    fn black_on_white_has_the_greatest_contrast() {
        assert!((Color::rgb(0, 0, 0).contrast(Color::rgb(255, 255, 255)) - 21.0).abs() < 1e-4);
    }
}
