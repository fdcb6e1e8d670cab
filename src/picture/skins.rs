//! Skins: the skeleton of the selected one, the box that the planes of cameras test, and how far the mesh reaches out of it.

use glam::Vec3;

use super::contents::Picture;
use super::legend::Sample;
use super::palette::{Palette, Style};
use super::shown::Shown;
use super::strokes::LineStyle;
use crate::geometry::units::Units;
use crate::scene::SkinBounds;
use crate::world::{Bone, Item, NormalizedVertex, ObjectAt, PlainNode, SkinAt};

/// The priority of the names of boxes and distances.
const BOX_NAME: u8 = 5;

/// The priority of the names of joints.
const JOINT_NAME: u8 = 1;

/// The priority of the names of the joints that move the selected vertex. Such a name covers items rather than be left out.
const VERTEX_JOINT: u8 = 8;

/// The priority of the name of the selected joint, above those of the marks of a step.
const SELECTED_JOINT: u8 = 10;

/// A skeleton with more joints has only the names of the selected joint and of the joints of the selected vertex.
const MOST_NAMED: usize = 40;

/// A skeleton with more joints has lines in place of octahedra.
const MOST_OCTAHEDRA: usize = 1000;

/// More nodes that are no joints are not drawn.
const MOST_PLAIN: usize = 400;

