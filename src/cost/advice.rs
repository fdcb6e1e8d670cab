//! The answer in sentences: where it is slow, and what to cut.

use super::level_cost::LevelCost;
use super::measure::CostMeasure;
use super::scenery::ViewCost;
use super::survey::{PlaceCost, Survey};
use super::words::{direction_in_words, place_in_words};
use crate::budget::Size;
use crate::escape::shown;
use crate::geometry::narrate::{counted, grouped};
use crate::visibility::percent;

/// From this part of the triangles of a view on, covered ones are worth a sentence.
const MUCH: f64 = 0.25;

/// The sentences about a survey: the worst view, what is covered there, what is too fine, and what costs most in the whole level.
pub fn sentences(cost: &LevelCost, survey: &Survey) -> Vec<String> {
    let mut all = Vec::new();
    if let Some(place) = survey.worst(CostMeasure::Triangles).and_then(|tile| tile.cost.as_ref().ok())
        && let Some(view) = place.worst(CostMeasure::Triangles)
    {
        all.push(worst(place, view));
        all.extend(covered(view));
        all.extend(fine(view, survey.lens.size));
    }
    if let Some(place) = survey.worst(CostMeasure::Draws).and_then(|tile| tile.cost.as_ref().ok()) {
        all.extend(draws(place, cost));
    }
    all.extend(heaviest(cost));
    all.extend(textures(cost));
    if all.is_empty() {
        all.push("No position has an eye, so nothing was compared.".to_owned());
    }
    all
}

fn worst(place: &PlaceCost, view: &ViewCost) -> String {
    let count = view.in_frustum;
    format!(
        "At {}, looking along {}, the frustum holds the most triangles: {} in {} with {}.",
        place_in_words(place.eye),
        direction_in_words(view.forward),
        grouped(count.triangles),
        counted(count.objects, "object"),
        counted(count.draws, "draw call")
    )
}

/// What is covered in the worst view.
fn covered(view: &ViewCost) -> Option<String> {
    let cover = view.cover.as_ref()?;
    let share = view.covered.triangles as f64 / view.in_frustum.triangles.max(1) as f64;
    if share < MUCH {
        return None;
    }
    let are = if view.covered.objects == 1 { "is" } else { "are" };
    Some(format!(
        "{} of them with {} triangles ({}) {are} covered, most by `{}`: an occlusion test would save most here.",
        grouped(view.covered.objects),
        grouped(view.covered.triangles),
        percent(share),
        shown(&cover.name)
    ))
}

/// The seen object whose triangles are more than its pixels.
fn fine(view: &ViewCost, [width, height]: [u32; 2]) -> Option<String> {
    let fine = view.fine.as_ref()?;
    let excess = fine.triangles.saturating_sub(fine.pixels);
    if (excess as f64) < MUCH * view.in_frustum.triangles as f64 {
        return None;
    }
    Some(format!(
        "`{}` has {} triangles there on about {} pixels of a picture of {width} × {height}: a simpler mesh for this distance \
         would save up to {}.",
        shown(&fine.name),
        grouped(fine.triangles),
        grouped(fine.pixels),
        grouped(excess)
    ))
}

/// The material of the most draw calls.
fn draws(place: &PlaceCost, cost: &LevelCost) -> Option<String> {
    const MANY: u64 = 50;
    let view = place.worst(CostMeasure::Draws)?;
    let material = *cost.ranked_materials(|material| material.count.draws).first()?;
    if view.in_frustum.draws < MANY || material.count.draws < 2 {
        return None;
    }
    Some(format!(
        "The most draw calls are at {}, looking along {}: {}. The material `{}` has {} of the level's {}: objects with one material \
         can be merged or instanced.",
        place_in_words(place.eye),
        direction_in_words(view.forward),
        grouped(view.in_frustum.draws),
        shown(&material.name),
        grouped(material.count.draws),
        grouped(cost.count.draws)
    ))
}

/// The object with the most triangles.
fn heaviest(cost: &LevelCost) -> Option<String> {
    let item = *cost.ranked(|item| item.triangles).first()?;
    let share = item.triangles as f64 / cost.count.triangles.max(1) as f64;
    (cost.items.len() > 1 && share >= MUCH).then(|| {
        format!(
            "`{}` has {} of the level's {} triangles ({}).",
            shown(&item.name),
            grouped(item.triangles),
            grouped(cost.count.triangles),
            percent(share)
        )
    })
}

/// The material with the most bytes of textures.
fn textures(cost: &LevelCost) -> Option<String> {
    let material = *cost.ranked_materials(|material| material.texture_bytes).first()?;
    let share = material.texture_bytes as f64 / cost.texture_bytes.max(1) as f64;
    (material.texture_bytes > 0 && share >= MUCH).then(|| {
        format!(
            "The textures of `{}` have {} of {} ({}).",
            shown(&material.name),
            Size(material.texture_bytes),
            Size(cost.texture_bytes),
            percent(share)
        )
    })
}
