//! The menu bar, and the title of the open scene.

use eframe::egui::containers::menu::{MenuConfig, SubMenuButton};
use eframe::egui::text::{LayoutJob, TextFormat};
use eframe::egui::{
    Align, Button, Color32, Label, Layout, MenuBar, Popup, PopupCloseBehavior, RichText, ScrollArea, Sense, Stroke,
    TextStyle, Ui,
};

use crate::app::actions::state::Files;
use crate::app::command::commands::Commands;
use crate::app::command::directions::Toward;
use crate::app::command::item_menus::{add_menu, item_menu, transform_menu};
use crate::app::command::menu::{check, check_named, in_room, item, menu};
use crate::app::command::pane::Pane;
use crate::app::command::split::Split;
use crate::app::command::table::author::AuthorCommand;
use crate::app::command::table::compare::CompareCommand;
use crate::app::command::table::disagreement::DisagreementCommand;
use crate::app::command::table::display::DisplayCommand;
use crate::app::command::table::edit::EditCommand;
use crate::app::command::table::file::FileCommand;
use crate::app::command::table::help::HelpCommand;
use crate::app::command::table::lesson::{LessonCommand, StepCommand};
use crate::app::command::table::live::{LiveCommand, SavedSpan};
use crate::app::command::table::play::PlayCommand;
use crate::app::command::table::present::PresentCommand;
use crate::app::command::table::problem::ProblemCommand;
use crate::app::command::table::review;
use crate::app::command::table::review::{Accept, ReviewCommand};
use crate::app::command::table::select::SelectCommand;
use crate::app::command::table::view::{ALONG, STEPS, ViewCommand};
use crate::app::command::table::window::{THEMES, WindowCommand};
use crate::app::kit::anchors::Anchor;
use crate::app::kit::recent::Recent;
use crate::app::kit::{anchors, keys, scale};
use crate::app::layout;
use crate::escape;
use crate::files::OpenCourse;
use crate::geometry::narrate::counted;
use crate::lessons::SUBJECTS;
use crate::picture::{Display, Labels};
use crate::workspace::Workspace;
use crate::workspace::comparison::{ComparisonLook, SceneVariant};

/// Width of the mark of unsaved changes and of the gaps around it, points. It is reserved, so that a change does not hide
/// the counts.
const MARKED: f32 = 100.0;

/// Shows the bar. A chosen command is added to the queue.
pub(in crate::app) fn show(ui: &mut Ui, workspace: &Workspace, files: &mut Files, commands: &mut Commands) {
    MenuBar::new().ui(ui, |ui| {
        menu_bar(ui, files, commands);
        title(ui, workspace);
    });
}

