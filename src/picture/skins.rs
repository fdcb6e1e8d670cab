//! Skins: the skeleton of the selected one, the box that the planes of cameras test, and how far the mesh reaches out of it.

use glam::Vec3;

use super::strokes::LineStyle;
use super::{Palette, Picture, Sample, Shown, Style, Weights};
use crate::geometry::units::Units;
use crate::scene::SkinBounds;
use crate::world::{Bone, Item, ObjectAt, PlainNode, SkinAt};

/// The priority of the names of boxes and distances.
const BOX_NAME: u8 = 5;
/// The priority of the names of joints.
const JOINT_NAME: u8 = 1;
/// A skeleton with more joints has no names.
const MOST_NAMED: usize = 40;
/// A skeleton with more joints has lines in place of octahedra.
const MOST_OCTAHEDRA: usize = 1000;
/// More nodes that are no joints are not drawn.
const MOST_PLAIN: usize = 400;

pub(super) fn draw(picture: &mut Picture, shown: &Shown) {
    let Shown { world, palette, hidden, .. } = *shown;
    let units = shown.options.units;
    let (mut has_skeleton, mut has_plain) = (false, false);
    let (mut has_box, mut has_escape, mut has_off) = (false, false, false);
    for (i, object) in world.skinned().filter(|(_, object)| !hidden.contains(object.id)) {
        let Some(skin) = &object.skin else { continue };
        picture.belonging_to(Item::Object(i), |picture| {
            if skin.bounds != SkinBounds::Exact {
                tested_box(picture, object, skin, palette);
                has_box = true;
                has_escape |= escape(picture, skin, (palette, units));
            }
            if is_selected(shown, i) && shown.selected.querier.is_none() {
                has_off |= weights(picture, skin, (palette, units));
            }
            if is_selected(shown, i) {
                // The names are in the way of the answers of a camera or ray.
                let is_named = shown.selected.querier.is_none();
                let chosen = match shown.skin_look.weights {
                    Weights::Joint(joint) if shown.selected.object == Some(i) => Some(joint),
                    _ => None,
                };
                skeleton(picture, &skin.bones(), (is_named, chosen), palette);
                has_plain |= plain_nodes(picture, &skin.plain_nodes(), is_named, palette);
                has_skeleton = true;
            }
        });
    }
    for (text, color, style, is_drawn) in [
        ("skeleton", palette.text, Style::Solid, has_skeleton),
        ("node that is not a joint", palette.neutral, Style::Dashed, has_plain),
        ("tested box of a skin", palette.partial, Style::Dashed, has_box),
        ("out of the tested box", palette.fail, Style::Solid, has_escape),
        ("position with normalized weights", palette.fail, Style::Dashed, has_off),
    ] {
        if is_drawn {
            picture.add_legend(text, color, Sample::Line(style));
        }
    }
}

fn is_selected(shown: &Shown, object: usize) -> bool {
    let Shown { world, ref selected, .. } = *shown;
    let of_model = || selected.model.is_some() && world.model_of(object) == selected.model;
    selected.object == Some(object) || of_model() || selected.is_other(Item::Object(object))
}

fn tested_box(picture: &mut Picture, object: &ObjectAt, skin: &SkinAt, palette: &Palette) {
    let corners = std::array::from_fn(|i| object.view_box.corner(i));
    picture.edges(&corners, LineStyle::new(palette.partial, 2.0, Style::Dashed));
    picture.label(corners[7], format!("{} box", skin.bounds.word()), palette.partial, BOX_NAME);
}

/// The vertex that is furthest out of the tested box. Returns whether there is one.
#[expect(clippy::cast_possible_truncation, reason = "four digits are shown")]
fn escape(picture: &mut Picture, skin: &SkinAt, (palette, units): (&Palette, Units)) -> bool {
    let Some(escape) = skin.escapes().into_iter().find(|escape| escape.bounds == skin.bounds) else { return false };
    let (bind, matrices) = (skin.bind(), skin.matrices());
    let posed = skin.posed(&bind, &matrices);
    let tested = skin.bounds(skin.bounds, &bind, &matrices, &posed);
    let Some(at) = posed.get(escape.vertex) else { return false };
    let (at, near) = (at.as_vec3(), at.clamp(tested.min, tested.max).as_vec3());
    picture.line(near, at, LineStyle::solid(palette.fail, 2.5));
    picture.dot(at, 8.0, palette.fail);
    picture.label(at, format!("{} out", units.length(escape.distance as f32)), palette.fail, BOX_NAME);
    true
}

