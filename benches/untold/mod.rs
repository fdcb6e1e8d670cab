//! Copies of two queries with the narrator deleted, line for line, to race against `Silent`. The checks in
//! `narration.rs` fail when a copy no longer gives the same answers.

use eyeline::geometry::frustum::{Classification, Frustum, PlaneDistances, Side, Verdict};
use eyeline::geometry::ray::{Cast, Feature, Hit, Inside, Miss, Ray, RayQuery, cast};
use eyeline::geometry::{Aabb, Plane, Pose, Shape, Silent};
use glam::{DVec3, Mat3A, Vec3, Vec3A};

/// `geometry/frustum/classify.rs`.
#[inline]
pub(crate) fn classify(frustum: &Frustum, aabb: &Aabb) -> Classification {
    const FIRST: [Option<Side>; 7] = {
        let [a, b, c, d, e, f] = Side::ALL;
        [Some(a), Some(b), Some(c), Some(d), Some(e), Some(f), None]
    };
    let [left, right, bottom, top, near, far] = &frustum.planes;
    let first = ThreePlanes::new(left, right, bottom).distances(aabb);
    let second = ThreePlanes::new(top, near, far).distances(aabb);
    let behind = |a: Vec3A, b: Vec3A| a.cmplt(Vec3A::ZERO).bitmask() | b.cmplt(Vec3A::ZERO).bitmask() << 3;
    let (rejecting, cutting) = (behind(first.p, second.p), behind(first.n, second.n));
    Classification {
        verdict: match (rejecting, cutting) {
            (0, 0) => Verdict::Inside,
            (0, _) => Verdict::Intersect,
            _ => Verdict::Outside,
        },
        rejected_by: FIRST[(rejecting | 1 << 6).trailing_zeros() as usize],
        margin: first.p.min(second.p).min_element(),
        distances: [first.of(0), first.of(1), first.of(2), second.of(0), second.of(1), second.of(2)],
    }
}

struct ThreePlanes {
    normals: Mat3A,
    d: Vec3A,
}

struct ThreeDistances {
    p: Vec3A,
    n: Vec3A,
}

impl ThreePlanes {
    #[inline]
    fn new(a: &Plane, b: &Plane, c: &Plane) -> Self {
        let normals = Mat3A::from_cols(a.normal.into(), b.normal.into(), c.normal.into()).transpose();
        Self { normals, d: Vec3A::new(a.d, b.d, c.d) }
    }

    #[inline]
    fn distances(&self, aabb: &Aabb) -> ThreeDistances {
        let Mat3A { x_axis, y_axis, z_axis } = self.normals;
        let products = |normal: Vec3A, min: f32, max: f32| {
            let (a, b) = (normal * min, normal * max);
            (a.max(b), a.min(b))
        };
        let (px, nx) = products(x_axis, aabb.min.x, aabb.max.x);
        let (py, ny) = products(y_axis, aabb.min.y, aabb.max.y);
        let (pz, nz) = products(z_axis, aabb.min.z, aabb.max.z);
        ThreeDistances { p: px + py + pz + self.d, n: nx + ny + nz + self.d }
    }
}

impl ThreeDistances {
    #[inline]
    fn of(&self, lane: usize) -> PlaneDistances {
        PlaneDistances { p: self.p[lane], n: self.n[lane] }
    }
}

/// `geometry/ray/answer.rs`.
#[derive(Clone, Copy)]
pub(crate) struct Answer {
    hit: Hit,
    miss: Option<Miss>,
    interval: [f32; 2],
    meets_line: bool,
}

impl Answer {
    const NOWHERE: Self = {
        let hit = Hit { t: 0.0, distance: 0.0, point: Vec3::ZERO, normal: None, feature: Feature::Inside };
        Self { hit, miss: Some(Miss::Misses), interval: [0.0; 2], meets_line: false }
    };

    /// Whether it is the same answer.
    pub(crate) fn is(&self, cast: &Cast) -> bool {
        let interval = self.meets_line.then_some(self.interval);
        self.miss.map_or(Ok(self.hit), Err) == cast.result() && interval == cast.interval()
    }
}

impl From<Cast> for Answer {
    fn from(cast: Cast) -> Self {
        Self {
            hit: cast.hit().unwrap_or(Self::NOWHERE.hit),
            miss: cast.result().err(),
            interval: cast.interval().unwrap_or_default(),
            meets_line: cast.interval().is_some(),
        }
    }
}

