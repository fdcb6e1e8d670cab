//! Colliders that are found by their names.

use std::collections::{HashMap, HashSet};

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
    let before = |own: &'_ str| ENDS.iter().find_map(|end| own.strip_suffix(end)).map(str::to_owned);
    // A part of a collider has its number at the end: `rock_collision_1`, `rock-col.001`.
    let of = after.map(str::to_owned).or_else(|| before(&own)).or_else(|| before(unnumbered(&own)?));
    let of = of.filter(|of| !of.is_empty())?;
    Some(format!("{}{of}", model.to_lowercase()))
}

/// A name without the number at its end: `rock` for `rock_01` and `rock.001`.
fn unnumbered(name: &str) -> Option<&str> {
    let (before, number) = name.rsplit_once(['_', '.', '#'])?;
    (!number.is_empty() && number.bytes().all(|b| b.is_ascii_digit())).then_some(before)
}

/// An object that is drawn, and what collides in its place, by their names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PairByName {
    /// What is drawn.
    pub render: String,
    /// What collides.
    pub collider: String,
    /// The other parts of a collider in several parts.
    pub parts: Vec<String>,
}

/// The names of objects that are drawn with those of their colliders, in the order of the first colliders. Several colliders of an
/// object are the parts of one.
pub fn pairs_by_name(world: &World) -> Vec<PairByName> {
    let by_name: HashMap<String, &str> =
        world.objects.iter().map(|object| (object.name.to_lowercase(), &*object.name)).collect();
    let render = |collider: &str| {
        let name = rendered(collider)?;
        by_name.get(&name).or_else(|| by_name.get(unnumbered(&name)?)).copied()
    };
    let pairs = world.objects.iter().filter_map(|object| Some((render(&object.name)?, &*object.name)));
    let mut places: HashMap<&str, usize> = HashMap::new();
    let mut found: Vec<PairByName> = Vec::new();
    for (render, own) in pairs {
        if let Some(&place) = places.get(render) {
            found[place].parts.push(own.to_owned());
        } else {
            places.insert(render, found.len());
            found.push(PairByName { render: render.to_owned(), collider: own.to_owned(), parts: Vec::new() });
        }
    }
    found
}

/// Whether a collider of the scene compares a pair with all its parts.
pub fn is_compared(pair: &PairByName, colliders: &[Collider]) -> bool {
    let names: HashSet<&str> = std::iter::once(&pair.collider).chain(&pair.parts).map(String::as_str).collect();
    let has_all = |known: &Collider| known.names().into_iter().collect::<HashSet<_>>() == names;
    colliders.iter().any(|known| known.render == pair.render && has_all(known))
}

/// Whether an object is by its name the collider of something drawn: the name of that, or `None`. Names that Godot has for colliders
/// with nothing drawn, such as `wall-colonly`, are left out.
pub(in crate::report) fn drawn_name(collider: &str) -> Option<String> {
    let is_alone = collider.to_lowercase().ends_with("colonly");
    rendered(collider).filter(|_| !is_alone)
}

/// Whether an object is by its name a collider.
pub(in crate::report) fn is_collider(name: &str) -> bool {
    rendered(name).is_some()
}

/// Whether one of the names, all in small letters, is that of what a collider should follow.
pub(in crate::report) fn is_among(name: &str, names: &HashSet<String>) -> bool {
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
            ("m/Rock_collision_1", Some("m/rock")),
            ("rock-col.001", Some("rock")),
            ("wall-col#2", Some("wall")),
            ("column", None),
            ("UCX_", None),
            ("protocol", None),
        ] {
            assert_eq!(rendered(name).as_deref(), expected, "{name}");
        }
        assert_eq!([unnumbered("rock_01"), unnumbered("rock_a"), unnumbered("rock")], [Some("rock"), None, None]);
    }
}
