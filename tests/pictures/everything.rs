//! A picture with one of each kind of content.

use eyeline::picture::{
    Color, Dot, Face, Label, LegendEntry, Lens, Line, Palette, Picture, Sample, Solid, SolidPart, Style, Viewpoint,
};
use glam::{Affine3A, Quat, Vec3, vec3};

/// The viewpoint of the picture.
pub(crate) fn viewpoint() -> Viewpoint {
    Viewpoint {
        eye: vec3(7.0, 5.0, 9.0),
        target: vec3(0.0, 0.6, 0.0),
        up: Vec3::Y,
        lens: Lens::Perspective { fov_y: 0.7 },
        depth: [0.05, 200.0],
    }
}

/// Solids under uneven scale, frusta, lines of all styles, dots, labels and a legend.
pub(crate) fn picture(palette: &Palette) -> Picture {
    let mut picture = Picture::default();
    grid(&mut picture, palette);
    let colors = [palette.pass, palette.partial, palette.fail, palette.neutral, palette.selected, palette.exact];
    for ((i, part), color) in (0_u8..).zip(SolidPart::ALL).zip(colors) {
        let i = f32::from(i);
        let at = vec3(-5.0 + 2.0 * i, 0.8, -1.5 + 0.7 * (i % 3.0));
        let mirror = if part == SolidPart::Cone { -1.0 } else { 1.0 };
        let map = Affine3A::from_scale_rotation_translation(
            vec3(0.6, 0.7 + 0.05 * i, 0.45 * mirror),
            Quat::from_rotation_y(0.5 * i) * Quat::from_rotation_z(0.1 * i),
            at,
        );
        picture.solids.push(Solid { form: part.into(), world_from_unit: map, color, item: None });
        cuboid(&mut picture, at - Vec3::splat(0.9), at + Vec3::splat(0.9), color, Style::Solid, 1.0);
        picture.labels.push(Label {
            at: at + Vec3::Y,
            text: format!("{part:?} inside"),
            color,
            priority: 5,
            item: None,
            span: None,
            around: None,
        });
    }
    let glass = Affine3A::from_scale_rotation_translation(Vec3::splat(0.8), Quat::IDENTITY, vec3(2.6, 0.8, 2.6));
    picture.solids.push(Solid {
        form: SolidPart::Ball.into(),
        world_from_unit: glass,
        color: palette.selected.fade(0.35),
        item: None,
    });
    frustum(&mut picture, vec3(-3.5, 1.2, 4.5), vec3(0.55, -0.05, -0.83), palette.selected);
    frustum(&mut picture, vec3(4.5, 1.5, 4.0), vec3(-0.8, -0.1, -0.5), palette.partial);
    for (i, style) in (0_u8..).zip([Style::Solid, Style::Dashed, Style::Dotted]) {
        let z = 3.2 + 0.5 * f32::from(i);
        let (from, to) = (vec3(-2.0, 0.05, z), vec3(2.5, 0.05, z));
        let color = [palette.pass, palette.partial, palette.fail][usize::from(i)];
        picture.lines.push(Line { from, to, color, width: 2.0, style, hide_behind: false, item: None });
        picture.dots.push(Dot { at: from, color, size: 8.0, item: None });
        picture.dots.push(Dot { at: to, color, size: 8.0, item: None });
        picture.labels.push(Label {
            at: to,
            text: format!("{style:?} t = {z:.2}"),
            color,
            priority: 9,
            item: None,
            span: None,
            around: None,
        });
        picture.legend.push(LegendEntry { text: format!("{style:?}"), color, sample: Sample::Line(style) });
    }
    let ray = Line {
        from: vec3(-6.0, 1.0, -1.2),
        to: vec3(7.0, 0.9, 0.2),
        color: palette.candidate,
        width: 3.0,
        style: Style::Solid,
        hide_behind: false,
        item: None,
    };
    picture.lines.push(ray);
    picture.legend.push(LegendEntry { text: "hit point".into(), color: palette.candidate, sample: Sample::Dot });
    picture.legend.push(LegendEntry { text: "frustum".into(), color: palette.selected, sample: Sample::Patch });
    picture
}

fn line(picture: &mut Picture, from: Vec3, to: Vec3, color: Color, style: Style, width: f32) {
    picture.lines.push(Line { from, to, color, width, style, hide_behind: false, item: None });
}

fn grid(picture: &mut Picture, palette: &Palette) {
    for i in -20_i8..=20 {
        let x = f32::from(i);
        for (from, to) in [(vec3(x, 0.0, -20.0), vec3(x, 0.0, 20.0)), (vec3(-20.0, 0.0, x), vec3(20.0, 0.0, x))] {
            let hide_behind = true;
            let color = palette.grid;
            picture.lines.push(Line { from, to, color, width: 1.0, style: Style::Solid, hide_behind, item: None });
        }
    }
}

fn cuboid(picture: &mut Picture, min: Vec3, max: Vec3, color: Color, style: Style, width: f32) {
    let corner = |i: usize| Vec3::from_array(std::array::from_fn(|k| if i >> k & 1 == 1 { max[k] } else { min[k] }));
    for i in 0..8 {
        for k in 0..3 {
            if i >> k & 1 == 0 {
                line(picture, corner(i), corner(i | 1 << k), color, style, width);
            }
        }
    }
}

fn frustum(picture: &mut Picture, eye: Vec3, forward: Vec3, color: Color) {
    let forward = forward.normalize_or_zero();
    let right = forward.cross(Vec3::Y).normalize_or_zero();
    let up = right.cross(forward);
    let corner = |depth: f32, x: f32, y: f32| eye + (forward + right * x * 0.5 + up * y * 0.35) * depth;
    let ring = [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)];
    let [near, far] = [0.5, 7.0].map(|depth| ring.map(|(x, y)| corner(depth, x, y)));
    for i in 0..4 {
        let j = (i + 1) % 4;
        line(picture, near[i], near[j], color, Style::Solid, 1.5);
        line(picture, far[i], far[j], color, Style::Solid, 1.5);
        line(picture, near[i], far[i], color, Style::Solid, 1.5);
        let color = color.fade(0.10);
        picture.faces.push(Face { corners: [near[i], near[j], far[j]], color });
        picture.faces.push(Face { corners: [near[i], far[j], far[i]], color });
    }
    for side in [near, far] {
        for corners in [[side[0], side[1], side[2]], [side[0], side[2], side[3]]] {
            picture.faces.push(Face { corners, color: color.fade(0.10) });
        }
    }
}