/// Vertices whose weights do not add up to 1, each with a line to its position with normalized
/// weights. Returns whether there
/// is one.
#[expect(clippy::cast_possible_truncation, reason = "four digits are shown")]
fn weights(picture: &mut Picture, skin: &SkinAt, (palette, units): (&Palette, Units)) -> bool {
    /// More ways than these hide the mesh.
    const MOST: usize = 60;
    let (Some((worst, _)), Some(skinned)) = (skin.weights().worst, skin.skinned()) else { return false };
    let (bind, matrices) = (skin.bind(), skin.matrices());
    let posed = skin.posed(&bind, &matrices);
    let pen = LineStyle::new(palette.fail, 1.5, Style::Dashed);
    let every = skinned.off.len().div_ceil(MOST).max(1);
    let shown = skinned.off.iter().map(|&vertex| vertex as usize);
    for vertex in shown.enumerate().filter(|(i, vertex)| i % every == 0 || *vertex == worst).map(|(_, vertex)| vertex) {
        let Some(at) = posed.get(vertex) else { continue };
        let sum: f64 = skinned.influences.of(vertex).map(|(_, weight)| f64::from(weight)).sum();
        if sum == 0.0 {
            continue;
        }
        let normalized = *at / sum;
        picture.line(at.as_vec3(), normalized.as_vec3(), pen);
        if vertex == worst {
            picture.dot(normalized.as_vec3(), 6.0, palette.fail);
            let text = format!("{} off", units.length(at.distance(normalized) as f32));
            picture.label(normalized.as_vec3(), text, palette.fail, BOX_NAME);
        }
    }
    true
}

/// A bone from each joint to its parent as an octahedron, and the names of the joints. The chosen joint is blue.
fn skeleton(picture: &mut Picture, bones: &[Bone], (is_named, chosen): (bool, Option<usize>), palette: &Palette) {
    let pen = LineStyle::solid(palette.text, 1.2);
    for (joint, bone) in bones.iter().enumerate() {
        let at = bone.position.as_vec3();
        if chosen == Some(joint) {
            picture.dot(at, 9.0, palette.selected);
            picture.label(at, bone.name.to_string(), palette.selected, BOX_NAME);
        } else {
            picture.dot(at, 5.0, palette.text);
        }
        match bone.parent.and_then(|parent| bones.get(parent)).map(|parent| parent.position.as_vec3()) {
            Some(parent) if bones.len() <= MOST_OCTAHEDRA => octahedron(picture, parent, at, pen),
            Some(parent) => picture.line(parent, at, pen),
            None => {}
        }
        if is_named && chosen != Some(joint) && bones.len() <= MOST_NAMED {
            picture.label(at, bone.name.to_string(), palette.text, JOINT_NAME);
        }
    }
}

/// A grey dot at each node that is not a joint, and a dashed line from the node above it. Returns whether there is
/// one.
fn plain_nodes(picture: &mut Picture, nodes: &[PlainNode], is_named: bool, palette: &Palette) -> bool {
    if nodes.len() > MOST_PLAIN {
        return false;
    }
    for node in nodes {
        let at = node.position.as_vec3();
        if let Some(parent) = node.parent {
            picture.line(parent.as_vec3(), at, LineStyle::new(palette.neutral, 1.2, Style::Dashed));
        }
        picture.dot(at, 4.0, palette.neutral);
        if is_named && nodes.len() <= MOST_NAMED {
            picture.label(at, node.name.to_string(), palette.neutral, JOINT_NAME);
        }
    }
    !nodes.is_empty()
}

/// A bone that is thickest near its first end.
fn octahedron(picture: &mut Picture, from: Vec3, to: Vec3, pen: LineStyle) {
    let along = to - from;
    let Some(direction) = along.try_normalize() else { return };
    let (u, v) = direction.any_orthonormal_pair();
    let (middle, radius) = (from + along * 0.15, along.length() * 0.08);
    let ring = [u, v, -u, -v].map(|side| middle + side * radius);
    for (i, corner) in ring.into_iter().enumerate() {
        picture.line(from, corner, pen);
        picture.line(corner, to, pen);
        picture.line(corner, ring[(i + 1) % 4], pen);
    }
}
