//! The steps of an answer, read back: each outcome follows from the values of the step and from its printed numbers,
//! and the last interval equals that of the answer bit for bit.

use std::sync::Arc;

use eyeline::geometry::frustum::{Classification, Frustum, PlaneValues, Verdict, classify, classify_told};
use eyeline::geometry::ray::values::{
    Answer, Base, CapsuleEnds, Crossings, DoubleCone, Intersection, NoLine, Parameter, Quadratic, Round, RoundPart,
    Slab,
};
use eyeline::geometry::ray::{BackFaces, Feature, Inside, Miss, Ray, RayKind, RayQuery, RayValues, cast, cast_told};
use eyeline::geometry::{Aabb, Interval, Plane, Pose, Shape, Step, Story, Tone, Values};
use glam::Vec3;

use crate::random::Random;
use crate::{meshes, rays};

/// The fraction of its first part by which a discriminant may be below 0.
const TOUCH: f64 = 1.0 / (1_u64 << 48) as f64;

const QUERIES: [RayQuery; 5] = [
    RayQuery::new(RayKind::Line, Inside::Solid),
    RayQuery::new(RayKind::Ray, Inside::Solid),
    RayQuery::new(RayKind::Ray, Inside::Hollow),
    RayQuery::new(RayKind::Segment, Inside::Solid),
    RayQuery::new(RayKind::Segment, Inside::Hollow),
];

#[test]
fn outcomes_of_rays_follow_from_the_values_and_texts_of_their_steps() {
    let mut random = Random::new(16);
    for kind in &rays::KINDS {
        let mut touching = 0;
        for i in 0..2_000 {
            let case = if i % 4 == 0 { rays::tangent(&mut random, kind) } else { rays::biased(&mut random, kind) };
            let query = QUERIES[i % QUERIES.len()];
            let mut story = Story::default();
            let recorded = cast_told(&case.ray, query, &case.shape, &case.pose, &mut story);
            assert_eq!(recorded, cast(&case.ray, query, &case.shape, &case.pose), "{case:?}");
            let mut reader = Reader::default();
            for step in &story.steps {
                let Some(Values::Ray(values)) = &step.values else { panic!("no values: {step:?} of {case:?}") };
                reader.read(step, values).unwrap_or_else(|why| panic!("{why}\n{step:#?}\n{case:?}"));
                touching += usize::from(step.outcome.contains("counts as 0"));
            }
            assert!(reader.is_answered, "no answer: {story:#?}\n{case:?}");
        }
        // A box has no tolerance. See `rays::tangent` for the cylinder.
        let has_tolerance = matches!(kind, Shape::Sphere { .. } | Shape::Cone { .. } | Shape::Capsule { .. });
        assert!(!has_tolerance || touching > 20, "{kind:?}: only {touching} steps were decided by a tolerance");
    }
}

/// A ray with a direction of zero, also of zero only in a mesh's space, has an answer with the reason.
#[test]
fn a_ray_without_a_direction_gets_an_answer_with_the_reason() {
    let mesh = Shape::Mesh(Arc::new(meshes::closed().remove(0)));
    let ray = Ray { origin: Vec3::new(0.1, 0.2, 0.3), direction: Vec3::ZERO };
    for shape in rays::KINDS.iter().chain([&mesh]) {
        for query in QUERIES {
            let mut story = Story::default();
            let recorded = cast_told(&ray, query, shape, &Pose::IDENTITY, &mut story);
            assert_eq!(recorded.result(), Err(Miss::Misses), "{shape:?}");
            let last = story.steps.last().expect("steps");
            let Some(Values::Ray(RayValues::Answer(answer))) = &last.values else { panic!("no answer: {story:#?}") };
            assert_eq!(answer.no_line, Some(NoLine::Zero), "{shape:?}");
            assert_eq!((last.title.as_str(), last.tone, last.numbers.as_str()), ("Miss", Tone::Fail, "no interval"));
            assert_eq!(last.outcome, "The direction is zero, so there is no line that could meet anything.");
        }
    }
}

