//! The view volumes of the cameras, and their bodies.

use glam::{Affine3A, Mat3, Quat, Vec3};

use crate::geometry::frustum::Side;
use crate::picture::contents::Picture;
use crate::picture::label_words::named;
use crate::picture::legend::Sample;
use crate::picture::palette::{Color, Palette, Style};
use crate::picture::part::SolidPart;
use crate::picture::shapes::Solid;
use crate::picture::shown::Shown;
use crate::picture::strokes::LineStyle;
use crate::world::{CameraAt, Item};

/// The most cameras whose volumes and names are all drawn. With more, only those of the selected cameras are drawn: so
/// many volumes cannot be distinguished.
pub(super) const MOST_VOLUMES: usize = 200;

pub(in crate::picture) fn draw(picture: &mut Picture, shown: &Shown) {
    let &Shown { world, through, hidden, palette, ref selected, small, .. } = shown;
    let are_few = world.cameras.len() <= MOST_VOLUMES;
    // An unplaced camera is not drawn, because its pose is not valid.
    let is_drawn = |camera: &CameraAt| !hidden.contains(camera.id) && camera.error.is_none();
    for (i, camera) in world.cameras.iter().enumerate().filter(|(_, camera)| is_drawn(camera)) {
        let is_querier = selected.camera() == Some(i);
        let sees = selected.camera_of_agent(world) == Some(i);
        picture.belonging_to(Item::Camera(i), |picture| {
            if !(are_few || is_querier || sees || selected.is_other(Item::Camera(i)) || through == Some(i)) {
                body(picture, camera, small, palette.neutral);
            } else if through == Some(i) {
                frame(picture, &world.drawn_corners(&camera.camera), palette);
            } else {
                // The label of the agent above its body names its camera.
                let is_named =
                    is_querier || !world.agents.iter().any(|agent| agent.camera == Some(i) && agent.body.is_some());
                let is_other = selected.is_other(Item::Camera(i));
                let name = is_named.then(|| world.short_name(&camera.name));
                let corners = world.drawn_corners(&camera.camera);
                one(picture, camera, &corners, is_querier || sees, is_other, name, (small, palette));
                if is_querier {
                    normals(picture, camera, &corners, small, palette);
                }
                let text = match (is_querier, camera.camera.is_bounded()) {
                    (true, true) => "view volume, normals inward",
                    (true, false) => "view volume without an end, normals inward",
                    (false, _) => "view volume of the agent's camera",
                };
                if is_querier || sees {
                    let sample = Sample::Line(Style::Solid);
                    picture.add_legend(text, palette.selected, sample);
                }
            }
        });
    }
    if !are_few {
        let text = format!("{} cameras, view volumes of the selected ones only", world.cameras.len());
        picture.add_legend(text, palette.neutral, Sample::None);
    }
}

pub(super) fn one(
    picture: &mut Picture,
    camera: &CameraAt,
    corners: &[Vec3; 8],
    is_querier: bool,
    is_other: bool,
    name: Option<&str>,
    (size, palette): (f32, &Palette),
) {
    let color = if is_querier || is_other { palette.selected } else { palette.neutral };
    let style = LineStyle::solid(color.fade(if is_querier { 0.95 } else { 0.5 }), if is_querier { 2.0 } else { 1.0 });
    let exists = |side: Side| camera.frustum.planes[side as usize].exists();
    if Side::ALL.into_iter().all(exists) {
        picture.edges(corners, style);
    } else {
        // Edges without an end are drawn without the rectangle at their cut.
        for (from, to) in Side::ALL.into_iter().filter(|side| exists(*side)).flat_map(own_edges) {
            picture.line(corners[from], corners[to], style);
        }
    }
    body(picture, camera, size, color);
    if let Some(name) = name {
        picture.label(camera.camera.position, named(name, "camera"), color, if is_querier { 8 } else { 4 });
    }
    if is_querier {
        for side in Side::ALL.into_iter().filter(|side| exists(*side)) {
            picture.quad(side.corners().map(|c| corners[c]), color.fade(0.045));
        }
    }
}

/// The edges that are drawn with a side, each of the twelve with one: those along the view with left and right.
pub(super) fn own_edges(side: Side) -> impl Iterator<Item = (usize, usize)> {
    let [a, b, c, d] = side.corners();
    let is_own = move |(from, to): &(usize, usize)| match side {
        Side::Left | Side::Right => from ^ to == 4,
        Side::Bottom | Side::Top => false,
        Side::Near | Side::Far => true,
    };
    [(a, b), (b, c), (c, d), (d, a)].into_iter().filter(is_own)
}

/// The near rectangle, which is the border of the camera's own picture as seen from the eye.
pub(super) fn frame(picture: &mut Picture, corners: &[Vec3; 8], palette: &Palette) {
    let [a, b, c, d] = Side::Near.corners().map(|i| corners[i]);
    for (from, to) in [(a, b), (b, c), (c, d), (d, a)] {
        picture.line(from, to, LineStyle::solid(palette.selected, 2.0));
    }
}

/// A box with a lens that opens along the view.
pub(super) fn body(picture: &mut Picture, camera: &CameraAt, size: f32, color: Color) {
    let eye = Affine3A::from_rotation_translation(camera.camera.rotation.as_quat(), camera.camera.position);
    let body =
        Affine3A::from_mat3_translation(Mat3::from_diagonal(Vec3::new(0.35, 0.28, 0.5) * size), Vec3::Z * size * 0.75);
    // The unit cone opens along −Y: a quarter turn about X turns it to −Z.
    let lens =
        Affine3A::from_rotation_translation(Quat::from_rotation_x(std::f32::consts::FRAC_PI_2), Vec3::Z * size * 0.35)
            * Affine3A::from_scale(Vec3::new(0.3, 0.35, 0.3) * size);
    for (part, map, color) in [(SolidPart::Cube, body, color), (SolidPart::Cone, lens, color.shade(0.8))] {
        picture.lit(Solid { form: part.into(), world_from_unit: eye * map, color, item: None });
    }
}

/// An arrow into the volume from the middle of every face, with the side's name.
pub(super) fn normals(picture: &mut Picture, camera: &CameraAt, corners: &[Vec3; 8], size: f32, palette: &Palette) {
    for (side, plane) in Side::ALL.into_iter().zip(&camera.frustum.planes).filter(|(_, plane)| plane.exists()) {
        let middle = side.corners().iter().map(|&c| corners[c]).sum::<Vec3>() / 4.0;
        let tip = middle + plane.normal * size * 0.8;
        picture.arrow(middle, tip, LineStyle::solid(palette.selected.fade(0.9), 1.5));
        picture.label(middle, side.word(), palette.neutral, 2);
    }
}
