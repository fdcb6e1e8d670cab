//! Commands on what the 3D view shows, and on the number of views.

use eframe::egui::Key;

use crate::app::App;
use crate::app::actions::context::Context;
use crate::app::command::entry::Entry;
use crate::app::command::shortcut::{Scope, ctrl_alt, plain};
use crate::app::shell::layout::Pane;
use crate::app::view::gizmo::Keymap;
use crate::app::view::viewport::Split;
use crate::picture::{Display, DrawOptions, Labels};

/// A command on what the 3D view shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::app) enum DisplayCommand {
    /// What the surfaces of objects show.
    Display(Display),
    /// Which labels are drawn.
    Labels(Labels),
    /// Changes between wireframe and what was shown before.
    Wireframe,
    Grid,
    Boxes,
    Normals,
    Legend,
    /// The number of 3D views.
    Split(Split),
    /// Begins or ends measuring.
    Measure,
    /// Copies a description of the view.
    CopyDescription,
}

impl DisplayCommand {
    /// All commands.
    pub(super) fn all() -> impl Iterator<Item = Self> {
        let display = Display::ALL.into_iter().map(Self::Display).chain(Labels::ALL.map(Self::Labels));
        let others = [
            Self::Wireframe,
            Self::Grid,
            Self::Boxes,
            Self::Normals,
            Self::Legend,
            Self::Measure,
            Self::CopyDescription,
        ];
        display.chain(others).chain(Split::ALL.map(Self::Split))
    }

    pub(super) fn entry(self, context: &Context) -> Entry {
        match self {
            Self::Legend => Entry::new("Legend", |work| work.app.panels.views.main_mut().hides_legend ^= true)
                .help("Show what the colours and lines mean.")
                .switch(context.has_legend),
            Self::Split(split) => split_into(split, context),
            Self::Display(display) => Entry::new(format!("{} display", display.name()), move |work| {
                work.app.workspace.view_mut().set_display(display);
            })
            .help(display.help())
            .switch(context.display == display),
            Self::Wireframe => Entry::new("Toggle wireframe", |work| work.app.workspace.view_mut().toggle_wireframe())
                .help("Switch between wireframe and the display that was chosen before.")
                .keys_if(context.gizmo.keymap == Keymap::Blender, Scope::View, [plain(Key::Z)]),
            Self::Labels(labels) => {
                let options = DrawOptions { labels, ..context.options };
                Entry::new(format!("Labels: {}", labels.name().to_lowercase()), move |work| {
                    work.app.workspace.view_mut().set_draw_options(options);
                })
                .help("Choose which labels the 3D view shows.")
                .switch(context.options.labels == labels)
            }
            Self::Grid => {
                let options = DrawOptions { grid: !context.options.grid, ..context.options };
                Entry::new("Grid", move |work| work.app.workspace.view_mut().set_draw_options(options))
                    .help("Show the grid on the ground and the axes.")
                    .switch(context.options.grid)
            }
            Self::Boxes => {
                let options = DrawOptions { boxes: !context.options.boxes, ..context.options };
                Entry::new("Tested boxes", move |work| work.app.workspace.view_mut().set_draw_options(options))
                    .help("Show the boxes that cameras test, around all objects. The box of the selection is always shown.")
                    .switch(context.options.boxes)
            }
            Self::Normals => {
                let options = DrawOptions { normals: !context.options.normals, ..context.options };
                Entry::new("Normals", move |work| work.app.workspace.view_mut().set_draw_options(options))
                    .help(
                        "Show the normals of meshes as strokes: of each triangle, and of each vertex for which the file \
                         has one. The normals of selected objects come first.",
                    )
                    .switch(context.options.normals)
            }
            Self::Measure => {
                let entry = Entry::new("Measure", |work| work.app.panels.views.active_mut().toggle_tape())
                    .help("Click two points in the 3D view to measure their distance. Corners and edges are preferred.")
                    .switch(context.is_measuring);
                if context.is_measuring && !context.is_exporting {
                    entry.keys(Scope::View, [plain(Key::M), plain(Key::Escape)])
                } else {
                    entry.keys(Scope::View, [plain(Key::M)])
                }
            }
            Self::CopyDescription => Entry::new("Copy description", |work| {
                let App { workspace, panels, .. } = &mut *work.app;
                let text = panels.views.active_mut().last_description(workspace);
                work.ctx.copy_text(text);
                workspace.notices_mut().say("Copied a description of the 3D view".to_owned());
            })
            .help("Copy as text what the 3D view shows: the viewpoint, the answer, and the objects with their places."),
        }
    }
}

/// Chooses the number of views. The key switches between one and four.
fn split_into(split: Split, context: &Context) -> Entry {
    let entry = Entry::new(split.name(), move |work| {
        work.app.layout.reveal(Pane::View);
        split.choose(work.ctx);
    })
    .help(match split {
        Split::One => "Show one 3D view.",
        Split::Two => "Show the scene also from the top, in a second view. Each view has its own eye.",
        Split::Four => "Show the scene also from the top, from the front and from the right.",
    })
    .found_by("split")
    .switch(context.split == split);
    let is_next = split == if context.split == Split::Four { Split::One } else { Split::Four };
    if is_next { entry.keys(Scope::View, [ctrl_alt(Key::Q)]) } else { entry }
}