#[test]
fn outcomes_of_rays_and_meshes_follow_from_the_values_of_their_steps() {
    let mut random = Random::new(17);
    let mut hits = 0;
    let meshes: Vec<_> = meshes::closed().into_iter().chain(meshes::open()).map(Arc::new).collect();
    for i in 0..1_500 {
        let (mesh, pose) = (&meshes[i % meshes.len()], random.pose());
        let (ray, shape) = (meshes::aimed(&mut random, mesh, &pose), Shape::Mesh(Arc::clone(mesh)));
        for back_faces in [BackFaces::Hit, BackFaces::Cull] {
            let query = RayQuery { back_faces, ..QUERIES[i % QUERIES.len()] };
            let mut story = Story::default();
            let recorded = cast_told(&ray, query, &shape, &pose, &mut story);
            assert_eq!(recorded, cast(&ray, query, &shape, &pose), "{ray:?}");
            let mut reader = Reader::default();
            for step in &story.steps {
                let Some(Values::Ray(values)) = &step.values else { panic!("no values: {step:?}") };
                reader.read(step, values).unwrap_or_else(|why| panic!("{why}\n{step:#?}\n{ray:?} {query:?}"));
            }
            hits += usize::from(recorded.hit().is_some());
        }
    }
    assert!(hits > 300, "only {hits} hits");
}

/// The state after the previous steps.
#[derive(Default)]
struct Reader {
    parameter: Option<Parameter>,
    inside: Option<Interval<f64>>,
    slabs: Option<Interval<f64>>,
    tube: Option<Interval<f64>>,
    caps: [Option<Interval<f64>>; 2],
    crossings: Option<Crossings>,
    is_answered: bool,
}

type Read = Result<(), String>;

fn ensure(holds: bool, what: &str) -> Read {
    if holds { Ok(()) } else { Err(what.to_owned()) }
}

impl Reader {
    fn read(&mut self, step: &Step, values: &RayValues) -> Read {
        // A line that is steeper than the cone's side, or parallel to it, has no decision in its first step.
        let decides = !matches!(values, RayValues::Local(_) | RayValues::Rescaled(_) | RayValues::Triangles(_));
        if decides {
            printed(step)?;
        }
        if let Some(inside) = values.inside() {
            ensure(step.tone == tone(inside.is_filled()), "the tone is not that of the interval")?;
            self.inside = Some(inside);
        }
        match values {
            RayValues::Rescaled(ray) => self.parameter = Some(ray.parameter),
            RayValues::Slab(values) => self.slab(values)?,
            RayValues::Round(values) => self.round(values)?,
            RayValues::DoubleCone { cone, .. } => {
                let [low, high] = roots(&cone.quadratic);
                ensure(cone.quadratic.a <= 0.0 || has_roots(&cone.quadratic) == (step.tone == Tone::Pass), "the tone")?;
                ensure(low <= high || cone.quadratic.a == 0.0, "the roots are not in order")?;
            }
            RayValues::Nappe { cone, inside, .. } => {
                ensure(same(lower_nappe(cone), *inside), "the nappe does not follow from its values")?;
            }
            RayValues::Base(values) => base(values)?,
            RayValues::Intersection(Intersection { parts, inside, .. }) => {
                let expected = Interval::new(parts[0].near.max(parts[1].near), parts[0].far.min(parts[1].far));
                ensure(same(expected, *inside), "not what both parts share")?;
            }
            RayValues::CapsuleEnds(values) => self.capsule(values)?,
            RayValues::Crossings(values) => self.crossings = Some(values.clone()),
            RayValues::Answer(values) => self.answer(step, values)?,
            _ => {}
        }
        Ok(())
    }

    fn slab(&mut self, slab: &Slab) -> Read {
        let Slab { o, d, half, inside, so_far, .. } = *slab;
        if d == 0.0 {
            let expected = if o.abs() <= half { Interval::ALL } else { Interval::EMPTY };
            ensure(same(expected, inside), "a parallel line's slab")?;
        } else {
            // The test of a box is in f32, that of a cylinder in f64.
            let quotients = [(-half - o) / d, (half - o) / d];
            #[expect(clippy::cast_possible_truncation, reason = "that is the question")]
            let narrow =
                [f64::from((-half as f32 - o as f32) / d as f32), f64::from((half as f32 - o as f32) / d as f32)];
            let is = |[a, b]: [f64; 2]| same(Interval::new(a.min(b), a.max(b)), inside);
            ensure(is(quotients) || is(narrow), "the slab does not follow from o, d and h")?;
        }
        let before = self.slabs.unwrap_or(Interval::ALL);
        let expected = Interval::new(before.near.max(inside.near), before.far.min(inside.far));
        ensure(same(expected, so_far), "not what all slabs so far share")?;
        self.slabs = Some(so_far);
        Ok(())
    }

