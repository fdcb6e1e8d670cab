//! Questions about skins: how many joints move one vertex.

use serde_json::Value;

use super::asked::AskedScene;
use crate::quiz::candidate::Candidate;
use crate::report::Section;
use crate::world::ObjectAt;

pub(super) fn candidates(scene: &AskedScene) -> Vec<Candidate> {
    scene.world.skinned().filter_map(|(_, object)| candidate(object)).collect()
}

fn candidate(object: &ObjectAt) -> Option<Candidate> {
    let most = object.skin.as_deref()?.max_influences();
    let mut of: Vec<usize> = [1, 2, 4, 8].into_iter().chain([most]).collect();
    of.sort_unstable();
    of.dedup();
    let name = &*object.name;
    let of = of.into_iter().map(Value::from).collect();
    let candidate =
        || Candidate::new(Section::Skins, &[("skin", name)], "max_influences", &[name], &most.to_string()).among(of);
    (most > 0).then(candidate)
}
