//! By how much an answer is decided. A question whose answer is decided by less than the tolerance has no right answer: rounding,
//! or a picture that is looked at, cannot distinguish it from the next value.

use serde_json::Value;

/// The distance in metres by which the field of an answer is decided; `None` for fields that are not decided by a distance.
///
/// - `verdict` and `rejected_by` of an object in a view volume: the least distance of a p- or n-vertex from a plane that would
///   change it.
/// - `hit`, `t`, `feature` and `reason` of a ray and an object: the length of the ray within the object.
pub(super) fn margin(answer: &Value, field: &str) -> Option<f64> {
    match field {
        "verdict" => of_verdict(answer),
        "rejected_by" => of_rejecting_plane(answer),
        "hit" | "t" | "distance" | "feature" | "point" | "normal" => of_hit(answer),
        _ => None,
    }
}

/// The p- and n-distances of all planes.
fn distances(answer: &Value) -> Option<Vec<[f64; 2]>> {
    let planes = answer.get("planes")?.as_array()?;
    planes.iter().map(|plane| Some([plane.get("p_distance")?.as_f64()?, plane.get("n_distance")?.as_f64()?])).collect()
}

fn least(values: impl Iterator<Item = f64>) -> f64 {
    values.fold(f64::INFINITY, f64::min)
}

fn of_verdict(answer: &Value) -> Option<f64> {
    let planes = distances(answer)?;
    let (p, n) = (least(planes.iter().map(|plane| plane[0])), least(planes.iter().map(|plane| plane[1])));
    match answer.get("verdict")?.as_str()? {
        "outside" => Some(-p),
        "intersect" => Some(p.min(-n)),
        "inside" => Some(n),
        _ => None,
    }
}

/// The plane that rejects must do so clearly, and those before it must not.
fn of_rejecting_plane(answer: &Value) -> Option<f64> {
    let planes = distances(answer)?;
    let until = planes.iter().position(|plane| plane[0] < 0.0).map_or(planes.len(), |first| first + 1);
    Some(least(planes[..until].iter().map(|plane| plane[0].abs())))
}

fn of_hit(answer: &Value) -> Option<f64> {
    let [from, to] = answer.get("interval")?.as_array()?.as_slice() else { return None };
    let (t, distance) = (answer.get("t")?.as_f64()?, answer.get("distance")?.as_f64()?);
    let length = if t > 0.0 { distance / t } else { 1.0 };
    let chord = (to.as_f64()? - from.as_f64()?) * length;
    // An image and an open mesh have no thickness, so the chord decides nothing.
    let is_thin = answer
        .get("feature")
        .and_then(Value::as_str)
        .is_some_and(|feature| feature.starts_with("cell ") || (feature.starts_with("triangle ") && chord <= 0.0));
    (!is_thin).then_some(chord)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn the_least_change_that_gives_another_answer() {
        let planes = |distances: &[[f64; 2]]| -> Value {
            distances.iter().map(|[p, n]| json!({ "p_distance": p, "n_distance": n })).collect()
        };
        for (verdict, distances, of_verdict, of_side) in [
            ("outside", &[[3.0, 1.0], [-0.25, -2.0], [-1.0, -3.0]][..], 1.0, 0.25),
            ("intersect", &[[3.0, -0.5], [2.0, 1.0]], 0.5, 2.0),
            ("intersect", &[[0.1, -0.5], [2.0, 1.0]], 0.1, 0.1),
            ("inside", &[[3.0, 0.5], [2.0, 1.0]], 0.5, 2.0),
        ] {
            let answer = json!({ "verdict": verdict, "planes": planes(distances) });
            assert_eq!(margin(&answer, "verdict"), Some(of_verdict), "{answer}");
            assert_eq!(margin(&answer, "rejected_by"), Some(of_side), "{answer}");
            assert_eq!(margin(&answer, "share"), None);
        }
        let hit = json!({ "interval": [1.0, 1.5], "t": 1.0, "distance": 4.0 });
        assert_eq!(margin(&hit, "feature"), Some(2.0));
        let grazing = json!({ "interval": [1.0, 1.0], "t": 1.0, "distance": 4.0, "feature": "side" });
        assert_eq!(margin(&grazing, "feature"), Some(0.0));
        let image = json!({ "interval": [1.0, 1.0], "t": 1.0, "distance": 4.0, "feature": "cell (3, 4)" });
        assert_eq!(margin(&image, "feature"), None);
        let wall = json!({ "interval": [1.0, 1.0], "t": 1.0, "distance": 4.0, "feature": "triangle 7" });
        assert_eq!(margin(&wall, "hit"), None);
        assert_eq!(margin(&json!({ "interval": null, "t": null, "distance": null }), "hit"), None);
    }
}
