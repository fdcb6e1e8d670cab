//! Gives the bytes of an FBX to `ufbx`.
//!
//! The crate allocates by itself, so memory is reserved first and the crate gets it as a limit. The content of an FBX may be
//! compressed, and its size is not known before. The limit begins at a multiple of the file's size; when that is not enough, the file is
//! loaded again with twice as much, until it fits or the budget refuses.

use ufbx::{
    Allocator, AllocatorOpts, CoordinateAxes, CoordinateAxis, ErrorType, FileFormat, InheritModeHandling, LoadOpts,
    MirrorAxis, ProgressCb, ProgressResult, SceneRoot, SpaceConversion,
};

use crate::budget::Reservation;
use crate::import::level::error::{LevelError, LevelPlace, Result};
use crate::import::level::notes::{NoteKind, Notes};
use crate::import::level::work::LevelWork;

/// The least limit of memory, for each of temporary and resulting memory.
const LEAST: usize = 1 << 19;
/// The first limit in bytes of memory for each byte of the file.
const PER_BYTE: usize = 2;

/// A loaded file, with the memory that it takes.
pub(super) struct Loaded {
    pub(super) scene: SceneRoot,
    _memory: Reservation,
}

/// Loads the bytes of an FBX.
///
/// # Errors
/// When they are no FBX, when the content does not fit into the budget, or when the user cancels.
pub(super) fn load(bytes: &[u8], work: &LevelWork) -> Result<Loaded> {
    if !bytes.is_empty() && !is_fbx(bytes) {
        let message = "this is no FBX: a binary file begins with `Kaydara FBX Binary`, and a text with `; FBX`";
        return Err(LevelError::file(message).help("give an FBX, or the file its own extension"));
    }
    let mut limit = LEAST.max(bytes.len().saturating_mul(PER_BYTE));
    let mut too_little = 0;
    loop {
        let room = usize::try_from(work.budget().left() / 2).unwrap_or(usize::MAX);
        // What is left is tried once, when it is less than the next limit.
        limit = if room > too_little { limit.min(room) } else { limit };
        let mut memory = work.borrow(2 * limit as u64)?;
        match load_with(bytes, limit, work) {
            Ok(scene) => {
                memory.shrink_to(scene.metadata.result_memory_used as u64);
                return Ok(Loaded { scene, _memory: memory });
            }
            Err(error) if error.type_ == ErrorType::MemoryLimit => {
                too_little = limit;
                limit = limit.saturating_mul(2);
            }
            Err(error) => return Err(described(&error, work)),
        }
    }
}

/// Whether bytes begin as an FBX does. The crate is told that they are one, because else it would try other formats.
fn is_fbx(bytes: &[u8]) -> bool {
    const HEAD: usize = 4096;
    let head = &bytes[..bytes.len().min(HEAD)];
    head.starts_with(b"Kaydara FBX Binary") || head.windows(3).any(|word| word == b"FBX")
}

/// Loads only what names files: no meshes, no animations and no bytes of images.
pub(super) fn load_names(bytes: &[u8], limit: usize) -> Option<SceneRoot> {
    let options = LoadOpts { ignore_geometry: true, ignore_animation: true, ignore_embedded: true, ..options(limit) };
    ufbx::load_memory(bytes, options).ok()
}

fn load_with(bytes: &[u8], limit: usize, work: &LevelWork) -> std::result::Result<SceneRoot, Box<ufbx::Error>> {
    // C code calls it, so it must not panic.
    let progress = |_: &ufbx::Progress| {
        if work.is_cancelled() { ProgressResult::Cancel } else { ProgressResult::Continue }
    };
    let options = LoadOpts { progress_cb: ProgressCb::Ref(&progress), ..options(limit) };
    ufbx::load_memory(bytes, options).map_err(Box::new)
}

/// A limit of memory for the crate.
pub(super) fn limited(limit: usize) -> AllocatorOpts {
    AllocatorOpts { allocator: Allocator::Libc, memory_limit: limit, ..AllocatorOpts::default() }
}

fn options<'a>(limit: usize) -> LoadOpts<'a> {
    LoadOpts {
        temp_allocator: limited(limit),
        result_allocator: limited(limit),
        // The crate reads other formats too, and would open the files that these name.
        file_format: FileFormat::Fbx,
        load_external_files: false,
        ignore_missing_external_files: true,
        skip_mesh_parts: true,
        // Blender writes values of its own materials as those of Phong, in a known way.
        use_blender_pbr_material: true,
        target_axes: CoordinateAxes::right_handed_y_up(),
        target_unit_meters: 1.0,
        target_camera_axes: CoordinateAxes {
            right: CoordinateAxis::PositiveX,
            up: CoordinateAxis::PositiveY,
            front: CoordinateAxis::PositiveZ,
        },
        space_conversion: SpaceConversion::ModifyGeometry,
        handedness_conversion_axis: MirrorAxis::X,
        inherit_mode_handling: InheritModeHandling::Compensate,
        ..LoadOpts::default()
    }
}

/// What the crate says, with what to do.
pub(super) fn described(error: &ufbx::Error, work: &LevelWork) -> LevelError {
    if work.is_cancelled() || error.type_ == ErrorType::Cancelled {
        return LevelError::cancelled();
    }
    let again = "export the level again, as binary FBX of version 7.4 or later, or as glTF";
    let (message, help) = match error.type_ {
        ErrorType::EmptyFile => ("the file has no content".to_owned(), again),
        ErrorType::TruncatedFile => ("the file is cut off".to_owned(), "copy it again, or export it again"),
        ErrorType::Unknown => (
            "its content breaks the rules of FBX, or the file is cut off; the parser does not say where".to_owned(),
            again,
        ),
        _ => {
            let (what, more) = (&*error.description, error.info());
            let more = if more.is_empty() { String::new() } else { format!(" ({more})") };
            (format!("the reader of FBX stops here: {what}{more}"), again)
        }
    };
    LevelError::file(message).help(help)
}

/// Notes on what the crate left out or corrected.
pub(super) fn note_warnings(scene: &ufbx::Scene, notes: &mut Notes) {
    for warning in &scene.metadata.warnings {
        let place = scene.elements.get(warning.element_id as usize).map_or(LevelPlace::File, |element| {
            let list = match element.type_ {
                ufbx::ElementType::Node => "nodes",
                ufbx::ElementType::Mesh => "meshes",
                ufbx::ElementType::Material => "materials",
                ufbx::ElementType::Texture => "textures",
                _ => return LevelPlace::File,
            };
            LevelPlace::named(list, element.typed_id as usize, Some(&element.name.to_string()))
        });
        let why = format!("the reader of FBX says: {}", &*warning.description);
        notes.add_many(NoteKind::ReadAs(why), place, warning.count.max(1));
    }
}
