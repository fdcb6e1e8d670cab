//! A command of the window as a value, by its menu.

use super::author::AuthorCommand;
use super::clipboard::ClipboardCommand;
use super::compare::CompareCommand;
use super::disagreement::DisagreementCommand;
use super::display::DisplayCommand;
use super::edit::EditCommand;
use super::file::FileCommand;
use super::gizmo::GizmoCommand;
use super::help::HelpCommand;
use super::lesson::{LessonCommand, StepCommand};
use super::live::LiveCommand;
use super::play::PlayCommand;
use super::present::PresentCommand;
use super::problem::ProblemCommand;
use super::review::ReviewCommand;
use super::select::SelectCommand;
use super::tree::TreeCommand;
use super::view::ViewCommand;
use super::window::WindowCommand;

/// A command of the window, by its menu. The value is its identity.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::app) enum Command {
    File(FileCommand),
    Compare(CompareCommand),
    Review(ReviewCommand),
    Problem(ProblemCommand),
    Disagreement(DisagreementCommand),
    Edit(EditCommand),
    Clipboard(ClipboardCommand),
    Select(SelectCommand),
    View(ViewCommand),
    Display(DisplayCommand),
    Window(WindowCommand),
    Play(PlayCommand),
    Tree(TreeCommand),
    Gizmo(GizmoCommand),
    Lesson(LessonCommand),
    Live(LiveCommand),
    Present(PresentCommand),
    Help(HelpCommand),
}

impl Command {
    /// All commands, except those on a target that only a menu has: a recent file, a node under the pointer.
    pub(in crate::app) fn all() -> impl Iterator<Item = Self> {
        let file = FileCommand::ALL.into_iter().map(Self::File);
        let compare = CompareCommand::ALL.into_iter().map(Self::Compare);
        let review = ReviewCommand::ALL.into_iter().map(Self::Review);
        let problem = ProblemCommand::ALL.into_iter().map(Self::Problem);
        let disagreement = DisagreementCommand::ALL.into_iter().map(Self::Disagreement);
        let edit = EditCommand::all().map(Self::Edit);
        let clipboard = ClipboardCommand::ALL.into_iter().map(Self::Clipboard);
        let select = SelectCommand::ALL.into_iter().map(Self::Select);
        let view = ViewCommand::all().map(Self::View).chain(DisplayCommand::all().map(Self::Display));
        let view = view.chain(WindowCommand::all().map(Self::Window));
        let play = PlayCommand::ALL.into_iter().map(Self::Play);
        let tree = TreeCommand::all().map(Self::Tree);
        let gizmo = GizmoCommand::all().map(Self::Gizmo);
        let lesson = LessonCommand::all().map(Self::Lesson);
        let live = LiveCommand::all().map(Self::Live);
        let present = PresentCommand::ALL.into_iter().map(Self::Present);
        let help = HelpCommand::ALL.into_iter().map(Self::Help);
        file.chain(compare)
            .chain(review)
            .chain(problem)
            .chain(disagreement)
            .chain(edit)
            .chain(clipboard)
            .chain(select)
            .chain(view)
            .chain(play)
            .chain(tree)
            .chain(gizmo)
            .chain(lesson)
            .chain(live)
            .chain(present)
            .chain(help)
    }

    /// Whether it changes or copies the selected items.
    pub(in crate::app) fn changes_selection(&self) -> bool {
        match self {
            Self::Edit(EditCommand::Change(change)) => !change.is_insertion(),
            Self::Edit(EditCommand::Isolate) => true,
            Self::Clipboard(command) => matches!(command, ClipboardCommand::Cut | ClipboardCommand::Copy),
            _ => false,
        }
    }

    /// Whether it begins a drag, which takes the keys that are typed after it.
    pub(in crate::app) fn begins_drag(&self) -> bool {
        matches!(self, Self::Gizmo(GizmoCommand::Drag(_) | GizmoCommand::Duplicate))
    }

    /// The heading of the command's group in the palette and in the shortcut sheet.
    pub(in crate::app) fn group(&self) -> &'static str {
        match self {
            Self::File(_) => "File",
            Self::Compare(_) => "Compare",
            Self::Review(_) => "Review",
            Self::Problem(_) => "Problems",
            Self::Disagreement(_) => "Disagreements",
            Self::Edit(EditCommand::Change(change)) if change.is_insertion() => "Insert",
            Self::Edit(_) | Self::Clipboard(_) => "Edit",
            Self::Select(_) => "Selection",
            Self::View(_) | Self::Display(_) => "3D view",
            Self::Window(_) => "Window",
            Self::Play(_) => "Time and steps",
            Self::Tree(_) => "Behaviour tree",
            Self::Gizmo(_) => "Gizmo",
            Self::Lesson(_) => "Lessons",
            Self::Live(_) => "Running program",
            Self::Present(_) => "Presenter mode",
            Self::Help(_) => "Help",
        }
    }
}

macro_rules! from {
    ($($command:ident => $variant:ident),*) => {$(
        impl From<$command> for Command {
            fn from(command: $command) -> Self {
                Self::$variant(command)
            }
        }
    )*};
}

from!(
    FileCommand => File, CompareCommand => Compare, ReviewCommand => Review, ProblemCommand => Problem, DisagreementCommand => Disagreement, EditCommand => Edit, ClipboardCommand => Clipboard, SelectCommand => Select, ViewCommand => View, DisplayCommand => Display, WindowCommand => Window, PlayCommand => Play,
    TreeCommand => Tree, GizmoCommand => Gizmo, LessonCommand => Lesson, LiveCommand => Live, PresentCommand => Present, HelpCommand => Help
);

impl From<StepCommand> for Command {
    fn from(command: StepCommand) -> Self {
        Self::Lesson(LessonCommand::Step(command))
    }
}

impl From<AuthorCommand> for Command {
    fn from(command: AuthorCommand) -> Self {
        Self::Lesson(LessonCommand::Author(command))
    }
}
