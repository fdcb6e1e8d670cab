//! Why the scenes to check could not be determined.

use crate::scene::SceneError;

/// Why the scenes to check could not be determined.
#[derive(Debug, thiserror::Error)]
pub enum DiscoverError {
    /// A path cannot be read.
    #[error("cannot read {path}: {reason}{help}", help = if *.is_default { "; name the scenes or folders to check" } else { "" })]
    Unreadable {
        /// The path as given.
        path: String,
        /// The error of the operating system.
        reason: std::io::Error,
        /// Whether no path was given.
        is_default: bool,
    },
    /// A path is a pipe or a device.
    #[error("cannot read {0}: this is not a regular file; a scene of `eyeline check` must be a file")]
    NotRegular(String),
    /// The project file or a course is invalid.
    #[error(transparent)]
    Invalid(#[from] Box<SceneError>),
    /// A path is no file, no folder and not the name of a scene.
    #[error("there is no file, folder or scene named {name}; {help}")]
    NoSuchScene {
        /// The path as given.
        name: String,
        /// The nearest name, or where scenes were searched.
        help: String,
    },
    /// Two scenes have this name.
    #[error("`{name}` is the name of {first} and of {second}; give the path")]
    Ambiguous {
        /// The name as given.
        name: String,
        /// The first scene.
        first: String,
        /// The second scene.
        second: String,
    },
    /// The baselines of two scenes would be one file on some systems.
    #[error(
        "the baselines of {first} and {second} differ only by case ({baseline}), so some systems store both in one file; rename one of the scenes"
    )]
    SharedByCase {
        /// The first scene.
        first: String,
        /// The second scene.
        second: String,
        /// The baseline of the second scene.
        baseline: String,
    },
    /// No scene was found.
    #[error("no scenes in {paths}: a scene is a .json file with the key \"eyeline\"")]
    NoScenes {
        /// The paths that were searched.
        paths: String,
    },
    /// Two scenes would share a baseline.
    #[error(
        "{first} and {second} would share the baseline {baseline}; rename one of them, or check them with a --baselines folder each"
    )]
    Shared {
        /// The first scene.
        first: String,
        /// The second scene.
        second: String,
        /// The baseline that they would share.
        baseline: String,
    },
}
