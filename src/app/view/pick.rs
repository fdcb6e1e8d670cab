//! The item under the pointer in the 3D view. A click selects it, and a resting pointer shows its name.

use eframe::egui::{Event, Modifiers, RichText, Ui};

use crate::app::kit::theme;
use crate::escape;
use crate::geometry::Tone;
use crate::geometry::frustum::Verdict;
use crate::geometry::narrate::num;
use crate::geometry::units::Units;
use crate::picture::code_of;
use crate::report::explain::{Subject, explain};
use crate::report::{RaySubject, ViewSubject, cast_sentence};
use crate::workspace::Workspace;
use crate::world::Item;

/// What a click does with the selected set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::app) enum Click {
    /// Selects the item alone.
    Alone,
    /// With Ctrl: adds the item to the selected ones, or removes it. A camera or ray that is added to objects also
    /// becomes their querier.
    Toggle,
    /// With Shift: in a list, adds the items from the active one to this one; in the 3D view, as with Ctrl.
    Range,
}

impl Click {
    /// The click of this frame. The event's modifiers count: the key may be up again at the end of the frame.
    pub(in crate::app) fn of(ui: &Ui) -> Self {
        let modifiers = |event: &Event| match event {
            Event::PointerButton { modifiers, .. } => Some(*modifiers),
            _ => None,
        };
        let has = |held: fn(Modifiers) -> bool| ui.input(|i| i.events.iter().filter_map(modifiers).any(held));
        if has(|modifiers| modifiers.command) {
            Self::Toggle
        } else if has(|modifiers| modifiers.shift) {
            Self::Range
        } else {
            Self::Alone
        }
    }
}

/// Selects the clicked item of the 3D view. A click on the background deselects the objects and keeps the camera or ray.
pub(in crate::app) fn select(workspace: &mut Workspace, item: Option<Item>, click: Click) {
    match (item, click) {
        (Some(item), Click::Alone) => workspace.selection_mut().choose(item, false),
        (Some(item), Click::Toggle | Click::Range) => workspace.selection_mut().toggle(item),
        (None, Click::Alone) => workspace.selection_mut().select_object(None),
        (None, Click::Toggle | Click::Range) => {}
    }
}

/// Selects the clicked item of a list. `between` gives the items of the list from the active item to the clicked one.
pub(in crate::app) fn select_in_list(
    workspace: &mut Workspace,
    item: Item,
    click: Click,
    between: impl FnOnce() -> Vec<Item>,
) {
    match click {
        Click::Alone => workspace.selection_mut().choose(item, false),
        Click::Toggle => workspace.selection_mut().toggle(item),
        Click::Range => {
            let items = between();
            workspace.selection_mut().extend(if items.is_empty() { std::slice::from_ref(&item) } else { &items });
        }
    }
}

/// The places of a list from one to another, both included, in this direction.
pub(in crate::app) fn places(from: usize, to: usize) -> Vec<usize> {
    if from <= to { (from..=to).collect() } else { (to..=from).rev().collect() }
}

/// The description of an item.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::app) struct Described {
    /// Its name.
    pub(in crate::app) name: String,
    /// Its kind.
    pub(in crate::app) kind: &'static str,
    /// Its answer to the selected camera or ray.
    pub(in crate::app) answer: Option<PickedAnswer>,
    /// Its cell in the octree, while the octree is drawn.
    pub(in crate::app) cell: Option<String>,
}

/// An answer as a sentence.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::app) struct PickedAnswer {
    /// The camera or ray.
    pub(in crate::app) querier: String,
    /// The answer.
    pub(in crate::app) text: String,
    /// Its tone.
    pub(in crate::app) tone: Tone,
    /// Whether fast and exact answer differ.
    pub(in crate::app) is_disputed: bool,
}