/// The menus of the bar at the top. Alt and the first letter of a name opens the menu.
fn menu_bar(ui: &mut Ui, files: &mut Files, commands: &mut Commands) {
    let letter = keys::menu_letter(ui.ctx());
    top_menu(ui, ("File", letter), 190.0, |ui| file_menu(ui, &mut files.recent, commands));
    top_menu(ui, ("Edit", letter), 230.0, |ui| {
        for command in [EditCommand::Undo, EditCommand::Redo] {
            item(ui, command, commands);
        }
        ui.separator();
        item(ui, SelectCommand::All, commands);
        item(ui, SelectCommand::Deselect, commands);
        item_menu(ui, commands);
        menu(ui, "Transform", 210.0, |ui| transform_menu(ui, commands));
        ui.separator();
        for command in [EditCommand::Expect, EditCommand::ExpectTable, EditCommand::RemoveExpectation] {
            item(ui, command, commands);
        }
        ui.separator();
        item(ui, WindowCommand::Settings, commands);
    });
    top_menu(ui, ("Insert", letter), 120.0, |ui| {
        add_menu(ui, commands);
        ui.separator();
        item(ui, ViewCommand::Shoot, commands);
    });
    top_menu(ui, ("View", letter), 210.0, |ui| window_menu(ui, commands));
    top_menu(ui, ("Playback", letter), 190.0, |ui| {
        use PlayCommand::{
            AllSteps, FirstTick, Loop, LoopAll, LoopEnd, LoopStart, Mark, NextMark, NextStep, NextTick, Play,
            PlaySteps, PreviousMark, PreviousStep, PreviousTick, WalkSteps,
        };
        for command in [Play, FirstTick, PreviousTick, NextTick] {
            item(ui, command, commands);
        }
        ui.separator();
        check(ui, Loop, commands);
        check(ui, WalkSteps, commands);
        for command in [LoopStart, LoopEnd, LoopAll] {
            item(ui, command, commands);
        }
        ui.separator();
        for command in [Mark, PreviousMark, NextMark] {
            item(ui, command, commands);
        }
        ui.separator();
        for command in [PlaySteps, PreviousStep, NextStep, AllSteps] {
            item(ui, command, commands);
        }
        ui.separator();
        live_menu(ui, commands);
    });
    top_menu(ui, ("Lessons", letter), 210.0, |ui| {
        lesson_menu(ui, files.lessons.course().map(|(course, _)| &**course), commands);
    });
    top_menu(ui, ("Help", letter), 210.0, |ui| {
        for command in [HelpCommand::Palette, HelpCommand::Shortcuts, HelpCommand::FirstMinute, HelpCommand::Glossary] {
            item(ui, command, commands);
        }
        ui.separator();
        item(ui, HelpCommand::About, commands);
    });
}

/// A menu of the bar. The letter that was pressed with Alt opens it, and underlines the first letter while Alt is held.
fn top_menu(ui: &mut Ui, (name, letter): (&str, Option<char>), width: f32, contents: impl FnOnce(&mut Ui)) {
    let font = TextStyle::Button.resolve(ui.style());
    let plain = TextFormat::simple(font, Color32::PLACEHOLDER);
    let line = if ui.input(|i| i.modifiers.alt) { Stroke::new(1.0, ui.visuals().text_color()) } else { Stroke::NONE };
    let mut title = LayoutJob::default();
    title.append(&name[..1], 0.0, TextFormat { underline: line, ..plain.clone() });
    title.append(&name[1..], 0.0, plain);
    let button = ui.menu_button(title, |ui| in_room(ui, width, contents)).response;
    if name == "Lessons" {
        anchors::note(ui, Anchor::Lessons, button.rect);
    }
    if letter.is_some_and(|letter| name.starts_with(letter)) {
        Popup::open_id(ui.ctx(), Popup::default_response_id(&button));
        button.request_focus();
        ui.ctx().request_repaint();
    }
}

/// The lessons of the open course, and those of the program by subject.
fn lesson_menu(ui: &mut Ui, course: Option<&OpenCourse>, commands: &mut Commands) {
    item(ui, LessonCommand::All, commands);
    ui.separator();
    if let Some(course) = course {
        menu(ui, &escape::shown(&course.title), 190.0, |ui| {
            ScrollArea::vertical().show(ui, |ui| {
                for lesson in 0..course.lessons.len() {
                    item(ui, LessonCommand::OfCourse(lesson), commands);
                }
            });
        });
        ui.separator();
    }
    for subject in &SUBJECTS {
        menu(ui, subject.name, 190.0, |ui| {
            for lesson in subject.lessons {
                item(ui, LessonCommand::Open(lesson), commands);
            }
        });
    }
    ui.separator();
    for command in
        [StepCommand::Toggle, StepCommand::Next, StepCommand::Previous, StepCommand::Quiz, StepCommand::HideAnswers]
    {
        item(ui, command, commands);
    }
    item(ui, PresentCommand::Toggle, commands);
    item(ui, AuthorCommand::Edit, commands);
    ui.separator();
    for command in [LessonCommand::Next, LessonCommand::Previous, LessonCommand::Reset] {
        item(ui, command, commands);
    }
}

