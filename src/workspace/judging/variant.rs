//! The open scene with another rule, for the comparison of the answers of two rules.

use crate::scene::{OctreeMethod, Scene, TapRule};

/// What differs from the open scene.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SceneVariant {
    /// Cameras and rays with a known mistake have the right rule.
    RightRule,
    /// The octree is loose in place of tight, or tight in place of loose.
    OtherOctree,
    /// Taps choose the nearest hit of all types in place of the first type, and the reverse.
    OtherTapRule,
    /// The same scene with the answers of the program whose trace it has, see [`Report::take_said`](crate::report::Report::take_said).
    Program,
}

impl SceneVariant {
    pub(crate) const ALL: [Self; 4] = [Self::RightRule, Self::OtherOctree, Self::OtherTapRule, Self::Program];

    /// The scene with the other rule. `None` for a scene in which nothing has the rule.
    pub(crate) fn of(self, scene: &Scene) -> Option<Scene> {
        if !self.exists_in(scene) {
            return None;
        }
        let mut other = scene.clone();
        match self {
            Self::Program => {}
            Self::RightRule => {
                other.cameras.iter_mut().for_each(|camera| camera.mistake = None);
                other.rays.iter_mut().for_each(|ray| ray.mistake = None);
            }
            Self::OtherOctree => {
                if let Some(octree) = &mut other.octree {
                    octree.method = match octree.method {
                        OctreeMethod::Tight => OctreeMethod::Loose,
                        OctreeMethod::Loose => OctreeMethod::Tight,
                    };
                }
            }
            Self::OtherTapRule => {
                for tap in &mut other.taps {
                    tap.rule = match tap.rule {
                        TapRule::FirstType => TapRule::Nearest,
                        TapRule::Nearest => TapRule::FirstType,
                    };
                }
            }
        }
        Some(other)
    }

    /// Whether something in a scene has the rule.
    pub(crate) fn exists_in(self, scene: &Scene) -> bool {
        match self {
            Self::RightRule => {
                let mut mistakes = scene.cameras.iter().map(|camera| &camera.mistake);
                mistakes.any(Option::is_some) || scene.rays.iter().any(|ray| ray.mistake.is_some())
            }
            Self::OtherOctree => scene.octree.is_some(),
            Self::OtherTapRule => !scene.taps.is_empty(),
            Self::Program => scene.trace.is_some(),
        }
    }

    /// The name of the scene with the other rule.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::RightRule => "the right rule",
            Self::OtherOctree => "the other octree",
            Self::OtherTapRule => "the other tap rule",
            Self::Program => "the answers of the program",
        }
    }

    /// The words on the buttons of the other scene and of the open one.
    pub(crate) fn words(self, scene: &Scene) -> [&'static str; 2] {
        let first_tap = scene.taps.first().map(|tap| tap.rule).unwrap_or_default();
        match self {
            Self::RightRule => ["Right rule", "With mistakes"],
            Self::Program => ["Program", "eyeline"],
            Self::OtherOctree => match scene.octree.as_ref().map(|octree| octree.method).unwrap_or_default() {
                OctreeMethod::Tight => ["Loose", "Tight"],
                OctreeMethod::Loose => ["Tight", "Loose"],
            },
            Self::OtherTapRule => match first_tap {
                TapRule::FirstType => ["Nearest", "First type"],
                TapRule::Nearest => ["First type", "Nearest"],
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::parse;

    #[test]
    fn the_other_rule_is_that_of_all_items_and_twice_is_the_scene() {
        let text = r#"{ "eyeline": 1, "octree": { "method": "loose" },
            "cameras": [{ "name": "a", "mistake": "near-never-culls" }, { "name": "b", "session": { "name": "s" } }],
            "sessions": [{ "name": "s", "file": "s.jsonl" }],
            "taps": [{ "name": "t", "camera": "b", "time": 0, "screen": [0.5, 0.5], "rule": "nearest" }] }"#;
        let scene = parse(text, "a.json").unwrap();
        let right = SceneVariant::RightRule.of(&scene).unwrap();
        assert!(right.cameras.iter().all(|camera| camera.mistake.is_none()));
        assert!(SceneVariant::RightRule.of(&right).is_none(), "it has no mistake any more");
        for variant in [SceneVariant::OtherOctree, SceneVariant::OtherTapRule] {
            let other = variant.of(&scene).unwrap();
            assert_ne!(other, scene);
            assert_eq!(variant.of(&other).unwrap(), scene);
            let [theirs, ours] = variant.words(&scene);
            assert_eq!(variant.words(&other), [ours, theirs]);
        }
        let still = parse(r#"{ "eyeline": 1 }"#, "a.json").unwrap();
        assert!(SceneVariant::ALL.into_iter().all(|variant| variant.of(&still).is_none()));
    }
}
