//! Opens a level as a scene: one model, its alpha textures in a row beside it, and a view that frames it.

use std::collections::{HashMap, HashSet};
use std::path::Path;

use super::item_name::{stem_of, title_of};
use crate::files::content::Files;
use crate::files::level::{LevelFile, LevelPart};
use crate::files::read::{Loaded, load};
use crate::files::reading::{Pace, Reading};
use crate::geometry::Aabb;
use crate::geometry::narrate::counted;
use crate::import::level::{AlphaTexture, Level, NamedAnimation};
use crate::opacity::Progress;
use crate::scene::{Image, Model, Scene, View, WrittenScene, default};
use crate::source::error::{SceneError, quoted};
use crate::source::folder::Folder;
use crate::source::text;

/// The vertical field of view of the scene, in degrees.
const FOV_Y: f32 = 45.0;
/// The direction from the centre of the level to the eye: front right, slightly above.
const FROM: [f32; 3] = [0.49, 0.44, 0.75];
/// The greatest extent of a level that gets a view, in metres. Squares of greater lengths exceed the range of `f32`.
const LARGEST_SEEN: f32 = 1e18;
/// The height of a level relative to that of its textures beside it.
const TEXTURES: f32 = 6.0;

/// Opens a level as a scene in the level's folder. If `files` has a reading of the level, it is used.
///
/// # Errors
/// When the level cannot be read, with the location of the error.
pub(crate) fn open(path: &Path, files: Files, reading: &Reading, progress: &Progress) -> Result<Loaded, SceneError> {
    let named = text::path_in_message(path);
    let (folder, file) = text::folder_of(path, &reading.options)?;
    as_scene(&file, &folder, &named, files, reading, progress)
}

/// The scene of the level `file` in `folder`. `name` is its name in messages.
///
/// # Errors
/// When the level cannot be read, with the location of the error.
pub fn as_scene(
    file: &str,
    folder: &Folder,
    name: &str,
    mut files: Files,
    reading: &Reading,
    progress: &Progress,
) -> Result<Loaded, SceneError> {
    let parts: &[_] = if reading.pace == Pace::Later { &[LevelPart::Objects] } else { &[] };
    let budget = files.budget.clone();
    files.levels.update([file], |file| LevelFile::read_ready(file, folder, parts, &budget, progress));
    let Some(read) = files.levels.get(file) else {
        return Err(SceneError::unreadable(
            name,
            "there is no such file",
            Some("give a glTF, GLB, FBX, OBJ, PLY, STL, `.map` or `.bsp` file"),
        ));
    };
    let level = read.level().map_err(|error| error.clone().in_file(name))?;
    let scene = scene_of(file, level);
    load(scene, &WrittenScene::made(name), Some(folder), files, reading, progress)
}

/// The scene that shows a level: the level as a model, its textures with alpha as images, and a view that frames it.
fn scene_of(file: &str, level: &Level) -> Scene {
    let name = name_of(file);
    Scene {
        title: title_of(file),
        about: about(file, &name, level),
        view: bounds_in_sight(level).map(|bounds| view(&bounds)),
        images: images(file, &name, level),
        models: vec![Model::new(name, file)],
        ..Scene::empty()
    }
}

/// The name of the model that is made from a level.
pub(crate) fn name_of(file: &str) -> String {
    let stem = stem_of(file);
    if stem.trim().is_empty() { "level".to_owned() } else { stem }
}

/// `None` for a level so large that 32-bit numbers cannot represent a viewpoint.
fn bounds_in_sight(level: &Level) -> Option<Aabb> {
    let is_near = |corner: glam::Vec3| corner.abs().max_element() <= LARGEST_SEEN;
    level.bounds().filter(|bounds| is_near(bounds.min) && is_near(bounds.max))
}

fn view(bounds: &Aabb) -> View {
    let radius = (0.5 * (bounds.max - bounds.min)).length().max(1e-3);
    let distance = radius / libm::sinf((0.5 * FOV_Y).to_radians());
    let centre = bounds.centre().to_array();
    let eye: [f32; 3] = std::array::from_fn(|axis| centre[axis] + distance * FROM[axis]);
    let tidy = |point: [f32; 3]| point.map(|x| tidy_f32(x, radius));
    View { eye: Some(tidy(eye)), target: tidy(centre), up: default::up(), fov_y: Some(FOV_Y), height: None }
}