/// `geometry/ray/cast.rs`. Other solids, and the rare ray that is not handy, go to the original.
#[expect(clippy::inline_always, reason = "as the original")]
#[inline(always)]
pub(crate) fn cast_untold(ray: &Ray, query: RayQuery, shape: &Shape, pose: &Pose) -> Answer {
    match *shape {
        Shape::Cylinder { radius, half_height } => cast_solid(ray, query, Cylinder { radius, half_height }, pose),
        _ => cast(ray, query, shape, pose, &mut Silent).into(),
    }
}

#[inline]
fn cast_solid(ray: &Ray, query: RayQuery, solid: Cylinder, pose: &Pose) -> Answer {
    let line = Line::new(ray, pose);
    if line.is_handy(solid.reach_squared()) {
        answer(ray, query, solid, &line)
    } else {
        cast_tamed(ray, query, solid, pose)
    }
}

#[cold]
#[inline(never)]
fn cast_tamed(ray: &Ray, query: RayQuery, Cylinder { radius, half_height }: Cylinder, pose: &Pose) -> Answer {
    cast(ray, query, &Shape::Cylinder { radius, half_height }, pose, &mut Silent).into()
}

#[inline]
fn answer(ray: &Ray, query: RayQuery, solid: Cylinder, line: &Line) -> Answer {
    let chord = solid.chord(line);
    let [first, last] = query.kind.range();
    let meets_line = chord.meets_line();
    if !meets_line {
        return Answer::NOWHERE;
    }
    let (hit, is_sound) = surface(solid, line, chord.t[0], chord.features[0]);
    if hit.t < first || !is_sound {
        return answer_in_full(ray, query, solid, *line, chord);
    }
    let miss = if hit.t <= last { None } else { Some(Miss::Beyond) };
    Answer {
        hit,
        miss: if meets_line { miss } else { Some(Miss::Misses) },
        interval: [hit.t, line.t(chord.t[1])],
        meets_line,
    }
}

#[inline(never)]
fn answer_in_full(ray: &Ray, query: RayQuery, solid: Cylinder, line: Line, chord: Chord) -> Answer {
    if !chord.meets_line() {
        return Answer::NOWHERE;
    }
    let [first, last] = query.kind.range();
    let t = chord.t.map(|tau| line.t(tau));
    let at = |end: usize| {
        let (tau, feature) = (chord.t[end], chord.features[end]);
        let (mut hit, is_sound) = surface(solid, &line, tau, feature);
        if !is_sound {
            hit.normal = Some(line.pose.world_normal(solid.normal(&line, tau, feature)));
        }
        Answer { hit, miss: (t[end] > last).then_some(Miss::Beyond), interval: t, meets_line: true }
    };
    if t[0] >= first {
        return at(0);
    }
    let start = Hit { t: 0.0, distance: 0.0, point: ray.origin, normal: None, feature: Feature::Inside };
    match query.inside {
        _ if t[1] < first => Answer { hit: start, miss: Some(Miss::Behind), interval: t, meets_line: true },
        Inside::Solid => Answer { hit: start, miss: None, interval: t, meets_line: true },
        Inside::Hollow => at(1),
    }
}

#[inline]
fn surface(solid: Cylinder, line: &Line, tau: f64, feature: Feature) -> (Hit, bool) {
    let (normal, is_sound) = quick_normal(line.pose, solid.normal(line, tau, feature));
    let hit =
        Hit { t: line.t(tau), distance: line.distance(tau), point: line.point(tau), normal: Some(normal), feature };
    (hit, is_sound)
}

/// `geometry/pose.rs`.
#[inline]
fn quick_normal(pose: &Pose, normal: Vec3) -> (Vec3, bool) {
    let along = pose.local_from_world().matrix3.transpose() * Vec3A::from(normal);
    let squared = along.length_squared();
    ((along * (1.0 / squared.sqrt())).into(), (1e-24..=1e24).contains(&squared))
}

/// `geometry/ray/ray_cylinder.rs`.
#[derive(Clone, Copy)]
struct Cylinder {
    radius: f32,
    half_height: f32,
}

