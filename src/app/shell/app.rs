//! The window: its state, and one frame of it.

use std::path::PathBuf;
use std::time::Duration;

use eframe::egui::{self, CentralPanel, Frame, Margin, Panel, ViewportCommand};

use super::panels::PanelContext;
use super::watch::Watch;
use super::window_size::LeastSize;
use super::{menu, messages};
use crate::app::actions::carry_out::{carry_out_all, carry_out_keys};
use crate::app::actions::facts::Facts;
use crate::app::actions::state::{Files, WindowState};
use crate::app::actions::target::CommandTarget;
use crate::app::actions::view_link::ViewLink;
use crate::app::actions::{
    compare, hunt, lesson_step, movie, present, received_files, repair_level, still_picture, trim,
};
use crate::app::command::pane::Pane;
use crate::app::command::{Commands, StepCommand, show_context_menu};
use crate::app::dialogs::recovery::Recovery;
use crate::app::dialogs::tree_choice;
use crate::app::kit::host::Host;
use crate::app::kit::toast::Toast;
use crate::app::kit::{hovered, job, keys, units};
use crate::app::layout::Layout;
use crate::app::lesson;
use crate::app::live;
use crate::app::live::program::LiveProgram;
use crate::app::panels::{behavior, occlusion, opacity};
use crate::app::presenter::caption;
use crate::app::timeline::bar::{self, Timeline};
use crate::escape;
use crate::picture::DrawOptions;
use crate::workspace::{Workspace, compute};

/// The whole window: a scene and the state of its panels.
pub struct App {
    /// What commands change.
    pub(super) window: WindowState,
    pub(super) watch: Watch,
    pub(super) recovery: Recovery,
    toast: Toast,
    desktop: DesktopState,
    /// The scene whose panel was brought to the front, by `DiskRef::generation`.
    pub(super) featured: Option<u64>,
    /// The link that is shown after the next frame.
    pub(super) link: Option<String>,
    /// Whether the lesson of the first scene begins with the window.
    pub(super) begins_lesson: bool,
}

/// The window's title and least size as last set on the desktop.
#[derive(Default)]
struct DesktopState {
    title: String,
    least: LeastSize,
}

impl App {
    /// A window on a scene, for a picture. A user gets the window of [`Start::app`](super::start::Start::app). Its context
    /// needs [`set_look`](crate::app::set_look).
    pub fn new(workspace: Workspace) -> Self {
        Self {
            window: WindowState::new(workspace),
            watch: Watch::default(),
            recovery: Recovery::default(),
            toast: Toast::default(),
            desktop: DesktopState::default(),
            featured: None,
            link: None,
            begins_lesson: false,
        }
    }

    /// The open scene.
    pub fn workspace(&self) -> &Workspace {
        &self.window.workspace
    }

    /// The open scene, mutable, for changes from outside.
    pub fn workspace_mut(&mut self) -> &mut Workspace {
        &mut self.window.workspace
    }

    /// Writes a picture of the 3D view, as it is on screen, to a PNG file after the next frame.
    pub fn save_screenshot(&mut self, file: PathBuf) {
        self.window.save_screenshot(file);
    }

    /// Checks files by egui's clock, without events of the system. For tests, which set that clock.
    pub fn watch_by_clock(&mut self) {
        self.watch = Watch::default();
    }

    /// Restores the layout of the last run.
    pub(super) fn restore(&mut self, storage: &dyn eframe::Storage) {
        self.window.layout = Layout::restored(storage);
    }

    /// Stores the layout for the next run. Theme, scale and recent files are in egui's memory.
    pub fn store(&self, storage: &mut dyn eframe::Storage) {
        self.window.layout.store(storage);
    }

    /// After a normal exit: removes what recovery has stored, and releases the memory on the GPU.
    pub(super) fn close(&mut self) {
        self.recovery.end();
        self.release_graphics();
    }

    /// Releases the memory on the GPU. The next frame would make again what it draws.
    pub(super) fn release_graphics(&mut self) {
        let panels = &mut self.window.panels;
        panels.views.close();
        panels.opacity.close();
        panels.occlusion.close();
    }

