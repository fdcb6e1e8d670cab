//! The fields of an object.

use std::mem::discriminant;

use eframe::egui::{Label, RichText, Ui};

use super::given::GivenBySession;
use super::level;
use crate::app::kit::anchors::Anchor;
use crate::app::kit::form::fields::{ItemForm, Unit};
use crate::app::kit::form::rotation;
use crate::app::kit::form::rotation::angles;
use crate::app::kit::form::several::ItemPart;
use crate::app::kit::form::{path, several};
use crate::app::kit::theme;
use crate::geometry::narrate::counted;
use crate::geometry::{Aabb, Tone};
use crate::scene::{Color, Entry, Object, Shape};
use crate::workspace::Workspace;
use crate::world::Item;

/// The fields of an object. `index` is the index in the world, which has no unplaced objects.
pub(super) fn show(ui: &mut Ui, workspace: &mut Workspace, index: usize) {
    let Some(placed) = workspace.world().objects.get(index) else { return };
    let bounds = placed.aabb;
    match workspace.selection().entry_of(Item::Object(index)) {
        Some(Entry::Object(written)) => form(ui, workspace, written, Some(bounds)),
        Some(_) => super::model::object(ui, workspace, index),
        None => half(ui, workspace, index),
    }
}

/// A half of a cut: its values, and the fields of the object that is cut.
fn half(ui: &mut Ui, workspace: &mut Workspace, index: usize) {
    super::model::object(ui, workspace, index);
    let Some(Entry::Object(written)) = workspace.selection().entry_for(Item::Object(index)) else { return };
    ui.add_space(6.0);
    ui.separator();
    ui.label(RichText::new("The object that is cut").strong());
    form(ui, workspace, written, None);
}

/// The fields of an unplaced object, by its index in the document.
pub(super) fn unplaced(ui: &mut Ui, workspace: &mut Workspace, written: usize) {
    form(ui, workspace, written, None);
}

fn form(ui: &mut Ui, workspace: &mut Workspace, written: usize, bounds: Option<Aabb>) {
    let item = Entry::Object(written);
    let Some(mut object) = workspace.scene().objects.get(item.index()).cloned() else { return };
    let (own, mut name) = (object.name.clone(), object.name.clone());
    let mut form = ItemForm::of::<Object>(ui, workspace, &own, written);
    if bounds.is_none()
        && let Some(why) = workspace.judging().unanswered()
    {
        let color = theme::text_color(form.ui().ctx(), Tone::Fail);
        form.ui().add(Label::new(RichText::new(theme::quoted(&why)).color(color)).wrap());
        form.ui().add_space(4.0);
    }
    form.name(&mut name);
    let is_other_file = shape(&mut form, workspace, item, &mut object);
    let given = GivenBySession::of(workspace, object.session.as_ref());
    pose(&mut form, &mut object, &given);
    form.section("Motion");
    path::show(&mut form, &mut object);
    super::session::follow(&mut form, &mut object.session, workspace.scene());
    form.section("Layers and colour");
    form.layers(
        "layers",
        &mut object.layers,
        "The layers of the object, 0 to 63. A ray hits it when its mask has one of these layers.",
    );
    let mut color = object.color.map(|Color(rgb)| rgb);
    form.color(
        "color",
        &mut color,
        "Used in the 3D view while no camera or ray is selected. Otherwise the verdict decides the colour.",
    );
    object.color = color.map(Color);
    if let Some(Aabb { min, max }) = bounds {
        form.section("Tight box");
        let help = "Least corner of the box around the transformed shape itself, in world space.";
        form.fact("from", &workspace.view().units().point(min), help);
        form.fact("to", &workspace.view().units().point(max), "Greatest corner of that box.");
    }
    let changed = form.changed();
    if let (true, Shape::Mesh { file, .. }) = (is_other_file, &object.shape) {
        several::name_level::<Object>(workspace, written, file);
    } else if let Some(changed) = changed {
        let moves = object.path.is_some();
        let is_turned = workspace.scene().objects.get(written).is_some_and(|before| before.path.is_some() != moves);
        if is_turned {
            // The path of each object starts at the position of that object.
            several::change_each::<Object>(workspace, written, &changed, |object, _| path::turn(object, moves));
        } else {
            several::change(workspace, written, &changed, &name, object);
        }
    }
}

