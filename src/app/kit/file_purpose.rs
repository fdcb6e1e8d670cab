//! The purposes of a file that the user chooses: title, button and file types of the dialog.

use std::path::Path;

use crate::files::{FileKind, IMAGE_EXTENSIONS, Inputs, RECORDING_EXTENSIONS, TREE_EXTENSIONS};
use crate::import::level::LEVEL_EXTENSIONS;

/// The purpose of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::app) enum Purpose {
    /// To open it.
    Open,
    /// To open it as an image.
    Image,
    /// To add it to the open scene as a level.
    Level,
    /// To compare the open scene with it.
    Compare,
    /// A folder of a run of `eyeline check --out`, to review it.
    Review,
    /// To save the scene to it.
    Save,
    /// To write a picture of the view to it.
    Picture,
    /// To draw a picture of the scene to it.
    Still,
    /// To write a moving picture to it.
    Movie,
    /// To write a part of a recording to it.
    Recording,
    /// To write what a running program has sent to it.
    Trace,
    /// To write one tick of a trace to it, as a scene.
    Moment,
    /// To write a repaired copy of a level to it.
    RepairedLevel,
    /// To write an object to it.
    Object,
    /// To write the list of problems to it.
    Problems,
    /// A new folder for the results of a hunt.
    HuntResults,
}

/// File name extensions of scenes.
const SCENES: [&str; 2] = ["json", "jsonc"];

/// File name extensions of recordings.
const RECORDINGS: [&str; 6] = ["txt", "jsonl", "csv", "traj", "tum", "json"];

/// Refuses a file that the open scene uses.
///
/// # Errors
/// A sentence with the file.
pub(in crate::app) fn refuse_input(inputs: &Inputs, path: &Path) -> Result<(), String> {
    match inputs.input_at(path) {
        Some(input) => Err(format!("The open scene uses {}. Choose another file.", input.display())),
        None => Ok(()),
    }
}

impl Purpose {
    /// The title of the dialog.
    pub(in crate::app) fn title(self) -> &'static str {
        match self {
            Self::Open => "Open a scene",
            Self::Image => "Open an image",
            Self::Level => "Add a level",
            Self::Compare => "Compare with a scene or a report",
            Self::Review => "Review a run: the folder of eyeline check --out",
            Self::Save => "Save the scene",
            Self::Picture => "Save a screenshot of the 3D view",
            Self::Still => "Export a picture",
            Self::Movie => "Export a moving picture",
            Self::Recording => "Save a part of the recording",
            Self::Trace => "Save the recording of the running program",
            Self::Moment => "Save this moment as a scene",
            Self::RepairedLevel => "Save a repaired copy of the level",
            Self::Object => "Export the selected object",
            Self::Problems => "Export the list of problems",
            Self::HuntResults => "Save the results of the hunt to a new folder",
        }
    }

    /// The label of the button that accepts.
    pub(in crate::app) fn verb(self) -> &'static str {
        match self {
            Self::Open | Self::Image => "Open",
            Self::Level => "Add",
            Self::Compare => "Compare",
            Self::Review => "Review",
            Self::Save
            | Self::Picture
            | Self::Recording
            | Self::Trace
            | Self::Moment
            | Self::RepairedLevel
            | Self::HuntResults => "Save",
            Self::Still | Self::Movie | Self::Object | Self::Problems => "Export",
        }
    }

    /// Whether the file is written.
    pub(in crate::app) fn is_saving(self) -> bool {
        !matches!(self, Self::Open | Self::Image | Self::Level | Self::Compare | Self::Review)
    }

    /// The file types with their extensions. When a file is written, the first extension is the default.
    pub(in crate::app) fn kinds(self) -> &'static [(&'static str, &'static [&'static str])] {
        match self {
            Self::Open => &[
                ("eyeline scene", &SCENES),
                ("Levels", &LEVEL_EXTENSIONS),
                ("Behaviour trees", &TREE_EXTENSIONS),
                ("Images", &IMAGE_EXTENSIONS),
                ("Recordings and traces", &RECORDING_EXTENSIONS),
            ],
            Self::Image => &[("Images", &IMAGE_EXTENSIONS)],
            Self::Level | Self::RepairedLevel => &[("Levels", &LEVEL_EXTENSIONS)],
            Self::Compare => &[("Scenes and reports", &SCENES)],
            Self::Review => &[("results.json of runs", &["json"])],
            Self::Save | Self::Moment => &[("eyeline scene", &SCENES)],
            Self::Trace => &[("Traces", &["jsonl"])],
            Self::Picture | Self::Still => &[("PNG picture", &["png"])],
            Self::Movie => &[("GIF", &["gif"]), ("APNG", &["apng"]), ("Numbered PNG pictures", &["png"])],
            Self::Recording => &[("Recordings", &RECORDINGS)],
            Self::Object => &[("GLB", &["glb"])],
            Self::Problems => &[("CSV", &["csv"]), ("SARIF", &["sarif"]), ("JSON", &["json"]), ("Text", &["txt"])],
            // A folder.
            Self::HuntResults => &[],
        }
    }

    /// The proposed name of a file. `near` is the scene's file, or the recording. Empty when a file is read.
    pub(in crate::app) fn suggested_name(self, near: Option<&Path>) -> String {
        match self {
            Self::Open | Self::Image | Self::Level | Self::Compare | Self::Review => String::new(),
            Self::Save => {
                // A scene that was made from a file of another kind is saved beside that file.
                let near = near.map(|near| match (FileKind::of(near), near.with_extension("json")) {
                    (FileKind::Scene, _) => near.to_owned(),
                    (_, other) if other == near => near.with_extension("scene.json"),
                    (_, other) => other,
                });
                let name = near.as_deref().and_then(Path::file_name);
                name.map_or("scene.json".to_owned(), |name| name.to_string_lossy().into_owned())
            }
            Self::HuntResults => "hunt".to_owned(),
            Self::Trace => "run.jsonl".to_owned(),
            Self::Moment => "moment.json".to_owned(),
            Self::Recording => beside(near, "recording.txt", "part"),
            Self::RepairedLevel => beside(near, "level.glb", "repaired"),
            Self::Object => {
                let stem = near.and_then(Path::file_stem).unwrap_or("scene".as_ref()).to_string_lossy();
                format!("{stem}-object.glb")
            }
            Self::Problems => {
                let stem = near.and_then(Path::file_stem).unwrap_or("scene".as_ref()).to_string_lossy();
                format!("{stem}-problems.csv")
            }
            Self::Picture | Self::Still | Self::Movie => {
                let name = near.and_then(Path::file_stem).map_or("scene".into(), |name| name.to_string_lossy());
                let extension = if self == Self::Movie { "gif" } else { "png" };
                format!("{name}.{extension}")
            }
        }
    }
}

/// A name beside a file: that of the file with a word after its stem.
fn beside(near: Option<&Path>, default: &str, word: &str) -> String {
    let near = near.unwrap_or(Path::new(default));
    let [stem, end] = [near.file_stem(), near.extension()].map(|part| part.unwrap_or_default().to_string_lossy());
    format!("{stem}-{word}.{end}")
}
