//! The search for the subject of an explanation by names.

use thiserror::Error;

use super::frusta::subject::ViewSubject;
use super::octree::subject::OctreeSubject;
use super::subject::Subject;
use super::visibility::subject::VisibilitySubject;
use crate::source::suggest;
use crate::world::{Item, World};

/// The reason why names have no explanation.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ExplainError {
    /// A name that the scene does not have.
    #[error("nothing in the scene is called `{name}`{}", suggest::listed(similar.iter().map(|name| format!("`{name}`"))).map(|names| format!("; did you mean {names}?")).unwrap_or_default())]
    Unknown {
        /// The name.
        name: String,
        /// The most similar names.
        similar: Vec<String>,
    },
    /// A model whose file could not be read, with the reason.
    #[error("`{0}` has no answer: {1}")]
    LostModel(String, String),
    /// A model, which has many objects.
    #[error("`{name}` is a model{}", example.as_ref().map_or(" without objects".to_owned(), |e| format!("; ask for one of its objects, such as `{e}`")))]
    Model {
        /// The name.
        name: String,
        /// One of its objects.
        example: Option<String>,
    },
    /// An unplaced object, with the reason.
    #[error("`{0}` has no answer: {1}")]
    Unplaced(String, String),
    /// Two names that are not the subject of a question.
    #[error(
        "no answer is about `{0}` ({1}) and `{2}` ({3}) together; name an object together with a camera, a ray or another object, for an image together with a ray, or for two sessions"
    )]
    NoQuestion(String, &'static str, String, &'static str),
    /// Names of which not one is a camera and the other an object.
    #[error("whether something is seen is asked of a camera and an object: name both")]
    NotCameraAndObject,
    /// The same object twice.
    #[error(
        "`{0}` is named twice; name an object together with a camera, a ray or another object, or for two sessions"
    )]
    Twice(String),
}

/// The subject of one or two names, in any order.
///
/// # Errors
/// When a name is unknown, or the two are not the subject of a question.
pub fn subject(world: &World, first: &str, second: Option<&str>) -> Result<Subject, ExplainError> {
    items(world, first, second).map(|(_, subject)| subject)
}

/// Why a camera sees an object or not: the subject of their names, in any order.
///
/// # Errors
/// When a name is unknown, or they are not a camera and an object.
pub fn why_seen(world: &World, names: &[String]) -> Result<Subject, ExplainError> {
    let [first, second] = names else { return Err(ExplainError::NotCameraAndObject) };
    match subject(world, first, Some(second))? {
        Subject::View(ViewSubject::Object(camera, object)) => {
            Ok(Subject::Visibility(VisibilitySubject { camera, object }))
        }
        _ => Err(ExplainError::NotCameraAndObject),
    }
}

/// All subjects of one or two names, in any order. A single object with a skin, in a scene with an octree, has two: its cell
/// and its skin.
///
/// # Errors
/// The same.
pub fn subjects(world: &World, first: &str, second: Option<&str>) -> Result<Vec<Subject>, ExplainError> {
    let subject = subject(world, first, second)?;
    let skin = match subject {
        Subject::Octree(OctreeSubject::Object(object)) => {
            let is_skinned = world.objects.get(object).is_some_and(|at| at.skin.is_some());
            is_skinned.then_some(Subject::Skin(object))
        }
        _ => None,
    };
    Ok(std::iter::once(subject).chain(skin).collect())
}

/// The same as [`subject`], with the items of these names.
///
/// # Errors
/// The same.
pub fn items(world: &World, first: &str, second: Option<&str>) -> Result<(Vec<Item>, Subject), ExplainError> {
    let one = named(world, first)?;
    let other = second.map(|second| named(world, second)).transpose()?;
    if other == Some(one) {
        return Err(ExplainError::Twice(first.to_owned()));
    }
    let subject = Subject::about(one, other).ok_or_else(|| {
        let (second, other) = (second.unwrap_or(first), other.unwrap_or(one));
        ExplainError::NoQuestion(first.to_owned(), one.kind().words(), second.to_owned(), other.kind().words())
    })?;
    Ok((std::iter::once(one).chain(other).collect(), subject.in_world(world)))
}