    /// One frame of the window.
    pub fn ui(&mut self, ui: &mut egui::Ui, host: &mut dyn Host) {
        let ctx = ui.ctx().clone();
        let unmet = self.window.workspace.judging().unmet_count();
        self.begin(&ctx, host);
        let window = &mut self.window;
        window.panels.views.active_mut().gizmo.take_keys(&ctx, &mut window.workspace);
        carry_out_keys(window, &ctx);
        let frame = panel_frame(ui);
        let mut commands = Commands::new(Facts::of(window, &ctx).into_table());
        let presents = window.presenter.is_on();
        if !presents {
            let bar = Panel::top("menu").frame(frame(6, 3));
            bar.show(ui, |ui| menu::show(ui, &window.workspace, &mut window.files, &mut commands));
        }
        carry_out_all(window, &ctx, commands);
        received_files::take_incoming(window, &ctx);

        window.workspace.lesson_mut().follow();
        window.files.lessons.follow(&ctx, &window.workspace);
        let mut commands = Commands::new(Facts::of(window, &ctx).into_table());
        if presents {
            present::fill(window);
        }
        let WindowState { workspace, panels, layout, timeline, editor, files, presenter, live, .. } = window;
        if workspace.judging().lesson().has_new_quiz() {
            commands.push(StepCommand::Show(0));
        }
        if workspace.judging().lesson().shown().is_some() {
            Panel::top("lesson").frame(frame(10, 6)).show(ui, |ui| lesson::bar::show(ui, workspace, &mut commands));
        }
        if presents {
            caption::show(ui, workspace);
        }
        let mut bottom = ui.max_rect().left_bottom();
        if Timeline::is_needed(workspace) && !presents {
            let height = Timeline::height(ctx.content_rect().height());
            let bar = Panel::bottom("time").frame(frame(8, 3)).exact_size(height);
            let is_followed = live.as_ref().is_some_and(LiveProgram::is_followed);
            let shown = bar.show(ui, |ui| timeline.show(ui, workspace, is_followed, &mut commands));
            bottom = shown.response.rect.left_top();
        }
        if let Some(program) = live.as_ref().filter(|_| !presents) {
            let bar = Panel::bottom("live").frame(frame(8, 2)).exact_size(live::bar::HEIGHT);
            let shown = bar.show(ui, |ui| live::bar::show(ui, program, workspace, &mut commands));
            bottom = shown.response.rect.left_top();
        }
        let long = [timeline.searching(), timeline.comparing().filter(|_| live.is_none())];
        bar::progress(&ctx, bottom, workspace, long, &mut commands);
        workspace.view_mut().point_at(None);
        workspace.view_mut().open_octree(layout.shows(Pane::Octree));
        workspace.judging_mut().update_occlusion_marks(layout.shows(Pane::Occlusion));
        if !layout.shows(Pane::Sessions) {
            workspace.view_mut().show_path_errors(None);
        }
        if !layout.shows(Pane::Cost) {
            workspace.view_mut().show_cost_map(None);
        }
        let has_notices = !layout.shows(Pane::Problems);
        let asks = files.which_way_up.is_open(workspace) && layout.shows(Pane::View) && !files.screenshot.is_framing();
        let question = asks.then_some((&mut files.which_way_up, has_notices));
        panels.views.set_plain(files.screenshot.is_framing());
        let middle = CentralPanel::no_frame().show(ui, |ui| {
            layout.ui(ui, &mut PanelContext { panels, workspace, editor, commands: &mut commands, host, question });
        });
        // Without the 3D view, the tree is in the middle, and messages cover none of its fields.
        let below = || layout.place(Pane::Inspector).map(|panel| panel.split_top_bottom_at_fraction(0.55).1);
        let place = panels.views.place().or_else(below).unwrap_or(middle.response.rect);
        // Messages would cover part of the screenshot.
        if !files.screenshot.is_framing() && !asks {
            messages::show(&ctx, place, workspace, has_notices, &mut commands);
        }
        presenter.show(&ctx, place, &mut commands);
        if !files.screenshot.is_framing() {
            self.toast.show(&ctx, workspace, place);
        }
        self.show_above(&ctx, &mut commands);
        let window = &mut self.window;
        movie::show(window, &ctx, bottom);
        still_picture::show(window, &ctx);
        trim::show(window, &ctx);
        repair_level::show(window, &ctx);
        hunt::show(window, &ctx);
        carry_out_all(window, &ctx, commands);
        if !ui.input(|i| i.pointer.any_down()) && !window.panels.holds_step(&ctx) {
            window.workspace.settle();
        }
        if window.workspace.judging().unmet_count() != unmet {
            // Tabs are drawn before the panels that change the counts on them.
            ctx.request_repaint();
        }
        if let Some(link) = self.link.take() {
            ViewLink::read(&link).show(&mut CommandTarget { window: &mut self.window, ctx: &ctx });
        }
        keys::end_frame(&ctx);
        hovered::end_frame(&ctx);
        self.update_desktop(&ctx);
    }

