//! The answer in sentences.

use glam::DVec3;

use super::contacts::MOST_PAIRS;
use super::level::LevelPrecision;
use super::object::{FeatureKind, ObjectPrecision, SmallFeature};
use crate::escape::shown;
use crate::geometry::narrate::{counted, grouped, written};

/// The spacing of a level near its own origin is enough when it is at most this part of its smallest feature.
const ENOUGH: f64 = 0.01;

/// A length with a unit in which it has few digits: "119 nm", "0.061 mm", "12.5 cm", "1.5 m".
pub fn length_in_words(metres: f64) -> String {
    let units = [(1e-6, 1e9, "nm"), (1e-3, 1e6, "µm"), (1.0, 1e3, "mm")];
    let unit = units.into_iter().find(|(below, ..)| metres.abs() < *below && metres != 0.0);
    let (_, per_metre, symbol) = unit.unwrap_or((0.0, 1.0, "m"));
    format!("{} {symbol}", written((metres * per_metre * 1e4).round() / 1e4))
}

/// A place: "(1048576, 0, −3)".
fn place(at: DVec3) -> String {
    let [x, y, z] = at.to_array().map(|value| (value * 100.0).round() / 100.0 + 0.0);
    format!("({x}, {y}, {z})").replace('-', "−")
}

/// The sentences: the worst place, what collapses, rays, contacts, and what to do.
pub fn sentences(level: &LevelPrecision) -> Vec<String> {
    let mut all = Vec::new();
    let Some((object, feature)) = level.worst_object().and_then(|object| Some((object, object.feature?))) else {
        return vec!["The level has no triangle with an area.".to_owned()];
    };
    all.push(worst(object, &feature));
    all.push(changed(level));
    all.extend(rays(level, object));
    all.extend(contacts(level));
    all.push(remedy(level, &feature));
    all
}

fn worst(object: &ObjectPrecision, feature: &SmallFeature) -> String {
    let kind = match feature.kind {
        FeatureKind::Edge => "an edge",
        FeatureKind::Thickness => "a thickness",
    };
    let share = feature.ratio();
    let compared = if share >= 1.0 {
        format!("{} times as much", written((share * 10.0).round() / 10.0))
    } else if share >= 1e-4 {
        format!("{} % of it", written(share * 100.0))
    } else {
        "under 0.01 % of it".to_owned()
    };
    format!(
        "`{}` at {} has {kind} of {}; along it numbers are {} apart there, {compared}.",
        shown(&object.name),
        place(feature.at),
        length_in_words(feature.length),
        length_in_words(feature.spacing),
    )
}

fn changed(level: &LevelPrecision) -> String {
    let collapsed = level.collapsed();
    let turned: u64 = level.objects.iter().map(|object| object.turned).sum();
    let all: u64 = level.objects.iter().map(|object| object.triangles).sum();
    let moved = level.objects.iter().map(|object| object.moved).fold(0.0, f64::max);
    let sentence = format!("Vertices stored in world coordinates move by up to {}", length_in_words(moved));
    if collapsed == 0 && turned == 0 {
        return format!(
            "{sentence}; none of {} collapses, and no normal turns by more than 5°.",
            counted_triangles(all)
        );
    }
    let mut what = Vec::new();
    if collapsed > 0 {
        what.push(format!("{} lose their area", grouped(collapsed)));
    }
    if turned > 0 {
        what.push(format!("the normals of {} turn by more than 5°", grouped(turned)));
    }
    format!("{sentence}. Of {}, {}.", counted_triangles(all), what.join(", and "))
}

fn counted_triangles(count: u64) -> String {
    format!("{} triangle{}", grouped(count), if count == 1 { "" } else { "s" })
}

fn rays(level: &LevelPrecision, object: &ObjectPrecision) -> Option<String> {
    let rays = level.rays;
    if rays.hits == 0 {
        return None;
    }
    let missed = match rays.missed {
        0 => "all hit the stored triangles".to_owned(),
        1 => "1 misses the stored triangles".to_owned(),
        count => format!("{count} miss the stored triangles"),
    };
    Some(format!(
        "Of {} at the faces of `{}` {missed}; hits move by up to {}. Cast in the space of the object they move by {}.",
        counted(rays.hits, "ray"),
        shown(&object.name),
        length_in_words(rays.moved),
        length_in_words(rays.local_moved)
    ))
}

/// The first changed contact, and how many there are.
fn contacts(level: &LevelPrecision) -> Option<String> {
    let Some(pairs) = level.pairs else {
        return Some(format!(
            "More than {} pairs of objects are near each other, so contacts were not compared.",
            grouped(MOST_PAIRS as u64)
        ));
    };
    let first = level.contacts.first()?;
    let [a, b] = [&first.names[0], &first.names[1]].map(|name| shown(name));
    let what = if first.is_missed() {
        format!(
            "`{a}` and `{b}` touch; stored they are {} apart, so the contact is missed",
            length_in_words(first.stored)
        )
    } else {
        format!(
            "`{a}` and `{b}` are {} apart; stored they touch, so a contact is found that is none",
            length_in_words(first.distance)
        )
    };
    let missed = level.contacts.iter().filter(|contact| contact.is_missed()).count();
    let rest = match level.contacts.len() {
        1 => String::new(),
        count => format!(" ({missed} missed and {} false contacts of {} pairs)", count - missed, grouped(pairs as u64)),
    };
    Some(format!("{what}{rest}."))
}

fn remedy(level: &LevelPrecision, feature: &SmallFeature) -> String {
    if feature.ratio() <= ENOUGH {
        return "The spacing is small beside all features, so no remedy is needed.".to_owned();
    }
    let own = super::bands::spacing_along(feature.at - level.middle, feature.along);
    if own <= ENOUGH * feature.length && own < feature.spacing {
        return format!(
            "Move the origin to the middle of the level, {}: numbers there are {} apart. Or keep vertices in the space of their object \
             and subtract the camera from its position in f64 before they are drawn.",
            place(level.middle),
            length_in_words(own)
        );
    }
    "The level is so large that no origin is near all of it: keep vertices in the space of their object, divide the level in parts with \
     an origin each, and subtract the camera from their positions in f64 before they are drawn."
        .to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_have_the_unit_with_few_digits() {
        for (metres, text) in [
            (0.0, "0 m"),
            (2.0_f64.powi(-23), "119.2 nm"),
            (6.1e-5, "61 µm"),
            (0.0625, "62.5 mm"),
            (1.0, "1 m"),
            (-0.5, "−500 mm"),
        ] {
            assert_eq!(length_in_words(metres), text);
        }
        assert_eq!(place(DVec3::new(1_048_576.0, -0.001, -3.456)), "(1048576, 0, −3.46)");
    }
}
