//! A skinned mesh in one sentence.

use crate::geometry::narrate::{counted, num};
use crate::scene::SkinBounds;
use crate::world::SkinAt;

/// The numbers of joints and vertices, what weights do that do not add up to 1, and how far the mesh reaches out of the box that
/// the planes test.
#[expect(clippy::cast_possible_truncation, reason = "four digits are shown")]
pub fn headline(name: &str, skin: &SkinAt) -> String {
    let joints = skin.skin().map_or(0, |skin| skin.skin.joints.len());
    let vertices = match skin.rigged.bind.positions().len() {
        1 => "1 vertex".to_owned(),
        count => format!("{count} vertices"),
    };
    let moved = if skin.is_bind {
        format!("`{name}` is in its bind pose: {vertices}, {}", counted(joints, "joint"))
    } else {
        let verb = if joints == 1 { "moves" } else { "move" };
        format!("{} {verb} {vertices} of `{name}`", counted(joints, "joint"))
    };
    let weights = skin.weights();
    let moved = match weights.worst {
        Some(worst) => {
            let off = num(worst.moved() as f32);
            // No weight moves a vertex in the bind pose.
            let when = if skin.is_bind { " when it is posed" } else { "" };
            format!(
                "{moved}; the weights of {} of the vertices do not add up to 1, which displaces the worst vertex by {off} m{when}",
                weights.off
            )
        }
        None => moved,
    };
    let out = skin.escapes().into_iter().find(|escape| escape.bounds == skin.bounds);
    match (skin.bounds, out) {
        (SkinBounds::Exact, _) => moved,
        (bounds, None) => format!("{moved}; its {} box encloses it", bounds.word()),
        (bounds, Some(escape)) => {
            format!("{moved}; it reaches {} m out of its {} box", num(escape.distance as f32), bounds.word())
        }
    }
}
