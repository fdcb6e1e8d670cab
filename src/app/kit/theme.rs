//! The look of the window: neutral greys, one accent, and the palette's colours for tones.

use std::sync::Arc;

use eframe::egui::{
    self, Color32, Context, CornerRadius, FontFamily, FontId, Margin, Stroke, Style, TextStyle, Theme, Visuals,
    style::WidgetVisuals, vec2,
};

use crate::escape;
use crate::geometry::Tone;
use crate::picture::{Color, Palette};
pub(in crate::app) use crate::render::color32 as color;
use crate::render::fonts;
pub(in crate::app) use crate::report::quoted;

/// Sets fonts, spacing and both themes of a context, before its first frame, and leaves the scale to the View menu.
pub fn set_look(ctx: &Context) {
    fonts::install(ctx);
    ctx.set_style_of(Theme::Dark, style(&DARK));
    ctx.set_style_of(Theme::Light, style(&LIGHT));
    // The scale has its own steps.
    ctx.options_mut(|options| {
        options.zoom_with_keyboard = false;
        // Only for programmers. The state of an earlier run may have switched it on.
        options.warn_on_id_clash = cfg!(debug_assertions);
    });
}

/// The palette of the current theme.
pub(in crate::app) fn palette(ctx: &Context) -> Palette {
    match ctx.theme() {
        Theme::Dark => Palette::DARK,
        Theme::Light => Palette::LIGHT,
    }
}

/// The share of a colour in the fill of a callout.
pub(in crate::app) const TINT: f32 = 0.04;

/// The colour of a tone as text on a panel, and on a callout of that colour: its hue, as light or dark as the contrast
/// requires.
pub(in crate::app) fn text_color(ctx: &Context, tone: Tone) -> Color32 {
    let palette = palette(ctx);
    let on_plate = palette.on_plate(palette.tone(tone));
    // The fill of a callout depends on the colour of its text, so a few iterations are needed.
    let readable = (0..6).fold(on_plate, |text, _| {
        let tinted = greys(ctx).panel.lerp_to_gamma(color(text), TINT);
        text.readable_on(ground(tinted), palette.text)
    });
    color(readable)
}

/// The same on a selected row.
pub(in crate::app) fn text_color_on_selection(ctx: &Context, tone: Tone) -> Color32 {
    let palette = palette(ctx);
    color(palette.tone(tone).readable_on(ground(greys(ctx).selection), palette.text))
}

/// The customary red, green and blue of an axis as text on a button, muted; other letters are weak.
pub(in crate::app) fn letter_color(ctx: &Context, letter: &str) -> Color32 {
    let greys = greys(ctx);
    match letter {
        "X" => greys.axes[0],
        "Y" => greys.axes[1],
        "Z" => greys.axes[2],
        _ => greys.weak,
    }
}

fn greys(ctx: &Context) -> &'static Greys {
    match ctx.theme() {
        Theme::Dark => &DARK,
        Theme::Light => &LIGHT,
    }
}

/// The colour of a tone as text on a row, which may be selected.
pub(in crate::app) fn text_color_of_row(ctx: &Context, tone: Tone, is_selected: bool) -> Color32 {
    if is_selected { text_color_on_selection(ctx, tone) } else { text_color(ctx, tone) }
}

/// Paints the background of a row of a list that is selected or under the pointer.
pub(in crate::app) fn row_back(ui: &egui::Ui, rect: egui::Rect, is_selected: bool, is_hovered: bool) {
    let visuals = ui.visuals();
    if is_selected {
        ui.painter().rect_filled(rect, 3.0, visuals.selection.bg_fill);
    } else if is_hovered {
        ui.painter().rect_filled(rect, 3.0, visuals.widgets.hovered.bg_fill.gamma_multiply(0.5));
    }
}

fn ground(color: Color32) -> Color {
    Color::rgb(color.r(), color.g(), color.b())
}

/// A font of a size at which small text can be read.
pub(in crate::app) fn small() -> FontId {
    FontId::proportional(11.5)
}

/// An error in place of answers, with its names in quotes.
pub(in crate::app) fn failure(ui: &mut egui::Ui, text: &str) {
    let color = text_color(ui.ctx(), Tone::Fail);
    let text = egui::RichText::new(format!("✖ {}", quoted(text))).color(color);
    ui.add(egui::Label::new(text).wrap());
}

