//! Rules for the settings of `eyeline check`.

use std::collections::HashMap;

use super::check::Check;
use super::words::UP_TO_LAST_TICK;
use crate::scene::document::{self, CheckView, LAST_TICK};
use crate::scene::names::Kind;
use crate::scene::read::hint::{such_as, such_as_within};
use crate::source::error::quoted;
use crate::source::place::ValuePath;
use crate::source::rooted::is_plain_name;

impl Check<'_> {
    /// The settings of a scene alone. The project file may add views, so only a scene with views of its own is checked for
    /// names of views.
    pub(super) fn guarded(&mut self, check: &document::Check, scene: &document::Scene, at: &ValuePath) {
        self.settings(check, at);
        self.settings_in(check, scene, at, check.views.is_some());
    }

    /// The rules that need no scene: ranges, and names of views.
    pub(super) fn settings(&mut self, check: &document::Check, at: &ValuePath) {
        let mut first: HashMap<String, usize> = HashMap::new();
        for (i, view) in check.views().iter().enumerate() {
            let at_view = at.key("views").index(i);
            self.view_name(&view.name, &at_view.key("name"));
            if let Some(before) = first.insert(view.name.to_lowercase(), i) {
                let earlier = &check.views()[before].name;
                let (message, help) = if *earlier == view.name {
                    (format!("the name {} is taken", quoted(&view.name)), "each view is stored under its own name")
                } else {
                    let message =
                        format!("the names {} and {} differ only by case", quoted(earlier), quoted(&view.name));
                    (message, "some systems store both pictures in one file; rename one of the views")
                };
                self.push(at_view.key("name"), message, Some(help));
                if let Some(violation) = self.violations.last_mut() {
                    violation.other = Some(at.key("views").index(before).key("name"));
                }
            }
            self.rules(&at_view, &[(view.tick.is_none_or(|t| t <= LAST_TICK), "tick", UP_TO_LAST_TICK)]);
            if view.panel.is_some() && !view.ui {
                let reason = "`panel` needs `\"ui\": true`: only the whole window has panels";
                self.push(at_view.key("panel"), reason, such_as_within("views", "panel"));
            }
            if !view.size.is_none_or(|size| size.iter().all(|n| (1..=CheckView::MOST_PIXELS).contains(n))) {
                let message = format!("`size` must be from 1 to {} pixels on both axes", CheckView::MOST_PIXELS);
                self.push_value(at_view.key("size"), message, such_as_within("views", "size"));
            }
            if view.scale.is_some_and(|scale| !(1.0..=2.0).contains(&scale)) {
                self.push_value(at_view.key("scale"), "`scale` must be from 1 to 2", such_as_within("views", "scale"));
            } else if view.scale.is_some() && !view.ui {
                let reason = "`scale` needs `\"ui\": true`: it is the scale of the user interface";
                self.push(at_view.key("scale"), reason, such_as_within("views", "scale"));
            }
        }
        let (place, tolerance) = (at.key("tolerance"), &check.tolerance);
        let is_share = |number: Option<f64>| number.is_none_or(|number| (0.0..=1.0).contains(&number));
        self.rules(
            &place,
            &[
                (tolerance.number() >= 0.0, "number", "must not be negative"),
                (is_share(tolerance.pixel), "pixel", "must be from 0 to 1"),
                (is_share(tolerance.pixel_ratio), "pixel_ratio", "must be from 0 to 1"),
            ],
        );
        self.exclusive(
            &place,
            &[("pixels", tolerance.pixels.is_some()), ("pixel_ratio", tolerance.pixel_ratio.is_some())],
        );
        for (i, ignored) in check.ignored().iter().enumerate() {
            let at = at.key("ignore").index(i);
            self.exclusive(&at, &[("rect", ignored.rect.is_some()), ("object", ignored.object.is_some())]);
            if ignored.rect.is_none() && ignored.object.is_none() {
                let help = Some("give a `rect` of the picture, or the name of an `object`");
                self.push(at.clone(), "this entry does not say which pixels are ignored", help);
            }
            if ignored.rect.is_some_and(|[_, _, width, height]| width == 0 || height == 0) {
                self.push_value(at.key("rect"), "`rect` must be at least 1 pixel wide and high", such_as("rect"));
            }
        }
    }

    /// The rules about what the scene has: cameras, panels, objects and, with `has_all_views`, its views.
    pub(super) fn settings_in(
        &mut self,
        check: &document::Check,
        scene: &document::Scene,
        at: &ValuePath,
        has_all_views: bool,
    ) {
        for (i, view) in check.views().iter().enumerate() {
            let at_view = at.key("views").index(i);
            if let Some(camera) = &view.camera {
                self.reference(camera, Kind::Camera, at_view.key("camera"));
            }
            if let Some(reason) = view.panel.filter(|_| view.ui).and_then(|panel| scene.why_no_panel(panel)) {
                self.push(at_view.key("panel"), reason, such_as_within("views", "panel"));
            }
        }
        for (i, ignored) in check.ignored().iter().enumerate() {
            if let Some(object) = &ignored.object {
                self.drawn_object(object, at.key("ignore").index(i).key("object"));
            }
        }
        if has_all_views {
            self.ignored_views(check, at);
        }
    }

    /// Checks that ignored parts are in views of the scene, and rectangles inside their pictures.
    fn ignored_views(&mut self, check: &document::Check, at: &ValuePath) {
        let all = Sizes::of(check.views().iter().map(size));
        let mut named: HashMap<&str, Vec<&CheckView>> = HashMap::new();
        for view in check.views() {
            named.entry(&view.name).or_default().push(view);
        }
        for (i, ignored) in check.ignored().iter().enumerate() {
            let at = at.key("ignore").index(i);
            let views = ignored.view.as_ref().map(|name| (name, named.get(&**name)));
            if let Some((name, None)) = views {
                let help = match check.views() {
                    [] => {
                        "`check` has no `views`; leave `view` out to ignore the pixels of the only picture".to_owned()
                    }
                    views => format!("the views are {}", listed(views)),
                };
                self.push(at.key("view"), format!("there is no view named {}", quoted(name)), Some(help));
            }
            let Some(rect) = ignored.rect else { continue };
            let [left, top, width, height] = rect.map(u64::from);
            // Without a view, the rectangle must be inside at least one picture.
            let (right, bottom) = (left + width, top + height);
            let is_somewhere = match views {
                _ if check.views().is_empty() => Sizes::of([CheckView::DEFAULT_SIZE]).fit(right, bottom),
                None => all.fit(right, bottom),
                Some((_, views)) => {
                    views.is_none_or(|views| Sizes::of(views.iter().copied().map(size)).fit(right, bottom))
                }
            };
            if !is_somewhere {
                let help = Some("it is left, top, width and height in pixels, all inside the picture");
                self.push_value(at.key("rect"), "`rect` extends beyond the picture", help.map(str::to_owned));
            }
        }
    }

    /// An object of the scene or of a model, or a half of a cut.
    fn drawn_object(&mut self, name: &str, at: ValuePath) {
        if !self.names.is_half(name) {
            self.reference(name, Kind::Object, at);
        }
    }

    /// A view's name is a part of a file name.
    fn view_name(&mut self, name: &str, at: &ValuePath) {
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

/// The names of views for a message.
fn listed(views: &[CheckView]) -> String {
    const MOST: usize = 20;
    let names: Vec<String> = views.iter().take(MOST).map(|view| quoted(&view.name)).collect();
    let more = views.len() - names.len();
    let more = if more > 0 { format!(", and {more} more") } else { String::new() };
    format!("{}{more}", names.join(", "))
}

fn size(view: &CheckView) -> [u32; 2] {
    view.size.unwrap_or(CheckView::DEFAULT_SIZE)
}

/// The sizes of some pictures that no other one exceeds on both axes, from wide to narrow.
struct Sizes(Vec<[u64; 2]>);

impl Sizes {
    fn of(sizes: impl IntoIterator<Item = [u32; 2]>) -> Self {
        let mut sizes: Vec<[u64; 2]> = sizes.into_iter().map(|size| size.map(u64::from)).collect();
        sizes.sort_unstable_by(|a, b| b.cmp(a));
        let mut highest = 0;
        sizes.retain(|[_, height]| {
            let is_higher = *height > highest;
            highest = highest.max(*height);
            is_higher
        });
        Self(sizes)
    }

    /// Whether a rectangle with this right and lower end is inside one of them.
    fn fit(&self, right: u64, bottom: u64) -> bool {
        let wide = self.0.partition_point(|[width, _]| *width >= right);
        self.0[..wide].last().is_some_and(|[_, height]| *height >= bottom)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::scene::read::located::parse;
    use crate::scene::write;

    const THINGS: &str = r#""cameras": [{ "name": "guard" }], "octree": {},
        "objects": [{ "name": "crate", "shape": { "sphere": { "radius": 1 } } }],
        "rays": [{ "name": "aim", "origin": [0, 0, 5], "direction": [0, 0, -1] }]"#;

    fn scene(check: &str) -> String {
        format!("{{ \"eyeline\": 1, {THINGS}, {check} }}")
    }

    #[test]
    fn valid_keys_are_kept_when_written() {
        let text = scene(
            r#""check": { "views": [{ "name": "front", "camera": "guard", "tick": 3, "ui": true, "panel": "octree", "size": [64, 48], "display": "clay", "theme": "light", "scale": 1.5 }, { "name": "b" }],
                "tolerance": { "number": 0, "pixel": 1, "pixel_ratio": 0.001 },
                "ignore": [{ "view": "front", "rect": [60, 40, 4, 8] }, { "rect": [0, 0, 1280, 720] }, { "view": "b", "object": "crate" }], "skip": ["rays", "cuts"] },
            "expect": [{ "camera": "guard", "object": "crate", "verdict": "outside" },
                { "ray": "aim", "nearest": null, "t": { "max": 3 }, "tick": 2 }, { "octree": true, "candidate_count": 0 }]"#,
        );
        let read = parse(&text, "a.json").unwrap();
        assert_eq!((read.check.as_ref().unwrap().views().len(), read.expect.len()), (2, 3));
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
            (r#""check": { "tolerance": { "pixel_ratio": 1.5 } }"#, "`pixel_ratio` must be from 0 to 1, found `1.5`"),
            (
                r#""check": { "tolerance": { "pixels": 3, "pixel_ratio": 0.1 } }"#,
                "`pixel_ratio` and `pixels` exclude each other",
            ),
            (r#""check": { "views": [{ "name": "a", "scale": 1.5 }] }"#, "`scale` needs `\"ui\": true`"),
            (
                r#""check": { "views": [{ "name": "a", "ui": true, "scale": 3 }] }"#,
                "`scale` must be from 1 to 2, found `3`",
            ),
            (r#""check": { "views": [{ "name": "a", "display": "clya" }] }"#, "did you mean `clay`?"),
            (r#""check": { "views": [{ "name": "a", "theme": "lihgt" }] }"#, "did you mean `light`?"),
            (
                r#""check": { "views": [{ "name": "a" }, { "name": "A" }] }"#,
                "the names `a` and `A` differ only by case",
            ),
            (
                r#""check": { "views": [{ "name": "b" }], "ignore": [{ "view": "a", "rect": [0, 0, 1, 1] }] }"#,
                "there is no view named `a`",
            ),
            (r#""check": { "ignore": [{ "object": "crat" }] }"#, "there is no object named `crat`"),
            (r#""check": { "ignore": [{ "object": "guard" }] }"#, "`guard` is a camera, not an object"),
            (
                r#""check": { "ignore": [{ "object": "crate", "rect": [0, 0, 1, 1] }] }"#,
                "`object` and `rect` exclude each other",
            ),
            (r#""check": { "ignore": [{}] }"#, "does not say which pixels are ignored"),
            (r#""check": { "ignore": [{ "rect": [0, 0, 0, 1] }] }"#, "at least 1 pixel"),
            (
                r#""check": { "views": [{ "name": "b" }], "ignore": [{ "rect": [1280, 0, 1, 1] }] }"#,
                "`rect` extends beyond the picture",
            ),
            (
                r#""check": { "views": [{ "name": "b" }], "ignore": [{ "rect": [4294967295, 0, 4294967295, 1] }] }"#,
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

    proptest! {
        #[test]
        fn a_rectangle_fits_where_it_fits_in_one_picture(
            sizes in prop::collection::vec([1_u32..6, 1_u32..6], 0..6),
            right in 1_u32..7,
            bottom in 1_u32..7,
        ) {
            let fits = sizes.iter().any(|[width, height]| right <= *width && bottom <= *height);
            prop_assert_eq!(Sizes::of(sizes).fit(right.into(), bottom.into()), fits);
        }
    }
}
