//! Rules for the settings of `eyeline check`.

use std::collections::HashMap;

use super::{Check, Kind, LAST_TICK, Place, UP_TO_LAST_TICK, quoted, such_as, such_as_within};
use crate::scene::document::{self, CheckView};
use crate::source::rooted::is_plain_name;

impl Check<'_> {
    pub(super) fn guarded(&mut self, check: &document::Check, scene: &document::Scene, at: &Place) {
        let mut first: HashMap<&str, usize> = HashMap::new();
        for (i, view) in check.views.iter().enumerate() {
            let at_view = at.key("views").index(i);
            self.view_name(&view.name, &at_view.key("name"));
            if let Some(before) = first.insert(&view.name, i) {
                let help = Some("each view is stored under its own name");
                self.push(at_view.key("name"), format!("the name {} is taken", quoted(&view.name)), help);
                if let Some(problem) = self.problems.last_mut() {
                    problem.other = Some(at.key("views").index(before).key("name"));
                }
            }
            if let Some(camera) = &view.camera {
                self.reference(camera, Kind::Camera, at_view.key("camera"));
            }
            self.rules(&at_view, &[(view.tick.is_none_or(|t| t <= LAST_TICK), "tick", UP_TO_LAST_TICK)]);
            if let Some(panel) = view.panel {
                let reason = (!view.ui).then_some("`panel` needs `\"ui\": true`: only the whole window has panels");
                if let Some(reason) = reason.or_else(|| panel.why_none(scene)) {
                    self.push(at_view.key("panel"), reason, such_as_within("views", "panel"));
                }
            }
            if !view.size.is_none_or(|size| size.iter().all(|n| (1..=CheckView::MOST_PIXELS).contains(n))) {
                let message = format!("`size` must be from 1 to {} pixels on both axes", CheckView::MOST_PIXELS);
                self.push_value(at_view.key("size"), message, such_as_within("views", "size"));
            }
        }
        let tolerance = at.key("tolerance");
        self.rules(
            &tolerance,
            &[
                (check.tolerance.number >= 0.0, "number", "must not be negative"),
                ((0.0..=1.0).contains(&check.tolerance.pixel), "pixel", "must be from 0 to 1"),
            ],
        );
        for (i, ignored) in check.ignore.iter().enumerate() {
            let at = at.key("ignore").index(i);
            let view = ignored.view.as_ref().map(|name| (name, check.views.iter().find(|view| view.name == *name)));
            if let Some((name, None)) = view {
                let names: Vec<String> = check.views.iter().map(|view| quoted(&view.name)).collect();
                let help = match &*names {
                    [] => "`check` has no `views`; leave `view` out to ignore the rectangle in the only picture"
                        .to_owned(),
                    names => format!("the views are {}", names.join(", ")),
                };
                self.push(at.key("view"), format!("there is no view named {}", quoted(name)), Some(help));
            }
            let [left, top, width, height] = ignored.rect.map(u64::from);
            if width == 0 || height == 0 {
                self.push_value(at.key("rect"), "`rect` must be at least 1 pixel wide and high", such_as("rect"));
            }
            // Without a view, the rectangle must be inside at least one picture.
            let about = |view: &&CheckView| ignored.view.as_ref().is_none_or(|name| view.name == *name);
            let mut sizes = check.views.iter().filter(about).map(|view| view.size.unwrap_or(CheckView::DEFAULT_SIZE));
            let is_in = |size: [u32; 2]| {
                let [w, h] = size.map(u64::from);
                left + width <= w && top + height <= h
            };
            let is_somewhere =
                if check.views.is_empty() { is_in(CheckView::DEFAULT_SIZE) } else { sizes.clone().any(is_in) };
            let is_known = check.views.is_empty() || sizes.next().is_some();
            if is_known && !is_somewhere {
                let help = Some("it is left, top, width and height in pixels, all inside the picture");
                self.push_value(at.key("rect"), "`rect` extends beyond the picture", help.map(str::to_owned));
            }
        }
    }

    /// A view's name is a part of a file name.
    fn view_name(&mut self, name: &str, at: &Place) {
        let help = || such_as_within("views", "name");
        if name.trim().is_empty() {
            self.push(at.clone(), "a name must not be empty", help());
        } else if !is_plain_name(name) || name.contains(char::is_control) {
            let message = format!(
                "the name {} of a view is a part of a file name: it must not contain `/`, `\\` or control characters, and must not be `..`",
                quoted(name)
            );
            self.push(at.clone(), message, help());
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::scene::{parse, write};

    const THINGS: &str = r#""cameras": [{ "name": "guard" }], "octree": {},
        "objects": [{ "name": "crate", "shape": { "sphere": { "radius": 1 } } }],
        "rays": [{ "name": "aim", "origin": [0, 0, 5], "direction": [0, 0, -1] }]"#;

    fn scene(check: &str) -> String {
        format!("{{ \"eyeline\": 1, {THINGS}, {check} }}")
    }

    #[test]
    fn valid_keys_are_kept_when_written() {
        let text = scene(
            r#""check": { "views": [{ "name": "front", "camera": "guard", "tick": 3, "ui": true, "panel": "octree", "size": [64, 48] }, { "name": "b" }],
                "tolerance": { "number": 0, "pixel": 1, "pixels": 7 },
                "ignore": [{ "view": "front", "rect": [60, 40, 4, 8] }, { "rect": [0, 0, 1280, 720] }], "skip": ["rays", "cuts"] },
            "expect": [{ "camera": "guard", "object": "crate", "verdict": "outside" },
                { "ray": "aim", "nearest": null, "t": { "max": 3 }, "tick": 2 }, { "octree": true, "candidate_count": 0 }]"#,
        );
        let read = parse(&text, "a.json").unwrap();
        assert_eq!((read.check.as_ref().unwrap().views.len(), read.expect.len()), (2, 3));
        assert_eq!(parse(&write(&read), "a.json").unwrap(), read);
    }

    #[test]
    fn invalid_values_are_refused() {
        for (check, message) in [
            (r#""check": { "views": [{ "name": "a" }, { "name": "a" }] }"#, "the name `a` is taken, first at"),
            (r#""check": { "views": [{ "name": " " }] }"#, "must not be empty"),
            (r#""check": { "views": [{ "name": "../a" }] }"#, "must not contain `/`"),
            (r#""check": { "views": [{ "name": ".." }] }"#, "must not be `..`"),
            (r#""check": { "views": [{ "name": "a", "camera": "gaurd" }] }"#, "there is no camera named `gaurd`"),
            (r#""check": { "views": [{ "name": "a", "camera": "crate" }] }"#, "`crate` is an object, not a camera"),
            (r#""check": { "views": [{ "name": "a", "panel": "octree" }] }"#, "`panel` needs `\"ui\": true`"),
            (r#""check": { "views": [{ "name": "a", "ui": true, "panel": "opacity" }] }"#, "for a scene with images"),
            (r#""check": { "views": [{ "name": "a", "ui": true, "panel": "tree" }] }"#, "unknown word `tree`"),
            (r#""check": { "views": [{ "name": "a", "size": [0, 5] }] }"#, "`size` must be from 1 to 8192"),
            (r#""check": { "views": [{ "name": "a", "size": [9000, 5] }] }"#, "`size` must be from 1 to 8192"),
            (r#""check": { "views": [{ "name": "a", "tick": 1000001 }] }"#, "`tick` must be at most 1000000"),
            (r#""check": { "tolerance": { "number": -1 } }"#, "`number` must not be negative, found `-1`"),
            (r#""check": { "tolerance": { "pixel": 2 } }"#, "`pixel` must be from 0 to 1"),
            (r#""check": { "tolerance": { "pixels": -1 } }"#, "`pixels` must be 0 or more"),
            (r#""check": { "ignore": [{ "view": "a", "rect": [0, 0, 1, 1] }] }"#, "there is no view named `a`"),
            (r#""check": { "ignore": [{ "rect": [0, 0, 0, 1] }] }"#, "at least 1 pixel"),
            (r#""check": { "ignore": [{ "rect": [1280, 0, 1, 1] }] }"#, "`rect` extends beyond the picture"),
            (
                r#""check": { "ignore": [{ "rect": [4294967295, 0, 4294967295, 1] }] }"#,
                "`rect` extends beyond the picture",
            ),
            (r#""check": { "skip": ["rayz"] }"#, "unknown word `rayz`"),
            (r#""check": { "viewz": [] }"#, "unknown key `viewz`"),
            (
                r#""expect": [{ "camera": "guard", "object": "crat", "verdict": "outside" }]"#,
                "there is no object named `crat`",
            ),
            (r#""expect": [{ "ray": "aim", "nearest": "crat" }]"#, "there is no object named `crat`"),
            (r#""expect": [{ "ray": "guard", "t": 1 }]"#, "`guard` is a camera, not a ray"),
            (r#""expect": [{ "session": "walk", "frames": 1 }]"#, "there is no session named `walk`"),
            (
                r#""expect": [{ "camera": "guard", "verdict": "outside" }]"#,
                "no answer is selected by this combination of keys",
            ),
            (r#""expect": [{ "verdict": "outside" }]"#, "has no key that selects an answer"),
            (r#""expect": [{ "ray": "aim" }]"#, "has no field of the answer"),
            (r#""expect": [{ "camera": "guard", "object": "crate", "t": 1 }]"#, "the answer has no field `t`"),
            (r#""expect": [{ "octree": false, "candidate_count": 1 }]"#, "`octree` must be `true`"),
        ] {
            let error = parse(&scene(check), "a.json").expect_err(check).render(false);
            assert!(error.contains(message), "{check}: {error}");
        }
    }
}