/// A text cut with … where it has no room, with escapes in place of control and bidirectional characters.
pub(in crate::app) fn one_line(
    ui: &egui::Ui,
    text: &str,
    font: FontId,
    color: Color32,
    width: f32,
) -> Arc<egui::Galley> {
    let mut job = egui::text::LayoutJob::simple_singleline(escape::shown(text).into_owned(), font, color);
    job.wrap = egui::text::TextWrapping::truncate_at_width(width.max(8.0));
    ui.painter().layout_job(job)
}

/// Greys and accent of one theme.
struct Greys {
    is_dark: bool,
    panel: Color32,
    /// Behind text fields and lists.
    deep: Color32,
    line: Color32,
    text: Color32,
    strong: Color32,
    weak: Color32,
    button: Color32,
    hovered: Color32,
    active: Color32,
    selection: Color32,
    on_selection: Color32,
    accent: Color32,
    /// Letters of the axes.
    axes: [Color32; 3],
}

const DARK: Greys = Greys {
    is_dark: true,
    panel: Color32::from_rgb(0x22, 0x24, 0x28),
    deep: Color32::from_rgb(0x17, 0x19, 0x1c),
    line: Color32::from_rgb(0x35, 0x38, 0x3e),
    text: Color32::from_rgb(0xcd, 0xd1, 0xd6),
    strong: Color32::from_rgb(0xf3, 0xf5, 0xf7),
    weak: Color32::from_rgb(0xaa, 0xb0, 0xb8),
    button: Color32::from_rgb(0x32, 0x35, 0x3b),
    hovered: Color32::from_rgb(0x3e, 0x42, 0x4a),
    active: Color32::from_rgb(0x4a, 0x4f, 0x58),
    selection: Color32::from_rgb(0x23, 0x4a, 0x63),
    on_selection: Color32::from_rgb(0xd8, 0xee, 0xfb),
    accent: Color32::from_rgb(0x56, 0xb4, 0xe9),
    axes: [
        Color32::from_rgb(0xe3, 0x9d, 0x9d),
        Color32::from_rgb(0x94, 0xc5, 0x85),
        Color32::from_rgb(0x9d, 0xb6, 0xe6),
    ],
};

const LIGHT: Greys = Greys {
    is_dark: false,
    panel: Color32::from_rgb(0xf3, 0xf4, 0xf6),
    deep: Color32::from_rgb(0xff, 0xff, 0xff),
    line: Color32::from_rgb(0xd3, 0xd7, 0xdc),
    text: Color32::from_rgb(0x33, 0x38, 0x3f),
    strong: Color32::from_rgb(0x0d, 0x10, 0x14),
    weak: Color32::from_rgb(0x59, 0x60, 0x69),
    button: Color32::from_rgb(0xe2, 0xe5, 0xe9),
    hovered: Color32::from_rgb(0xd5, 0xda, 0xe0),
    active: Color32::from_rgb(0xc4, 0xcb, 0xd3),
    selection: Color32::from_rgb(0xc2, 0xe2, 0xf6),
    on_selection: Color32::from_rgb(0x0b, 0x3a, 0x57),
    accent: Color32::from_rgb(0x0a, 0x6c, 0xa6),
    axes: [
        Color32::from_rgb(0xa6, 0x33, 0x33),
        Color32::from_rgb(0x33, 0x66, 0x27),
        Color32::from_rgb(0x2f, 0x52, 0x9e),
    ],
};

fn style(greys: &Greys) -> Style {
    let mut style = Style { visuals: visuals(greys), ..Style::default() };
    let proportional = |size| FontId::new(size, FontFamily::Proportional);
    style.text_styles = [
        (TextStyle::Heading, proportional(16.0)),
        (TextStyle::Body, proportional(13.0)),
        (TextStyle::Button, proportional(13.0)),
        (TextStyle::Small, small()),
        (TextStyle::Monospace, FontId::new(12.0, FontFamily::Monospace)),
    ]
    .into();
    style.drag_value_text_style = TextStyle::Body;
    style.spacing.item_spacing = vec2(6.0, 4.0);
    style.spacing.button_padding = vec2(8.0, 3.0);
    style.spacing.interact_size = vec2(40.0, 22.0);
    style.spacing.indent = 14.0;
    style.spacing.window_margin = Margin::same(14);
    style.spacing.menu_margin = Margin::same(6);
    style.spacing.tooltip_width = 320.0;
    style.spacing.combo_width = 60.0;
    style.interaction.tooltip_delay = 0.4;
    style.explanation_tooltips = false;
    style
}