#[derive(Clone, Copy)]
struct Chord {
    t: [f64; 2],
    features: [Feature; 2],
}

impl Chord {
    #[inline]
    fn meets_line(&self) -> bool {
        self.t[0] <= self.t[1]
    }
}

const ALWAYS: [f64; 2] = [f64::NEG_INFINITY, f64::INFINITY];
const NEVER: [f64; 2] = [f64::INFINITY, f64::NEG_INFINITY];

impl Cylinder {
    #[inline]
    fn reach_squared(self) -> f32 {
        self.radius * self.radius + self.half_height * self.half_height
    }

    #[inline]
    fn chord(self, line: &Line) -> Chord {
        let Self { radius, half_height } = self;
        let slab = slab(f64::from(line.o.y), f64::from(line.d.y), f64::from(half_height));
        let tube = tube(line, radius);
        let t = [greater(slab[0], tube[0]), lesser(slab[1], tube[1])];
        let discs = if line.d.y > 0.0 { [Feature::Bottom, Feature::Top] } else { [Feature::Top, Feature::Bottom] };
        let features = [
            if slab[0] > tube[0] { discs[0] } else { Feature::Side },
            if slab[1] < tube[1] { discs[1] } else { Feature::Side },
        ];
        Chord { t, features }
    }

    #[inline]
    #[expect(clippy::unused_self, reason = "the original is a trait's method")]
    fn normal(self, line: &Line, tau: f64, feature: Feature) -> Vec3 {
        let at = line.local_point(tau);
        // A sum instead of a branch: one of the two is 0.
        let is_side = f32::from(u8::from(feature == Feature::Side));
        flat_normal(feature) + Vec3::new(at.x, 0.0, at.z) * is_side
    }
}

/// Where `|o + t d| ≤ half` along one axis.
#[inline]
fn slab(o: f64, d: f64, half: f64) -> [f64; 2] {
    if d == 0.0 {
        return if o.abs() <= half { ALWAYS } else { NEVER };
    }
    let (low, high) = ((-half - o) / d, (half - o) / d);
    [lesser(low, high), greater(low, high)]
}

/// Where the line is inside the endless cylinder: `A t² + 2 B t + C ≤ 0` in x and z.
///
/// The discriminant `B² − A C` is computed as `r² A − (o.z d.x − o.x d.z)²`; the squared distance of the line from the
/// axis, compared with r² directly.
#[inline]
fn tube(line: &Line, radius: f32) -> [f64; 2] {
    let (o, d) = line.in_f64();
    let r2 = f64::from(radius) * f64::from(radius);
    let a = d.x * d.x + d.z * d.z;
    let c = o.x * o.x + o.z * o.z - r2;
    if a == 0.0 {
        return if c <= TOUCH * r2 { ALWAYS } else { NEVER };
    }
    let moment = o.z * d.x - o.x * d.z;
    between_roots(a, o.x * d.x + o.z * d.z, c, [r2 * a, moment * moment])
}

#[inline]
fn flat_normal(feature: Feature) -> Vec3 {
    const NORMALS: [Vec3; 12] = {
        let mut normals = [Vec3::ZERO; 12];
        normals[Feature::PosX as usize] = Vec3::X;
        normals[Feature::NegX as usize] = Vec3::NEG_X;
        normals[Feature::PosY as usize] = Vec3::Y;
        normals[Feature::NegY as usize] = Vec3::NEG_Y;
        normals[Feature::PosZ as usize] = Vec3::Z;
        normals[Feature::NegZ as usize] = Vec3::NEG_Z;
        normals[Feature::Top as usize] = Vec3::Y;
        normals[Feature::Bottom as usize] = Vec3::NEG_Y;
        normals[Feature::Base as usize] = Vec3::NEG_Y;
        normals
    };
    NORMALS[feature as usize]
}

/// `geometry/ray/quadratic.rs`.
const TOUCH: f64 = 16.0 * f64::EPSILON;

/// The square root of a discriminant `larger − smaller`, `None` when it is negative beyond its rounding.
#[inline]
fn root_of_difference(larger: f64, smaller: f64) -> Option<f64> {
    let d = larger - smaller;
    (d >= -TOUCH * larger).then(|| greater(d, 0.0).sqrt())
}