    /// The work before all panels: opens files that were read, and checks files for changes.
    fn begin(&mut self, ctx: &egui::Context, host: &dyn Host) {
        self.feature_new_scene(ctx);
        let WindowState { workspace, panels, layout, files, help, live, timeline, .. } = &mut self.window;
        if live.as_mut().is_some_and(|program| !program.advance(workspace)) {
            *live = None;
            workspace.notices_mut().say("Another scene is open, so the program was disconnected.".to_owned());
        }
        files.recording.advance(ctx, workspace);
        if ctx.input(|i| i.pointer.any_pressed()) {
            workspace.edits().dismiss_refusal();
        }
        let options = workspace.view().draw_options();
        workspace.view_mut().set_draw_options(DrawOptions { units: units::in_use(ctx), ..options });
        if workspace.catch_up() {
            ctx.request_repaint();
        }
        if !host.has_desktop() {
            files.dialogs.use_field();
        }
        self.watch.look(ctx, workspace);
        self.recovery.advance(ctx, workspace);
        timeline.advance_steps(ctx, workspace);
        if compute(workspace, Duration::ZERO) {
            ctx.request_repaint_after(job::INTERVAL);
        }
        if workspace.load(Duration::ZERO) {
            ctx.request_repaint_after(job::INTERVAL);
        }
        panels.occlusion.advance(ctx, workspace, host);
        if panels.review.take_results(ctx, workspace) {
            layout.fill_with(Some(Pane::Review));
        }
        keys::drop_text_with_alt(ctx);
        help.first_minute.keys(ctx);
        help.sort_windows(ctx);
    }

    /// Brings the panel to the front that a newly opened scene is about.
    fn feature_new_scene(&mut self, ctx: &egui::Context) {
        let WindowState { workspace, layout, .. } = &mut self.window;
        let before = self.featured.replace(workspace.disk().generation());
        if before == Some(workspace.disk().generation()) {
            return;
        }
        layout.end_feature();
        if opacity::is_about(workspace) {
            layout.feature(Pane::Opacity, opacity::HEIGHT);
        } else if behavior::is_about(workspace) {
            layout.feature(Pane::Behavior, behavior::height(workspace));
        } else if occlusion::is_about(workspace) {
            layout.feature(Pane::Occlusion, occlusion::HEIGHT);
        }
        // The user may have opened it for an earlier scene.
        if layout.shows(Pane::Octree) && workspace.scene().octree.is_none() {
            layout.reveal(Pane::Explain);
        }
        // The picture of a window shows the scene as its file opens it.
        if before.is_some() || self.begins_lesson {
            lesson_step::show(&mut CommandTarget { window: &mut self.window, ctx }, 0);
        }
    }

    /// Dialogs and help, above all panels.
    fn show_above(&mut self, ctx: &egui::Context, commands: &mut Commands) {
        let WindowState { workspace, panels, editor, expecting, files, help, palette, layout, .. } = &mut self.window;
        editor.show(ctx, workspace);
        expecting.show(ctx, workspace);
        let Files { compare: revisions, dialogs, exit, lessons, opening, recent, screenshot, .. } = files;
        opening.show(ctx);
        if exit.show(ctx, workspace, dialogs) {
            opening.drop_rest();
        }
        tree_choice::show(ctx, workspace);
        panels.review.show_question(ctx, workspace);
        let revision = revisions.show(ctx, workspace);
        let chosen = dialogs.show(ctx);
        recent.note(ctx, workspace.path().filter(|_| workspace.disk().lesson().is_none()));
        screenshot.show(ctx, panels.views.take_place(), workspace);
        help.show(ctx, workspace, layout, commands);
        palette.show(ctx, commands);
        show_context_menu(ctx, commands);
        lessons.show(ctx, workspace, commands);
        if let Some(chosen) = chosen {
            received_files::take_chosen(&mut self.window, ctx, chosen);
        }
        if let Some(revision) = revision {
            compare::begin(&mut self.window, revision);
        }
        received_files::ask_about_levels(&mut self.window, ctx);
        let WindowState { workspace, files, .. } = &mut self.window;
        self.recovery.show(ctx, workspace, files.lessons.library());
    }

    /// Sets the window's title to that of the scene, and its least size to the scale.
    fn update_desktop(&mut self, ctx: &egui::Context) {
        let workspace = &self.window.workspace;
        let mark = if workspace.is_dirty() { "● " } else { "" };
        let title = format!("{mark}{} · eyeline", escape::shown(&workspace.disk().title()));
        if title != self.desktop.title {
            ctx.send_viewport_cmd(ViewportCommand::Title(title.clone()));
            self.desktop.title = title;
        }
        self.desktop.least.update(ctx);
    }
}

/// The frame of a bar with these margins.
fn panel_frame(ui: &egui::Ui) -> impl Fn(i8, i8) -> Frame + use<> {
    let fill = ui.visuals().panel_fill;
    move |x, y| Frame::new().fill(fill).inner_margin(Margin::symmetric(x, y))
}
