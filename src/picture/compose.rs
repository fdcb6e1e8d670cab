//! The composition of a picture from the drawings of all questions.

use std::borrow::Cow;
use std::sync::Arc;

use glam::Vec3;

use super::bodies::Bodies;
use super::caption::Caption;
use super::contents::Picture;
use super::legend::Sample;
use super::memory::PictureMemory;
use super::palette::{Palette, Style};
use super::selected::Selected;
use super::shown::Shown;
use super::{
    agents, changes, colliders, cost_tiles, cuts, frusta, ground, images, leaks, marks, mistaken, model, normals,
    objects, occlusion, octree, path_errors, problems, rays, said, sessions, skin_look, skins, taps, visibility,
};
use crate::escape;
use crate::geometry::Mark;
use crate::report::Report;
use crate::report::explain::Subject;
use crate::world::{Item, World};

/// How far the object whose skin is explained is drawn from its place, because it is a half of a cut; from the first world to
/// the second.
pub(super) fn gap_of(selected: &Selected, [whole, apart]: [&World; 2]) -> Vec3 {
    let Some(Subject::Skin(object)) = selected.question(whole) else { return Vec3::ZERO };
    let origin = |world: &World| {
        let object = world.objects.get(object)?;
        Some(Vec3::from(object.pose.world_from_local().translation))
    };
    origin(apart).zip(origin(whole)).map_or(Vec3::ZERO, |(apart, whole)| apart - whole)
}

impl Picture {
    /// Composes a picture for the window, for its inset and for a file, in the order of drawing.
    pub fn of(shown: &Shown) -> Self {
        let selected = shown.selected_in_view();
        let whole = shown.world;
        match whole.apart(shown.cut_gap) {
            Some(world) => {
                let gap = gap_of(&selected, [whole, &world]);
                Self::composed(&Shown { world: &world, bodies: None, selected, ..shown.clone() }, gap)
            }
            None => Self::composed(&Shown { selected, ..shown.clone() }, Vec3::ZERO),
        }
    }

    /// The picture of a world in which the halves of cuts are where they are drawn, with the selection whose answers are drawn.
    /// `gap` is how far the object whose skin is explained is drawn from its place.
    fn composed(shown: &Shown, gap: Vec3) -> Self {
        let Shown { world, palette, .. } = *shown;
        let mut picture = Self {
            bodies: shown.bodies.clone().unwrap_or_else(|| Arc::new(Bodies::of(world))),
            memory: PictureMemory::within(&world.budget),
            display: shown.display,
            has_one_model: world.models.len() == 1,
            ..Self::default()
        };
        if shown.options.grid {
            let extent = ground::extent(world, &shown.main_extent);
            ground::draw(&mut picture, &extent, palette, shown.options.units);
        }
        objects::draw(&mut picture, shown);
        normals::draw(&mut picture, shown);
        model::draw(&mut picture, shown);
        frusta::draw(&mut picture, shown);
        visibility::draw(&mut picture, shown);
        images::draw(&mut picture, shown);
        rays::draw(&mut picture, shown);
        mistaken::draw(&mut picture, shown);
        said::draw(&mut picture, shown);
        sessions::draw(&mut picture, shown);
        taps::draw(&mut picture, shown);
        path_errors::draw(&mut picture, shown);
        cost_tiles::draw(&mut picture, shown);
        cuts::draw(&mut picture, shown);
        leaks::draw(&mut picture, shown);
        colliders::draw(&mut picture, shown);
        skins::draw(&mut picture, shown);
        skin_look::draw(&mut picture, shown);
        agents::draw(&mut picture, shown);
        match shown.marks() {
            _ if shown.hidden.concerns(world, &shown.selected) || !shown.report.has_answers() => {}
            Some(marks) => {
                let moved: Vec<Mark> = marks.iter().map(|mark| mark.moved(gap)).collect();
                marks::draw(&mut picture, shown, &moved);
            }
            // The p- and n-vertices are those of the right rule.
            None if shown.options.mistaken => {}
            None => frusta::pair::draw(&mut picture, shown),
        }
        picture.legend_of(shown.report, &shown.selected, palette);
        objects::tint_legend(&mut picture, shown);
        objects::sides_legend(&mut picture, shown);
        octree::draw(&mut picture, shown);
        occlusion::draw(&mut picture, shown);
        problems::draw(&mut picture, shown);
        changes::draw(&mut picture, shown);
        shown.options.labels.apply(&mut picture.labels, &shown.selected);
        picture.escape_names();
        picture.caption = shown.title.and_then(|title| Caption::of(title, shown));
        picture
    }

    /// Puts escapes in place of control and bidirectional characters of names, and cuts very long ones. A label has one
    /// line.
    fn escape_names(&mut self) {
        let labels = self.labels.iter_mut().map(|label| &mut label.text);
        let cards = self.cards.iter_mut().flat_map(|card| {
            let forms = std::iter::once(&mut card.rows).chain(&mut card.shorter);
            let rows = forms.flatten().flat_map(|row| [&mut row.text, &mut row.note]);
            let label = card.label.iter_mut().map(|label| &mut label.text);
            std::iter::once(&mut card.title).chain(rows).chain(label)
        });
        for text in labels.chain(cards) {
            if let Cow::Owned(shown) = escape::shown(text) {
                *text = shown;
            }
        }
    }

    /// Adds legend entries for the colours in the picture.
    fn legend_of(&mut self, report: &Report, selected: &Selected, palette: &Palette) {
        for (tone, word) in objects::verdicts(report, selected) {
            // A camera tests the box, so the box has the colour of the verdict as well.
            let sample = if selected.ray().is_some() { Sample::Patch } else { Sample::Body(palette.style(tone)) };
            self.add_legend(word, palette.tone(tone), sample);
        }
        let is_leak = matches!(selected.explained_alone(), Some(Item::Leak(_)));
        if selected.object().is_some() || selected.image().is_some() || selected.model().is_some() || is_leak {
            self.add_legend("selected", palette.selected, Sample::Line(Style::Solid));
        }
        let camera = selected.camera().and_then(|c| report.frusta.get(c));
        let ray = selected.ray().and_then(|r| report.rays.get(r));
        let is_disputed = camera.is_some_and(|answers| answers.objects.iter().any(|o| !o.agrees()))
            || ray.is_some_and(|answers| answers.disputed().next().is_some());
        if is_disputed {
            self.add_legend("⚠ fast and exact answer differ", palette.exact, Sample::Line(Style::Solid));
        }
    }
}