    fn round(&mut self, round: &Round) -> Read {
        let Round { part, quadratic, c_tolerance, inside, .. } = *round;
        let expected = if part == RoundPart::Circle && quadratic.a == 0.0 {
            if quadratic.c <= c_tolerance { Interval::ALL } else { Interval::EMPTY }
        } else if has_roots(&quadratic) {
            let [low, high] = roots(&quadratic);
            Interval::new(low, high)
        } else {
            Interval::EMPTY
        };
        ensure(same(expected, inside), "the interval does not follow from the quadratic")?;
        match part {
            RoundPart::Circle => self.tube = Some(inside),
            RoundPart::Cap { is_exit, y, half_height, .. } => {
                ensure(y.abs() > half_height, "the tube's end is not beyond the inner segment")?;
                self.caps[usize::from(is_exit)] = Some(inside);
            }
            RoundPart::Sphere { .. } => {}
        }
        Ok(())
    }

    fn capsule(&self, ends: &CapsuleEnds) -> Read {
        let tube = self.tube.ok_or("no circle was recorded")?;
        for end in 0..2 {
            let is_on_side = ends.y[end].abs() <= ends.half_height;
            let of = if is_on_side { tube } else { self.caps[end].ok_or("no cap was recorded")? };
            ensure(of.ends()[end].to_bits() == ends.inside.ends()[end].to_bits(), "the end is of another part")?;
        }
        Ok(())
    }

    fn answer(&mut self, step: &Step, answer: &Answer) -> Read {
        self.is_answered = true;
        let Answer { query, interval, result, .. } = *answer;
        ensure(step.tone == tone(result.is_ok()), "the tone of the answer")?;
        if answer.no_line.is_some() {
            return ensure(interval.is_none() && result == Err(Miss::Misses), "a ray without a line meets nothing");
        }
        if let Some(crossings) = &self.crossings {
            return of_crossings(crossings, answer);
        }
        let parameter = self.parameter.unwrap_or(Parameter::OF_RAY);
        let inside = self.inside.ok_or("no interval was recorded")?;
        let expected = inside.is_filled().then(|| inside.map(|tau| parameter.t(tau)));
        let bits = |t: Option<Interval<f32>>| t.map(|t| t.ends().map(f32::to_bits));
        ensure(bits(expected) == bits(interval), "the last interval is not the answer's")?;
        let expected = interval.map_or(Err(Miss::Misses), |t| decided(t.map(f64::from), query));
        ensure(says(&result.map(|hit| f64::from(hit.t))) == says(&expected), "the answer does not follow")?;
        if let (Ok(hit), Ok(t)) = (result, expected) {
            ensure((f64::from(hit.t) - t).abs() <= 0.0, "the hit is elsewhere")?;
            ensure((hit.feature == Feature::Inside) == hit.normal.is_none(), "a start inside has no normal")?;
        }
        // The same check with the printed numbers.
        let numbers: Vec<f64> = step.numbers.split([' ', ',']).filter_map(number).collect();
        if let [t_in, t_out] = numbers[..] {
            let printed = decided(Interval::new(t_in, t_out), query);
            ensure(says(&printed) == says(&expected), "the answer does not follow from the printed numbers")?;
        }
        Ok(())
    }
}

/// The result of an interval for the kind of ray.
fn decided(Interval { near, far }: Interval<f64>, query: RayQuery) -> Result<f64, Miss> {
    let last = if query.kind == RayKind::Segment { 1.0 } else { f64::INFINITY };
    let within = |t: f64| if t <= last { Ok(t) } else { Err(Miss::Beyond) };
    match query.inside {
        _ if query.kind == RayKind::Line => Ok(near),
        _ if near >= 0.0 => within(near),
        _ if far < 0.0 => Err(Miss::Behind),
        Inside::Solid => Ok(0.0),
        Inside::Hollow => within(far),
    }
}

/// Hit, or the reason for a miss.
fn says(result: &Result<f64, Miss>) -> &'static str {
    result.as_ref().map_or_else(|miss| miss.word(), |_| "hit")
}

