//! What presenter mode draws above the 3D view.

use std::f32::consts::TAU;

use eframe::egui::{
    Align2, Area, Color32, Context, CursorIcon, Frame, Id, LayerId, Mesh, Order, Painter, Pos2, Rect, Sense, Shape,
    Vec2, vec2,
};

use super::mode::{PointerTool, Presentation};
use crate::app::command::{self, Commands, PresentCommand};

/// The colour of the pen, which nothing in the view has.
const INK: Color32 = Color32::from_rgb(0xff, 0x5c, 0xa8);
/// The radius of the spotlight, as a share of the height of the view.
const LIGHT: f32 = 0.16;
/// The width of its soft edge, as a share of the radius.
const EDGE: f32 = 0.25;
/// The darkness outside, 0 to 255.
const DARK: u8 = 165;
/// The sides of the circle of light.
const SIDES: u16 = 96;
/// The buttons stay for so long after the pointer has moved, seconds.
const STAYS: f32 = 3.0;

impl Presentation {
    pub(super) fn show(&mut self, ctx: &Context, place: Rect, commands: &mut Commands) {
        if self.tool == PointerTool::Pen {
            self.take_ink(ctx, place);
        }
        let layer = LayerId::new(Order::Middle, Id::unique("presenter"));
        let painter = Painter::new(ctx.clone(), layer, place);
        if self.tool == PointerTool::Spotlight
            && let Some(at) = ctx.pointer_latest_pos().filter(|at| place.contains(*at))
        {
            light(&painter, place, at);
        }
        self.ink.paint(&painter, INK);
        self.buttons(ctx, place, commands);
    }

    /// Adds what is drawn with the pen. The view does not get these drags.
    fn take_ink(&mut self, ctx: &Context, place: Rect) {
        let area = Area::new(Id::unique("pen")).order(Order::Middle).fixed_pos(place.min).movable(false);
        area.show(ctx, |ui| {
            let response = ui.allocate_rect(place, Sense::click_and_drag()).on_hover_cursor(CursorIcon::Crosshair);
            let Some(at) = response.interact_pointer_pos() else { return };
            if response.drag_started() || response.clicked() {
                // A drag is known after the first pixels of it.
                self.ink.begin(ui.input(|i| i.pointer.press_origin()).unwrap_or(at));
            }
            self.ink.draw_to(at);
        });
    }

    /// The buttons in the lower right corner, while the pointer moves and while it is a pen or a spotlight.
    fn buttons(&self, ctx: &Context, place: Rect, commands: &mut Commands) {
        let idle = ctx.input(|i| i.pointer.time_since_last_movement());
        if idle > STAYS && self.tool == PointerTool::Pointer {
            return;
        }
        ctx.request_repaint_after_secs((STAYS - idle).max(0.1));
        let area = Area::new(Id::unique("buttons of the presenter"))
            .order(Order::Foreground)
            .pivot(Align2::RIGHT_BOTTOM)
            .fixed_pos(place.right_bottom() - vec2(10.0, 10.0));
        area.show(ctx, |ui| {
            Frame::popup(ui.style()).show(ui, |ui| {
                ui.horizontal(|ui| {
                    use PresentCommand::{Back, Clear, Forward, Pen, Spotlight, Toggle};
                    for (words, command) in [
                        ("◀", Back),
                        ("▶", Forward),
                        ("Pen", Pen),
                        ("Spotlight", Spotlight),
                        ("Clear", Clear),
                        ("End", Toggle),
                    ] {
                        let is_on = commands.entry(command).is_on == Some(true) && command != Toggle;
                        let button = eframe::egui::Button::new(words).selected(is_on);
                        let name = commands.entry(command).name;
                        command::button(ui, button, &name, command, commands);
                    }
                });
            });
        });
    }
}

/// Darkens the view outside of a circle.
fn light(painter: &Painter, place: Rect, at: Pos2) {
    let inner = LIGHT * place.height();
    let far = 2.0 * (place.width() + place.height());
    let rings = [(inner, 0), (inner * (1.0 + EDGE), DARK), (far, DARK)];
    let mut mesh = Mesh::default();
    for i in 0..SIDES {
        let (sin, cos) = libm::sincosf(TAU * f32::from(i) / f32::from(SIDES));
        for (radius, dark) in rings {
            mesh.colored_vertex(at + radius * Vec2::new(cos, sin), Color32::from_black_alpha(dark));
        }
    }
    let (sides, count) = (u32::from(SIDES), 3);
    for i in 0..sides {
        let (one, two) = (count * i, count * ((i + 1) % sides));
        for ring in 0..2 {
            mesh.add_triangle(one + ring, one + ring + 1, two + ring);
            mesh.add_triangle(two + ring, one + ring + 1, two + ring + 1);
        }
    }
    painter.add(Shape::mesh(mesh));
}
