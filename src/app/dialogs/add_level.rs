//! The dialog that opens a level as a new scene or adds it to the open one.

use std::path::{Path, PathBuf};

use eframe::egui::{Button, Context, Frame, Id, Label, Modal, RichText, Ui};

use crate::app::kit::theme;
use crate::files::is_image;
use crate::geometry::Tone;
use crate::host::fs;
use crate::import::level;
use crate::workspace::Workspace;

/// The number of file names that are listed. Further names are only counted.
const MOST_NAMES: usize = 4;

/// Files that were opened or dropped together, and the levels among them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::app) struct IncomingFiles {
    levels: Vec<PathBuf>,
    images: Vec<PathBuf>,
}

/// The user's choice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::app) enum LevelChoice {
    /// The first level is opened as a new scene. The others are not opened.
    Open(Vec<PathBuf>),
    /// All levels are added to the open scene as models.
    Add(Vec<PathBuf>),
}

/// The dialog, while it is open.
#[derive(Default)]
pub(in crate::app) struct Adding {
    incoming: Option<IncomingFiles>,
}

impl IncomingFiles {
    /// `None` when no dialog is needed: a scene is among the files, no file is a level, or the open scene has neither a
    /// file nor changes (such as the tour), so it can be replaced.
    pub(in crate::app) fn of(paths: &[PathBuf], workspace: &Workspace) -> Option<Self> {
        let (images, levels): (Vec<_>, Vec<_>) = paths.iter().cloned().partition(|path| is_image(path));
        let is_asked = !levels.is_empty() && levels.iter().all(|path| level::is_level(path));
        let has_scene = workspace.path().is_some() || workspace.is_dirty();
        (is_asked && has_scene).then_some(Self { levels, images })
    }

    /// A dialog for a list of levels, for any open scene.
    pub(in crate::app) fn levels(levels: Vec<PathBuf>) -> Self {
        Self { levels, images: Vec::new() }
    }

    fn all(self) -> Vec<PathBuf> {
        self.levels.into_iter().chain(self.images).collect()
    }
}

impl Adding {
    /// Opens the dialog for some files.
    pub(in crate::app) fn ask(&mut self, incoming: IncomingFiles) {
        self.incoming = Some(incoming);
    }

    /// Shows the dialog. Returns the answer in the frame in which the user gives it.
    pub(in crate::app) fn show(&mut self, ctx: &Context, workspace: &Workspace) -> Option<LevelChoice> {
        let incoming = self.incoming.as_ref()?;
        let reason = why_not(workspace, &incoming.levels);
        let frame = Frame::popup(&ctx.global_style()).inner_margin(18);
        let modal = Modal::new(Id::unique("add a level")).frame(frame).show(ctx, |ui| {
            ui.set_width(390.0);
            words(ui, workspace, &incoming.levels, reason.as_deref());
            ui.add_space(10.0);
            let [open, add] = match incoming.levels.len() {
                1 => ["Open as new scene", "Add to this scene"],
                _ => ["Open the first as new scene", "Add all to this scene"],
            };
            ui.horizontal(|ui| {
                let open = ui.button(open).on_hover_text("Closes the scene that is open.");
                let add = ui.add_enabled(reason.is_none(), Button::new(add));
                let add = add.on_hover_text("Adds it as a model at the origin. You can undo this.");
                [open.clicked(), add.clicked(), ui.button("Cancel").clicked()]
            })
            .inner
        });
        let [open, add, cancel] = modal.inner;
        if !(open || add || cancel || modal.should_close()) {
            return None;
        }
        let incoming = self.incoming.take()?;
        match (open, add) {
            (true, _) => Some(LevelChoice::Open(incoming.all())),
            (_, true) => Some(LevelChoice::Add(incoming.all())),
            _ => None,
        }
    }
}

