//! The answers of a program in place of ours, so that both can be compared.

use serde_json::Value;

use super::disagreement::{AskedItem, Opinion};
use crate::geometry::frustum::Verdict;
use crate::report::Report;
use crate::report::brief_entry::{entry, set};
use crate::report::json::Section;
use crate::trace::CastRay;

impl Report {
    /// Puts the answers that a program gave at this tick in place of ours: verdicts about objects into the report and into its brief
    /// form, and the first hits of named rays into the brief form. A program that says "visible" has the verdict *intersect*, and one
    /// that says "culled" *outside*.
    pub(crate) fn take_said(&mut self, brief: &mut Value) {
        let disagreements = self.said.as_ref().map(|said| said.disagreements.clone()).unwrap_or_default();
        for one in &disagreements {
            match (&one.asked, &one.said) {
                (AskedItem::View { camera, object }, Opinion::Verdict(word)) => {
                    let verdict = verdict_of(word);
                    self.take_verdict([camera, object], verdict);
                    let answers = entry(brief.get_mut(Section::Frusta.word()), "camera", camera);
                    let answer = entry(answers.and_then(|answers| answers.get_mut("objects")), "object", object);
                    set(answer, "verdict", Value::from(verdict.word()));
                }
                (AskedItem::Ray(CastRay::Named(ray)), Opinion::Hit { hit, .. }) => {
                    let answer = entry(brief.get_mut(Section::Rays.word()), "ray", ray);
                    set(answer, "nearest", hit.as_deref().map_or(Value::Null, Value::from));
                }
                _ => {}
            }
        }
    }

    fn take_verdict(&mut self, [camera, object]: [&str; 2], verdict: Verdict) {
        let Some(index) = self.objects.iter().position(|tested| *tested.name == *object) else { return };
        let of_camera = self.frusta.iter_mut().find(|answers| *answers.camera == *camera);
        if let Some(answer) = of_camera.and_then(|answers| answers.objects.get_mut(index)) {
            answer.fast.verdict = verdict;
        }
    }
}

fn verdict_of(word: &str) -> Verdict {
    match word {
        "outside" | "culled" => Verdict::Outside,
        "inside" => Verdict::Inside,
        _ => Verdict::Intersect,
    }
}