/// The commands on a running program.
fn live_menu(ui: &mut Ui, commands: &mut Commands) {
    menu(ui, "Running program", 230.0, |ui| {
        for command in LiveCommand::all() {
            if matches!(command, LiveCommand::SaveRecording(SavedSpan::Kept) | LiveCommand::Disconnect) {
                ui.separator();
            }
            item(ui, command, commands);
        }
    });
}

fn file_menu(ui: &mut Ui, recent: &mut Recent, commands: &mut Commands) {
    use FileCommand::{
        AddLevel, ExportObject, ExportProblems, Hunt, Movie, New, Open, OpenImage, OpenPath, Quit, Reload, RepairLevel,
        Save, SaveAs, SaveToPath, Screenshot, Still, TrimRecording,
    };
    for command in [New, Open, OpenPath, OpenImage, AddLevel] {
        item(ui, command, commands);
    }
    menu(ui, "Open recent", 220.0, |ui| {
        let files = recent.files(ui.ctx());
        if files.is_empty() {
            ui.add_enabled(false, Button::new("No files yet"));
            return;
        }
        for (path, is_there) in files {
            item(ui, FileCommand::OpenRecent { path, is_there }, commands);
        }
        ui.separator();
        item(ui, FileCommand::ClearRecent, commands);
    });
    item(ui, Reload, commands);
    menu(ui, "Compare with", 230.0, |ui| {
        for command in CompareCommand::ALL {
            if matches!(
                command,
                CompareCommand::Variant(SceneVariant::RightRule)
                    | CompareCommand::Next
                    | CompareCommand::Look(ComparisonLook::Before)
                    | CompareCommand::End
            ) {
                ui.separator();
            }
            item(ui, command, commands);
        }
    });
    menu(ui, "Review", 230.0, |ui| {
        for command in ReviewCommand::ALL {
            let begins_group = [
                ReviewCommand::Next,
                ReviewCommand::Look(review::ReviewLook::SideBySide),
                ReviewCommand::Accept(Accept::Capture),
                ReviewCommand::End,
            ];
            if begins_group.contains(&command) {
                ui.separator();
            }
            item(ui, command, commands);
        }
    });
    item(ui, Hunt, commands);
    ui.separator();
    for command in [Save, SaveAs, SaveToPath, Screenshot] {
        item(ui, command, commands);
    }
    menu(ui, "Export", 230.0, |ui| {
        for command in [Still, Movie, TrimRecording, ExportObject, RepairLevel, ExportProblems] {
            item(ui, command, commands);
        }
    });
    ui.separator();
    item(ui, Quit, commands);
}