/// The description. `None` when the world has no such item, and for items that the 3D view does not show.
pub(in crate::app) fn describe(workspace: &Workspace, item: Item) -> Option<Described> {
    let (world, report) = (workspace.world(), workspace.report());
    Some(match item {
        Item::Camera(i) => {
            let answers = report.frusta.get(i)?;
            let words = [Verdict::Inside, Verdict::Intersect, Verdict::Outside]
                .map(|verdict| format!("{} {}", answers.count(verdict), verdict.word()));
            let answer = match answers.why_no_list() {
                Some(why) => PickedAnswer::of_itself(theme::quoted(&why), Tone::Fail),
                None => PickedAnswer::of_itself(words.join(", "), Tone::Note),
            };
            Described { name: answers.camera.to_string(), kind: "camera", answer: Some(answer), cell: None }
        }
        Item::Ray(i) => {
            let answers = report.rays.get(i)?;
            let (text, tone) = match answers.first() {
                Some(met) => {
                    let hit = in_units(&cast_sentence(&met.answer), met.hit.distance, workspace.view().units());
                    (format!("{}: {hit}", report.target_name(met.target)), Tone::Pass)
                }
                None => ("hits nothing".to_owned(), Tone::Fail),
            };
            let answer = PickedAnswer::of_itself(text, tone);
            Described { name: answers.ray.name.to_string(), kind: "ray", answer: Some(answer), cell: None }
        }
        Item::Image(i) => {
            let image = world.images.get(i)?;
            let ray = workspace.selected().ray().and_then(|r| Some((r, &*world.rays.get(r)?.name)));
            let subject = ray.map_or(Subject::Image(i), |(r, _)| Subject::Ray(RaySubject::Image(r, i)));
            let explanation = explain(world, subject).or_else(|| explain(world, Subject::Image(i)));
            let answer = explanation.map(|explanation| PickedAnswer {
                querier: ray.map_or_else(String::new, |(_, name)| name.to_owned()),
                text: answer_in_units(workspace, subject, &explanation.answer),
                tone: explanation.tone,
                is_disputed: explanation.disagreement.is_some(),
            });
            Described { name: image.name.to_string(), kind: "image", answer, cell: None }
        }
        Item::Object(i) => {
            let object = world.objects.get(i)?;
            let question = match workspace.selected().querier() {
                Some(Item::Camera(c)) => {
                    world.cameras.get(c).map(|c| &*c.name).zip(Some(Subject::View(ViewSubject::Object(c, i))))
                }
                Some(Item::Ray(r)) => {
                    world.rays.get(r).map(|r| &*r.name).zip(Some(Subject::Ray(RaySubject::Object(r, i))))
                }
                _ => None,
            };
            let answer = question.and_then(|(querier, subject)| {
                let explanation = explain(world, subject)?;
                Some(PickedAnswer {
                    querier: querier.to_owned(),
                    text: answer_in_units(workspace, subject, &explanation.answer),
                    tone: explanation.tone,
                    is_disputed: explanation.disagreement.is_some(),
                })
            });
            let placed = workspace.judging().octree_in_view().and_then(|octree| octree.placements.get(i));
            let cell = placed.map(|placed| format!("in {}", code_of(placed.cell)));
            Described { name: object.name.to_string(), kind: object.shape.word(), answer, cell }
        }
        // The 3D view shows no other items.
        _ => return None,
    })
}

/// The description of a joint of the selected skin.
pub(in crate::app) fn describe_joint(name: &str) -> Described {
    let answer = PickedAnswer::of_itself("A click shows its weights.".to_owned(), Tone::Note);
    Described { name: name.to_owned(), kind: "joint", answer: Some(answer), cell: None }
}

/// The answer of an explanation with its margin or distance in the chosen units. Explanations have metres.
pub(in crate::app) fn answer_in_units(workspace: &Workspace, subject: Subject, answer: &str) -> String {
    let report = workspace.report();
    let metres = match subject {
        Subject::View(ViewSubject::Object(camera, object)) => {
            report.in_view(camera, object).map(|answer| answer.fast.margin)
        }
        Subject::Ray(RaySubject::Object(ray, object)) => {
            report.on_ray(ray, object).and_then(|answer| Some(answer.cast.hit()?.distance))
        }
        Subject::Ray(RaySubject::Image(ray, image)) => {
            report.on_ray_image(ray, image).and_then(|answer| Some(answer.cast.hit()?.distance))
        }
        Subject::Ray(RaySubject::Ray(ray)) => {
            report.rays.get(ray).and_then(|answers| Some(answers.first()?.hit.distance))
        }
        _ => None,
    };
    metres.map_or_else(|| answer.to_owned(), |metres| in_units(answer, metres, workspace.view().units()))
}

/// A text with a length in metres, with the same length in other units.
fn in_units(text: &str, metres: f32, units: Units) -> String {
    text.replacen(&format!("{} m", num(metres)), &units.length(metres), 1)
}

impl PickedAnswer {
    /// The summary of a camera or ray.
    fn of_itself(text: String, tone: Tone) -> Self {
        Self { querier: String::new(), text, tone, is_disputed: false }
    }
}

