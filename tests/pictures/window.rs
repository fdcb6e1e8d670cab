//! egui on a canvas together with the viewport.

use eframe::egui;
use egui_kittest::TestRenderer;
use egui_kittest::kittest::Queryable;
use eyeline::picture::{Color, Label, LegendEntry, Palette, Picture, Sample};
use eyeline::render::{Canvas, Headless, UPRIGHT, Viewport, overlay};
use glam::Vec3;
use image::RgbaImage;

use crate::{everything, looking};

#[test]
fn egui_paints_right_after_the_viewport_was_drawn() {
    let headless = Headless::of_this_thread().unwrap();
    let canvas = Canvas::new(&headless).unwrap();
    let mut viewport = Viewport::new(headless.programs()).unwrap();
    let palette = Palette::DARK;
    viewport.set_picture(&everything::picture(&palette));
    let texture = canvas.register(viewport.hand_over_texture());
    let image = canvas
        .run(&egui::Context::default(), [400, 300], 1.0, 2, |ui| {
            viewport.draw(&everything::viewpoint(), [200, 300], 1.0, &palette).unwrap();
            let painter = ui.ctx().layer_painter(egui::LayerId::background());
            let all = ui.ctx().content_rect();
            painter.rect_filled(all, 0, egui::Color32::RED);
            let left = egui::Rect::from_min_size(egui::Pos2::ZERO, egui::vec2(200.0, 300.0));
            painter.image(texture, left, UPRIGHT, egui::Color32::WHITE);
        })
        .unwrap();
    let drawn = viewport.read();
    for (x, y, pixel) in image.enumerate_pixels() {
        if x < 200 {
            assert_eq!(pixel, drawn.get_pixel(x, y), "{x}, {y} is the viewport's");
        } else {
            assert_eq!(pixel.0, [255, 0, 0, 255], "{x}, {y} is egui's");
        }
    }
}

#[test]
fn labels_without_room_are_counted() {
    let label = |i: u8| Label {
        at: Vec3::ZERO,
        text: format!("label number {i}"),
        color: Color::rgb(0, 158, 115),
        priority: i,
        item: None,
        span: None,
        around: None,
    };
    let legend = LegendEntry { text: "hit".into(), color: looking::RED, sample: Sample::Dot };
    let dropped = |labels: u8| {
        let labels = (0..labels).map(label).collect();
        let picture = Picture { labels, legend: vec![legend.clone()], ..Picture::default() };
        let canvas = Canvas::new(&Headless::of_this_thread().unwrap()).unwrap();
        let mut dropped = 0;
        canvas
            .run(&egui::Context::default(), looking::SIZE, 1.0, 1, |ui| {
                let painter = ui.ctx().layer_painter(egui::LayerId::background());
                let rect = ui.ctx().content_rect();
                dropped = overlay::paint(&painter, rect, &picture, &looking::metre_a_pixel(), &Palette::DARK).dropped;
            })
            .unwrap();
        dropped
    };
    assert_eq!(dropped(1), 0);
    assert!((2..20).contains(&dropped(20)), "some of twenty find room, not all: {} do not", dropped(20));
}

/// The renderer with which `egui_kittest` draws the whole window.
struct CanvasRenderer(Canvas);

impl TestRenderer for CanvasRenderer {
    fn handle_delta(&mut self, delta: &mut egui::TexturesDelta) {
        self.0.update_textures(delta);
    }

    fn render(&mut self, ctx: &egui::Context, output: &egui::FullOutput) -> Result<RgbaImage, String> {
        let size = ctx.content_rect().size() * output.pixels_per_point;
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a size in pixels")]
        let size = [size.x.round() as u32, size.y.round() as u32];
        self.0.paint(ctx, output, size).map_err(|error| error.to_string())
    }
}

#[test]
fn a_click_changes_the_picture() {
    let canvas = Canvas::new(&Headless::of_this_thread().unwrap()).unwrap();
    let mut harness = egui_kittest::Harness::builder()
        .with_size(egui::vec2(120.0, 60.0))
        .renderer(CanvasRenderer(canvas))
        .build_ui_state(
            |ui, red: &mut bool| {
                if ui.button("turn red").clicked() {
                    *red = true;
                }
                if *red {
                    ui.painter().rect_filled(ui.max_rect(), 0, egui::Color32::RED);
                }
            },
            false,
        );
    let red = |image: &RgbaImage| image.pixels().filter(|pixel| pixel.0 == [255, 0, 0, 255]).count();
    harness.run();
    assert_eq!(red(&harness.render().unwrap()), 0);
    harness.get_by_label("turn red").click();
    harness.run();
    assert!(red(&harness.render().unwrap()) > 1000);
}