/// The item with a name, of those that have answers.
fn named(world: &World, name: &str) -> Result<Item, ExplainError> {
    let all = || {
        let cameras = world.cameras.iter().enumerate().map(|(i, c)| (&*c.name, Item::Camera(i)));
        let objects = world.objects.iter().enumerate().map(|(i, o)| (&*o.name, Item::Object(i)));
        let rays = world.rays.iter().enumerate().map(|(i, r)| (&*r.name, Item::Ray(i)));
        let agents = world.agents.iter().enumerate().map(|(i, a)| (&*a.name, Item::Agent(i)));
        let images = world.images.iter().enumerate().map(|(i, image)| (&*image.name, Item::Image(i)));
        let queries = world.occlusion.iter().enumerate().map(|(i, query)| (&*query.name, Item::Occlusion(i)));
        let sessions = world.sessions.iter().enumerate().map(|(i, session)| (&*session.name, Item::Session(i)));
        let taps = world.taps.iter().enumerate().map(|(i, tap)| (&*tap.name, Item::Tap(i)));
        let cuts = world.cuts.iter().enumerate().map(|(i, cut)| (&*cut.name, Item::Cut(i)));
        let leaks = world.leaks.iter().enumerate().map(|(i, leak)| (&*leak.name, Item::Leak(i)));
        let colliders = world.colliders.iter().enumerate().map(|(i, one)| (&*one.name, Item::Collider(i)));
        cameras
            .chain(objects)
            .chain(rays)
            .chain(agents)
            .chain(images)
            .chain(queries)
            .chain(sessions)
            .chain(taps)
            .chain(cuts)
            .chain(leaks)
            .chain(colliders)
    };
    all().find(|(n, _)| *n == name).map(|(_, item)| item).ok_or_else(|| {
        let own = name.to_owned();
        if let Some(model) = world.models.iter().find(|model| *model.name == *name) {
            if let Some(error) = &model.error {
                return ExplainError::LostModel(own, error.to_string());
            }
            let example = world.objects.get(model.objects.clone()).and_then(|objects| objects.first());
            return ExplainError::Model { name: own, example: example.map(|object| object.name.to_string()) };
        }
        if let Some(unplaced) = world.unplaced.iter().find(|unplaced| *unplaced.name == *name) {
            return ExplainError::Unplaced(own, unplaced.error.to_string());
        }
        let similar = suggest::meant(name, all().map(|(n, _)| n)).into_iter().map(str::to_owned).collect();
        ExplainError::Unknown { name: own, similar }
    })
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::files::{Loaded, parse};

    #[test]
    fn an_object_with_a_skin_has_its_cell_and_its_skin_as_subjects() {
        let scenes = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenes");
        let (cell, skin) = (Subject::Octree(OctreeSubject::Object(1)), Subject::Skin(1));
        for (octree, expected) in [(r#" "octree": {},"#, vec![cell, skin]), ("", vec![skin])] {
            let text = format!(
                r#"{{ "eyeline": 1,{octree} "models": [{{ "name": "m", "file": "figure.glb" }}],
                    "objects": [{{ "name": "ball", "shape": {{ "sphere": {{ "radius": 1 }} }} }}] }}"#
            );
            let Loaded { scene, files, .. } = parse(&text, "a.json", Some(scenes.as_path())).unwrap();
            let world = World::at(&scene, &files, 0);
            assert_eq!(subjects(&world, "m/figure", None), Ok(expected));
            assert_eq!(subjects(&world, "ball", None), subject(&world, "ball", None).map(|one| vec![one]));
            let pair = Subject::Octree(OctreeSubject::Pair(0, 1));
            assert_eq!(subjects(&world, "ball", Some("m/figure")), Ok(vec![pair]));
        }
    }
}
