//! Commands on what the 3D view shows, and on the number of views.

use eframe::egui::{Context, Key};

use super::action::Action;
use super::shared::SharedFacts;
use super::state::WindowState;
use super::view_link::ViewLink;
use crate::app::command::pane::Pane;
use crate::app::command::scope::KeyScope;
use crate::app::command::shortcut::{ctrl_alt, plain};
use crate::app::command::split::Split;
use crate::app::command::table::display::DisplayCommand;
use crate::app::command::tool::Keymap;
use crate::picture::{Display, DrawOptions};
use crate::workspace::Workspace;
use crate::world::Item;

/// What the commands depend on.
#[derive(Clone, Debug)]
pub(super) struct DisplayFacts {
    /// What the surfaces of objects show.
    display: Display,
    /// The parts of the picture that are drawn.
    options: DrawOptions,
    /// The number of 3D views.
    split: Split,
    has_legend: bool,
    /// Whether the selected camera or ray has a known mistake.
    has_mistake: bool,
}

impl DisplayFacts {
    pub(super) fn of(window: &WindowState, ctx: &Context) -> Self {
        Self {
            display: window.workspace.view().display(),
            options: window.workspace.view().draw_options(),
            split: Split::of(ctx),
            has_legend: !window.panels.views.main().hides_legend,
            has_mistake: has_mistake(&window.workspace),
        }
    }
}

impl DisplayCommand {
    pub(super) fn action(self, facts: &DisplayFacts, shared: &SharedFacts) -> Action {
        match self {
            Self::Legend => Action::new("Legend", |target| target.window.panels.views.main_mut().hides_legend ^= true)
                .help("Show what the colours and lines mean.")
                .switch(facts.has_legend),
            Self::Split(split) => split_into(split, facts),
            Self::Display(display) => Action::new(format!("{} display", display.name()), move |target| {
                target.window.workspace.view_mut().set_display(display);
            })
            .help(display.help())
            .switch(facts.display == display),
            Self::Wireframe => {
                Action::new("Toggle wireframe", |target| target.window.workspace.view_mut().toggle_wireframe())
                    .help("Switch between wireframe and the display that was chosen before.")
                    .keys_if(shared.keymap == Keymap::Blender, KeyScope::View, [plain(Key::Z)])
            }
            Self::Labels(labels) => {
                let options = DrawOptions { labels, ..facts.options };
                Action::new(format!("Labels: {}", labels.name().to_lowercase()), move |target| {
                    target.window.workspace.view_mut().set_draw_options(options);
                })
                .help("Choose which labels the 3D view shows.")
                .switch(facts.options.labels == labels)
            }
            Self::Grid => {
                let options = DrawOptions { grid: !facts.options.grid, ..facts.options };
                Action::new("Grid", move |target| target.window.workspace.view_mut().set_draw_options(options))
                    .help("Show the grid on the ground and the axes.")
                    .switch(facts.options.grid)
            }
            Self::Boxes => {
                let options = DrawOptions { boxes: !facts.options.boxes, ..facts.options };
                Action::new("Tested boxes", move |target| target.window.workspace.view_mut().set_draw_options(options))
                    .help("Show the boxes that cameras test, around all objects. The box of the selection is always shown.")
                    .switch(facts.options.boxes)
            }
            Self::Normals => {
                let options = DrawOptions { normals: !facts.options.normals, ..facts.options };
                Action::new("Normals", move |target| target.window.workspace.view_mut().set_draw_options(options))
                    .help(
                        "Show the normals of meshes as strokes: of each triangle, and of each vertex for which the file \
                         has one. The normals of selected objects come first.",
                    )
                    .switch(facts.options.normals)
            }
            Self::Mistaken => {
                let options = DrawOptions { mistaken: !facts.options.mistaken, ..facts.options };
                Action::new("Answers of the mistake", move |target| {
                    target.window.workspace.view_mut().set_draw_options(options);
                })
                .help(
                    "Switch the colours and words of objects between the right answers and those of the known mistake that the \
                     selected camera or ray has in its scene.",
                )
                .found_by("a/b compare wrong rule")
                .keys(KeyScope::View, [plain(Key::B)])
                .switch(facts.options.mistaken)
                .needs(facts.has_mistake, "The selected camera or ray has no `mistake` in its scene.")
            }
            Self::Measure => {
                let entry = Action::new("Measure", |target| target.window.panels.views.active_mut().toggle_tape())
                    .help("Click two points in the 3D view to measure their distance. Corners and edges are preferred.")
                    .switch(shared.is_measuring);
                if shared.is_measuring && !shared.is_exporting {
                    entry.keys(KeyScope::View, [plain(Key::M), plain(Key::Escape)])
                } else {
                    entry.keys(KeyScope::View, [plain(Key::M)])
                }
            }
            Self::CopyLink => Action::new("Copy link to this view", |target| {
                let link = ViewLink::of(target.window);
                let workspace = &mut target.window.workspace;
                let file = || workspace.path().map_or_else(String::new, |path| path.display().to_string());
                let address = crate::host::place::address().unwrap_or_else(file);
                target.ctx.copy_text(format!("{address}#{link}"));
                workspace.notices_mut().say("Copied a link to this view".to_owned());
            })
            .help(
                "Copy a link to the selection, the step, the tick and the view as they are now. `eyeline 'FILE#…'` opens it, and so does \
                 the page of `eyeline share`.",
            )
            .found_by("share url address permalink"),
            Self::CopyDescription => Action::new("Copy description", |target| {
                let WindowState { workspace, panels, .. } = &mut *target.window;
                let text = panels.views.active_mut().last_description(workspace);
                target.ctx.copy_text(text);
                workspace.notices_mut().say("Copied a description of the 3D view".to_owned());
            })
            .help("Copy as text what the 3D view shows: the viewpoint, the answer, and the objects with their places."),
        }
    }
}

fn has_mistake(workspace: &Workspace) -> bool {
    let world = workspace.world();
    match workspace.selected().querier() {
        Some(Item::Camera(camera)) => world.cameras.get(camera).is_some_and(|camera| camera.mistake.is_some()),
        Some(Item::Ray(ray)) => world.rays.get(ray).is_some_and(|ray| ray.mistake.is_some()),
        _ => false,
    }
}

/// Chooses the number of views. The key switches between one and four.
fn split_into(split: Split, facts: &DisplayFacts) -> Action {
    let entry = Action::new(split.name(), move |target| {
        target.window.layout.reveal(Pane::View);
        split.choose(target.ctx);
    })
    .help(match split {
        Split::One => "Show one 3D view.",
        Split::Two => "Show the scene also from the top, in a second view. Each view has its own eye.",
        Split::Four => "Show the scene also from the top, from the front and from the right.",
    })
    .found_by("split")
    .switch(facts.split == split);
    let is_next = split == if facts.split == Split::Four { Split::One } else { Split::Four };
    if is_next { entry.keys(KeyScope::View, [ctrl_alt(Key::Q)]) } else { entry }
}
