//! The selected answer in a few lines, at the top of the Inspector.

use eframe::egui::{CornerRadius, Frame, Label, Margin, RichText, TextStyle, Ui, WidgetText, vec2};

use crate::app::command::{Commands, deselect_button};
use crate::app::kit::form::terms;
use crate::app::kit::{fitted, glossary, theme, units};
use crate::escape;
use crate::geometry::frustum::{Side, Verdict};
use crate::geometry::narrate::vec3;
use crate::geometry::ray::{Hit, MeshPoint, Miss};
use crate::geometry::{Shape, Tone};
use crate::report::explain::Subject;
use crate::report::{FrustumAnswer, RayAnswer, RayTarget, material_at};
use crate::workspace::Workspace;

/// The text for a missing number. The row is kept, so that nothing below it moves when the answer changes.
const NONE: &str = "—";
/// The number of lines of an answer, and of an answer about an agent, which lists the nodes down to the running one.
const LINES: usize = 3;
const LINES_OF_AGENT: usize = 5;

pub(super) fn show(ui: &mut Ui, workspace: &Workspace, commands: &mut Commands) {
    if workspace.explanation().is_none() {
        match workspace.judging().unanswered() {
            Some(reason) => ui.label(theme::quoted(&reason)),
            None => ui.weak("Nothing is selected. Click an item in the outliner or in the 3D view."),
        };
        return;
    }
    let frame = Frame::new()
        .fill(ui.visuals().extreme_bg_color)
        .corner_radius(CornerRadius::same(6))
        .inner_margin(Margin::symmetric(10, 8));
    frame.show(ui, |ui| {
        ui.set_width(ui.available_width());
        title(ui, workspace, commands);
        answer(ui, workspace);
    });
}

/// The question, and the button that deselects the object.
fn title(ui: &mut Ui, workspace: &Workspace, commands: &mut Commands) {
    let title = workspace.explanation().map_or_else(String::new, |explanation| theme::quoted(&explanation.title));
    let label = Label::new(RichText::new(title).color(ui.visuals().weak_text_color())).wrap();
    if !workspace.selection().is_about_something() {
        ui.add(label);
        return;
    }
    let width = ui.available_width() - deselect_button::WIDTH - ui.spacing().item_spacing.x;
    ui.horizontal_top(|ui| {
        ui.allocate_ui(vec2(width, 0.0), |ui| {
            ui.set_width(width);
            ui.add(label);
        });
        deselect_button::button(ui, commands);
    });
}

/// The rows depend only on the question, so no row moves when the answer changes.
fn answer(ui: &mut Ui, workspace: &Workspace) {
    let Some(explanation) = workspace.explanation() else { return };
    let (selected, report) = (workspace.selected(), workspace.report());
    let frusta = selected.camera().and_then(|camera| report.frusta.get(camera));
    let rays = selected.ray().and_then(|ray| report.rays.get(ray));
    let image = selected.ray().zip(selected.image()).and_then(|(ray, image)| report.on_ray_image(ray, image));
    let why = explanation.disagreement.as_deref();
    match (frusta, rays, selected.object()) {
        _ if matches!(selected.question(workspace.world()), Some(Subject::Agent(_) | Subject::Visibility(_))) => {
            sentence(ui, &explanation.answer, LINES_OF_AGENT);
        }
        _ if selected.image().is_some() => match image {
            Some(answer) => on_ray(ui, &answer, SurfaceKind::Cell, None, why),
            None => sentence(ui, &explanation.answer, LINES),
        },
        (Some(_), _, Some(object)) => {
            if let Some(answer) = selected.camera().and_then(|camera| report.in_view(camera, object)) {
                in_view(ui, &answer, why);
            }
        }
        (_, Some(_), Some(object)) => {
            let shape = workspace.world().objects.get(object).map(|object| &object.shape);
            let part = if matches!(shape, Some(Shape::Mesh(_))) { SurfaceKind::Triangle } else { SurfaceKind::Face };
            if let Some(answer) = selected.ray().and_then(|ray| report.on_ray(ray, object)) {
                on_ray(ui, &answer, part, material(workspace, Some((&answer, object))), why);
            }
        }
        (Some(answers), _, None) if answers.over.is_some() => {
            theme::failure(ui, &answers.no_list_sentence().unwrap_or_default());
        }
        (Some(answers), _, None) => {
            for verdict in [Verdict::Inside, Verdict::Intersect, Verdict::Outside] {
                verdict_line(ui, verdict.tone(), &format!("{} {}", answers.count(verdict), verdict.word()), 14.0);
            }
            disputed(ui, answers.objects.iter().filter(|o| !o.agrees()).count());
        }
        (_, Some(answers), None) => {
            let first = answers.first();
            match &first {
                Some(met) => verdict_line(ui, Tone::Pass, &format!("{} first", report.target_name(met.target)), 16.0),
                None => verdict_line(ui, Tone::Fail, "nothing", 16.0),
            }
            let on_object = first.as_ref().and_then(|met| match met.target {
                RayTarget::Object(object) => Some((&met.answer, object)),
                RayTarget::Image(_) => None,
            });
            on_ray_facts(ui, first.as_ref().map(|met| &met.answer), SurfaceKind::Any, material(workspace, on_object));
            disputed(ui, answers.disputed().count());
        }
        _ => sentence(ui, &explanation.answer, LINES),
    }
}

