//! The fields of a ray. Its direction can also be given by the point at t = 1, or by an object to aim at.

use std::sync::Arc;

use eframe::egui::{Id, Ui};
use glam::Vec3;

use crate::app::kit::form::fields::{ItemForm, Unit};
use crate::app::kit::form::picker::{Offers, Picked, picker};
use crate::app::kit::form::several;
use crate::mistakes::SpatialQuestion;
use crate::scene::{Ray, RayBackFaces, RayInside, RayKind};
use crate::workspace::Workspace;

/// The form in which the direction is edited. The file always contains the direction.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Aim {
    #[default]
    Direction,
    Target,
}

pub(super) fn show(ui: &mut Ui, workspace: &mut Workspace, index: usize) {
    let Some(mut ray) = workspace.scene().rays.get(index).cloned() else { return };
    let scene = Arc::clone(workspace.scene());
    let aim_id = ui.scope_id().with("aim");
    let mut name = ray.name.clone();
    let mut form = ItemForm::of::<Ray>(ui, workspace, &scene.rays[index].name, index);
    form.name(&mut name);
    aim(&mut form, &mut ray, aim_id, workspace);
    let kinds =
        [(RayKind::Line, "line: any t"), (RayKind::Ray, "ray: t ≥ 0"), (RayKind::Segment, "segment: 0 ≤ t ≤ 1")];
    form.choice("kind", &mut ray.kind, &kinds, "The part of the line that can hit.");
    let insides = [(RayInside::Solid, "solid: hit at t = 0"), (RayInside::Hollow, "hollow: hit on leaving")];
    form.choice("start inside", &mut ray.inside, &insides, "The answer when the ray starts inside a solid or a closed mesh. An open mesh has no inside: only its surface is hit.");
    // Meshes are those of level files.
    let has_meshes = !scene.models.is_empty() || !workspace.files().levels.is_empty();
    if has_meshes || ray.back_faces != RayBackFaces::default() {
        let choices = [(RayBackFaces::Hit, "hit from behind too"), (RayBackFaces::Cull, "culled: front faces only")];
        form.choice("back faces", &mut ray.back_faces, &choices, "Whether the ray hits back faces of meshes.");
    }
    form.optional("mask", &mut ray.mask, "all layers", "The layers that the ray can hit.", || vec![0]);
    if let Some(mask) = &mut ray.mask {
        form.layers("mask layers", mask, "The layers that the ray can hit, 0 to 63.");
    }
    super::mistake::mistake(&mut form, &mut ray.mistake, SpatialQuestion::is_of_rays);
    if let Some(changed) = form.changed() {
        several::change(workspace, index, &changed, &name, ray);
    }
}

/// Origin and direction.
fn aim(form: &mut ItemForm, ray: &mut Ray, id: Id, workspace: &Workspace) {
    let mut aim = form.ui().data(|data| data.get_temp::<Aim>(id)).unwrap_or_default();
    let (origin, end) = (ray.origin, end_of(ray));
    form.vector("origin", &mut ray.origin, Unit::Metres, "The point at t = 0.");
    let choices = [(Aim::Direction, "by its direction"), (Aim::Target, "by a target point")];
    let help = "The form in which the direction is edited. The file contains the direction in both cases.";
    form.setting("aimed", &mut aim, &choices, help);
    match aim {
        Aim::Direction => {
            let help = "The vector from t = 0 to t = 1. It is not normalised, so its length scales t.";
            form.vector("direction", &mut ray.direction, Unit::Metres, help);
        }
        Aim::Target => {
            let mut target = end;
            form.vector("target", &mut target, Unit::Metres, "The point at t = 1. It does not move with the origin.");
            if target.map(f32::to_bits) != end.map(f32::to_bits)
                || ray.origin.map(f32::to_bits) != origin.map(f32::to_bits)
            {
                ray.direction = towards(ray.origin, target);
            }
        }
    }
    let help = "Aims the ray once at the centre of an object's current box. That point is then at t = 1.";
    form.row("aim at", help, |ui, label| {
        let picked = picker(ui, label, "aim at", "an object…", None, Offers::objects(workspace));
        let Some(Picked::Name(name)) = picked else { return false };
        let placed = workspace.world().objects.iter().find(|placed| *placed.name == *name);
        let Some(placed) = placed else { return false };
        ray.direction = towards(ray.origin, placed.aabb.centre().to_array());
        true
    });
    form.ui().data_mut(|data| data.insert_temp(id, aim));
}

/// The point at t = 1.
fn end_of(ray: &Ray) -> [f32; 3] {
    (Vec3::from(ray.origin) + Vec3::from(ray.direction)).to_array()
}

fn towards(origin: [f32; 3], target: [f32; 3]) -> [f32; 3] {
    (Vec3::from(target) - Vec3::from(origin)).to_array()
}

multi_edit! { Ray, Ray in rays: vec![
    part!("origin X", origin[0]),
    part!("origin Y", origin[1]),
    part!("origin Z", origin[2]),
    part!("direction X", direction[0]),
    part!("direction Y", direction[1]),
    part!("direction Z", direction[2]),
    part!("kind", kind),
    part!("start inside", inside),
    part!("back faces", back_faces),
    presence!("mask", mask),
    part_of_some!("mask layers", mask, Some(layers) => *layers),
    part!("mistake", mistake),
] }
