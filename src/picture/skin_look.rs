//! The weights of a selected skinned mesh as colours of its vertices, and its bind pose beside it.

use std::sync::Arc;

use glam::{Affine3A, DVec3, Vec3};

use super::contents::Picture;
use super::legend::Sample;
use super::palette::{Color, Palette};
use super::shapes::Solid;
use super::shown::Shown;
use super::skin_options::{SkinLook, Weights};
use super::triangles::SolidForm;
use crate::geometry::narrate::counted;
use crate::geometry::{Mesh, Shape};
use crate::surface::{Material, Part, Surface, Vertex, linear_color};
use crate::world::{Item, ObjectAt, SkinAt};

/// The opacity of the bind pose.
const FAINT: f32 = 0.22;

/// The skin of an object, if something of it is drawn.
fn painted<'w>(shown: &Shown<'w>, object: usize) -> Option<(&'w ObjectAt, &'w SkinAt)> {
    let Shown { world, ref selected, skin_look, hidden, .. } = *shown;
    let at = world.objects.get(object)?;
    let is_drawn = selected.object() == Some(object) && !hidden.contains(at.id);
    let has_marks = selected.vertex.is_some() || *skin_look != SkinLook::default();
    at.skin.as_deref().filter(|_| is_drawn && has_marks).map(|skin| (at, skin))
}

/// Whether the vertices of an object have the colours of weights, in place of its own colour.
pub(super) fn is_painted(shown: &Shown, object: usize) -> bool {
    shown.skin_look.weights != Weights::Off && painted(shown, object).is_some()
}

pub(super) fn draw(picture: &mut Picture, shown: &Shown) {
    let Some((index, (object, skin))) = shown.selected.object().and_then(|i| Some((i, painted(shown, i)?))) else {
        return;
    };
    if shown.skin_look.weights != Weights::Off
        && let Shape::Mesh(mesh) = &object.shape
    {
        paint(picture, index, (object, mesh), skin, shown);
    }
    if shown.skin_look.bind && !skin.is_bind {
        bind_pose(picture, object, skin, shown.palette);
    }
    if let Some(at) = shown.selected.vertex.and_then(|vertex| posed(skin).get(vertex).copied()) {
        picture.dot(at, 9.0, shown.palette.text);
    }
}

/// The vertices of a skin in world space.
fn posed(skin: &SkinAt) -> Vec<Vec3> {
    skin.posed(&skin.bind(), &skin.matrices()).into_iter().map(DVec3::as_vec3).collect()
}

fn paint(picture: &mut Picture, index: usize, (object, mesh): (&ObjectAt, &Mesh), skin: &SkinAt, shown: &Shown) {
    let palette = shown.palette;
    let Some(skinned) = skin.skinned() else { return };
    let weights = shown.skin_look.weights;
    let color = |vertex: usize| {
        let influences = || skinned.influences.of_vertex(vertex);
        match weights {
            Weights::Joint(joint) => {
                let weight: f32 = influences().filter(|(of, _)| usize::from(*of) == joint).map(|(_, w)| w).sum();
                if weight == 0.0 { palette.uninfluenced } else { weight_color(weight, palette) }
            }
            _ => mixed(influences().map(|(joint, weight)| (joint_color(joint.into()), weight))),
        }
    };
    let linear = |Color([r, g, b, _]): Color| linear_color([r, g, b]);
    let colors: Vec<[f32; 4]> = (0..mesh.positions().len()).map(|vertex| linear(color(vertex))).collect();
    let color_of = |position: u32| colors.get(position as usize).copied().unwrap_or([1.0; 4]);
    let (vertices, triangles) = match mesh.surface() {
        Some(surface) => {
            let plain = |vertex: &Vertex| Vertex { normal: vertex.normal, ..Vertex::plain(vertex.position) };
            let triangles = surface.parts.iter().flat_map(|part| part.triangles.iter().copied()).collect();
            (surface.vertices.iter().map(plain).collect::<Vec<_>>(), triangles)
        }
        None => ((0..).take(mesh.positions().len()).map(Vertex::plain).collect(), mesh.triangles().to_vec()),
    };
    let vertices = vertices.into_iter().map(|vertex| Vertex { color: color_of(vertex.position), ..vertex }).collect();
    let material = Arc::new(Material { is_double_sided: true, ..Material::default() });
    let surface = Surface { vertices, parts: vec![Part { triangles, material }] };
    let Ok(copy) = Mesh::new(mesh.positions().to_vec(), mesh.triangles().to_vec()) else { return };
    picture.painted.push(Solid {
        form: SolidForm::Mesh(Arc::new(copy.with_surface(Some(Arc::new(surface))))),
        world_from_unit: object.pose.world_from_local(),
        color: Color([0, 0, 0, 1]),
        item: Some(Item::Object(index)),
    });
    let mut legend = |text: String, color: Color| {
        picture.add_legend(text, color, Sample::Patch);
    };
    let bones = skin.bones();
    if let Weights::Joint(joint) = weights {
        let name = bones.get(joint).map_or("", |bone| &*bone.name);
        legend(format!("weight 1 of {name}"), weight_color(1.0, palette));
        legend("weight 0.5".to_owned(), weight_color(0.5, palette));
        legend("weight near 0".to_owned(), weight_color(0.0, palette));
        legend(format!("not influenced by {name}"), palette.uninfluenced);
        return;
    }
    for (joint, bone) in bones.iter().enumerate().take(MOST_IN_LEGEND) {
        legend(bone.name.to_string(), joint_color(joint));
    }
    if bones.len() > MOST_IN_LEGEND {
        let more = counted(bones.len() - MOST_IN_LEGEND, "more joint");
        picture.add_legend(format!("and {more}"), palette.text, Sample::None);
    }
}

