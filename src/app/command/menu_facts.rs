//! What menus and buttons depend on beside the entries of commands.

/// What menus and buttons show or leave out.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(in crate::app) struct MenuFacts {
    /// The item that edit commands change.
    pub(in crate::app) item: Option<SelectedItem>,
    /// Whether an object or a model is selected, which an occlusion query can be about.
    pub(in crate::app) is_about_body: bool,
    /// Whether one answer is selected, so that its steps can be shown.
    pub(in crate::app) has_answer: bool,
    /// The number of everything in the Problems panel.
    pub(in crate::app) problems: usize,
}

/// The selected item.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "independent facts")]
pub(in crate::app) struct SelectedItem {
    pub(in crate::app) is_hidden: bool,
    pub(in crate::app) is_locked: bool,
    /// Whether it is a part of a model, or a half of a cut.
    pub(in crate::app) is_part: bool,
    /// Whether it is a half of an object of the scene's own. Commands then change the object that is cut.
    pub(in crate::app) is_half: bool,
    /// The name of the active item, for display.
    pub(in crate::app) name: String,
    /// With several selected items, how many they are: "3 objects".
    pub(in crate::app) several: Option<String>,
    /// How many items are selected.
    pub(in crate::app) count: usize,
}
