//! The scopes of shortcuts, and what they depend on.

/// Which widgets receive key presses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "independent facts")]
pub(in crate::app) struct Keyboard {
    /// Whether a dialog waits for its answer.
    pub(in crate::app) has_question: bool,
    /// Whether text is being typed.
    pub(in crate::app) is_typing: bool,
    /// Whether a menu or a list is open.
    pub(in crate::app) has_popup: bool,
    /// Whether a widget has the keyboard focus.
    pub(in crate::app) has_focus: bool,
    /// Whether a mouse button is held. Then Esc ends a drag, and letter keys fly the view.
    pub(in crate::app) is_mouse_held: bool,
    /// Whether Settings, Shortcuts, Glossary or About is open.
    pub(in crate::app) has_help_window: bool,
    /// Whether the 3D view looks through a camera.
    pub(in crate::app) is_through_camera: bool,
    /// Whether a node of the shown behaviour tree was selected last, and its panel can be seen.
    pub(in crate::app) is_node_active: bool,
    /// Whether a step in the list of the edited lesson was clicked last, and its panel can be seen.
    pub(in crate::app) is_step_active: bool,
    /// Whether presenter mode is on.
    pub(in crate::app) is_presenting: bool,
}

/// The scope of a shortcut, from the innermost. A press goes to the first scope that applies and has a command for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::app) enum KeyScope {
    /// A help window is open.
    HelpWindow,
    /// Presenter mode is on.
    Presenter,
    /// The 3D view looks through a camera.
    Camera,
    /// A node of the behaviour tree was selected last.
    TreeNode,
    /// A step in the list of the edited lesson was clicked last.
    LessonStep,
    /// No button, field or list has the keyboard focus.
    Unfocused,
    /// No menu is open, and no drag is in progress.
    View,
    /// No text is being typed.
    Panels,
    /// No dialog is open. Text may be being typed.
    Window,
    /// Always.
    Everywhere,
}

impl KeyScope {
    /// All scopes, from the innermost.
    #[cfg(test)]
    pub(in crate::app) const ALL: [Self; 10] = [
        Self::HelpWindow,
        Self::Presenter,
        Self::Camera,
        Self::TreeNode,
        Self::LessonStep,
        Self::Unfocused,
        Self::View,
        Self::Panels,
        Self::Window,
        Self::Everywhere,
    ];

    /// Whether the scope applies.
    pub(in crate::app) fn applies(self, keyboard: Keyboard) -> bool {
        match self {
            Self::Everywhere => true,
            Self::Window => !keyboard.has_question,
            Self::Panels => Self::Window.applies(keyboard) && !keyboard.is_typing,
            Self::View => Self::Panels.applies(keyboard) && !keyboard.has_popup && !keyboard.is_mouse_held,
            Self::Unfocused => Self::Panels.applies(keyboard) && !keyboard.has_popup && !keyboard.has_focus,
            Self::Camera => Self::View.applies(keyboard) && keyboard.is_through_camera,
            Self::TreeNode => Self::Panels.applies(keyboard) && keyboard.is_node_active,
            Self::LessonStep => Self::Panels.applies(keyboard) && keyboard.is_step_active,
            Self::Presenter => Self::Panels.applies(keyboard) && !keyboard.has_popup && keyboard.is_presenting,
            Self::HelpWindow => Self::View.applies(keyboard) && keyboard.has_help_window,
        }
    }

    /// Whether it is a layer above the other scopes, whose shortcuts it may repeat.
    #[cfg(test)]
    pub(in crate::app) fn is_layer(self) -> bool {
        matches!(self, Self::HelpWindow | Self::Presenter | Self::Camera | Self::TreeNode | Self::LessonStep)
    }
}
