//! What rays hit, as a question of a report.

use serde_json::Value;

use super::answers::RayAnswers;
use super::subject::RaySubject;
use super::{brief, explain, headline, json};
use crate::report::all_answers::Report;
use crate::report::explanation::Explanation;
use crate::report::images::unanswered::why_no_cells;
use crate::report::question::Question;
use crate::report::section_source::{Estimate, SectionSource, unplaced, value};
use crate::world::{Item, World};

/// Answers what rays hit.
pub(in crate::report) struct RaysQuestion;

impl Question for RaysQuestion {
    type Subject = RaySubject;
    type Json<'a> = json::Rays<'a>;
    type Brief<'a> = json::Rays<'a, brief::RayBrief>;

    fn subject(one: Item, other: Option<Item>) -> Option<RaySubject> {
        match (one, other) {
            (Item::Ray(r), None) => Some(RaySubject::Ray(r)),
            (Item::Ray(r), Some(Item::Object(o))) => Some(RaySubject::Object(r, o)),
            (Item::Ray(r), Some(Item::Image(i))) => Some(RaySubject::Image(r, i)),
            _ => None,
        }
    }

    fn headline(report: &Report, subject: RaySubject) -> Option<String> {
        headline::headline(report, subject)
    }

    fn why_no_answer(world: &World, subject: RaySubject) -> Option<String> {
        match subject {
            RaySubject::Image(_, image) => why_no_cells(world.images.get(image)?),
            RaySubject::Ray(_) | RaySubject::Object(..) => None,
        }
    }

    fn explain(world: &World, subject: RaySubject) -> Option<Explanation> {
        explain::explain(world, subject)
    }

    fn json<'a>(source: &SectionSource<'a>) -> Option<json::Rays<'a>> {
        json::Rays::of(source)
    }

    fn brief<'a>(source: &SectionSource<'a>) -> Option<Self::Brief<'a>> {
        json::Rays::of(source)
    }

    fn shorten(section: &Value) -> Option<Value> {
        Some(brief::shorten(section))
    }

    /// Without an object: `nearest`, the name of the first target, with its `t`, `distance`, `feature`, `point` and `normal`.
    fn answer(world: &World, report: &Report, name: &str, object: Option<&str>) -> Option<Value> {
        let answers = RayAnswers::of(world.rays.iter().find(|ray| *ray.name == *name)?, world);
        let targets = json::OnRays { answers: &answers, report };
        let Some(object) = object else {
            let nearest = answers.nearest.and_then(|target| value(&targets.target(target)?));
            let of_nearest = |key: &str| nearest.as_ref().and_then(|nearest| nearest.get(key)).cloned();
            let field = |key: &str, of: &str| (key.to_owned(), of_nearest(of).unwrap_or_default());
            let same = ["t", "distance", "feature", "point", "normal"].map(|key| field(key, key));
            return Some([field("nearest", "object")].into_iter().chain(same).collect());
        };
        if let Some(i) = report.objects.iter().position(|requested| *requested.name == *object) {
            return value(&targets.object(i)?);
        }
        match report.images.iter().position(|image| *image.name == *object) {
            Some(i) => value(&targets.entry_of_image(i)?),
            None => unplaced(report, object),
        }
    }

    fn size(world: &World) -> Estimate {
        let each = (world.objects.len() + world.images.len()) as u64;
        // Bytes of an answer, measured.
        Estimate::answers(each.saturating_mul(world.rays.len() as u64), 260)
    }
}