fn window_menu(ui: &mut Ui, commands: &mut Commands) {
    // The menu stays open while several panels are opened and closed.
    let stays = MenuConfig::new().close_behavior(PopupCloseBehavior::CloseOnClickOutside);
    SubMenuButton::new("Panels").config(stays).ui(ui, |ui| {
        in_room(ui, 150.0, |ui| {
            // All panels fit into a low window, such as one of 1440 × 900 pixels at 200 %.
            ui.spacing_mut().item_spacing.y = 2.0;
            // That of an author opens with “Edit lesson”.
            for pane in layout::Layout::panes_in_order().into_iter().filter(|pane| *pane != Pane::Lesson) {
                check(ui, WindowCommand::Panel(pane), commands);
            }
        });
    });
    check(ui, WindowCommand::Hints, commands);
    item(ui, WindowCommand::ResetLayout, commands);
    ui.separator();
    for command in [ViewCommand::FrameAll, ViewCommand::FrameSelected] {
        item(ui, command, commands);
    }
    menu(ui, "Viewpoint", 190.0, |ui| {
        for command in ALONG {
            item(ui, command, commands);
        }
        ui.separator();
        for command in [ViewCommand::SaveView, ViewCommand::LookFromPosition] {
            item(ui, command, commands);
        }
    });
    menu(ui, "Orbit, pan, zoom", 150.0, |ui| {
        for command in STEPS {
            if matches!(command, ViewCommand::Pan(Toward::Left) | ViewCommand::ZoomIn) {
                ui.separator();
            }
            item(ui, command, commands);
        }
    });
    item(ui, ViewCommand::Orthographic, commands);
    menu(ui, "Problems", 190.0, |ui| {
        for command in ProblemCommand::ALL {
            item(ui, command, commands);
        }
        ui.separator();
        for command in DisagreementCommand::ALL {
            item(ui, command, commands);
        }
        ui.separator();
        item(ui, ViewCommand::ShowCost, commands);
    });
    item(ui, DisplayCommand::Measure, commands);
    item(ui, DisplayCommand::CopyDescription, commands);
    ui.separator();
    menu(ui, "Camera", 210.0, |ui| {
        use ViewCommand::{
            CameraFromView, FollowSession, KeepAnswers, LeaveCamera, LockCamera, LookThrough, NewCameraFromView,
        };
        for command in
            [LookThrough, LeaveCamera, CameraFromView, NewCameraFromView, LockCamera, KeepAnswers, FollowSession]
        {
            item(ui, command, commands);
        }
    });
    menu(ui, "Split", 130.0, |ui| {
        for split in Split::ALL {
            check(ui, DisplayCommand::Split(split), commands);
        }
    });
    menu(ui, "Display", 130.0, |ui| {
        for display in Display::ALL {
            check(ui, DisplayCommand::Display(display), commands);
        }
        ui.separator();
        menu(ui, "Labels", 130.0, |ui| {
            for labels in Labels::ALL {
                check_named(ui, labels.name(), DisplayCommand::Labels(labels), commands);
            }
        });
        for command in [
            DisplayCommand::Grid,
            DisplayCommand::Boxes,
            DisplayCommand::Normals,
            DisplayCommand::Mistaken,
            DisplayCommand::Legend,
        ] {
            check(ui, command, commands);
        }
    });
    menu(ui, "Scale", 130.0, |ui| {
        for percent in scale::STEPS {
            item(ui, WindowCommand::Scale(percent), commands);
        }
        ui.separator();
        for command in [WindowCommand::Larger, WindowCommand::Smaller, WindowCommand::UsualSize] {
            item(ui, command, commands);
        }
    });
    menu(ui, "Theme", 130.0, |ui| {
        for command in THEMES {
            item(ui, command, commands);
        }
    });
}

/// At the right: the title of the scene, and whether it is saved.
fn title(ui: &mut Ui, workspace: &Workspace) {
    ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
        ui.add_space(6.0);
        let color = ui.visuals().strong_text_color();
        let font = TextStyle::Body.resolve(ui.style());
        let title =
            ui.painter().layout_no_wrap(escape::shown(&workspace.disk().title()).into_owned(), font.clone(), color);
        let counts = ui.painter().layout_no_wrap(counts(workspace), font, ui.visuals().weak_text_color());
        // A title that is cut is worse than no counts.
        if ui.available_width() >= counts.size().x + title.size().x + MARKED {
            ui.add(Label::new(counts).selectable(false));
            ui.add_space(10.0);
        }
        if workspace.is_dirty() {
            ui.label("● not saved").on_hover_text("The scene has unsaved changes.");
        }
        let text = RichText::new(escape::shown(&workspace.disk().title())).color(color);
        let title = ui.add(Label::new(text).truncate().sense(Sense::hover()));
        if let Some(path) = workspace.path() {
            title.on_hover_text(escape::shown(&path.display().to_string()));
        }
    });
}

/// Such as "1 camera   0 rays   4 objects".
fn counts(workspace: &Workspace) -> String {
    let world = workspace.world();
    let counts = [(world.cameras.len(), "camera"), (world.rays.len(), "ray"), (world.objects.len(), "object")];
    counts.map(|(count, word)| counted(count, word)).join("   ")
}
