//! What a program said, from a line.

use super::line::{WrittenHit, WrittenRay, WrittenSaid, WrittenVerdict};
use super::numbers::{is_finite, is_other_than_zero};
use super::said::{CastRay, Said, SaidAgent, SaidBounds, SaidPairs, SaidRay, SaidView};
use crate::mistakes::SaidVerdict;

/// What the program said, of one of four kinds, or why it is not valid.
pub(super) fn said_of(written: WrittenSaid) -> Result<Said, String> {
    let kinds = [
        ("camera", written.camera.is_some()),
        ("ray", written.ray.is_some()),
        ("pairs", written.pairs.is_some()),
        ("agent", written.agent.is_some()),
    ];
    let given = kinds.iter().filter(|(_, is_given)| *is_given).count();
    if given != 1 {
        return Err(format!("it must have one of `camera`, `ray`, `pairs` and `agent`, and has {given}"));
    }
    if written.camera.is_some() {
        return Ok(Said::View(Box::new(view_of(written)?)));
    }
    if written.ray.is_some() {
        return Ok(Said::Ray(Box::new(ray_of(written)?)));
    }
    if let Some(pairs) = written.pairs {
        let pairs = pairs.into_iter().map(|pair| pair.map(Into::into)).collect();
        return Ok(Said::Pairs(SaidPairs { pairs }));
    }
    Ok(Said::Agent(SaidAgent {
        agent: written.agent.unwrap_or_default().into(),
        status: written.status.map(Into::into),
        running: written.running.map(Into::into),
    }))
}

fn view_of(written: WrittenSaid) -> Result<SaidView, String> {
    let camera = written.camera.unwrap_or_default().into();
    let object = written.object.ok_or("`object` is missing")?.into();
    let verdict = match written.verdict.ok_or("`verdict` is missing")? {
        WrittenVerdict::Inside => SaidVerdict::Inside,
        WrittenVerdict::Intersect => SaidVerdict::Intersect,
        WrittenVerdict::Outside => SaidVerdict::Outside,
        WrittenVerdict::Visible => SaidVerdict::Visible,
        WrittenVerdict::Culled => SaidVerdict::Culled,
    };
    let bounds = match (written.r#box, written.sphere) {
        (Some(_), Some(_)) => return Err("`box` and `sphere` exclude each other".to_owned()),
        (Some(tested), None) => Some(SaidBounds::Box { min: tested.min, max: tested.max }),
        (None, Some(tested)) => Some(SaidBounds::Sphere { center: tested.center, radius: tested.radius }),
        (None, None) => None,
    };
    let are_finite = written.planes.iter().flat_map(|planes| planes.iter()).all(is_finite)
        && match bounds {
            Some(SaidBounds::Box { min, max }) => is_finite(&min) && is_finite(&max),
            Some(SaidBounds::Sphere { center, radius }) => is_finite(&center) && radius.is_finite() && radius >= 0.0,
            None => true,
        };
    if !are_finite {
        return Err("planes and bounds must be numbers in the range of 32 bits, and a radius 0 or more".to_owned());
    }
    Ok(SaidView { camera, object, verdict, planes: written.planes, bounds })
}

fn ray_of(written: WrittenSaid) -> Result<SaidRay, String> {
    let hit = match written.hit.ok_or("`hit` is missing: the name of an object, or null")? {
        WrittenHit::Nothing => None,
        WrittenHit::Object(name) => Some(name.into()),
    };
    let ray = match written.ray.ok_or("`ray` is missing")? {
        WrittenRay::Named(name) => CastRay::Named(name.into()),
        WrittenRay::Inline { origin, direction, length, mask } => {
            if !is_finite(&origin) || !is_finite(&direction) || !is_other_than_zero(&direction) {
                return Err("`ray` must have a finite origin, and a finite direction other than zero".to_owned());
            }
            if length.is_some_and(|length| length < 0.0 || length.is_nan()) {
                return Err("`length` must be 0 or more".to_owned());
            }
            let mask = mask.map_or(Ok(u64::MAX), |layers| mask_of(&layers))?;
            CastRay::Inline { origin, direction, length, mask }
        }
    };
    Ok(SaidRay { ray, hit, t: written.t, point: written.point, normal: written.normal })
}

/// The bits of layers.
fn mask_of(layers: &[u8]) -> Result<u64, String> {
    let bit = |layer: &u8| 1_u64.checked_shl(u32::from(*layer)).ok_or_else(|| format!("there is no layer {layer}"));
    layers.iter().map(bit).try_fold(0, |mask, bit| Ok(mask | bit?))
}