pub(super) fn draw(picture: &mut Picture, shown: &Shown) {
    let Shown { world, report, palette, hidden, .. } = *shown;
    let units = shown.options.units;
    let (mut has_skeleton, mut has_plain, mut too_many) = (false, false, 0);
    let (mut has_box, mut has_escape, mut has_off) = (false, false, false);
    let has_marks = shown.marks().is_some_and(|marks| !marks.is_empty());
    for (i, object) in world.skinned().filter(|(_, object)| !hidden.contains(object.id)) {
        let Some(skin) = &object.skin else { continue };
        picture.belonging_to(Item::Object(i), |picture| {
            let is_alone = is_selected(shown, i) && shown.selected.querier().is_none();
            // The marks of a step about boxes show the distances.
            let is_told = is_alone && has_marks;
            if skin.bounds != SkinBounds::Exact {
                tested_box(picture, object, skin, palette);
                has_box = true;
                has_escape |= !is_told && report.has_answers() && escape(picture, skin, (palette, units));
            }
            if is_alone && report.has_answers() {
                has_off |= weights(picture, skin, (palette, units));
            }
            if is_selected(shown, i) {
                let names = JointNames::of(shown, i, skin);
                skeleton(picture, &skin.bones(), &names, palette);
                let plain = skin.plain_nodes();
                has_plain |= plain_nodes(picture, &plain, names.has_all, palette);
                too_many = too_many.max(if plain.len() > MOST_PLAIN { plain.len() } else { 0 });
                has_skeleton = true;
            }
        });
    }
    if too_many > 0 {
        picture.add_legend(
            format!("{too_many} nodes that are not joints are not drawn"),
            palette.neutral,
            Sample::None,
        );
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
    let of_model = || selected.model().is_some() && world.model_of(object) == selected.model();
    selected.object() == Some(object) || of_model() || selected.is_other(Item::Object(object))
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
/// weights. In the bind pose no weight moves a vertex, so there is none. Returns whether there is one.
#[expect(clippy::cast_possible_truncation, reason = "four digits are shown")]
fn weights(picture: &mut Picture, skin: &SkinAt, (palette, units): (&Palette, Units)) -> bool {
    /// More ways than these hide the mesh.
    const MOST: usize = 60;
    if skin.is_bind {
        return false;
    }
    let (Some(worst), Some(skinned)) = (skin.weights().worst, skin.skinned()) else { return false };
    let (bind, matrices) = (skin.bind(), skin.matrices());
    let pen = LineStyle::new(palette.fail, 1.5, Style::Dashed);
    let every = skinned.off.len().div_ceil(MOST).max(1);
    let shown = skinned.off.iter().map(|&vertex| vertex as usize);
    for vertex in
        shown.enumerate().filter(|(i, vertex)| i % every == 0 || *vertex == worst.vertex).map(|(_, vertex)| vertex)
    {
        let Some(NormalizedVertex { at, normalized, .. }) = skin.normalized(vertex, &bind, &matrices) else { continue };
        picture.line(at.as_vec3(), normalized.as_vec3(), pen);
        if vertex == worst.vertex {
            picture.dot(normalized.as_vec3(), 6.0, palette.fail);
            let text = format!("{} off", units.length(at.distance(normalized) as f32));
            picture.label(normalized.as_vec3(), text, palette.fail, BOX_NAME);
        }
    }
    true
}

/// The joints whose names are drawn.
struct JointNames {
    /// Whether all joints and nodes have names, as far as there is room.
    has_all: bool,
    /// The selected joint: the one whose weights are drawn.
    joint: Option<usize>,
    /// The joints that move the selected vertex.
    of_vertex: Vec<usize>,
}

impl JointNames {
    fn of(shown: &Shown, object: usize, skin: &SkinAt) -> Self {
        let is_selected = shown.selected.object() == Some(object);
        let joint = shown.skin_look.joint().filter(|_| is_selected);
        let vertex = shown.selected.vertex.filter(|_| is_selected).zip(skin.skinned());
        let of_vertex: Option<Vec<usize>> = vertex.map(|(vertex, skinned)| {
            skinned.influences.of_vertex(vertex).map(|(joint, _)| usize::from(joint)).collect()
        });
        // Names are in the way of the answers of a camera or ray.
        let has_all = shown.selected.querier().is_none();
        Self { has_all, joint, of_vertex: of_vertex.unwrap_or_default() }
    }

    /// The priority of the name of a joint in a skeleton with so many joints; `None` without a name.
    fn priority(&self, joint: usize, joints: usize) -> Option<u8> {
        if self.joint == Some(joint) {
            Some(SELECTED_JOINT)
        } else if self.of_vertex.contains(&joint) {
            Some(VERTEX_JOINT)
        } else {
            (self.has_all && joints <= MOST_NAMED).then_some(JOINT_NAME)
        }
    }
}

/// A bone from each joint to its parent as an octahedron, and the names of the joints. The selected joint is blue.
fn skeleton(picture: &mut Picture, bones: &[Bone], names: &JointNames, palette: &Palette) {
    let pen = LineStyle::solid(palette.text, 1.2);
    for (joint, bone) in bones.iter().enumerate() {
        let at = bone.position.as_vec3();
        let (size, color) = if names.joint == Some(joint) { (9.0, palette.selected) } else { (5.0, palette.text) };
        picture.dot(at, size, color);
        if let Some(priority) = names.priority(joint, bones.len()) {
            picture.label(at, bone.name.to_string(), color, priority);
        }
        match bone.parent.and_then(|parent| bones.get(parent)).map(|parent| parent.position.as_vec3()) {
            Some(parent) if bones.len() <= MOST_OCTAHEDRA => octahedron(picture, parent, at, pen),
            Some(parent) => picture.line(parent, at, pen),
            None => {}
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

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::files::open;
    use crate::picture::selected::Selected;
    use crate::picture::skin_options::SkinLook;
    use crate::picture::skin_options::Weights;
    use crate::report::Report;
    use crate::world::World;

    /// A scene of the program at a tick, with an object of it selected.
    fn world(scene: &str, object: &str, tick: u64) -> (World, Selected) {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenes").join(scene);
        let loaded = open(&path).unwrap();
        let world = World::at(&loaded.scene, &loaded.files, tick);
        let selected = Selected::on(&world, &[object.to_owned()]).unwrap();
        (world, selected.without_querier())
    }

    #[test]
    fn the_names_of_the_selected_joint_and_of_the_joints_of_the_vertex_are_placed_first() {
        let (world, selected) = world("skin.json", "posed/figure", 20);
        let report = Report::of(&world);
        let skin = world.objects[selected.object().unwrap()].skin.as_deref().unwrap();
        let influences = &skin.skinned().unwrap().influences;
        let (bones, shared) =
            (skin.bones(), (0..1056).find(|vertex| influences.of_vertex(*vertex).count() == 2).unwrap());
        let of_vertex: Vec<usize> = influences.of_vertex(shared).map(|(joint, _)| usize::from(joint)).collect();
        let look = SkinLook { weights: Weights::Joint(of_vertex[0]), ..SkinLook::default() };
        let selected = Selected { vertex: Some(shared), ..selected };
        let shown = Shown { skin_look: &look, ..Shown::new(&world, &report, &selected, &Palette::DARK) };
        let picture = Picture::of(&shown);
        for (joint, bone) in bones.iter().enumerate() {
            let expected = match of_vertex.iter().position(|of| *of == joint) {
                Some(0) => SELECTED_JOINT,
                Some(_) => VERTEX_JOINT,
                None => JOINT_NAME,
            };
            let names = picture.labels.iter().filter(|label| label.text == *bone.name);
            assert_eq!(names.map(|label| label.priority).collect::<Vec<_>>(), [expected], "{}", bone.name);
        }
    }

    #[test]
    fn weights_displace_no_vertex_of_a_bind_pose() {
        let (mut world, selected) = world("weights.json", "far/figure", 0);
        let is_marked = |world: &World| {
            let report = Report::of(world);
            let picture = Picture::of(&Shown::new(world, &report, &selected, &Palette::DARK));
            picture.legend.iter().any(|entry| entry.text == "position with normalized weights")
        };
        assert!(is_marked(&world));
        let object = &mut world.objects[selected.object().unwrap()];
        let skin = SkinAt { is_bind: true, ..SkinAt::clone(object.skin.as_deref().unwrap()) };
        object.skin = Some(skin.into());
        assert!(!is_marked(&world));
    }
}
