//! The animation that a model names, looked up among those of its file.

use super::document::AnimationRef;
use crate::geometry::narrate::counted;
use crate::source::error::quoted;
use crate::source::suggest::nearest;

/// The reason why a model cannot play an animation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct MissingAnimation {
    /// The animation, the file, and the animations that the file has, in one line.
    pub(crate) message: String,
    /// The remedy.
    pub(crate) help: String,
}

impl MissingAnimation {
    /// Looks up an animation in its file. `names` has an entry for each animation of the file, `None` for one without a
    /// name. `None` when the file has the animation.
    pub(crate) fn of(animation: &AnimationRef, file: &str, names: &[Option<&str>]) -> Option<Self> {
        let own_names = || names.iter().copied().flatten();
        let (missing, near) = match animation {
            AnimationRef::Index(index) if (*index as usize) < names.len() => return None,
            AnimationRef::Name(name) if names.contains(&Some(name.as_str())) => return None,
            AnimationRef::Index(index) => (format!("animation {index}"), None),
            AnimationRef::Name(name) => (format!("animation named {}", quoted(name)), nearest(name, own_names())),
        };
        let has = match names.len() {
            0 => "it has none".to_owned(),
            count => format!("it has {}{}", counted(count, "animation"), listed(near, own_names())),
        };
        let help = match (near, animation) {
            (Some(near), _) => format!("did you mean {}?", quoted(near)),
            (None, AnimationRef::Index(_)) if !names.is_empty() => {
                format!("indices count from 0: the last one is {}", names.len() - 1)
            }
            (None, _) => "without `animation`, the model has the pose of its file".to_owned(),
        };
        Some(Self { message: format!("{} has no {missing}: {has}", quoted(file)), help })
    }
}

/// The names in parentheses, the nearest one first; empty without names.
fn listed<'n>(near: Option<&'n str>, names: impl Iterator<Item = &'n str>) -> String {
    /// More names than these are counted.
    const MOST: usize = 8;
    let others = names.filter(|name| Some(*name) != near);
    let all: Vec<&str> = near.into_iter().chain(others).collect();
    if all.is_empty() {
        return String::new();
    }
    let shown: Vec<String> = all.iter().take(MOST).map(|name| quoted(name)).collect();
    let more = match all.len().saturating_sub(MOST) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    format!(" ({}{more})", shown.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_name_comes_first() {
        let message = |animation: &AnimationRef, names: &[Option<&str>]| {
            MissingAnimation::of(animation, "a.glb", names).map(|missing| (missing.message, missing.help))
        };
        let name = |name: &str| AnimationRef::Name(name.to_owned());
        let names = [Some("idle"), None, Some("walk"), Some("run")];
        assert_eq!(message(&name("walk"), &names), None);
        assert_eq!(message(&AnimationRef::Index(1), &names), None, "one without a name has an index");
        for (animation, names, expected, remedy) in [
            (
                name("wolk"),
                &names[..],
                "`a.glb` has no animation named `wolk`: it has 4 animations (`walk`, `idle`, `run`)",
                "did you mean `walk`?",
            ),
            (
                AnimationRef::Index(4),
                &names[..],
                "`a.glb` has no animation 4: it has 4 animations (`idle`, `walk`, `run`)",
                "the last one is 3",
            ),
            (
                name("jump"),
                &names[1..2],
                "`a.glb` has no animation named `jump`: it has 1 animation",
                "without `animation`",
            ),
            (AnimationRef::Index(0), &[][..], "`a.glb` has no animation 0: it has none", "without `animation`"),
            (
                name("x"),
                &[Some("a1"); 11][..],
                "`a.glb` has no animation named `x`: it has 11 animations (`a1`, `a1`, `a1`, `a1`, `a1`, `a1`, `a1`, `a1` \
                 and 3 more)",
                "without `animation`",
            ),
        ] {
            let (found, help) = message(&animation, names).unwrap();
            assert_eq!(found, expected);
            assert!(help.contains(remedy), "{help}");
        }
    }
}
