//! Answers against the truth.

use glam::DVec3;

use super::answerer::AnswererInfo;
use super::fault::FaultKind;
use super::truth::{TrueHit, Truth, solid_spread, triangle_spread};
use crate::geometry::frustum::Verdict;
use crate::mistakes::{Answer, Case, SaidHit, SaidVerdict};

/// The usual tolerance of t, relative.
const T_TOLERANCE: f64 = 1e-4;

/// The usual tolerance of normals, in degrees.
const NORMAL_TOLERANCE: f64 = 1.0;

/// What an answer is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Judgement {
    /// It is right.
    Right,
    /// The case decides nothing about it.
    Undecided,
    /// It says visible for what is not, which this answerer may do.
    Needless,
    /// It is wrong.
    Fault(FaultKind),
}

/// Judges an answer. A number that is not finite is a fault in an undecided case too.
pub fn judge(case: &Case, truth: &Truth, answer: &Answer, info: &AnswererInfo) -> Judgement {
    if !is_finite(answer) {
        return Judgement::Fault(FaultKind::NotFinite);
    }
    match (truth, answer) {
        (Truth::Undecided, _) => Judgement::Undecided,
        (Truth::View { is_visible, class }, Answer::Verdict(said)) => of_view(*is_visible, *class, *said, info),
        (Truth::Hit(truth), Answer::Hit(said)) => of_hit(case, *truth, *said, info),
        (Truth::Overlap(truth), Answer::Overlap(said)) => of_value(truth == said),
        (Truth::Bounds { min, max, rounding }, Answer::Bounds { min: said_min, max: said_max }) => {
            let is_close = |a: &[f64; 3], b: &[f64; 3]| a.iter().zip(b).all(|(a, b)| (a - b).abs() <= *rounding);
            of_value(is_close(min, said_min) && is_close(max, said_max))
        }
        (Truth::Code(truth), Answer::Code(said)) => of_value(truth == said),
        _ => Judgement::Fault(FaultKind::Malformed),
    }
}

fn is_finite(answer: &Answer) -> bool {
    match answer {
        Answer::Hit(Some(hit)) => {
            hit.t.is_finite() && hit.normal.is_none_or(|normal| normal.iter().all(|x| x.is_finite()))
        }
        Answer::Bounds { min, max } => min.iter().chain(max).all(|x| x.is_finite()),
        _ => true,
    }
}

fn of_value(is_right: bool) -> Judgement {
    if is_right { Judgement::Right } else { Judgement::Fault(FaultKind::WrongValue) }
}

fn of_view(is_visible: bool, class: Option<Verdict>, said: SaidVerdict, info: &AnswererInfo) -> Judgement {
    match (is_visible, said.is_visible()) {
        (true, false) => Judgement::Fault(FaultKind::Vanishes),
        (false, true) if info.is_conservative => Judgement::Needless,
        (false, true) => Judgement::Fault(FaultKind::Needless),
        (false, false) => Judgement::Right,
        (true, true) => match (said, class) {
            (SaidVerdict::Visible, _) => Judgement::Right,
            (_, None) => Judgement::Undecided,
            (SaidVerdict::Inside, Some(Verdict::Inside)) | (SaidVerdict::Intersect, Some(Verdict::Intersect)) => {
                Judgement::Right
            }
            _ => Judgement::Fault(FaultKind::WrongClass),
        },
    }
}

fn of_hit(case: &Case, truth: Option<TrueHit>, said: Option<SaidHit>, info: &AnswererInfo) -> Judgement {
    match (truth, said) {
        (Some(truth), Some(said)) if !is_close(case, &truth, said.t, info) => Judgement::Fault(FaultKind::WrongT),
        (Some(truth), Some(said)) if info.has_normals && !has_normal(&truth, said.normal, info) => {
            Judgement::Fault(FaultKind::WrongNormal)
        }
        (Some(_), Some(_)) | (None, None) => Judgement::Right,
        _ => Judgement::Fault(FaultKind::WrongHit),
    }
}

fn is_close(case: &Case, truth: &TrueHit, t: f64, info: &AnswererInfo) -> bool {
    let off = (t - truth.t).abs() * truth.metres_per_t;
    let part = info.t_tolerance.unwrap_or(T_TOLERANCE);
    let most = part * truth.t.abs() * truth.metres_per_t + truth.rounding;
    if off <= most {
        return true;
    }
    // Where one unit in the last place of the case moves t by more, as for a grazing ray, no program can do better.
    let spread = match case {
        Case::RaySolid(ray) => solid_spread(ray, info.inside),
        Case::RayTriangle { origin, direction, corners } => triangle_spread(*origin, *direction, *corners),
        _ => 0.0,
    };
    off <= most + spread * truth.metres_per_t
}

fn has_normal(truth: &TrueHit, said: Option<[f64; 3]>, info: &AnswererInfo) -> bool {
    let Some(normal) = truth.normal else { return true };
    let Some(said) = said.and_then(|said| DVec3::from_array(said).try_normalize()) else { return false };
    let angle = |normal: DVec3| libm::atan2(normal.cross(said).length(), normal.dot(said)).to_degrees();
    let angle_to = angle(DVec3::from_array(normal));
    let off = if truth.is_two_sided { angle_to.min(180.0 - angle_to) } else { angle_to };
    off <= info.normal_tolerance.unwrap_or(NORMAL_TOLERANCE)
}