/// Returns whether another level was typed: see [`level::show`].
fn shape(form: &mut ItemForm, workspace: &mut Workspace, item: Entry, object: &mut Object) -> bool {
    let before = object.shape.word();
    let mut word = before;
    let solids = Shape::solids(half_size(&object.shape));
    // Only an object that has a mesh already shows this choice: a new mesh begins with a file.
    let own = solids.iter().all(|solid| solid.word() != before).then_some(before);
    let choices: Vec<_> = solids.iter().map(Shape::word).chain(own).map(|word| (word, word)).collect();
    form.choice(
        "shape",
        &mut word,
        &choices,
        "The shape in local space, with the axis Y. A new kind of shape has about the same size.",
    );
    if word != before
        && let Some(solid) = solids.into_iter().find(|solid| solid.word() == word)
    {
        object.shape = solid;
    }
    for (size, numbers) in object.shape.sizes_mut() {
        match numbers {
            [number] => form.number(size.label, number, Unit::Size, size.help),
            numbers => {
                if let Ok(vector) = numbers.try_into() {
                    form.vector(size.label, vector, Unit::Size, size.help);
                }
            }
        }
    }
    if let Shape::Hull(hull) = &object.shape {
        let faces = hull.solid().map_or(0, |solid| solid.faces().len());
        let points = format!("{}, {}", counted(hull.points().len(), "point"), counted(faces, "face"));
        form.fact("hull", &points, "The points are in the scene file. The Scale tool changes its size.");
    }
    let Shape::Mesh { file, node } = &mut object.shape else { return false };
    let is_other_file = level::show(form, workspace, item, file);
    let mut name = node.clone().unwrap_or_default();
    form.text("node", &mut name, "The node of the file, in local space. Leave it empty for all nodes.");
    *node = (!name.trim().is_empty()).then_some(name);
    is_other_file
}

/// Half the size along X, Y and Z.
fn half_size(shape: &Shape) -> [f32; 3] {
    shape.solid().map_or([0.5; 3], |solid| solid.half_size().to_array())
}

fn pose(form: &mut ItemForm, object: &mut Object, given: &GivenBySession) {
    form.section("Pose");
    if !given.position(form) && object.path.is_none() {
        form.vector("position", &mut object.position, Unit::Metres, "The position of its origin.");
        form.note(Anchor::Position);
    }
    if !given.rotation(form) {
        angles(form, &mut object.rotation);
    }
    form.vector("scale", &mut object.scale, Unit::Ratio, "Per axis, before the rotation; not 0.");
}

multi_edit! { Object, Object in objects: {
    let mut parts: Vec<ItemPart<Self>> = vec![
        ItemPart {
            label: "shape",
            differs: |a, b| discriminant(&a.shape) != discriminant(&b.shape),
            write: |_, from, to| {
                if discriminant(&from.shape) != discriminant(&to.shape) {
                    to.shape = from.shape.clone();
                }
            },
        },
        part_of_some!("half extents X", shape, Shape::Box { half_extents } => half_extents[0]),
        part_of_some!("half extents Y", shape, Shape::Box { half_extents } => half_extents[1]),
        part_of_some!("half extents Z", shape, Shape::Box { half_extents } => half_extents[2]),
        part_of_some!(
            "radius",
            shape,
            Shape::Sphere { radius } | Shape::Cylinder { radius, .. } | Shape::Cone { radius, .. }
            | Shape::Capsule { radius, .. } => *radius
        ),
        part_of_some!(
            "half height",
            shape,
            Shape::Cylinder { half_height, .. } | Shape::Capsule { half_height, .. } => *half_height
        ),
        part_of_some!("height", shape, Shape::Cone { height, .. } => *height),
        part_of_some!("file", shape, Shape::Mesh { file, .. } => *file),
        part_of_some!("node", shape, Shape::Mesh { node, .. } => *node),
        part!("layers", layers),
        part!("color", color),
        ItemPart {
            label: "path",
            differs: |a, b| a.path.is_some() != b.path.is_some(),
            write: |_, from, to| {
                if from.path.is_some() != to.path.is_some() {
                    path::turn(to, from.path.is_some());
                }
            },
        },
        part_of_some!("speed", path, Some(path) => path.speed),
        part_of_some!("loop", path, Some(path) => path.looped),
        presence!("follows", session),
        part_of_some!("follows", session, Some(follow) => follow.name),
        part_of_some!("track", session, Some(follow) => follow.track),
    ];
    let pose: [ItemPart<Self>; 13] = placed!();
    parts.extend(pose);
    parts
}}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn another_shape_has_about_the_same_size() {
        let size = [0.5, 1.5, 0.5];
        for shape in Shape::solids(size).into_iter().filter(|shape| shape.word() != "sphere") {
            for (a, b) in half_size(&shape).into_iter().zip(size) {
                assert!((a - b).abs() < 1e-6, "{shape:?}");
            }
        }
    }
}
