//! What Bevy answered: whether a box is visible to a camera, and what was tested.

use glam::{Mat3A, Vec3A, Vec4};
use serde::Serialize;

use super::complaints::Complaints;
use super::lines::{MomentLines, Section, json};
use super::row::{EntityRow, Layers};
use super::world::{BevyWorld, Kind};

/// The active cameras of which answers are read.
const MOST_VIEWS: usize = 64;

/// The answers of one moment that are read.
const MOST_ANSWERS: usize = 50_000;

/// An answer as an element of `said`.
#[derive(Serialize)]
struct SaidVisibility<'a> {
    camera: &'a str,
    object: &'a str,
    verdict: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    planes: Option<[[f32; 4]; 6]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    r#box: Option<TestedBox>,
    #[serde(skip_serializing_if = "Option::is_none")]
    sphere: Option<TestedSphere>,
}

/// In world space.
#[derive(Clone, Copy, Serialize)]
struct TestedBox {
    min: [f32; 3],
    max: [f32; 3],
}

/// In world space.
#[derive(Clone, Copy, Serialize)]
struct TestedSphere {
    center: [f32; 3],
    radius: f32,
}

/// What Bevy tested, as far as eyeline has a field for it.
#[derive(Clone, Copy, Default)]
struct Tested {
    planes: Option<[[f32; 4]; 6]>,
    bounds: Option<TestedBox>,
    sphere: Option<TestedSphere>,
}

/// A view that may have seen an entity.
struct AnsweringView<'r> {
    row: &'r EntityRow,
    /// Its name in the trace, when it is known to be active.
    name: Option<&'r str>,
}

impl AnsweringView<'_> {
    /// Whether the view sees the layers of an entity. Unknown layers count as seen.
    fn sees(&self, layers: &Layers) -> bool {
        self.row.layers.as_ref().is_none_or(|own| own.intersects(layers))
    }
}

/// Adds the answers of Bevy about the entities of an answer of the program.
pub(super) fn say(rows: &[EntityRow], world: &BevyWorld, lines: &mut MomentLines, complaints: &mut Complaints) {
    let views: Vec<AnsweringView> = rows
        .iter()
        .filter(|row| row.camera.is_some_and(|camera| camera.is_active != Some(false)))
        .map(|row| {
            let is_known = row.camera.is_some_and(|camera| camera.is_active.is_some()) && row.layers.is_some();
            AnsweringView { row, name: world.name(row.entity, Kind::Camera).filter(|_| is_known) }
        })
        .collect();
    if views.len() > MOST_VIEWS {
        complaints.add("views", || {
            format!("{} cameras are active, and answers are read of at most {MOST_VIEWS}: there are none", views.len())
        });
        return;
    }
    let has_shadows = rows.iter().any(|row| row.casts_shadows);
    let mut count = 0;
    for row in rows.iter().filter(|row| row.is_shown == Some(true) && !row.has_other_rule) {
        let (Some(is_seen), Some(layers)) = (row.is_seen, &row.layers) else { continue };
        let Some(object) = world.name(row.entity, Kind::Object) else { continue };
        let is_for_one_view = views.iter().filter(|view| view.sees(layers)).count() == 1;
        for view in &views {
            let sees = view.sees(layers);
            if is_seen && sees && (has_shadows || !is_for_one_view) {
                let reason =
                    if has_shadows { "a light casts shadows, and is a view too" } else { "several cameras are active" };
                complaints.add("visible", || {
                    format!(
                        "{reason}: Bevy's `ViewVisibility` does not say which view sees an entity, so that of the answers only \
                         `culled` is read"
                    )
                });
                continue;
            }
            let Some(camera) = view.name else { continue };
            // Bevy compares layers first, and rejects without a test.
            let tested = if sees { tested(row, view.row.planes.as_ref(), is_seen) } else { Tested::default() };
            if count == MOST_ANSWERS {
                complaints.add("answers", || format!("of the answers of one moment the first {MOST_ANSWERS} are read"));
                return;
            }
            count += 1;
            let answer = SaidVisibility {
                camera,
                object,
                verdict: if is_seen && sees { "visible" } else { "culled" },
                planes: tested.planes,
                r#box: tested.bounds,
                sphere: tested.sphere,
            };
            lines.push(Section::Said, json(&answer));
        }
    }
}

/// What Bevy tested. First it tests the sphere around the box, then the turned box. A box in world space is an input when it is the same as
/// the turned one; the sphere is an input when it alone rejects the entity. Without planes it is not known which of them rejected.
fn tested(row: &EntityRow, planes: Option<&[Vec4; 6]>, is_seen: bool) -> Tested {
    let Some(bounds) = row.bounds else { return Tested::default() };
    let axes = row.world_from_local.matrix3;
    let center = row.world_from_local.transform_point3a(bounds.center);
    // As Bevy has it; it is too small for sheared axes.
    let radius = (axes * bounds.half_extents).length();
    let rejects_sphere = planes.map(|planes| rejects(planes, center, |_| radius));
    let rejects_box = || {
        planes.is_some_and(|planes| {
            rejects(planes, center, |normal| {
                Vec3A::new(normal.dot(axes.x_axis), normal.dot(axes.y_axis), normal.dot(axes.z_axis))
                    .abs()
                    .dot(bounds.half_extents)
            })
        })
    };
    let is_decided_by_box = match rejects_sphere {
        Some(rejects_sphere) => !rejects_sphere || rejects_box(),
        None => is_seen,
    };
    let has_world_box = is_along_axes(&axes) && is_decided_by_box;
    let half = axes.abs() * bounds.half_extents.abs();
    Tested {
        planes: planes.map(|planes| planes.map(Vec4::into)),
        bounds: has_world_box.then(|| TestedBox { min: (center - half).to_array(), max: (center + half).to_array() }),
        sphere: (rejects_sphere == Some(true) && !has_world_box)
            .then(|| TestedSphere { center: center.to_array(), radius }),
    }
}

/// Bevy's test of the planes but the far one, which it leaves out: whether some plane has everything within a radius outside.
fn rejects(planes: &[Vec4; 6], center: Vec3A, radius: impl Fn(Vec3A) -> f32) -> bool {
    let [sides @ .., _far] = planes;
    sides.iter().any(|plane| plane.dot(center.extend(1.0)) + radius(Vec3A::from_vec4(*plane)) <= 0.0)
}

/// Whether each axis is along one of the world, up to rounding.
fn is_along_axes(axes: &Mat3A) -> bool {
    [axes.x_axis, axes.y_axis, axes.z_axis].iter().all(|axis| {
        let parts = axis.abs();
        parts.element_sum() - parts.max_element() <= 1e-6 * parts.max_element()
    })
}