fn words(ui: &mut Ui, workspace: &Workspace, levels: &[PathBuf], reason: Option<&str>) {
    let one = levels.len() == 1;
    ui.heading(if one { format!("Open {}?", names(levels)) } else { format!("Open {} levels?", levels.len()) });
    ui.add_space(4.0);
    ui.label(if one {
        format!("Open the level as a new scene, or add it as a model to “{}”.", workspace.disk().title())
    } else {
        format!(
            "{}: open the first as a new scene, or add all of them as models to “{}”.",
            names(levels),
            workspace.disk().title()
        )
    });
    if let Some(reason) = reason {
        ui.add_space(6.0);
        ui.add(
            Label::new(RichText::new(theme::quoted(reason)).color(theme::text_color(ui.ctx(), Tone::Partial))).wrap(),
        );
    }
}

/// The reason why the levels cannot be added to the open scene.
fn why_not(workspace: &Workspace, levels: &[PathBuf]) -> Option<String> {
    const RULE: &str = "a scene refers to files relative to its own folder";
    let Some(path) = workspace.path() else {
        return Some(format!("It cannot be added yet: {RULE}, and this scene has no file yet. Save the scene first."));
    };
    let outside: Vec<_> =
        levels.iter().filter(|level| workspace.disk().name_of_file(level).is_none()).cloned().collect();
    if outside.is_empty() {
        return None;
    }
    let folder = path.parent().and_then(|folder| fs::canonicalize(folder).ok()).unwrap_or_default();
    let (are, them) = if outside.len() == 1 { ("is", "it") } else { ("are", "them") };
    Some(format!(
        "It cannot be added: {RULE}, and {} {are} outside that folder. Copy {them} into {} first.",
        names(&outside),
        folder.display()
    ))
}

fn names(paths: &[PathBuf]) -> String {
    let name = |path: &PathBuf| Path::new(path.file_name().unwrap_or_default()).display().to_string();
    let names = paths.iter().take(MOST_NAMES).map(name).collect::<Vec<_>>().join(", ");
    match paths.len().checked_sub(MOST_NAMES) {
        Some(more @ 1..) => format!("{names} and {more} more"),
        _ => names,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn paths(names: &[&str]) -> Vec<PathBuf> {
        names.iter().map(PathBuf::from).collect()
    }

    #[test]
    fn only_levels_without_a_scene_are_asked_about() {
        let mut workspace = Workspace::empty();
        let asks = |workspace: &Workspace, names: &[&str]| IncomingFiles::of(&paths(names), workspace).is_some();
        assert!(!asks(&workspace, &["a.glb"]), "there is nothing to add it to");
        workspace.edit("title", |scene| scene.title = "mine".to_owned());
        for (names, is_asked) in [
            (&["a.glb"][..], true),
            (&["a.glb", "b.OBJ", "c.png", "d.stl", "e.ply", "f.fbx", "g.bsp"], true),
            (&["a.glb", "b.json"], false),
            (&["tree.xml"], false),
            (&["c.png"], false),
        ] {
            assert_eq!(asks(&workspace, names), is_asked, "{names:?}");
        }
    }

    #[test]
    fn a_level_that_cannot_be_added_has_a_reason() {
        let (folder, other) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let level = |folder: &Path| {
            let path = folder.join("shed.obj");
            std::fs::write(&path, "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n").unwrap();
            path
        };
        let (inside, outside) = (level(folder.path()), level(other.path()));
        let mut workspace = Workspace::empty();
        let reason = why_not(&workspace, std::slice::from_ref(&inside)).unwrap();
        assert!(reason.contains("no file yet"), "{reason}");
        assert!(workspace.disk_mut().save_as(&folder.path().join("a.json")));
        assert_eq!(why_not(&workspace, std::slice::from_ref(&inside)), None);
        let reason = why_not(&workspace, &[inside, outside]).unwrap();
        assert!(reason.contains("shed.obj is outside"), "{reason}");
    }

    #[test]
    fn the_first_of_many_names_are_listed() {
        assert_eq!(names(&paths(&["a", "b"])), "a, b");
        assert_eq!(names(&paths(&["a", "b", "c", "d", "e", "f"])), "a, b, c, d and 2 more");
    }
}
