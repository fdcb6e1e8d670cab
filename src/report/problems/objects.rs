//! The search for the problems of objects by their marks.

use std::collections::HashMap;

use super::list::{Elements, MOST_ELEMENTS, Problem, Problems, listed_words};
use super::mark::IN_ONE_PLANE;
use super::marks::Marks;
use super::spacing;
use super::spacing::furthest;
use crate::geometry::narrate::num;
use crate::report::tested::TestedObject;
use crate::scene::LevelProblem;
use crate::world::Item;

impl Problems {
    /// The same without the problems of meshes, whose first search may take long.
    pub fn of_objects(marks: &Marks, objects: &[TestedObject]) -> Self {
        if marks.is_clean() {
            return Self::default();
        }
        let mut all = Self::default();
        let without_volume = marks.each.iter().zip(objects).enumerate();
        let without_volume = without_volume.filter(|(_, (mark, _))| mark.flat != 0 || mark.is_below_spacing);
        all.take(LevelProblem::ZeroVolume, without_volume, |(i, (mark, object))| {
            let why = if mark.is_below_spacing {
                let step = num(spacing(&object.aabb));
                format!("it is smaller than {step} m, the spacing of f32 at its position")
            } else if mark.flat == IN_ONE_PLANE {
                "all its triangles lie in one plane".to_owned()
            } else {
                format!("it has no extent along its own {}", axes(mark.flat))
            };
            alone(LevelProblem::ZeroVolume, i, format!("{} has no volume: {why}", object.name))
        });
        let groups = groups(marks);
        all.take(LevelProblem::Coincident, groups.into_iter(), |members| {
            let names: Vec<&str> = members.iter().take(4).map(|&i| &*objects[i].name).collect();
            let more = if members.len() > 4 { format!(" and {} more", members.len() - 4) } else { String::new() };
            let listed = listed_words(members.len());
            let message =
                format!("{} objects have the same shape and pose: {}{more}{listed}", members.len(), names.join(", "));
            Problem {
                image: None,
                kind: LevelProblem::Coincident,
                item: Item::Object(members[0]),
                count: members.len(),
                elements: Elements::Objects(members.into_iter().take(MOST_ELEMENTS).collect()),
                message,
            }
        });
        let far = marks.each.iter().zip(objects).enumerate().filter(|(_, (mark, _))| mark.is_far);
        all.take(LevelProblem::FarFromOrigin, far, |(i, (_, object))| {
            let (out, step) = (num(furthest(&object.aabb)), millimetres(spacing(&object.aabb)));
            let message =
                format!("{} reaches {out} m from the origin, where the spacing of f32 is {step}", object.name);
            alone(LevelProblem::FarFromOrigin, i, message)
        });
        all
    }
}

fn alone(kind: LevelProblem, object: usize, message: String) -> Problem {
    Problem { image: None, kind, item: Item::Object(object), count: 1, elements: Elements::Object, message }
}

/// The groups of objects with the same shape and pose, each at the place of its first object.
fn groups(marks: &Marks) -> Vec<Vec<usize>> {
    if marks.shared == 0 {
        return Vec::new();
    }
    let is_shared = |key: &u64| marks.alike.get(key).is_some_and(|count| *count > 1);
    let mut places: HashMap<u64, usize> = HashMap::new();
    let mut groups: Vec<Vec<usize>> = Vec::new();
    for (i, mark) in marks.each.iter().enumerate().filter(|(_, mark)| is_shared(&mark.key)) {
        let place = *places.entry(mark.key).or_insert(groups.len());
        if place == groups.len() {
            groups.push(Vec::new());
        }
        groups[place].push(i);
    }
    groups
}

/// "X and Z".
fn axes(bits: u8) -> String {
    let names: Vec<&str> =
        ["X", "Y", "Z"].into_iter().enumerate().filter(|(i, _)| bits >> i & 1 == 1).map(|(_, name)| name).collect();
    names.join(" and ")
}

pub(super) fn millimetres(metres: f32) -> String {
    if metres < 0.1 { format!("{} mm", num(metres * 1000.0)) } else { format!("{} m", num(metres)) }
}
