//! The reading of a level file.

use std::path::Path;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use glam::Vec3;

use crate::budget::{Budget, OverBudget, Reservation};
use crate::geometry::Mesh;
use crate::host::fs;
use crate::import::level::file::Named as NamedFile;
use crate::import::level::level_image::LevelImage;
use crate::import::level::limits::READY;
use crate::import::level::stamps::Stamps;
use crate::import::level::work::LevelWork;
use crate::import::level::{Level, Named, read};
use crate::opacity::Progress;
use crate::source::decoding::guarded_file;
use crate::source::error::{SceneError, quoted};
use crate::source::folder::Folder;
use crate::source::stamp::Stamp;
use crate::surface::Surface;

/// The part of a level that an item uses.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum LevelPart {
    /// All its objects separately, for a model.
    Objects,
    /// A node as the shape of an object. Without a name, all nodes as one mesh.
    Mesh(Option<Box<str>>),
}

/// The greatest number of triangles of a whole file as one mesh. Each instance counts.
const MOST_IN_ONE: usize = 20_000_000;

/// All objects of a level in one mesh, and the memory for it.
#[derive(Debug)]
struct Whole {
    mesh: Arc<Mesh>,
    _memory: [Option<Reservation>; 2],
}

/// The reason why the objects of a level cannot be merged into one mesh.
#[derive(Clone, Debug)]
enum NoWhole {
    Unfit(String),
    OverBudget(OverBudget),
}

impl std::fmt::Display for NoWhole {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Unfit(reason) => f.write_str(reason),
            Self::OverBudget(over) => write!(f, "merging all its objects into one mesh {over}"),
        }
    }
}

/// The result of reading a level file, with its stamps.
#[derive(Debug)]
pub struct LevelFile {
    /// The files that were searched: the level file first, then those that it names.
    stamps: Stamps,
    level: Result<Level, SceneError>,
    /// Its images with alpha, until the next update of the store takes those that the scene names.
    images: Mutex<Vec<LevelImage>>,
    is_opened: bool,
    /// Set when it does not fit into the scene's budget.
    over: Option<OverBudget>,
    /// All objects as one mesh, made when first used.
    whole: OnceLock<Result<Whole, NoWhole>>,
    budget: Budget,
    _memory: Reservation,
}

impl LevelFile {
    /// Reads a file that a scene in `folder` names. `progress` shows the progress and can cancel the reading.
    pub fn read(file: &str, folder: &Folder, budget: &Budget, progress: &Progress) -> Self {
        Self::read_ready(file, folder, &[], budget, progress)
    }

    /// Reads a file, and prepares the used parts for rays, so that no answer waits for that.
    pub fn read_ready(file: &str, folder: &Folder, parts: &[LevelPart], budget: &Budget, progress: &Progress) -> Self {
        Self::read_watched(file, folder, parts, &LevelWork::new(progress, budget))
    }

    /// Reads several files, each with its used parts, one after the other.
    pub fn read_all(
        files: &[(&str, Vec<LevelPart>)],
        folder: &Folder,
        budget: &Budget,
        progress: &Progress,
    ) -> Vec<Self> {
        let size = |file: &str| folder.resolve(file).ok().and_then(|path| Some(fs::metadata(&path).ok()?.len()));
        let works = files.iter().map(|(file, _)| LevelWork::estimating(progress, budget, size(file).unwrap_or(0)));
        let works: Vec<LevelWork> = works.collect();
        let mut levels: Vec<Self> = Vec::with_capacity(files.len());
        // Each reading releases its temporary memory before the next one begins.
        for ((file, parts), work) in files.iter().zip(works) {
            levels.push(Self::read_watched(file, folder, parts, &work));
            if budget.is_scarce() {
                for level in &levels {
                    drop(level.take_images());
                }
            }
        }
        levels
    }

