//! What cameras see of levels, pixel by pixel, against the rays of parry3d through the same pixels: another algorithm, another
//! tree and `f32`.
//!
//! Every pixel is compared. One may differ only
//!
//! - on an edge: parry3d itself sees something else a fiftieth of a pixel beside the centre;
//! - where two surfaces are at the same distance, to the rounding of `f32`;
//! - where parry3d hits a material with an alpha cutoff, whose texels it does not read.
//!
//! The levels are those of this project. `EYELINE_LEVELS` names others, files or folders, separated as in `PATH`:
//!
//! ```sh
//! EYELINE_LEVELS=~/sponza/Sponza.gltf cargo test --test properties visible_levels -- --nocapture
//! ```

use std::env;
use std::path::{Path, PathBuf};

use eyeline::files;
use eyeline::geometry::camera::{Camera, DepthRange, Projection};
use eyeline::geometry::frustum::Frustum;
use eyeline::geometry::{Aabb, Shape};
use eyeline::surface::Alpha;
use eyeline::visibility::{LookTarget, PixelCamera, Visible, look_watching};
use eyeline::world::{ObjectAt, World};
use glam::{DMat3, DQuat, DVec2, DVec3, Vec3};
use parry3d::math::Vector;
use parry3d::query::{Ray, RayCast};
use parry3d::shape::TriMesh;

const SIZE: [u32; 2] = [320, 180];
/// How far beside the centre of a pixel an edge is looked for, in pixels.
const BESIDE: f64 = 0.02;
/// The part of a distance by which two hits may differ and still be equal.
const EQUAL: f32 = 2e-5;

/// The triangles of all objects of a world, for the rays of parry3d.
struct Peer {
    mesh: TriMesh,
    owners: Vec<usize>,
    is_double_sided: Vec<bool>,
    is_cut_out: Vec<bool>,
}

/// What a ray hits first: the object, the distance, and whether its triangle has an alpha cutoff.
#[derive(Clone, Copy)]
struct PeerHit {
    owner: usize,
    distance: f32,
    is_cut_out: bool,
}

fn vector(of: Vec3) -> Vector {
    Vector::from_array(of.to_array())
}

impl Peer {
    fn of(objects: &[ObjectAt]) -> Option<Self> {
        let (mut vertices, mut triangles) = (Vec::new(), Vec::new());
        let mut all = (Vec::new(), Vec::new(), Vec::new());
        for (owner, object) in objects.iter().enumerate() {
            let Shape::Mesh(mesh) = &object.shape else { continue };
            let world = object.pose.world_from_local();
            let materials = mesh.origin().surface().map(|surface| {
                let of = |part: &eyeline::surface::Part| {
                    let cutoff = matches!(part.material.alpha, Alpha::Mask(cutoff) if cutoff > 0.0);
                    vec![(part.material.is_double_sided, cutoff); part.triangles.len()]
                };
                surface.parts.iter().flat_map(of).collect::<Vec<_>>()
            });
            for (i, corners) in mesh.triangles().iter().enumerate() {
                let mut places = corners.map(|corner| world.transform_point3(mesh.positions()[corner as usize]));
                if places.iter().any(|place| !place.is_finite()) {
                    continue;
                }
                // A pose that mirrors turns the winding, and the front stays the front.
                if world.matrix3.determinant() < 0.0 {
                    places.swap(1, 2);
                }
                let first = u32::try_from(vertices.len()).expect("fewer than 2^32 corners");
                vertices.extend(places.map(vector));
                triangles.push([first, first + 1, first + 2]);
                let (double_sided, cutoff) = materials.as_ref().and_then(|all| all.get(i)).copied().unwrap_or_default();
                all.0.push(owner);
                all.1.push(double_sided);
                all.2.push(cutoff);
            }
        }
        let mesh = TriMesh::new(vertices, triangles).ok()?;
        Some(Self { mesh, owners: all.0, is_double_sided: all.1, is_cut_out: all.2 })
    }

