//! `eyeline explain SCENE OBJECT` with `--vertex`, `--joint` or `--vanishes`: what is chosen of the skin of an object.

use anyhow::{Context, bail};

use super::progress;
use crate::report::explain::Explanation;
use crate::report::skins::{ChosenSkin, EscapeSearch, VanishSearch, explain_skin, vanish_text};
use crate::source::error::quoted;
use crate::source::suggest::nearest;
use crate::world::{SkinAt, World};

/// The options about a skin.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct SkinArgs {
    /// The vertex of a skinned mesh to explain, by its number from 0.
    #[arg(long, value_name = "N")]
    pub vertex: Option<usize>,
    /// The joint of a skinned mesh whose matrices are listed, by its name.
    #[arg(long, value_name = "NAME")]
    pub joint: Option<String>,
    /// When a skinned mesh vanishes: a table of all animations of its file, all cameras, and all boxes that the planes may
    /// test, with the first time of each. The object may be a model.
    #[arg(long, conflicts_with_all = ["vertex", "joint"])]
    pub vanishes: bool,
}

impl SkinArgs {
    /// Whether any of them is given.
    pub(super) fn is_given(&self) -> bool {
        self.vertex.is_some() || self.joint.is_some() || self.vanishes
    }
}

/// The explanation of the skin of an object with the chosen vertex and joint.
pub(super) fn chosen(world: &World, names: &[String], args: &SkinArgs) -> anyhow::Result<Explanation> {
    let object = match &skinned(world, names)?[..] {
        [object] => *object,
        several => {
            let of: Vec<String> = several.iter().map(|object| quoted(&world.objects[*object].name)).collect();
            bail!("name one of the skinned objects: {}", of.join(", "))
        }
    };
    let skin = world.objects[object].skin.as_deref().context("the object has no skin")?;
    let (name, count) = (quoted(&world.objects[object].name), skin.rigged.bind.positions().len());
    if let Some(vertex) = args.vertex.filter(|vertex| *vertex >= count) {
        bail!("{name} has no vertex {vertex}: it has {count} vertices, numbered from 0");
    }
    let joint = args.joint.as_deref().map(|joint| find_joint(skin, joint, &name)).transpose()?;
    explain_skin(world, object, ChosenSkin { vertex: args.vertex, joint }, EscapeSearch::Always)
        .context("there is nothing to explain")
}

/// The tables of when objects vanish, as text.
pub(super) fn vanishes(world: &World, names: &[String]) -> anyhow::Result<String> {
    let objects = skinned(world, names)?;
    let searches: Vec<VanishSearch> = objects.iter().filter_map(|object| VanishSearch::of(world, *object)).collect();
    let tables = progress::shown("animations", |progress| {
        progress.expect(searches.iter().map(VanishSearch::work).sum());
        searches.iter().filter_map(|search| search.run(progress)).collect::<Vec<_>>()
    });
    Ok(tables.iter().map(vanish_text).collect::<Vec<_>>().join("\n\n\n"))
}

/// The skinned objects with a name: an object, or those of a model.
fn skinned(world: &World, names: &[String]) -> anyhow::Result<Vec<usize>> {
    let [name] = names else { bail!("name one object with a skin, or one model") };
    let has_skin = |object: &usize| world.objects.get(*object).is_some_and(|object| object.skin.is_some());
    let object = world.objects.iter().position(|object| *object.name == **name);
    let model = world.models.iter().find(|model| *model.name == **name);
    let all: Vec<usize> = match (object, model) {
        (Some(object), _) => vec![object],
        (None, Some(model)) => model.objects.clone().collect(),
        (None, None) => {
            let near = nearest(name, world.objects.iter().map(|object| &*object.name));
            let help = near.map_or_else(String::new, |near| format!("; did you mean {}?", quoted(near)));
            bail!("there is no object or model {}{help}", quoted(name))
        }
    };
    let found: Vec<usize> = all.into_iter().filter(has_skin).collect();
    if found.is_empty() {
        bail!("{} has no skin: `--vertex`, `--joint` and `--vanishes` are about skinned meshes", quoted(name));
    }
    Ok(found)
}

fn find_joint(skin: &SkinAt, joint: &str, object: &str) -> anyhow::Result<usize> {
    let bones = skin.bones();
    bones.iter().position(|bone| *bone.name == *joint).with_context(|| {
        let near = nearest(joint, bones.iter().map(|bone| &*bone.name));
        let help = near.map_or_else(String::new, |near| format!("; did you mean {}?", quoted(near)));
        format!("the skin of {object} has no joint {}{help}", quoted(joint))
    })
}
