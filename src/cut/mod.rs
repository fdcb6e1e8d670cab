//! A triangle mesh cut in two by a plane.
//!
//! ```text
//! posed vertices ─ sides ─► front, back, on the plane ─ split ─► two halves ─ loops ─► closed loops ─ cap ─► caps
//! ```
//!
//! **Sides.** A vertex has a signed distance from the plane, `d = n · (p − point)`, in f64. It is in front where `d > ε`,
//! behind where `d < −ε`, else on the plane. ε is 16 times the distance by which the rounding of the stored positions to f32
//! moves a vertex along n ([`Stored::rounding`]); it is relative to the largest coordinates of the mesh.
//!
//! **New vertices.** An edge from a to b whose ends are on different sides gets one new vertex at
//! `t = d(a) / (d(a) − d(b))`, from the smaller index to the larger one. Both halves and both triangles of the edge share
//! it. Because of ε it is not rounded to an end of its edge. Where a part of a triangle still has no area after
//! rounding, its corner next to the plane counts as on the plane, up to 64 ε; further away, the triangle is thinner
//! there than one rounding error, and its two new vertices become one.
//!
//! **Triangles on the plane** belong to the half that their normal points away from: to the solid that they bound. A
//! patch of them that would be a half without thickness belongs to the other half.
//!
//! **Caps.** Where the halves met, closed loops of edges are left. With caps, each half is closed by triangles in the plane.
//! The constrained Delaunay triangulation of all loops decides where they are, by the winding number of the loops; so the
//! hole of a pipe stays open. The library `spade` computes it with exact predicates, in f64 and relative to the middle of
//! the loops. It keeps each vertex of a loop, so a cap has no gap at its border. Edges between cap triangles are replaced
//! where one has no area after rounding, and where the half has such an edge already, as at the bottom of a groove that
//! the plane touches.
//!
//! So each half of a closed mesh is closed, and has no degenerate or duplicate triangle and no edge of more than two
//! triangles. Exceptions are bodies that overlap or touch themselves: their loops cross or touch, and caps overlap there.
//!
//! The cut does not read attributes. A vertex of a half is a [`Source`]: a vertex of the mesh, or two of them with `t`,
//! by which positions of the bind pose, normals, texture coordinates and weights are interpolated ([`Source::mix`],
//! [`influences`]). [`Posing`] says where the joints of a skin move a new vertex.
//!
//! **Mirrored meshes.** A pose with a negative determinant turns the winding in the world. The front of a triangle and the
//! sign of a volume are those of the mesh as modelled ([`Stored::mirrored`], [`Cut::measure`]).
//!
//! ```
//! use eyeline::cut::{Plane, cut};
//! use glam::DVec3;
//!
//! // One triangle, cut through two of its edges.
//! let positions = [DVec3::ZERO, DVec3::X * 4.0, DVec3::Y * 4.0];
//! let plane = Plane::new(DVec3::X, DVec3::X).ok_or("no normal")?;
//! let halves = cut(&positions, &[[0, 1, 2]], &plane, true);
//! assert_eq!(halves.front.triangles.len(), 1);
//! assert_eq!(halves.back.triangles.len(), 2);
//! assert_eq!((halves.loops.len(), halves.chains.len()), (0, 1));
//! # Ok::<(), &str>(())
//! ```

mod cap;
mod ears;
mod flat;
mod key;
mod loops;
mod measure;
mod parts;
mod posing;
mod refine;
mod sides;
mod source;
mod split;
mod stored;
mod surface;
mod touching;
mod triangulate;

use glam::{DMat3, DVec3};

use sides::Sides;

pub use loops::{Chain, Loop};
pub use measure::{Measures, measure};
pub use posing::Posing;
pub use source::{Source, influences, weld};
pub use stored::Stored;
pub use surface::surface;

/// A plane in world space.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Plane {
    point: DVec3,
    normal: DVec3,
}

impl Plane {
    /// The plane through `point`. `normal` may have any length; it points to the front. `None` when it has no direction,
    /// or a number is not finite.
    pub fn new(point: DVec3, normal: DVec3) -> Option<Self> {
        // The largest component is divided out first, so that a square does not overflow.
        let normal = (normal / normal.abs().max_element()).try_normalize()?;
        point.is_finite().then_some(Self { point, normal })
    }

    /// A point of the plane.
    pub fn point(&self) -> DVec3 {
        self.point
    }

    /// Its unit normal.
    pub fn normal(&self) -> DVec3 {
        self.normal
    }

    /// The signed distance of a point, in metres; positive in front.
    pub fn distance(&self, point: DVec3) -> f64 {
        self.normal.dot(point - self.point)
    }
}

