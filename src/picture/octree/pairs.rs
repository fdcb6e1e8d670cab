//! Pairs as lines between the centres of their boxes.

use super::scope::OctreeDrawing;
use crate::geometry::narrate::grouped;
use crate::picture::contents::Picture;
use crate::picture::legend::Sample;
use crate::picture::palette::Style;
use crate::picture::strokes::LineStyle;
use crate::world::Item;

/// The most candidate pairs that are all drawn. With more, only overlaps and the candidates of the selected object are drawn.
const MOST_CANDIDATES: usize = 120;

/// The most overlaps that are all drawn. With more, only those of the selected object are drawn.
const MOST_OVERLAPS: usize = 6000;

/// The most lines of full width. With more, each line is thinner.
const MANY: usize = 30;

pub(super) fn draw(picture: &mut Picture, scope: &OctreeDrawing) {
    if scope.look.has_pairs {
        candidates(picture, scope);
        overlaps(picture, scope);
    }
}

fn candidates(picture: &mut Picture, scope: &OctreeDrawing) {
    let (all, overlaps) = (&scope.answers.candidate_pairs, scope.answers.overlap_pairs.as_deref().unwrap_or_default());
    let is_all = scope.answers.candidate_count <= MOST_CANDIDATES as u64;
    let chosen = all.iter().flatten().filter(|pair| is_all || scope.has_selected(**pair));
    // What overlaps is drawn as such.
    let mut drawn: Vec<_> = chosen.filter(|pair| overlaps.binary_search(pair).is_err()).copied().collect();
    let found = drawn.len();
    drawn.truncate(MOST_CANDIDATES);
    let rest = if found > MANY { (0.4, 1.0) } else { (0.65, 1.2) };
    for &pair in &drawn {
        join(picture, scope, pair, if scope.has_selected(pair) { (0.9, 1.6) } else { rest }, Style::Dashed);
    }
    let cut = match (all, scope.selected) {
        _ if is_all => String::new(),
        (Some(_), Some(_)) if found > MOST_CANDIDATES => {
            format!(" · {MOST_CANDIDATES} of {} pairs of the selected object", grouped(found as u64))
        }
        (Some(_), Some(_)) => " · too many, only pairs of the selected object".to_owned(),
        _ => " · too many to draw".to_owned(),
    };
    if found > 0 || !is_all {
        let text = format!("candidate pair, no overlap{cut}");
        picture.add_legend(text, scope.palette.candidate, Sample::Line(Style::Dashed));
    }
}

/// A strong line for each, and the boxes in the same colour.
fn overlaps(picture: &mut Picture, scope: &OctreeDrawing) {
    let color = scope.palette.candidate;
    let Some(all) = &scope.answers.overlap_pairs else {
        picture.add_legend("overlapping pair · too many to draw", color, Sample::Line(Style::Solid));
        return;
    };
    let is_all = all.len() <= MOST_OVERLAPS;
    // Thousands of strong lines would be a blot.
    let is_few = all.len() <= MOST_CANDIDATES;
    let width = if is_few { 3.0 } else { 1.8 };
    let mut boxes = Vec::new();
    for &pair in all.iter().filter(|pair| is_all || scope.has_selected(**pair)) {
        let is_strong = scope.has_selected(pair);
        join(picture, scope, pair, (1.0, if is_strong { 4.0 } else { width }), Style::Solid);
        if is_few || is_strong {
            boxes.extend(pair);
        }
    }
    boxes.sort_unstable();
    boxes.dedup();
    for object in boxes.into_iter().filter(|&i| !scope.is_hidden(i) && scope.selected != Some(i as usize)) {
        let Some(at) = scope.world.objects.get(object as usize) else { continue };
        picture.belonging_to(Item::Object(object as usize), |picture| {
            picture.box_edges(&at.aabb, LineStyle::solid(color, 1.5));
        });
    }
    if !all.is_empty() {
        let most = grouped(MOST_OVERLAPS as u64);
        let cut =
            if is_all { String::new() } else { format!(" · more than {most}, only pairs of the selected object") };
        picture.add_legend(format!("overlapping pair{cut}"), color, Sample::Line(Style::Solid));
    }
}

fn join(picture: &mut Picture, scope: &OctreeDrawing, pair: [u32; 2], (alpha, width): (f32, f32), style: Style) {
    let [Some(a), Some(b)] = pair.map(|one| scope.world.objects.get(one as usize)) else { return };
    if !pair.iter().any(|&one| scope.is_hidden(one)) {
        picture.line(
            a.aabb.centre(),
            b.aabb.centre(),
            LineStyle::new(scope.palette.candidate.fade(alpha), width, style),
        );
    }
}