    /// Reads a level, and prepares the used parts for rays. When the level does not fit beside its images, it is read again
    /// without them.
    pub(super) fn read_watched(file: &str, folder: &Folder, parts: &[LevelPart], work: &LevelWork) -> Self {
        let read = Self::read_with(file, folder, work);
        let again = (read.over.is_some() && work.has_images()).then(|| work.without_images());
        let read = again.as_ref().map_or(read, |work| Self::read_with(file, folder, work));
        if work.budget().is_scarce() {
            drop(read.take_images());
        }
        read.make_ready(parts, again.as_ref().unwrap_or(work));
        read
    }

    fn read_with(file: &str, folder: &Folder, work: &LevelWork) -> Self {
        let mut stamps = Stamps::new();
        let named = NamedFile { folder, file };
        let opened = read::open(named, &mut stamps);
        let is_opened = opened.is_ok();
        let read = opened.and_then(|path| guarded_file(file, || read::read(named, path, work, &mut stamps)));
        let (level, images) = match read {
            Ok((level, images)) => (Ok(level), images),
            Err(error) => (Err(error), Vec::new()),
        };
        // A failed attempt releases its reservation.
        let memory = Some(work.take_kept()).filter(|_| level.is_ok());
        let memory = memory.unwrap_or_else(|| work.budget().nothing());
        let (over, budget) = (work.over().filter(|_| level.is_err()), work.budget().clone());
        let images = Mutex::new(images);
        Self { stamps, level, images, is_opened, over, whole: OnceLock::new(), budget, _memory: memory }
    }

