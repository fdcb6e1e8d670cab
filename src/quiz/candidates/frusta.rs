//! Questions about cameras and objects: the verdict, and the plane that rejects an object.

use super::asked::{AskedScene, LEAST_MARGIN, some_of};
use crate::geometry::frustum::{Classification, Side, Verdict};
use crate::geometry::{Aabb, Plane};
use crate::quiz::candidate::Candidate;
use crate::random::Random;
use crate::report::Section;

/// A smaller margin is not asked for as a number, metres.
const LEAST_DEPTH: f64 = 0.1;
/// A box with a shorter edge is not asked for its p-vertex, metres.
const LEAST_EDGE: f32 = 0.2;
/// The p-vertex must be further along the normal than all other corners by this, metres.
const LEAST_LEAD: f32 = 0.05;

pub(super) fn candidates(scene: &AskedScene, random: &mut Random) -> Vec<Candidate> {
    let report = scene.report;
    let count = report.objects.len();
    let mut all = Vec::new();
    for pair in some_of(report.frusta.len() * count, random) {
        let (answers, i) = (&report.frusta[pair / count], pair % count);
        // A camera without a list has an error, or no memory for its answers.
        let Some(answer) = answers.objects.get(i) else { continue };
        let tested = &report.objects[i];
        // The fast and the exact answer must agree, about the mesh too: otherwise both are defensible.
        if !answer.agrees() || answer.mesh.is_some_and(|mesh| mesh != answer.exact) {
            continue;
        }
        let found = answers.classification(&tested.view_box);
        let names = [("camera", &*answers.camera), ("object", &*tested.name)];
        let select = [&*answers.camera, &*tested.name];
        let margin = of_verdict(&found);
        if margin >= LEAST_MARGIN {
            let word = found.verdict.word();
            all.push(Candidate::new(Section::Frusta, &names, "verdict", &select, word).by(margin));
        }
        if let Some((side, margin)) = the_rejecting_plane(&found)
            && margin >= LEAST_MARGIN
        {
            all.push(Candidate::new(Section::Frusta, &names, "rejected_by", &select, side.word()).by(margin));
            if let Some(gap) = gap_of_corners(&answers.planes[side as usize], &tested.view_box) {
                let field = format!("planes.{}.p_vertex", side.word());
                all.push(
                    Candidate::new(Section::Frusta, &names, &field, &select, "a place").place(0.4 * gap).by(margin),
                );
            }
        }
        let depth = f64::from(answer.fast.margin);
        if margin >= LEAST_MARGIN && depth.abs() >= LEAST_DEPTH {
            all.push(Candidate::new(Section::Frusta, &names, "margin", &select, "a number").number(depth).by(margin));
        }
    }
    all
}

/// The least distance of the p-vertex of a plane from another corner of a box; `None` when another corner is almost as far along
/// the normal, or too near to distinguish them.
fn gap_of_corners(plane: &Plane, aabb: &Aabb) -> Option<f64> {
    let edges = aabb.max - aabb.min;
    let is_clear = (plane.normal.abs() * edges).min_element() > LEAST_LEAD && edges.min_element() > LEAST_EDGE;
    is_clear.then(|| f64::from(edges.min_element()))
}

/// The least distance of a p- or n-vertex from a plane that would change the verdict.
fn of_verdict(found: &Classification) -> f64 {
    let least = |values: [f32; 6]| f64::from(values.into_iter().fold(f32::INFINITY, f32::min));
    let (p, n) = (least(found.distances.map(|plane| plane.p)), least(found.distances.map(|plane| plane.n)));
    match found.verdict {
        Verdict::Outside => -p,
        Verdict::Intersect => p.min(-n),
        Verdict::Inside => n,
    }
}

/// The only plane that rejects a box, and the least distance of a p-vertex from a plane; `None` when none or several reject it.
fn the_rejecting_plane(found: &Classification) -> Option<(Side, f64)> {
    let (side, _) = found.rejection()?;
    let rejecting = found.distances.iter().filter(|plane| plane.p < 0.0).count();
    let margin = found.distances.iter().map(|plane| f64::from(plane.p.abs())).fold(f64::INFINITY, f64::min);
    (rejecting == 1).then_some((side, margin))
}
