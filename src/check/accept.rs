//! `--accept`: baselines from the captures of an earlier run. Nothing is drawn.

use std::fs;
use std::path::{Component, Path, PathBuf};

use super::discover::Found;
use super::output::RESULTS;
use super::results::{BaselineResult, Results, SceneResult};
use super::{compare, digest, update, words};
use crate::files::Inputs;

/// One baseline to write.
struct Taken {
    bytes: Vec<u8>,
    baseline: PathBuf,
}

/// Writes the baselines of the named scenes from the captures in a folder, all or none of them, and gives their paths.
/// `inputs` gives the files that a scene is made of.
///
/// # Errors
/// When the folder holds no run, a name is unknown or ambiguous, a capture is not there or must not be taken, or a
/// baseline cannot be written.
pub fn accept(
    names: &[String],
    folder: &Path,
    inputs: &dyn Fn(&Path) -> Result<Inputs, String>,
) -> Result<Vec<PathBuf>, String> {
    let results = read(folder)?;
    let mut taken: Vec<Taken> = Vec::new();
    for name in names {
        let (scene, view) = named(&results, name)?;
        // The place follows from the scene again: what the file says is not trusted with it.
        let found = Found::new(&scene.scene, results.baselines.as_deref());
        let inputs = inputs(&scene.scene)?;
        if scene.digest.is_some() && scene.digest != digest::digest(&inputs).ok() {
            return Err(format!(
                "{} or one of its files changed after this run, so its captures are old: check again",
                words::path(&scene.scene)
            ));
        }
        if scene.state == "error" {
            return Err(format!(
                "{name} has errors in this run, so its captures are not whole: repair the scene and check again"
            ));
        }
        let captures = scene.baselines.iter().filter(|baseline| baseline.state != "equal" && !baseline.written);
        for capture in captures.filter(|capture| view.is_none() || capture.view.as_deref() == view) {
            let one = take(capture, &found, folder, name, &inputs)?;
            if taken.iter().all(|other| other.baseline != one.baseline) {
                taken.push(one);
            }
        }
    }
    write_all(&taken)?;
    Ok(taken.into_iter().map(|taken| taken.baseline).collect())
}

/// Writes all baselines. When one cannot be written, those before it get back what they held.
fn write_all(taken: &[Taken]) -> Result<(), String> {
    let mut undo: Vec<(&Path, Option<Vec<u8>>)> = Vec::new();
    for Taken { bytes, baseline } in taken {
        let before = fs::read(baseline).ok();
        if let Err(reason) = update::put(bytes, baseline) {
            let mut text = format!("cannot write {}: {reason}; no baseline was changed", words::path(baseline));
            for (path, before) in undo {
                let undone = match before {
                    Some(bytes) => update::put(&bytes, path),
                    None => fs::remove_file(path).map_err(|error| error.to_string()),
                };
                if let Err(reason) = undone {
                    text = format!("{text} except {}, which cannot be restored: {reason}", words::path(path));
                }
            }
            return Err(text);
        }
        undo.push((baseline, before));
    }
    Ok(())
}

fn read(folder: &Path) -> Result<Results, String> {
    let path = folder.join(RESULTS);
    let shown = words::path(&path);
    let bytes = fs::read(&path)
        .map_err(|error| format!("cannot read {shown}: {error}; run `eyeline check --out` with this folder first"))?;
    serde_json::from_slice(&bytes).map_err(|error| format!("{shown} is not the result of a run: {error}"))
}

/// The scene of a name, or of a path; with `NAME.VIEW` also that view of it.
fn named<'r, 'n>(results: &'r Results, name: &'n str) -> Result<(&'r SceneResult, Option<&'n str>), String> {
    if let Some(scene) = results.scenes.iter().find(|scene| scene.scene == Path::new(name)) {
        return Ok((scene, None));
    }
    let view_of = |scene: &SceneResult| {
        let view = name.strip_prefix(&*scene.name)?.strip_prefix('.')?;
        scene.baselines.iter().any(|baseline| baseline.view.as_deref() == Some(view)).then_some(view)
    };
    let mut found: Vec<_> =
        results.scenes.iter().filter(|scene| scene.name == name).map(|scene| (scene, None)).collect();
    if found.is_empty() {
        found.extend(results.scenes.iter().filter_map(|scene| Some((scene, Some(view_of(scene)?)))));
    }
    match &*found {
        [one] => Ok(*one),
        [(first, _), (second, _), ..] => {
            let [first, second] = [first, second].map(|scene| words::path(&scene.scene));
            Err(format!("`{name}` is the name of {first} and of {second}; name the path"))
        }
        [] => {
            let names: Vec<_> =
                results.scenes.iter().filter(|scene| scene.state != "equal").map(|scene| scene.name.as_str()).collect();
            let known = if names.is_empty() { "no scene differs in it".into() } else { names.join(", ") };
            Err(format!("this run has no scene `{name}`; those that are not equal: {known}"))
        }
    }
}

fn take(capture: &BaselineResult, found: &Found, folder: &Path, name: &str, inputs: &Inputs) -> Result<Taken, String> {
    let is_answers = capture.baseline == found.answers();
    let baseline = if is_answers { found.answers() } else { found.picture(capture.view.as_deref()) };
    if baseline != capture.baseline {
        return Err(format!("{} is no baseline of {name}", words::path(&capture.baseline)));
    }
    if let Some(input) = inputs.input_at(&baseline) {
        return Err(format!(
            "{} would replace {}, which the scene is made of",
            words::path(&baseline),
            words::path(&input)
        ));
    }
    if capture.unstable {
        return Err(format!("{} is unstable: two drawings of the scene differ", words::path(&baseline)));
    }
    let actual =
        capture.actual.as_deref().ok_or_else(|| format!("this run has no capture for {}", words::path(&baseline)))?;
    if !actual.components().all(|part| matches!(part, Component::Normal(_))) {
        return Err(format!("{} is outside the folder of the run", words::path(actual)));
    }
    let path = folder.join(actual);
    let shown = words::path(&path);
    let bytes = fs::read(&path).map_err(|error| format!("cannot read {shown}: {error}"))?;
    if !is_answers {
        compare::decode(&bytes).map_err(|reason| format!("{shown}: {reason}"))?;
    } else if bytes.is_empty() {
        return Err(format!("{shown}: the file is empty"));
    }
    Ok(Taken { bytes, baseline })
}