    /// Its images with alpha, the first time after the reading; then none, so that their pixels do not stay in memory.
    pub(super) fn take_images(&self) -> Vec<LevelImage> {
        std::mem::take(&mut *self.images.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Whether the file was found and could be opened. If not, the error of [`LevelFile::level`] is about the file's
    /// name and has no location in the file.
    pub fn is_opened(&self) -> bool {
        self.is_opened
    }

    /// The refusal, when the level does not fit into the scene's budget.
    pub fn over_budget(&self) -> Option<OverBudget> {
        self.over
    }

    /// The refusal, when the mesh of all objects does not fit into the scene's budget.
    pub fn whole_over_budget(&self) -> Option<OverBudget> {
        match self.whole.get() {
            Some(Err(NoWhole::OverBudget(over))) => Some(*over),
            _ => None,
        }
    }

    /// The error of the file, with its location if the file exists; `None` when the file can be used.
    pub fn why_not(&self) -> Option<String> {
        let error = self.level.as_ref().err()?;
        let has_place = self.is_opened && self.over.is_none();
        Some(if has_place { error.to_string() } else { error.message.to_string() })
    }

    /// Whether the stamps of the file and of those that it names are those of the reading.
    pub fn is_current(&self, file: &str, folder: &Folder) -> bool {
        let own = self.stamps.first().map(|(path, _)| path);
        let found = folder.resolve(file).unwrap_or_else(|_| folder.join(file));
        own == Some(&found) && Stamp::are_current(&self.stamps)
    }

    /// The files of the reading: the level file first, then those that it names.
    pub fn paths(&self) -> impl Iterator<Item = &Path> {
        self.stamps.iter().map(|(path, _)| &**path)
    }

    /// The level.
    ///
    /// # Errors
    /// The error of the file or of one that it names, with its location, or the reason why the file cannot be opened.
    pub fn level(&self) -> Result<&Level, &SceneError> {
        self.level.as_ref()
    }

    /// The mesh of a node in its local space, or all meshes in the level's space.
    ///
    /// # Errors
    /// When the file cannot be read, has no such node or no triangles, or has too many triangles for one mesh.
    pub fn mesh(&self, node: Option<&str>) -> Result<Arc<Mesh>, String> {
        self.find_mesh(node).map_err(|message| match node.and_then(|node| self.node_meant_by(node)) {
            Some(near) => format!("{message}; did you mean {}?", quoted(near)),
            None => message,
        })
    }

    /// The same, without a suggestion for a name that the file does not have.
    ///
    /// # Errors
    /// As [`LevelFile::mesh`].
    pub(crate) fn find_mesh(&self, node: Option<&str>) -> Result<Arc<Mesh>, String> {
        let level = self.level.as_ref().map_err(ToString::to_string)?;
        let Some(node) = node else {
            let whole = self.whole.get_or_init(|| whole(level, &self.budget));
            return whole.as_ref().map(|whole| Arc::clone(&whole.mesh)).map_err(ToString::to_string);
        };
        match level.find(node) {
            Some(Named::Object(i)) => Ok(Arc::clone(&level.objects[i].mesh)),
            Some(Named::Camera(_)) => Err(format!("{} is a camera of the file, not a mesh", quoted(node))),
            Some(Named::Collider(_)) => Err(format!("{} is a collider of the file, which is not drawn", quoted(node))),
            None => Err(format!("the file has no node {}", quoted(node))),
        }
    }

    /// The node whose name is near to one that the file does not have. Compares all names of the file.
    pub(crate) fn node_meant_by(&self, node: &str) -> Option<&str> {
        let level = self.level.as_ref().ok().filter(|level| level.find(node).is_none())?;
        crate::source::suggest::nearest(node, level.objects.iter().map(|object| &*object.name))
    }
}

/// All objects in one mesh, and the memory for it.
fn whole(level: &Level, budget: &Budget) -> Result<Whole, NoWhole> {
    let vertices: usize = level.objects.iter().map(|object| object.mesh.positions().len()).sum();
    let triangles = level.counts.placed_triangles.saturating_mul(READY + size_of::<[u32; 3]>());
    let memory = budget.take_many(1, triangles.saturating_add(vertices.saturating_mul(size_of::<Vec3>())));
    let memory = memory.map_err(NoWhole::OverBudget)?;
    let mesh = in_one(level).map_err(NoWhole::Unfit)?;
    // Without memory for its appearance it is drawn in one colour.
    let (surface, of_surface) = surface(level, budget).unzip();
    Ok(Whole { mesh: Arc::new(mesh.with_surface(surface)), _memory: [Some(memory), of_surface] })
}

/// The appearance of all objects in one mesh, and the memory for it. `None` when one of them has none, or when it does not fit
/// into the budget.
fn surface(level: &Level, budget: &Budget) -> Option<(Arc<Surface>, Reservation)> {
    let surfaces: Option<Vec<&Arc<Surface>>> = level.objects.iter().map(|object| object.mesh.surface()).collect();
    let surfaces = surfaces?;
    let bytes = surfaces.iter().map(|surface| Surface::bytes(surface.vertices.len(), surface.triangle_count()));
    let memory = budget.take_many(1, bytes.sum()).ok()?;
    let (mut all, mut first) = (Surface::default(), 0);
    for (object, surface) in level.objects.iter().zip(surfaces) {
        all.append(surface, &object.level_from_local, first);
        first += u32::try_from(object.mesh.positions().len()).ok()?;
    }
    Some((Arc::new(all), memory))
}

/// All objects as one mesh. The order of corners is reversed where a matrix mirrors, so that front faces stay front
/// faces.
fn in_one(level: &Level) -> Result<Mesh, String> {
    if level.counts.placed_triangles > MOST_IN_ONE {
        return Err(format!(
            "its {} triangles exceed the limit of {MOST_IN_ONE} for one mesh; choose a `node`, or add the file as a model",
            level.counts.placed_triangles
        ));
    }
    let (mut positions, mut triangles) = (Vec::<Vec3>::new(), Vec::<[u32; 3]>::new());
    for object in &level.objects {
        let matrix = object.level_from_local;
        let base =
            u32::try_from(positions.len()).map_err(|_large| "it has more vertices than 32-bit indices can address")?;
        let placed = object.mesh.positions().iter().map(|at| matrix.transform_point3(at.as_dvec3()).as_vec3());
        positions.extend(placed);
        if u32::try_from(positions.len()).is_err() {
            return Err("it has more vertices than 32-bit indices can address".to_owned());
        }
        let is_mirrored = matrix.matrix3.determinant() < 0.0;
        triangles.extend(object.mesh.triangles().iter().map(|corners| {
            let [a, b, c] = corners.map(|corner| base + corner);
            if is_mirrored { [a, c, b] } else { [a, b, c] }
        }));
    }
    Mesh::new(positions, triangles).map_err(|error| error.to_string())
}