/// The answer of the crossings of a mesh.
fn of_crossings(recorded: &Crossings, answer: &Answer) -> Read {
    let Answer { query, interval, result, spot, .. } = *answer;
    let before = recorded.crossings.iter().filter(|crossing| crossing.counts && crossing.t < 0.0).count();
    ensure(before == recorded.before_start, "the count of crossings before the start")?;
    ensure(recorded.crossings.windows(2).all(|pair| pair[0].tau <= pair[1].tau), "the order of the crossings")?;
    let surfaces: Vec<_> = recorded.crossings.iter().filter(|crossing| crossing.is_surface).collect();
    let expected = surfaces
        .iter()
        .map(|crossing| crossing.t)
        .reduce(f32::min)
        .map(|near| Interval::new(near, surfaces.iter().map(|crossing| crossing.t_end).fold(near, f32::max)));
    ensure(expected == interval, "the interval is not from the first to the last crossing")?;
    let seen = || surfaces.iter().filter(|crossing| query.back_faces == BackFaces::Hit || crossing.is_front);
    let [first, last] = query.kind.range().ends();
    let expected = if surfaces.is_empty() {
        Err(Miss::Misses)
    } else if query.kind != RayKind::Line && query.inside == Inside::Solid && recorded.starts_inside() {
        Ok((0.0, None))
    } else {
        match seen().find(|crossing| crossing.t_end >= first) {
            None => Err(if seen().next().is_some() { Miss::Behind } else { Miss::Misses }),
            Some(next) if next.t.max(first) > last => Err(Miss::Beyond),
            Some(next) => Ok((next.t.max(first), Some(next.triangle))),
        }
    };
    let found = result.map(|hit| (hit.t, spot.map(|spot| spot.triangle)));
    ensure(found == expected, "the answer does not follow from the crossings")
}

fn base(base: &Base) -> Read {
    let Base { o, d, height, inside, .. } = *base;
    let t = (-height - o) / d;
    let expected = match d {
        d if d > 0.0 => Interval::new(t, f64::INFINITY),
        d if d < 0.0 => Interval::new(f64::NEG_INFINITY, t),
        _ if o >= -height => Interval::ALL,
        _ => Interval::EMPTY,
    };
    ensure(same(expected, inside), "the base does not follow from o, d and h")
}

fn has_roots(quadratic: &Quadratic) -> bool {
    let (larger, smaller) = (quadratic.discriminant.larger, quadratic.discriminant.smaller);
    larger - smaller >= -(TOUCH * larger)
}

fn roots(quadratic: &Quadratic) -> [f64; 2] {
    let Quadratic { a, b, c, discriminant } = *quadratic;
    let root = (discriminant.larger - discriminant.smaller).max(0.0).sqrt();
    let q = -(b + root.copysign(b));
    if q == 0.0 {
        return [0.0; 2];
    }
    let (x, y) = (q / a, c / q);
    [x.min(y), x.max(y)]
}

fn lower_nappe(cone: &DoubleCone) -> Interval<f64> {
    let Quadratic { a, b, c, .. } = cone.quadratic;
    let falls = cone.d_y < 0.0;
    let [low, high] = roots(&cone.quadratic);
    let part = |t: f64| if falls { Interval::new(t, f64::INFINITY) } else { Interval::new(f64::NEG_INFINITY, t) };
    if a > 0.0 {
        if has_roots(&cone.quadratic) && cone.middle <= 0.0 { Interval::new(low, high) } else { Interval::EMPTY }
    } else if a < 0.0 {
        part(if falls { high } else { low })
    } else if b == 0.0 {
        if c <= cone.c_tolerance { part(-cone.o_y / cone.d_y) } else { Interval::EMPTY }
    } else if (b < 0.0) == falls {
        part(-c / (2.0 * b))
    } else {
        Interval::EMPTY
    }
}

/// Equal ends, or both empty.
fn same(a: Interval<f64>, b: Interval<f64>) -> bool {
    a == b || (a.is_empty() && b.is_empty())
}

fn tone(passes: bool) -> Tone {
    if passes { Tone::Pass } else { Tone::Fail }
}