fn visuals(greys: &Greys) -> Visuals {
    let mut visuals = if greys.is_dark { Visuals::dark() } else { Visuals::light() };
    let corner_radius = CornerRadius::same(4);
    let widget = |fill: Color32, text: Color32, border: Color32| WidgetVisuals {
        bg_fill: fill,
        weak_bg_fill: fill,
        bg_stroke: Stroke::new(1.0, border),
        corner_radius,
        fg_stroke: Stroke::new(1.0, text),
        expansion: 0.0,
    };
    visuals.widgets.noninteractive = widget(greys.panel, greys.text, greys.line);
    visuals.widgets.inactive = widget(greys.button, greys.text, Color32::TRANSPARENT);
    visuals.widgets.hovered = widget(greys.hovered, greys.strong, greys.line);
    visuals.widgets.active = widget(greys.active, greys.strong, greys.accent);
    visuals.widgets.open = widget(greys.hovered, greys.strong, greys.line);
    visuals.selection.bg_fill = greys.selection;
    visuals.selection.stroke = Stroke::new(1.0, greys.on_selection);
    visuals.panel_fill = greys.panel;
    visuals.window_fill = greys.panel;
    visuals.window_stroke = Stroke::new(1.0, greys.line);
    visuals.extreme_bg_color = greys.deep;
    visuals.faint_bg_color = if greys.is_dark { Color32::from_white_alpha(5) } else { Color32::from_black_alpha(6) };
    visuals.code_bg_color = greys.deep;
    visuals.weak_text_color = Some(greys.weak);
    visuals.hyperlink_color = greys.accent;
    visuals.window_corner_radius = CornerRadius::same(8);
    visuals.menu_corner_radius = CornerRadius::same(6);
    visuals.indent_has_left_vline = false;
    visuals.slider_trailing_fill = true;
    visuals.handle_shape = egui::style::HandleShape::Circle;
    visuals
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The minimum for text in the Web Content Accessibility Guidelines 2.1 (1.4.3).
    const READABLE: f32 = 4.5;

    #[test]
    fn every_text_can_be_read_on_what_is_behind_it() {
        for (name, greys, theme) in [("dark", &DARK, Theme::Dark), ("light", &LIGHT, Theme::Light)] {
            let Greys {
                panel, deep, button, hovered, selection, text, strong, weak, on_selection, accent, axes, ..
            } = *greys;
            let [x, y, z] = axes;
            let all: &[Color32] = &[panel, deep, button, hovered];
            let mut pairs: Vec<(&str, Color32, &[Color32])> = vec![
                ("text", text, all),
                ("strong", strong, all),
                ("weak", weak, all),
                ("selected", on_selection, std::slice::from_ref(&greys.selection)),
                ("links", accent, &all[..2]),
                ("X", x, all),
                ("Y", y, all),
                ("Z", z, all),
            ];
            let ctx = Context::default();
            ctx.set_theme(theme);
            let mut output = ctx.run_ui(egui::RawInput::default(), |_| ());
            output.textures_delta.clear();
            let tones = [Tone::Pass, Tone::Partial, Tone::Fail, Tone::Exact, Tone::Note];
            let on_panel = tones.map(|tone| text_color(&ctx, tone));
            let on_row = tones.map(|tone| text_color_on_selection(&ctx, tone));
            pairs.extend(on_panel.map(|color| ("a tone", color, &all[..2])));
            let callouts = on_panel.map(|color| [panel.lerp_to_gamma(color, TINT)]);
            pairs.extend(on_panel.iter().zip(&callouts).map(|(color, fill)| ("a callout", *color, &fill[..])));
            pairs.extend(
                on_row.map(|color| ("a tone in a selected row", color, std::slice::from_ref(&greys.selection))),
            );
            for (what, color, grounds) in pairs {
                for back in grounds {
                    let contrast = ground(color).contrast(ground(*back));
                    assert!(contrast >= READABLE, "{name}: {what} {color:?} on {back:?} has {contrast}");
                }
            }
            assert_ne!(selection, panel);
        }
    }
}
