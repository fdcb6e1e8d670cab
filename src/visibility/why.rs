//! Why a target is seen or not: one chain of tests, each with its value. The first test that fails is the reason.

use super::body_parts::{extent, inside_plane_of_matrix, is_empty, parts};
use super::look_target::LookTarget;
use super::pixel_camera::{PixelCamera, PixelMap};
use super::reason::Reason;
use super::seen::Seen;
use super::{plane_steps, steps};
use crate::geometry::frustum::{Side, classify};
use crate::geometry::{Narrator, Silent};

/// Why a target is not seen; `None` when it is. `seen` is what [`look`](super::look()) found for it.
pub fn why(view: &PixelCamera, target: &LookTarget, seen: &Seen) -> Option<Reason> {
    if seen.pixels > 0 {
        return None;
    }
    why_told(view, target, seen, &|_| String::new(), &mut Silent)
}

/// The same, with the steps of the chain. `name` gives the name of a target.
///
/// The chain ends with the first test that fails. When the target is seen, every test is recorded.
pub fn why_told<N: Narrator>(
    view: &PixelCamera,
    target: &LookTarget,
    seen: &Seen,
    name: &dyn Fn(usize) -> String,
    narrator: &mut N,
) -> Option<Reason> {
    let is_seen = seen.pixels > 0;
    let map = PixelMap::of(view);

    let is_shown = target.layers & view.mask != 0;
    narrator.step(|| steps::layer(view.mask, target.layers, is_shown));
    if !is_shown {
        return Some(Reason::Layer);
    }

    let is_empty = is_empty(&target.what);
    narrator.step(|| steps::empty(&target.what, is_empty));
    if is_empty {
        return Some(Reason::Empty);
    }

    let tested = classify(&view.frustum, &target.view_box);
    let rejecting = [Side::Left, Side::Right, Side::Bottom, Side::Top]
        .into_iter()
        .find(|side| tested.distances[*side as usize].p < 0.0);
    narrator.step(|| {
        let tight = (target.bounds != target.view_box).then(|| classify(&view.frustum, &target.bounds));
        plane_steps::frustum(&view.frustum, target, &tested, rejecting, tight.as_ref(), is_seen)
    });
    if rejecting.is_some() && !is_seen {
        return Some(Reason::Frustum);
    }

    let extent = extent(view, target);
    let inside_near = inside_plane_of_matrix(view, target, Side::Near);
    let is_before = match inside_near {
        Some(inside) => inside < 0.0,
        None => extent.is_some_and(|[_, most]| most < f64::from(view.camera.near)),
    };
    narrator.step(|| match inside_near {
        Some(inside) => plane_steps::plane_of_matrix(Side::Near, inside),
        None => plane_steps::near(view, extent, is_before),
    });
    if is_before && !is_seen {
        return Some(Reason::Near);
    }
    let inside_far = inside_plane_of_matrix(view, target, Side::Far);
    let is_behind = match inside_far {
        Some(inside) => inside < 0.0,
        None => extent.is_some_and(|[least, _]| least > f64::from(view.camera.far)),
    };
    narrator.step(|| match inside_far {
        Some(inside) => plane_steps::plane_of_matrix(Side::Far, inside),
        None => plane_steps::far(view, extent, is_behind),
    });
    if is_behind && !is_seen {
        return Some(Reason::Far);
    }

    let [is_inside, has_front] = parts(view, &map, target, seen);
    narrator.step(|| steps::outside(&map, target, is_inside));
    if !is_inside {
        return Some(Reason::Outside);
    }
    narrator.step(|| steps::faces(&map, target, has_front));
    if !has_front {
        return Some(Reason::Faces);
    }

    let is_cut_out = seen.has_holes && seen.alone == 0;
    narrator.step(|| steps::alpha(&target.what, seen, is_cut_out));
    if is_cut_out {
        return Some(Reason::Alpha);
    }

    let is_covered = seen.alone > 0 && !is_seen;
    narrator.step(|| steps::covered(seen, name, is_covered));
    if is_covered {
        return Some(Reason::Covered);
    }

    narrator.step(|| steps::small(view, seen));
    (!is_seen).then_some(Reason::Small)
}