/// The tooltip beside the pointer.
pub(in crate::app) fn show(ui: &mut Ui, described: &Described) {
    let Described { name, kind, answer, cell } = described;
    ui.horizontal(|ui| {
        ui.label(RichText::new(escape::shown(name)).strong());
        ui.label(RichText::new(*kind).weak());
    });
    if let Some(cell) = cell {
        ui.label(cell);
    }
    let Some(answer) = answer else { return };
    let color = match answer.tone {
        Tone::Note => ui.visuals().text_color(),
        tone => theme::text_color(ui.ctx(), tone),
    };
    let symbol = if answer.tone == Tone::Note { "" } else { theme::palette(ui.ctx()).symbol(answer.tone) };
    let querier =
        if answer.querier.is_empty() { String::new() } else { format!("{}: ", escape::shown(&answer.querier)) };
    ui.label(RichText::new(format!("{symbol} {querier}{}", theme::quoted(&answer.text)).trim_start()).color(color));
    if answer.is_disputed {
        let purple = theme::text_color(ui.ctx(), Tone::Exact);
        ui.label(RichText::new("⚠ fast and exact answer differ").color(purple));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::units::Length;
    use crate::picture::DrawOptions;
    use crate::scene;

    fn workspace() -> Workspace {
        let text = r#"{ "eyeline": 1, "cameras": [{ "name": "c", "near": 1, "far": 10 }],
            "objects": [
                { "name": "near", "shape": { "sphere": { "radius": 0.5 } }, "position": [0, 0, -3] },
                { "name": "behind", "shape": { "box": { "half_extents": [1, 1, 1] } }, "position": [0, 0, 5] } ],
            "rays": [
                { "name": "r", "origin": [0, 0, 0], "direction": [0, 0, -1] },
                { "name": "up", "origin": [0, 9, 0], "direction": [0, 1, 0] } ] }"#;
        Workspace::new(scene::parse(text, "test.json").unwrap(), None)
    }

    #[test]
    fn items_are_described_by_name_kind_and_answer() {
        let mut workspace = workspace();
        let words = |workspace: &Workspace, item| {
            let described = describe(workspace, item).unwrap();
            let answer = described.answer.unwrap();
            (described.name, described.kind, answer.querier, answer.text, answer.tone)
        };
        let (name, kind, querier, text, tone) = words(&workspace, Item::Object(1));
        assert_eq!((&*name, kind, &*querier, tone), ("behind", "box", "c", Tone::Fail));
        assert!(text.starts_with("outside, rejected by the left plane"), "{text}");
        let (name, kind, _, text, _) = words(&workspace, Item::Camera(0));
        assert_eq!((&*name, kind, &*text), ("c", "camera", "1 inside, 0 intersect, 1 outside"));
        assert_eq!(words(&workspace, Item::Ray(1)).3, "hits nothing");
        let (_, kind, _, text, tone) = words(&workspace, Item::Ray(0));
        assert!(kind == "ray" && text.starts_with("near: hit") && tone == Tone::Pass, "{text}");
        select(&mut workspace, Some(Item::Ray(0)), Click::Alone);
        assert_eq!(words(&workspace, Item::Object(1)).3, "no hit: behind");
        for gone in [Item::Object(2), Item::Camera(1), Item::Ray(2)] {
            assert_eq!(describe(&workspace, gone), None);
        }
    }

    #[test]
    fn margins_and_distances_have_the_chosen_units() {
        let mut workspace = workspace();
        let units = Units { length: Length::Centimetres, ..Units::default() };
        workspace.view_mut().set_draw_options(DrawOptions { units, ..DrawOptions::default() });
        let text = |workspace: &Workspace, item| describe(workspace, item).unwrap().answer.unwrap().text;
        let margin = workspace.report().in_view(0, 0).unwrap().fast.margin;
        let said = text(&workspace, Item::Object(0));
        assert!(said.contains(&format!("margin {};", units.length(margin))), "{said}");
        let said = text(&workspace, Item::Ray(0));
        assert!(said.ends_with("at t = 2.5, 250 cm from the origin"), "{said}");
    }

    #[test]
    fn the_picked_item_is_selected() {
        let mut workspace = workspace();
        select(&mut workspace, Some(Item::Ray(1)), Click::Alone);
        select(&mut workspace, Some(Item::Object(1)), Click::Alone);
        assert_eq!((workspace.selected().querier(), workspace.selected().object()), (Some(Item::Ray(1)), Some(1)));
        select(&mut workspace, Some(Item::Ray(0)), Click::Toggle);
        assert_eq!((workspace.selected().querier(), workspace.selected().object()), (Some(Item::Ray(0)), Some(1)));
        select(&mut workspace, Some(Item::Ray(1)), Click::Alone);
        assert_eq!(
            (workspace.selected().querier(), workspace.selected().object()),
            (Some(Item::Ray(1)), None),
            "about all objects"
        );
        select(&mut workspace, Some(Item::Object(1)), Click::Alone);
        select(&mut workspace, None, Click::Alone);
        assert_eq!((workspace.selected().querier(), workspace.selected().object()), (Some(Item::Ray(1)), None));
    }
}