/// One side of a mesh that was cut.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Half {
    /// Its vertices: those of the mesh in their order, then those of edges that were cut.
    pub vertices: Vec<Source>,
    /// Indices of `vertices`, with the winding of the mesh; caps are last.
    pub triangles: Vec<[u32; 3]>,
    /// The triangle of the mesh of which each triangle is a part. Those of caps have none, so this list is shorter.
    pub parents: Vec<u32>,
}

impl Half {
    /// The number of triangles of caps.
    pub fn cap_triangles(&self) -> usize {
        self.triangles.len() - self.parents.len()
    }
}

/// The two sides of a mesh.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Cut {
    /// The half in front of the plane, to which the normal points.
    pub front: Half,
    /// The half behind it.
    pub back: Half,
    /// The closed loops of edges at which the halves met.
    pub loops: Vec<Loop>,
    /// The chains of such edges that end at a border of the mesh. No cap closes them.
    pub chains: Vec<Chain>,
    /// The numbers of vertices of the mesh in front, behind and on the plane.
    pub sides: [usize; 3],
    /// Vertices up to this distance from the plane are on it, in metres.
    pub tolerance: f64,
    /// Whether the pose of the mesh mirrored it, so that its triangles wind the other way round in the world.
    pub is_mirrored: bool,
    /// The joints that posed a skinned mesh. The cut itself does not know them: who poses the mesh sets them.
    pub posing: Option<Posing>,
}

impl Cut {
    /// Measures triangles of the mesh or of a half, with the positions of their vertices in world space. The volume has the
    /// sign that it has as modelled: a pose that mirrors the mesh does not change it.
    ///
    /// # Panics
    /// When a triangle names a vertex that does not exist.
    pub fn measure(&self, positions: &[DVec3], triangles: &[[u32; 3]]) -> Measures {
        self.as_modelled(measure(positions, triangles))
    }

    /// Measures the whole mesh: the triangles that are in a half. `halves` are the measures of both. A mesh is closed if its
    /// halves are, and is tested only where they are not.
    pub fn measure_whole(&self, posed: &[DVec3], triangles: &[[u32; 3]], halves: &[Measures; 2]) -> Measures {
        let is_finite = |vertex: u32| posed.get(vertex as usize).is_some_and(|place| place.is_finite());
        let is_in_a_half = |&[a, b, c]: &[u32; 3]| a != b && b != c && c != a && [a, b, c].into_iter().all(is_finite);
        let triangles: Vec<[u32; 3]> = triangles.iter().copied().filter(is_in_a_half).collect();
        let mut parts = [&self.front, &self.back].into_iter().zip(halves);
        let is_closed = parts.all(|(half, size)| half.triangles.is_empty() || size.volume.is_some());
        let size = if is_closed && !triangles.is_empty() {
            measure::measure_closed(posed, &triangles)
        } else {
            measure(posed, &triangles)
        };
        self.as_modelled(size)
    }

    fn as_modelled(&self, size: Measures) -> Measures {
        if self.is_mirrored { size.turned() } else { size }
    }
}

/// Cuts a mesh that is stored in world space: [`cut_stored`] with a position in metres for each vertex.
pub fn cut(posed: &[DVec3], triangles: &[[u32; 3]], plane: &Plane, cap: bool) -> Cut {
    let mesh = Stored::in_world(posed);
    cut_stored(&mesh, triangles, plane, mesh.rounding(&DMat3::IDENTITY, plane), cap)
}

/// Cuts a mesh. The vertices of a closed surface must be shared by its triangles ([`weld`]). `rounding` is the distance by
/// which the rounding of stored positions moves a vertex along the plane's normal, in metres ([`Stored::rounding`]). `cap`
/// closes both halves at each closed loop.
///
/// A triangle with a vertex that is out of range or not finite, or with one vertex twice, is in neither half. Takes time in
/// proportion to vertices and triangles, and n log n for the n edges of the loops.
pub fn cut_stored(mesh: &Stored, triangles: &[[u32; 3]], plane: &Plane, rounding: f64, cap: bool) -> Cut {
    let mut sides = Sides::of(mesh.posed, plane, rounding);
    sides.refine(triangles, mesh);
    let split = split::split(mesh, triangles, plane, &sides);
    let (loops, chains) = loops::trace(&split.seam);
    let (sides, tolerance, is_mirrored) = (sides.counts(), sides.tolerance, mesh.is_mirrored);
    let (front, back) = (split.front, split.back);
    let mut cut = Cut { front, back, loops, chains, sides, tolerance, is_mirrored, posing: None };
    if cap {
        cap::close(&mut cut, mesh, plane, &split.others);
    }
    cut
}

#[cfg(test)]
mod tests;