/// The textures with alpha of a level that a scene names `file`, each as an image. They are in a row to the right of
/// the level, on its ground. Their names begin with the name of the model.
pub(crate) fn images(file: &str, model: &str, level: &Level) -> Vec<Image> {
    let bounds = bounds_in_sight(level).unwrap_or(Aabb { min: glam::Vec3::ZERO, max: glam::Vec3::ONE });
    let extent = (bounds.max - bounds.min).max_element().max(1e-3);
    let height = extent / TEXTURES;
    let mut right = bounds.max.x + 0.5 * height;
    let mut taken: HashSet<String> = HashSet::new();
    // For each name, the last number that was tried.
    let mut tried: HashMap<String, u32> = HashMap::new();
    let mut image = |texture: &AlphaTexture| {
        let [columns, rows] = texture.size.map(|side| side.max(1));
        let width = height * columns as f32 / rows as f32;
        let last = tried.entry(texture.name.clone()).or_default();
        let name = loop {
            *last += 1;
            let name = if *last == 1 { texture.name.clone() } else { format!("{}#{last}", texture.name) };
            if level.find(&name).is_none() && !taken.contains(&name) {
                break name;
            }
        };
        let position = [right + 0.5 * width, bounds.min.y + 0.5 * height, bounds.centre().z];
        right += width + 0.25 * height;
        taken.insert(name.clone());
        let cutoff = texture.cutoff.filter(|cutoff| (0.0..=1.0).contains(cutoff));
        Image {
            texture: Some(texture.image),
            threshold: cutoff.map_or(default::threshold(), |cutoff| tidy(cutoff, 1.0)),
            position: position.map(|x| tidy_f32(x, extent)),
            size: Some([width, height].map(|length| tidy_f32(length, extent).max(1e-6))),
            ..Image::new(format!("{model}/{name}"), file, [columns, rows])
        }
    };
    level.textures.iter().map(&mut image).collect()
}

/// A number rounded to about four digits, so that it is short.
fn tidy(x: f32, length: f32) -> f64 {
    let step = libm::exp10((libm::log10(length.into()) - 3.0).floor());
    let rounded = (f64::from(x) / step).round();
    // Dividing by a whole number adds no digits, unlike multiplying by a decimal step.
    if step < 1.0 { rounded / (1.0 / step).round() } else { rounded * step }
}

#[expect(clippy::cast_possible_truncation, reason = "they were f32 before")]
fn tidy_f32(x: f32, length: f32) -> f32 {
    tidy(x, length) as f32
}

/// `model` is the name of the model with the level. The text has no counts: it stays in the scene while the level and the scene
/// change. The bar at the top of the window counts what the scene has, and the Inspector what the level has.
fn about(file: &str, model: &str, level: &Level) -> String {
    let ask = if level.cameras.is_empty() { " Add a camera or a ray to test them." } else { "" };
    let play = animations(level).map_or_else(String::new, |animations| {
        format!("\n\nIt has {animations}. To play one, select `{model}` and choose it for **plays** in the Inspector.")
    });
    format!("The level `{file}`. Each object has the name of the model and of its node.{ask}{play}")
}

/// The animations of a level in words, such as "2 animations: `Walk`, `Reach`". One without a name has its index. `None`
/// without animations.
pub(crate) fn animations(level: &Level) -> Option<String> {
    /// More animations than these are counted.
    const MOST: usize = 12;
    let all = &level.rig.as_ref()?.animations;
    let name = |(i, animation): (usize, &NamedAnimation)| match &animation.name {
        Some(name) => quoted(name),
        None => format!("animation {i}"),
    };
    let names: Vec<String> = all.iter().enumerate().take(MOST).map(name).collect();
    let more = match all.len().saturating_sub(MOST) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    (!all.is_empty()).then(|| format!("{}: {}{more}", counted(all.len(), "animation"), names.join(", ")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::options::ReadOptions;

    #[test]
    fn a_level_too_large_for_a_view_opens_as_a_scene() {
        for (far, has_view) in [("3e38", false), ("-3e38", false), ("1e19", false), ("1e17", true)] {
            let folder = tempfile::tempdir().unwrap();
            let text = format!("v {far} 0 0\nv 3e16 0 0\nv 0 1 0\nf 1 2 3\n");
            std::fs::write(folder.path().join("a.obj"), text).unwrap();
            let scene = as_scene(
                "a.obj",
                &Folder::new(folder.path(), &ReadOptions::default()),
                "a.obj",
                Files::default(),
                &Reading::default(),
                &Progress::default(),
            )
            .unwrap();
            assert_eq!(scene.scene.view.is_some(), has_view, "{far}");
        }
    }

    #[test]
    fn the_animations_of_a_level_are_named_and_can_be_played() {
        let scenes = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenes");
        let about = |file: &str| {
            let loaded = open(&scenes.join(file), Files::default(), &Reading::default(), &Progress::default()).unwrap();
            loaded.scene.about
        };
        let said = about("figure.glb");
        let hint = "It has 2 animations: `Walk`, `Reach`. To play one, select `figure` and choose it for **plays** in the \
                    Inspector.";
        assert!(said.ends_with(&format!("\n\n{hint}")), "{said}");
        let plain = "The level `touch.obj`. Each object has the name of the model and of its node. Add a camera or a ray to \
                     test them.";
        assert_eq!(about("touch.obj"), plain, "it has no counts, which edits would make wrong");
    }

    #[test]
    fn numbers_are_short() {
        for (x, length, text) in [
            (1.234_567, 1.0, "1.235"),
            (-0.1, 3.0, "-0.1"),
            (1234.5678, 2000.0, "1235.0"),
            (123_456.7, 2e6, "123000.0"),
            (0.000_123_456, 0.001, "0.000123"),
            (0.0, 1.0, "0.0"),
        ] {
            assert_eq!(format!("{:?}", tidy(x, length)), text);
        }
    }
}