/// Where `A t² + 2 B t + C ≤ 0`, for `A > 0` and the discriminant as the difference of two parts.
#[inline]
fn between_roots(a: f64, b: f64, c: f64, [larger, smaller]: [f64; 2]) -> [f64; 2] {
    root_of_difference(larger, smaller).map_or(NEVER, |root| roots(a, b, c, root))
}

/// The lesser of two numbers: one instruction, where `f64::min` takes five to heed NaN.
#[inline]
fn lesser(x: f64, y: f64) -> f64 {
    if x < y { x } else { y }
}

/// The greater of two numbers, see [`lesser`].
#[inline]
fn greater(x: f64, y: f64) -> f64 {
    if x > y { x } else { y }
}

/// The two roots in ascending order, for `a ≠ 0` and the square root of `B² − A C`.
///
/// `q = −(B ± √D)` with the sign that adds, then `q / A` and `C / q` (Press et al., "Numerical Recipes",
/// 2007, 5.6). So `C = 0`, a start on the surface, gives a root of exactly 0, and when A goes to 0 the
/// root that stays finite stays accurate.
#[inline]
fn roots(a: f64, b: f64, c: f64, root: f64) -> [f64; 2] {
    let q = -(b + root.copysign(b));
    if q == 0.0 {
        return [0.0; 2];
    }
    let (x, y) = (q / a, c / q);
    [lesser(x, y), greater(x, y)]
}

/// `geometry/ray/line.rs`.
const FAR: f32 = 32.0;

/// Squared lengths of a direction that need no scaling.
const HANDY: std::ops::RangeInclusive<f32> = 1e-12..=1e12;

/// A ray's line as its solid sees it: the local points `o + tau · d`, with `t = (shift + tau) · rate`.
#[derive(Clone, Copy, Debug)]
struct Line<'a> {
    pose: &'a Pose,
    /// Local start.
    o: Vec3A,
    /// Local direction, not normalised.
    d: Vec3A,
    /// The same start in world space.
    start: Vec3A,
    /// The same direction in world space.
    direction: Vec3A,
    shift: f64,
    rate: f64,
}

impl<'a> Line<'a> {
    /// The line with the ray's own start and direction.
    ///
    /// The pose's translation is taken off before the rotation, not after it: far from the world's origin the
    /// difference is exact where the inverse's own translation is not.
    #[inline]
    fn new(ray: &Ray, pose: &'a Pose) -> Self {
        let local = pose.local_from_world().matrix3;
        let (start, direction) = (Vec3A::from(ray.origin), Vec3A::from(ray.direction));
        Self {
            pose,
            o: local * (start - pose.world_from_local().translation),
            d: local * direction,
            start,
            direction,
            shift: -0.0,
            rate: 1.0,
        }
    }

    /// Whether the ray can be taken as it is, for a solid whose squared size is `reach_squared`.
    #[inline]
    fn is_handy(&self, reach_squared: f32) -> bool {
        self.o.length_squared() <= FAR * FAR * reach_squared && HANDY.contains(&self.direction.length_squared())
    }

    /// The ray's parameter; what does not fit into `f32` becomes its largest number.
    #[inline]
    fn t(&self, tau: f64) -> f32 {
        // Adding 0 turns −0 into 0.
        narrow((self.shift + tau) * self.rate) + 0.0
    }

    /// Metres from the ray's origin, never negative.
    #[inline]
    fn distance(&self, tau: f64) -> f32 {
        narrow(self.shift + tau).abs() * self.direction.length()
    }

    /// The world point.
    #[inline]
    fn point(&self, tau: f64) -> Vec3 {
        (self.start + narrow(tau) * self.direction).into()
    }

    /// The local point.
    #[inline]
    fn local_point(&self, tau: f64) -> Vec3 {
        Vec3::from(self.o + narrow(tau) * self.d)
    }

    /// Start and direction in `f64`, in which a product of two `f32` is exact.
    #[inline]
    fn in_f64(&self) -> (DVec3, DVec3) {
        (self.o.as_dvec3(), self.d.as_dvec3())
    }
}

/// The nearest `f32`, but never infinite.
#[inline]
#[expect(clippy::cast_possible_truncation, reason = "rounding is what it is for")]
fn narrow(x: f64) -> f32 {
    lesser(greater(x, f64::from(f32::MIN)), f64::from(f32::MAX)) as f32
}