    /// The first hit between two distances of an object that is not `but`.
    fn first(&self, ray: &Ray, [near, far]: [f32; 2], but: Option<usize>) -> Option<PeerHit> {
        let hit = |triangle: u32, best: f32| {
            let i = triangle as usize;
            if but == Some(self.owners[i]) {
                return None;
            }
            let triangle = self.mesh.triangle(triangle);
            let normal = (triangle.b - triangle.a).cross(triangle.c - triangle.a);
            let is_front = self.is_double_sided[i] || normal.dot(ray.dir) < 0.0;
            let distance = triangle.cast_local_ray(ray, best, false).filter(|_| is_front)?;
            (distance >= near).then_some(distance)
        };
        let (triangle, distance) = self.mesh.bvh().cast_ray(ray, far, hit)?;
        let i = triangle as usize;
        (distance <= far).then_some(PeerHit { owner: self.owners[i], distance, is_cut_out: self.is_cut_out[i] })
    }
}

/// Eyes in the middle of a box, in four directions, and two outside of it.
fn cameras(bounds: &Aabb) -> Vec<Camera> {
    let (middle, size) = (bounds.centre(), bounds.max - bounds.min);
    let length = size.length().max(1e-3);
    let inside =
        [Vec3::X, Vec3::NEG_X, Vec3::Z, Vec3::NEG_Z].map(|way| (middle - way * 0.2 * size, way + 0.1 * Vec3::NEG_Y));
    let outside = [Vec3::new(0.7, 0.5, 0.9), Vec3::new(-0.9, 0.35, 0.6)].map(|way| (middle + way * length, -way));
    let of = |(position, way): (Vec3, Vec3)| {
        let forward = way.as_dvec3().normalize_or_zero();
        let right = forward.cross(DVec3::Y).normalize_or_zero();
        let (near, far) = (length * 1e-3, length * 4.0);
        let projection = Projection::Perspective { fov_y: 1.1, aspect: 16.0 / 9.0 };
        let rotation = DQuat::from_mat3(&DMat3::from_cols(right, right.cross(forward), -forward));
        Camera { position, rotation, projection, near, far, depth: DepthRange::MinusOneToOne }
    };
    inside.into_iter().chain(outside).map(of).collect()
}

/// The line of sight through a place of the picture, with a direction of which a unit is a metre along the view.
fn line_of_sight(camera: &Camera, at: DVec2) -> Ray {
    let Projection::Perspective { fov_y, aspect } = camera.projection else { unreachable!("see cameras") };
    let up = libm::tan(fov_y / 2.0);
    let [x, y] = [2.0 * at.x / f64::from(SIZE[0]) - 1.0, 1.0 - 2.0 * at.y / f64::from(SIZE[1])];
    let way = camera.rotation * DVec3::new(x * up * f64::from(aspect), y * up, -1.0);
    Ray::new(vector(camera.position), vector(way.as_vec3()))
}

#[derive(Default)]
struct Counts {
    pixels: u64,
    hit: u64,
    edges: u64,
    ties: u64,
    cut_out: u64,
}

/// A mesh as the camera looks at it. Targets without a layer are not drawn.
fn target(object: &ObjectAt) -> LookTarget<'_> {
    let is_mesh = matches!(object.shape, Shape::Mesh(_));
    let what = Visible::Body { shape: &object.shape, pose: &object.pose };
    let what = if is_mesh { what } else { Visible::Nothing };
    LookTarget { what, layers: u64::from(is_mesh), bounds: object.aabb, view_box: object.view_box }
}