/// An answer as a sentence in a fixed number of lines. A longer answer has a smaller font, or is scrolled.
fn sentence(ui: &mut Ui, text: &str, lines: usize) {
    let text = theme::quoted(text);
    let height = ui.text_style_height(&TextStyle::Body) * lines as f32 + 2.0;
    let room = vec2(ui.available_width(), height);
    fitted::room(ui, "sentence", room, |ui| {
        let size = fitted::size_for(ui, &[(&text, 1.0)], room, &fitted::PLAIN);
        ui.add(Label::new(RichText::new(text).size(size)).wrap());
    });
}

/// The number of answers in which fast and exact differ.
fn disputed(ui: &mut Ui, count: usize) {
    match count {
        0 => verdict_line(ui, Tone::Note, "fast and exact agree", 13.0),
        _ => verdict_line(ui, Tone::Exact, &format!("fast and exact differ: {count}"), 13.0),
    }
}

fn in_view(ui: &mut Ui, answer: &FrustumAnswer, why: Option<&str>) {
    verdict_line(ui, answer.fast.verdict.tone(), answer.fast.verdict.word(), 18.0);
    fact(
        ui,
        "margin",
        &units::in_use(ui.ctx()).length(answer.fast.margin),
        "The least distance of a p-vertex in front of its plane. Below 0 the box is outside.",
    );
    let side = answer.fast.rejected_by.map(Side::word).map_or(NONE.to_owned(), |side| format!("{side} plane"));
    fact(ui, "rejected by", &side, "The first plane with the whole box behind it.");
    let help = "The exact answer: the intersection of box and view volume by separating axes in f64.";
    exact(ui, answer.exact.word(), why, help);
}

/// The kind of the hit surface. It decides which rows there are.
#[derive(Clone, Copy, PartialEq, Eq)]
enum SurfaceKind {
    /// The nearest hit of any object.
    Any,
    Face,
    Triangle,
    /// A hit of an image.
    Cell,
}

/// The value of the row with the material of the hit triangle; `None` in a scene without materials, where there is no such row.
fn material(workspace: &Workspace, hit: Option<(&RayAnswer, usize)>) -> Option<String> {
    if workspace.scene().models.is_empty() && workspace.files().levels.is_empty() {
        return None;
    }
    let name = hit.and_then(|(answer, object)| material_at(answer, workspace.world().objects.get(object)?));
    Some(name.map_or(NONE.to_owned(), |name| escape::shown(name).into_owned()))
}

fn on_ray(ui: &mut Ui, answer: &RayAnswer, part: SurfaceKind, material: Option<String>, why: Option<&str>) {
    match answer.cast.result() {
        Ok(_) => verdict_line(ui, Tone::Pass, "hit", 18.0),
        Err(miss @ Miss::Masked) => verdict_line(ui, Tone::Note, miss.word(), 18.0),
        Err(miss) => verdict_line(ui, Tone::Fail, miss.word(), 18.0),
    }
    on_ray_facts(ui, Some(answer), part, material);
    let help = "The exact answer: the same rules, applied to an interval that is computed in f64.";
    exact(ui, answer.exact.word(), why, help);
}