/// Checks that every printed comparison holds for the printed numbers, and that the last one has the outcome of the
/// step.
fn printed(step: &Step) -> Read {
    let mut last = None;
    for line in step.numbers.lines().filter(|line| !line.contains("t²")) {
        let words: Vec<&str> = line.split_whitespace().collect();
        for (i, sign) in words.iter().enumerate() {
            let (holds, passes): (fn(f64, f64) -> bool, bool) = match *sign {
                "≤" => (|a, b| a <= b, true),
                "≥" => (|a, b| a >= b, true),
                ">" => (|a, b| a > b, false),
                "<" => (|a, b| a < b, false),
                _ => continue,
            };
            let left = words[..i].last().and_then(|word| number(word)).ok_or("no number before the sign")?;
            let right = words[i + 1..].iter().find_map(|word| number(word)).ok_or("no number after the sign")?;
            ensure(holds(left, right), &format!("`{line}` does not hold"))?;
            last = Some(passes);
        }
    }
    match last {
        Some(passes) => ensure(step.tone == tone(passes), "the last comparison came out the other way"),
        None => Ok(()),
    }
}

/// A printed number.
fn number(word: &str) -> Option<f64> {
    let word = word.trim_end_matches([',', ':']).replace('−', "-").replace('∞', "inf");
    word.parse().ok()
}

#[test]
fn outcomes_of_boxes_and_planes_follow_from_the_values_of_their_steps() {
    let mut random = Random::new(18);
    let mut verdicts = [0; 3];
    for _ in 0..20_000 {
        let planes = std::array::from_fn(|_| Plane {
            normal: random.direction().as_vec3().normalize_or_zero(),
            #[expect(clippy::cast_possible_truncation, reason = "a distance for a test")]
            d: random.range(0.0, 4.0) as f32,
        });
        let frustum = Frustum { planes };
        let reach = random.pick(&[2.0, 6.0]);
        let centre = random.in_ball(reach).as_vec3();
        let aabb = Aabb::around(centre, (random.in_ball(1.0).as_vec3()).abs());
        let mut story = Story::default();
        let recorded = classify_told(&frustum, &aabb, &mut story);
        assert_eq!(recorded, classify(&frustum, &aabb));
        let Some((Step { values: Some(Values::Verdict(verdict)), .. }, planes)) = story.steps.split_last() else {
            panic!("no verdict: {story:?}")
        };
        let mut distances = Vec::new();
        for step in planes {
            let Some(Values::Plane(values)) = &step.values else { panic!("no values: {step:?}") };
            plane(step, values).unwrap_or_else(|why| panic!("{why}\n{step:#?}"));
            distances.push(values.distances);
        }
        assert_eq!(distances, verdict.distances, "the verdict is made of other distances");
        let least = |of: fn(&eyeline::geometry::frustum::PlaneDistances) -> f32| {
            distances.iter().map(of).fold(f32::INFINITY, f32::min)
        };
        let (p, n) = (least(|d| d.p), least(|d| d.n));
        let expected = match (p < 0.0, n < 0.0) {
            (true, _) => Verdict::Outside,
            (false, true) => Verdict::Intersect,
            (false, false) => Verdict::Inside,
        };
        let Classification { verdict, margin, rejected_by, .. } = recorded;
        assert_eq!((verdict, margin), (expected, p), "{story:#?}");
        assert_eq!(rejected_by.map(|side| side as usize), distances.iter().position(|d| d.p < 0.0));
        verdicts[verdict as usize] += 1;
    }
    assert!(verdicts.iter().all(|count| *count > 100), "{verdicts:?}");
}

fn plane(step: &Step, values: &PlaneValues) -> Read {
    let PlaneValues { plane, p_vertex, n_vertex, distances, .. } = *values;
    let distance = |v: Vec3| plane.distance(v);
    ensure((distance(p_vertex) - distances.p).abs() <= 0.0, "p")?;
    ensure((distance(n_vertex) - distances.n).abs() <= 0.0, "n")?;
    let expected = match (distances.p < 0.0, distances.n < 0.0) {
        (true, _) => Tone::Fail,
        (false, true) => Tone::Partial,
        (false, false) => Tone::Pass,
    };
    ensure(step.tone == expected, "the tone")?;
    // The line of each vertex ends with its distance.
    let printed: Vec<f64> =
        step.numbers.lines().skip(1).filter_map(|line| number(line.rsplit(' ').next().unwrap_or_default())).collect();
    let [p, n] = printed[..] else { return Err("two distances are printed".to_owned()) };
    ensure((p < 0.0, n < 0.0) == (distances.p < 0.0, distances.n < 0.0), "a printed distance is on the other side")
}
