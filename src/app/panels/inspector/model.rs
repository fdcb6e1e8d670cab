//! The fields of a model, and of its selected object or camera.

use eframe::egui::Ui;

use super::{animation, level};
use crate::app::kit::form::fields::{ItemForm, Unit};
use crate::app::kit::form::rotation;
use crate::app::kit::form::rotation::angles;
use crate::app::kit::form::several;
use crate::app::kit::form::several::ItemPart;
use crate::app::kit::theme;
use crate::geometry::Shape;
use crate::import::level::PartIndex;
use crate::scene::{Entry, Model};
use crate::workspace::Workspace;

/// The fields of the model; they apply to all its objects.
pub(super) fn show(ui: &mut Ui, workspace: &mut Workspace, index: usize) {
    let Some(mut model) = workspace.scene().models.get(index).cloned() else { return };
    let (own, mut name) = (model.name.clone(), model.name.clone());
    let counts = counts(workspace, index);
    let mut form = ItemForm::of::<Model>(ui, workspace, &own, index);
    form.name(&mut name);
    let is_other_file = level::show(&mut form, workspace, Entry::Model(index), &mut model.file);
    match &counts {
        Ok(counts) => {
            for (label, count, help) in counts {
                form.fact(label, count, help);
            }
        }
        Err(error) => {
            form.fact("not read", &theme::quoted(error), "The model has no objects until the file can be read.");
        }
    }
    form.section("Pose");
    form.vector("position", &mut model.position, Unit::Metres, "The position of the origin of its file.");
    angles(&mut form, &mut model.rotation);
    form.vector("scale", &mut model.scale, Unit::Ratio, "Per axis, before the rotation; not 0.");
    let rig = workspace.files().level(&model.file).and_then(|level| level.rig.clone());
    let missing = workspace.files().missing_animation(&model).map(|missing| missing.message);
    animation::fields(&mut form, rig.as_deref(), missing.as_deref(), &mut model);
    form.section("Layers");
    form.layers(
        "layers",
        &mut model.layers,
        "The layers of all its objects. A ray hits them when its mask has one of these layers.",
    );
    let changed = form.changed();
    if is_other_file {
        several::name_level::<Model>(workspace, index, &model.file);
    } else if let Some(changed) = changed {
        several::change(workspace, index, &changed, &name, model);
    }
}

/// The contents of its file, each with its label and meaning, or the error.
fn counts(workspace: &Workspace, index: usize) -> Result<Vec<(&'static str, String, &'static str)>, String> {
    let scene = workspace.scene();
    let model = &scene.models[index];
    let read = workspace.files().levels.get(&model.file).ok_or("the file was not read: save the scene first")?;
    let Ok(level) = read.level() else { return Err(read.why_not().unwrap_or_default()) };
    let counts = level.counts;
    let mut facts = vec![
        (
            "objects",
            level.objects.len().to_string(),
            "One for each node with a mesh of a glTF or FBX, each group of an OBJ, each solid of an STL, each brush of a map, or each model of a compiled map.",
        ),
        ("meshes", counts.meshes.to_string(), "Equal objects share a mesh."),
        ("triangles", counts.triangles.to_string(), "Of all its meshes."),
    ];
    if counts.placed_triangles != counts.triangles {
        facts.push(("placed", counts.placed_triangles.to_string(), "Triangles, counting every instance."));
    }
    for (label, count, help) in [
        ("cameras", level.cameras.len(), "Each camera tests every object, like a camera of the scene."),
        ("materials", counts.materials, "Objects are drawn with their materials in the display mode “material”."),
        ("notes", level.notes.len(), "Content that was ignored. See Problems."),
    ] {
        if count > 0 {
            facts.push((label, count.to_string(), help));
        }
    }
    Ok(facts)
}

/// The model, the index and the name of a material.
type MaterialLink = (usize, usize, String);

/// The nodes of its file that an object is in, the outermost first, and its materials.
fn in_file(workspace: &Workspace, object: usize) -> Option<(String, Vec<MaterialLink>)> {
    /// The most nodes of a path that are shown. More are replaced by dots.
    const MOST: usize = 8;
    let (model, part) = workspace.disk().part_of(object)?;
    let outline = workspace.disk().outline(model)?;
    let mut names: Vec<&str> = outline.path(outline.group_of(part)).take(MOST + 1).collect();
    if names.len() > MOST {
        names[MOST] = "…";
    }
    names.reverse();
    let PartIndex::Object(index) = part else { return None };
    let materials = outline.materials_of(index);
    let links = materials.map(|material| (model, material, outline.materials[material].name.to_string()));
    Some((names.join(" / "), links.collect()))
}