fn on_ray_facts(ui: &mut Ui, answer: Option<&RayAnswer>, part: SurfaceKind, material: Option<String>) {
    let hit = answer.and_then(|answer| answer.cast.hit());
    let units = units::in_use(ui.ctx());
    let of_hit = |words: &dyn Fn(&Hit) -> String| hit.as_ref().map_or(NONE.to_owned(), words);
    fact(ui, "t", &of_hit(&|hit| units.number(hit.t)), "The ray's parameter: the hit is at origin + t · direction.");
    let distance = of_hit(&|hit| units.length(hit.distance));
    fact(ui, "distance", &distance, "From the ray's origin to the hit.");
    fact(ui, "point", &of_hit(&|hit| units.point(hit.point)), "The hit point in world space.");
    let normal = of_hit(&|hit| hit.normal.map_or("none".to_owned(), vec3));
    fact(ui, "normal", &normal, "Outward unit normal of the surface there; none for a start inside a solid.");
    let feature = answer.and_then(RayAnswer::feature).filter(|_| hit.is_some());
    fact(
        ui,
        "feature",
        &feature.unwrap_or_else(|| NONE.into()),
        "The part of the surface that is hit, named in local space.",
    );
    if let Some(material) = material {
        fact(ui, "material", &material, "The material of the hit triangle, by its name in the file.");
    }
    if part == SurfaceKind::Triangle {
        let weights = answer.and_then(|answer| answer.spot).map(|MeshPoint { barycentric: [u, v, w], .. }| {
            format!("({}, {}, {})", units.number(u), units.number(v), units.number(w))
        });
        let help = "The weights of the triangle's three corners at the hit; they add up to 1.";
        fact(ui, "barycentric", &weights.unwrap_or_else(|| NONE.to_owned()), help);
    }
    let interval = answer.and_then(|answer| answer.cast.interval());
    if part == SurfaceKind::Cell {
        let t = interval.map_or(NONE.to_owned(), |t| units.number(t.near));
        fact(ui, "crosses it at t", &t, "The t at which the line crosses the image's plane, for any kind of ray.");
        return;
    }
    let interval = interval.map_or(NONE.to_owned(), |t| format!("[{}, {}]", units.number(t.near), units.number(t.far)));
    // The line may leave a mesh and enter it again, and an open mesh has no inside.
    let (label, help) = if part == SurfaceKind::Triangle {
        (
            "crossings for t in",
            "The t of the first and of the last crossing of the line and the mesh, for any kind of ray.",
        )
    } else {
        ("inside for t in", "The range of t for which the line is inside the solid, for any kind of ray.")
    };
    fact(ui, label, &interval, help);
}

/// The exact answer. A difference is marked in its row; the tooltip and the Explain panel give the reason.
fn exact(ui: &mut Ui, word: &str, why: Option<&str>, help: &str) {
    match why {
        None => fact(ui, "exact", word, help),
        Some(why) => {
            let text = RichText::new(format!("⚠ {word}, differs")).color(theme::text_color(ui.ctx(), Tone::Exact));
            value(ui, "exact", text, &format!("{help}\n\n{}", theme::quoted(why)));
        }
    }
}

fn verdict_line(ui: &mut Ui, tone: Tone, text: &str, size: f32) {
    let color = theme::text_color(ui.ctx(), tone);
    ui.horizontal(|ui| {
        ui.label(RichText::new(theme::palette(ui.ctx()).symbol(tone)).size(size - 2.0).color(color));
        ui.label(RichText::new(escape::shown(text)).size(size).strong().color(color));
    });
}

fn fact(ui: &mut Ui, name: &str, value: &str, help: &str) {
    self::value(ui, name, RichText::new(value), help);
}

fn value(ui: &mut Ui, name: &str, value: RichText, help: &str) {
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.y = 2.0;
        let label = WidgetText::from(RichText::new(name).color(ui.visuals().weak_text_color()));
        let start = ui.cursor().left();
        let shown = ui.label(label);
        match terms::of_fact(name) {
            Some(term) => glossary::explain(ui, shown, term, help),
            None => shown.on_hover_text(help),
        };
        ui.add_space((start + 96.0 - ui.cursor().left()).max(4.0));
        let is_marked = help.contains('\n');
        let shown = ui.add(Label::new(value).truncate());
        if is_marked {
            shown.on_hover_text(help);
        }
    });
}