/// Compares all pixels of a camera. `Err` has the first that differs without a reason.
fn compare(objects: &[ObjectAt], peer: &Peer, camera: Camera, counts: &mut Counts) -> Result<(), String> {
    let view = PixelCamera { camera, frustum: Frustum::of(&camera), size: SIZE, mask: u64::MAX };
    let targets: Vec<LookTarget> = objects.iter().map(target).collect();
    // Who is first at each pixel.
    let mut found = vec![None; (SIZE[0] * SIZE[1]) as usize];
    let budget = eyeline::budget::Budget::new(1 << 32);
    let mut total = 0;
    for i in 0..objects.len() {
        let look = look_watching(&view, &targets, Some(i), &budget).map_err(|over| over.to_string())?;
        for pixel in look.watched.iter().filter(|pixel| pixel.covered_by.is_none()) {
            let place = &mut found[usize::from(pixel.at[1]) * SIZE[0] as usize + usize::from(pixel.at[0])];
            if place.replace(i).is_some() {
                return Err(format!("two objects are first at {:?}", pixel.at));
            }
        }
        total += look.seen[i].pixels;
    }
    assert_eq!(total, found.iter().flatten().count() as u64);
    let range = [camera.near, camera.far];
    for (i, ours) in found.into_iter().enumerate() {
        let pixel = [i % SIZE[0] as usize, i / SIZE[0] as usize];
        let centre = DVec2::new(pixel[0] as f64 + 0.5, pixel[1] as f64 + 0.5);
        let ray = line_of_sight(&camera, centre);
        let theirs = peer.first(&ray, range, None);
        counts.pixels += 1;
        counts.hit += u64::from(ours.is_some());
        if theirs.map(|hit| hit.owner) == ours {
            continue;
        }
        let is_edge = [DVec2::X, DVec2::NEG_X, DVec2::Y, DVec2::NEG_Y].into_iter().any(|way| {
            let beside = peer.first(&line_of_sight(&camera, centre + way * BESIDE), range, None);
            beside.map(|hit| hit.owner) != theirs.map(|hit| hit.owner)
        });
        let second = theirs.and_then(|hit| peer.first(&ray, range, Some(hit.owner)));
        let is_tie = theirs.zip(second).is_some_and(|(first, second)| {
            ours == Some(second.owner) && second.distance - first.distance <= EQUAL * first.distance
        });
        if is_edge {
            counts.edges += 1;
        } else if is_tie {
            counts.ties += 1;
        } else if theirs.is_some_and(|hit| hit.is_cut_out) {
            counts.cut_out += 1;
        } else {
            let name = |object: Option<usize>| object.map_or("nothing", |object| &*objects[object].name).to_owned();
            let theirs = theirs.map(|hit| (name(Some(hit.owner)), hit.distance));
            return Err(format!("pixel {pixel:?}: eyeline sees {}, parry3d {theirs:?}; {camera:?}", name(ours)));
        }
    }
    Ok(())
}

/// Compares the pictures of a level. `None` for one without meshes.
fn compare_level(path: &Path) -> Option<Counts> {
    let loaded = files::open(path).unwrap_or_else(|error| panic!("{}", error.render(false)));
    let world = World::at(&loaded.scene, &loaded.files, 0);
    let peer = Peer::of(&world.objects)?;
    let boxes = world.objects.iter().filter(|object| matches!(object.shape, Shape::Mesh(_))).map(|object| object.aabb);
    let bounds = boxes.reduce(|a, b| a.union(&b))?;
    let mut counts = Counts::default();
    for camera in cameras(&bounds) {
        if let Err(difference) = compare(&world.objects, &peer, camera, &mut counts) {
            panic!("{}: {difference}", path.display());
        }
    }
    let Counts { pixels, hit, edges, ties, cut_out } = counts;
    eprintln!(
        "{}: {} objects, {} triangles; {pixels} pixels, {hit} with an object; different: {edges} on edges, {ties} at equal \
         distances, {cut_out} under an alpha cutoff",
        path.file_name().unwrap_or_default().display(),
        world.objects.len(),
        peer.owners.len(),
    );
    // Edges are thin.
    assert!(edges + ties <= pixels / 100, "{}", path.display());
    Some(counts)
}

/// The files of a folder, or the file itself.
fn levels(path: &Path) -> Vec<PathBuf> {
    let Ok(entries) = path.read_dir() else { return vec![path.to_owned()] };
    let is_level =
        |path: &PathBuf| path.extension().is_some_and(|of| ["gltf", "glb", "obj"].iter().any(|is| of == *is));
    let mut found: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).filter(is_level).collect();
    found.sort();
    found
}

#[test]
fn every_pixel_of_a_level_shows_what_parry3d_hits_first() {
    let own = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenes");
    let paths: Vec<PathBuf> = match env::var_os("EYELINE_LEVELS") {
        Some(list) => env::split_paths(&list).flat_map(|path| levels(&path)).collect(),
        None => ["courtyard.gltf", "figure.glb", "rock.obj", "touch.obj"].map(|name| own.join(name)).into(),
    };
    let (mut compared, mut hit) = (0, 0);
    for counts in paths.iter().filter_map(|path| compare_level(path)) {
        compared += counts.pixels;
        hit += counts.hit;
    }
    assert!(compared > 0 && hit > compared / 50, "{compared} {hit}");
}