/// An object of a model: its values come from the file.
pub(super) fn object(ui: &mut Ui, workspace: &mut Workspace, index: usize) {
    let Some(object) = workspace.world().objects.get(index) else { return };
    let (skin, units) = (object.skin.clone(), workspace.view().units());
    let (path, materials) = in_file(workspace, index).unwrap_or_default();
    let mut form = ItemForm::new(ui, &object.name, None);
    form.fact("name", &object.name, "The name of the model and of the node in its file.");
    if !path.is_empty() {
        form.fact("node path", &path, "The nodes of the file that the object is in, the outermost first.");
    }
    let mut users = None;
    for (model, material, name) in &materials {
        let help = "The material in the file. A click selects all objects of the model that use it.";
        if form.link("material", name, help) {
            users = Some((*model, *material));
        }
    }
    if let Shape::Mesh(mesh) = &object.shape {
        form.fact("triangles", &mesh.triangles().len().to_string(), "Of its mesh.");
        form.fact("vertices", &mesh.positions().len().to_string(), "Of its mesh.");
    }
    let origin = object.pose.world_from_local().translation;
    form.fact("origin", &units.point(origin.into()), "The position of its origin in world space.");
    form.section("Tight box");
    let help = "Least corner of the box around the transformed shape itself, in world space.";
    form.fact("from", &units.point(object.aabb.min), help);
    form.fact("to", &units.point(object.aabb.max), "Greatest corner of that box.");
    let mut look = *workspace.view().skin_look();
    let has_skin = skin.is_some();
    let explains = skin.is_some_and(|skin| animation::skin(&mut form, &skin, &mut look));
    if has_skin {
        super::vanishing::show(form.ui(), workspace, index);
    }
    workspace.selection_mut().set_skin_look(look);
    if explains {
        workspace.selection_mut().select_skin(index);
    }
    if let Some((model, material)) = users {
        let users = workspace.disk().users_of(model, material);
        workspace.selection_mut().select_only(&users);
    }
}

/// A camera of a model: its values come from the file.
pub(super) fn camera(ui: &mut Ui, workspace: &Workspace, index: usize) {
    use crate::geometry::camera::Projection;
    let Some(placed) = workspace.world().cameras.get(index) else { return };
    let camera = &placed.camera;
    let units = workspace.view().units();
    let mut form = ItemForm::new(ui, &placed.name, None);
    form.fact("name", &placed.name, "The name of the model and of the node in its file.");
    match camera.projection {
        Projection::Perspective { fov_y, aspect } => {
            #[expect(clippy::cast_possible_truncation, reason = "for display")]
            let degrees = fov_y.to_degrees() as f32;
            form.fact("field of view", &units.angle(degrees), "The vertical angle of the pyramid.");
            form.fact("aspect", &units.number(aspect), "Width of the picture divided by its height.");
        }
        Projection::Orthographic { height, aspect } => {
            form.fact("height", &units.length(height), "The full height of the view volume.");
            form.fact("aspect", &units.number(aspect), "Width of the picture divided by its height.");
        }
        // No level has these.
        Projection::Frustum { .. } | Projection::Ortho { .. } | Projection::Matrix(_) => {}
    }
    form.fact("near", &units.length(camera.near), "Distance of the near plane from the eye.");
    let far = if camera.far.is_finite() { units.length(camera.far) } else { "infinite".to_owned() };
    form.fact("far", &far, "Distance of the far plane from the eye.");
    form.fact("position", &units.point(camera.position), "The eye in world space.");
}

multi_edit! { Model, Model in models: {
    let mut parts: Vec<ItemPart<Self>> = vec![
        part!("file", file),
        part!("layers", layers),
        part!("plays", animation),
        part!("start", start),
        part!("speed", speed),
        part!("loop", looped),
        part!("pose", pose),
        part!("tested box", bounds),
        part!("box from", bounds),
        part!("box to", bounds),
        part!("box joint", bounds),
    ];
    let pose: [ItemPart<Self>; 13] = placed!();
    parts.extend(pose);
    parts
}}
