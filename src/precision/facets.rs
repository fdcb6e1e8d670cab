//! The triangles of an object in the world, in `f64`, and as `f32` stores them.

use glam::DVec3;

use crate::geometry::exact::body::ExactBody;
use crate::world::ObjectAt;

/// The pieces around a circle of a round solid.
const PIECES: u32 = 16;

/// The triangles of an object at their true places. Round solids have 16 pieces around.
pub fn triangles(object: &ObjectAt) -> Vec<[DVec3; 3]> {
    let body = ExactBody::new(&object.shape, &object.pose);
    if object.shape.faces().is_some() {
        return body.triangles().collect();
    }
    let mut all = Vec::new();
    object.shape.facets(|_| PIECES, &mut |corners| all.push(corners.map(|corner| body.world(corner))));
    all
}

/// The place at which `f32` stores a point.
pub fn stored(point: DVec3) -> DVec3 {
    point.as_vec3().as_dvec3()
}
