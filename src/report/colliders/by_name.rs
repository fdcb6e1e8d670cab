//! Colliders that are found by their names.

use std::collections::HashMap;

use crate::scene::Collider;
use crate::world::World;

/// Beginnings of the names of colliders: those of Unreal.
const BEGINNINGS: [&str; 4] = ["ucx_", "ubx_", "ucp_", "usp_"];
/// Ends of the names of colliders: those of Godot, and usual ones.
const ENDS: [&str; 7] = ["-convcolonly", "-colonly", "-convcol", "-col", "_collision", "_collider", "_col"];

/// The name of the object whose collider has this name, in small letters; `None` for an object that is no collider by its name.
fn rendered(name: &str) -> Option<String> {
    let (model, own) = name.rsplit_once('/').map_or(("", name), |(model, own)| (&name[..=model.len()], own));
    let own = own.to_lowercase();
    let after = BEGINNINGS.iter().find_map(|begin| own.strip_prefix(begin));
    let before = || ENDS.iter().find_map(|end| own.strip_suffix(end));
    let of = after.or_else(before).filter(|of| !of.is_empty())?;
    Some(format!("{}{of}", model.to_lowercase()))
}

/// A name without the number at its end: `rock` for `rock_01`.
fn unnumbered(name: &str) -> Option<&str> {
    let (before, number) = name.rsplit_once('_')?;
    (!number.is_empty() && number.bytes().all(|b| b.is_ascii_digit())).then_some(before)
}

/// The names of objects that are drawn with those of their colliders, in the order of the colliders. An object with several
/// colliders is left out: each of them is only a part of it.
pub fn pairs_by_name(world: &World) -> Vec<[String; 2]> {
    let by_name: HashMap<String, &str> =
        world.objects.iter().map(|object| (object.name.to_lowercase(), &*object.name)).collect();
    let render = |collider: &str| {
        let name = rendered(collider)?;
        by_name.get(&name).or_else(|| by_name.get(unnumbered(&name)?)).copied()
    };
    let pairs = world.objects.iter().filter_map(|object| Some((render(&object.name)?, &*object.name)));
    let pairs: Vec<(&str, &str)> = pairs.collect();
    let mut count: HashMap<&str, usize> = HashMap::new();
    for (render, _) in &pairs {
        *count.entry(render).or_default() += 1;
    }
    pairs
        .into_iter()
        .filter(|(render, _)| count[render] == 1)
        .map(|(render, own)| [render.to_owned(), own.to_owned()])
        .collect()
}

/// Whether a collider of the scene compares a pair.
pub fn is_compared([render, own]: &[String; 2], colliders: &[Collider]) -> bool {
    colliders.iter().any(|known| known.render == *render && known.collider == *own)
}

/// Whether an object is by its name the collider of something drawn: the name of that, or `None`. Names that Godot has for colliders
/// with nothing drawn, such as `wall-colonly`, are left out.
pub(in crate::report) fn drawn_name(collider: &str) -> Option<String> {
    let is_alone = collider.to_lowercase().ends_with("colonly");
    rendered(collider).filter(|_| !is_alone)
}

/// Whether one of the names, all in small letters, is that of what a collider should follow.
pub(in crate::report) fn is_among(name: &str, names: &std::collections::HashSet<String>) -> bool {
    names.contains(name) || unnumbered(name).is_some_and(|name| names.contains(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_colliders_lead_to_what_is_drawn() {
        for (name, expected) in [
            ("UCX_Rock", Some("rock")),
            ("level/UCX_Rock_01", Some("level/rock_01")),
            ("wall-col", Some("wall")),
            ("wall-colonly", Some("wall")),
            ("m/door_collision", Some("m/door")),
            ("column", None),
            ("UCX_", None),
            ("protocol", None),
        ] {
            assert_eq!(rendered(name).as_deref(), expected, "{name}");
        }
        assert_eq!([unnumbered("rock_01"), unnumbered("rock_a"), unnumbered("rock")], [Some("rock"), None, None]);
    }
}