/// The legend names so many joints.
const MOST_IN_LEGEND: usize = 16;

fn bind_pose(picture: &mut Picture, object: &ObjectAt, skin: &SkinAt, palette: &Palette) {
    let Shape::Mesh(mesh) = &object.shape else { return };
    let node = skin.world_from_node();
    let places: Vec<Vec3> = skin.bind().iter().map(|at| node.transform_point3(at.as_dvec3()).as_vec3()).collect();
    let Ok(bind) = Mesh::new(places, mesh.triangles().to_vec()) else { return };
    let color = palette.text.fade(FAINT);
    let solid = Solid { form: SolidForm::Mesh(Arc::new(bind)), world_from_unit: Affine3A::IDENTITY, color, item: None };
    picture.solids.push(solid);
    picture.add_legend("bind pose", color, Sample::Patch);
}

/// The colour of a weight: one hue, the stronger the greater the weight. Weights beyond 0 to 1 are as their nearest end.
fn weight_color(weight: f32, palette: &Palette) -> Color {
    let [low, high] = palette.heat;
    let part = weight.clamp(0.0, 1.0);
    mixed([(low, 1.0 - part), (high, part)].into_iter())
}

/// The colour of a joint: hues a golden angle apart, so that joints beside each other in the file differ. Every other dozen
/// joints are darker, because the hue of the 14th is nearly that of the first.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "from 0 to 255")]
fn joint_color(joint: usize) -> Color {
    let hue = (joint as f32 * 0.618_034).fract() * 6.0;
    let strength = if (joint / 12).is_multiple_of(2) { 1.0 } else { 0.6 };
    let channel = |shift: f32| {
        let along = ((hue + shift).rem_euclid(6.0) - 3.0).abs() - 1.0;
        (strength * (70.0 + 165.0 * along.clamp(0.0, 1.0))) as u8
    };
    Color::rgb(channel(0.0), channel(4.0), channel(2.0))
}

/// Colours mixed by their weights; grey without any weight.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "from 0 to 255")]
fn mixed(parts: impl Iterator<Item = (Color, f32)>) -> Color {
    let (mut sum, mut total) = (Vec3::ZERO, 0.0_f32);
    for (Color([r, g, b, _]), weight) in parts {
        let weight = weight.max(0.0);
        sum += Vec3::new(r.into(), g.into(), b.into()) * weight;
        total += weight;
    }
    if total <= 0.0 {
        return Color::rgb(0x80, 0x80, 0x80);
    }
    let [r, g, b] = (sum / total).to_array().map(|channel| channel.round().clamp(0.0, 255.0) as u8);
    Color::rgb(r, g, b)
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::super::selected::Selected;
    use super::*;
    use crate::files::open;
    use crate::report::Report;
    use crate::world::World;

    #[test]
    fn a_greater_weight_is_nearer_to_the_strong_end_and_joints_differ() {
        for palette in [Palette::DARK, Palette::LIGHT] {
            let [low, high] = palette.heat;
            assert_eq!(
                (weight_color(-1.0, &palette), weight_color(0.0, &palette), weight_color(2.0, &palette)),
                (low, low, high)
            );
            let green: Vec<u8> = (0..=10_u8).map(|i| weight_color(f32::from(i) / 10.0, &palette).0[1]).collect();
            assert!(green.is_sorted_by(|a, b| a > b), "{green:?}");
            assert!(palette.uninfluenced != low && palette.uninfluenced != palette.neutral);
        }
        let colors: Vec<Color> = (0..MOST_IN_LEGEND).map(joint_color).collect();
        for (i, a) in colors.iter().enumerate() {
            for b in &colors[..i] {
                let apart: i32 = (0..3).map(|c| (i32::from(a.0[c]) - i32::from(b.0[c])).abs()).sum();
                assert!(apart > 40, "{a:?} {b:?}");
            }
        }
        assert_eq!(mixed([(joint_color(0), 0.0)].into_iter()), Color::rgb(0x80, 0x80, 0x80));
    }

    #[test]
    fn the_legend_names_every_joint_up_to_its_limit() {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenes/skin.json");
        let loaded = open(&path).unwrap();
        let world = World::at(&loaded.scene, &loaded.files, 20);
        let report = Report::of(&world);
        let (object, at) = world.skinned().last().unwrap();
        let selected = Selected { subject: Some(Item::Object(object)), ..Selected::default() };
        let look = SkinLook { weights: Weights::All, ..SkinLook::default() };
        let shown = Shown { skin_look: &look, ..Shown::new(&world, &report, &selected, &Palette::DARK) };
        let legend = Picture::of(&shown).legend;
        let bones = at.skin.as_deref().unwrap().bones();
        assert!(bones.len() > 8 && bones.len() <= MOST_IN_LEGEND);
        for (joint, bone) in bones.iter().enumerate() {
            let row = legend.iter().find(|row| row.text == *bone.name).unwrap_or_else(|| panic!("no {}", bone.name));
            assert_eq!((row.color, row.sample), (joint_color(joint), Sample::Patch));
        }
        assert!(!legend.iter().any(|row| row.text.contains("more joint")));
    }
}
