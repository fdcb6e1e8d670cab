//! References by name: every value of a scene that is the name of another item.

use crate::scene::tree::{ActionKind, ActionResult, AgentTree, ConditionKind, ConditionResult, Node};
use crate::scene::{
    CheckView, Collider, Entry, EntryKind, Expectation, Follow, IgnoredPixels, LessonStep, Occlusion, RecordedSession,
    Scene, Tap, rename_in_text,
};

/// The location of a reference. The numbers are indices into the document's lists.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reference {
    /// A camera that is attached to the item.
    Attach(usize),
    /// An agent whose body is the item.
    Body(usize),
    /// An agent whose camera is the item.
    Sight(usize),
    /// An agent with leaves that name the item.
    Leaf(usize),
    /// An occlusion query that names the item.
    Occlusion(usize),
    /// A camera or object that follows the session.
    Follow(Entry),
    /// A session that is compared with the session.
    Session(usize),
    /// A tap on the picture of the camera.
    Tap(usize),
    /// A cut of the item.
    Cut(usize),
    /// A leak that the item stops.
    Leak(usize),
    /// A collider that is compared with or by the item.
    Collider(usize),
    /// The selection of the scene.
    Select,
    /// A view of `check` that looks through the camera.
    CheckView(usize),
    /// An expectation about the item.
    Expectation(usize),
    /// A step of the lesson that names the item.
    LessonStep(usize),
}

/// The referenced item. References use its name; references to a model may also use the names of its parts.
#[derive(Clone, Copy)]
pub(super) struct ReferencedItem<'n> {
    name: &'n str,
    kind: EntryKind,
}

impl<'n> ReferencedItem<'n> {
    pub(super) fn of(item: Entry, name: &'n str) -> Self {
        Self { name, kind: item.kind() }
    }

    /// Whether a name refers to the item.
    pub(super) fn is(self, name: &str) -> bool {
        self.parts(name).is_some() || (self.kind != EntryKind::Model && name == self.name)
    }

    /// Whether a name that may be that of a whole model refers to the item.
    fn is_body(self, name: &str) -> bool {
        self.is(name) || name == self.name
    }

    /// The parts of a name before and after that of the item: of an object or camera of the model, `model/node`, and of a
    /// half of the object or by the cut, `object/cut+`, also when that half is cut again, `object/cut+/other-`.
    fn parts(self, name: &str) -> Option<[&str; 2]> {
        let after = || name.strip_prefix(self.name).filter(|rest| rest.starts_with('/'));
        match self.kind {
            EntryKind::Model => after().map(|rest| ["", rest]),
            EntryKind::Object => after().filter(|rest| rest.ends_with(['+', '-'])).map(|rest| ["", rest]),
            EntryKind::Cut => name.match_indices(self.name).find_map(|(at, found)| {
                let (before, after) = (&name[..at], &name[at + found.len()..]);
                let is_half =
                    after.strip_prefix(['+', '-']).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'));
                (is_half && before.ends_with('/')).then_some([before, after])
            }),
            _ => None,
        }
    }

    /// The reference `name` after the item was renamed to `new`.
    fn renamed(self, name: &str, new: &str) -> String {
        match self.parts(name) {
            Some([before, after]) => format!("{before}{new}{after}"),
            None => new.to_owned(),
        }
    }
}

/// Every reference to an item, in the order of the document.
pub(super) fn references(scene: &Scene, item: Entry) -> Vec<Reference> {
    let Some(name) = item.name(scene) else { return Vec::new() };
    let who = ReferencedItem::of(item, name);
    let is_it = |other: &Option<String>| other.as_deref().is_some_and(|other| who.is(other));
    let mut found = Vec::new();
    if scene.select.iter().any(|selected| who.is(selected)) {
        found.push(Reference::Select);
    }
    found.extend(each(&scene.cameras, |camera| is_it(&camera.attach)).map(Reference::Attach));
    for (i, agent) in scene.agents.iter().enumerate() {
        if is_it(&agent.body) {
            found.push(Reference::Body(i));
        }
        if is_it(&agent.camera) {
            found.push(Reference::Sight(i));
        }
        if is_in_tree(&agent.tree, who) {
            found.push(Reference::Leaf(i));
        }
    }
    found.extend(each(&scene.occlusion, |query| asks_about(query, who)).map(Reference::Occlusion));
    let follows = |follow: &Option<Follow>| follow.as_ref().is_some_and(|follow| who.is(&follow.name));
    let followers = scene.objects.iter().enumerate().filter(|(_, object)| follows(&object.session));
    found.extend(followers.map(|(i, _)| Reference::Follow(Entry::Object(i))));
    found.extend(each(&scene.cameras, |camera| follows(&camera.session)).map(|i| Reference::Follow(Entry::Camera(i))));
    let is_reference = |session: &RecordedSession| session.reference.as_ref().is_some_and(|own| who.is(&own.session));
    found.extend(each(&scene.sessions, is_reference).map(Reference::Session));
    found.extend(each(&scene.taps, |tap| who.is(&tap.camera)).map(Reference::Tap));
    found.extend(each(&scene.cuts, |cut| who.is(&cut.object)).map(Reference::Cut));
    found.extend(each(&scene.leaks, |leak| leak.objects.iter().any(|name| who.is_body(name))).map(Reference::Leak));
    found.extend(each(&scene.colliders, |collider| compares(collider, who)).map(Reference::Collider));
    let views = scene.check.as_ref().map_or(&[][..], |check| check.views());
    found.extend(each(views, |view| is_it(&view.camera)).map(Reference::CheckView));
    found.extend(each(&scene.expect, |expected| expected.names().any(|name| who.is(name))).map(Reference::Expectation));
    found.extend(each(&scene.lesson, |step| step.names().any(|name| who.is(name))).map(Reference::LessonStep));
    found
}

/// Whether a problem of the item, or of a half of it, is ignored.
pub(super) fn is_ignored(scene: &Scene, item: Entry) -> bool {
    let Some(name) = item.name(scene) else { return false };
    let who = ReferencedItem::of(item, name);
    scene.ignore.iter().any(|ignored| ignored.object.as_ref().is_some_and(|name| who.is(name)))
}

/// Renames every reference to `old`.
pub(super) fn follow(scene: &mut Scene, old: ReferencedItem, new: &str) {
    let rename = |name: &mut String| {
        if old.is(name) {
            *name = old.renamed(name, new);
        }
    };
    scene.select.iter_mut().for_each(rename);
    scene.cameras.iter_mut().filter_map(|camera| camera.attach.as_mut()).for_each(rename);
    for agent in &mut scene.agents {
        agent.body.iter_mut().chain(agent.camera.as_mut()).for_each(rename);
        each_leaf(&mut agent.tree, old, |leaf| match leaf {
            Node::Condition(leaf) => leaf.kind.object_mut().into_iter().for_each(rename),
            Node::Action(leaf) => leaf.kind.object_mut().into_iter().for_each(rename),
            _ => {}
        });
    }
    for query in &mut scene.occlusion {
        [&mut query.a, &mut query.b].into_iter().chain(&mut query.among).for_each(rename);
    }
    for i in 0..scene.objects.len() {
        if scene.objects[i].session.as_ref().is_some_and(|follow| old.is(&follow.name))
            && let Some(follow) = &mut scene.objects[i].session
        {
            rename(&mut follow.name);
        }
    }
    scene.cameras.iter_mut().filter_map(|camera| camera.session.as_mut()).for_each(|follow| rename(&mut follow.name));
    let compared = scene.sessions.iter_mut().filter_map(|session| session.reference.as_mut());
    compared.for_each(|reference| rename(&mut reference.session));
    scene.taps.iter_mut().map(|tap| &mut tap.camera).for_each(rename);
    scene.cuts.iter_mut().map(|cut| &mut cut.object).for_each(rename);
    let of_colliders = scene
        .colliders
        .iter_mut()
        .flat_map(|collider| [&mut collider.render, &mut collider.collider].into_iter().chain(&mut collider.parts));
    for name in scene.leaks.iter_mut().flat_map(|leak| &mut leak.objects).chain(of_colliders) {
        if old.is_body(name) {
            *name = old.renamed(name, new);
        }
    }
    let views = scene.check.iter_mut().flat_map(|check| check.views.iter_mut().flatten());
    views.filter_map(|view| view.camera.as_mut()).for_each(rename);
    let ignored = scene.check.iter_mut().flat_map(|check| check.ignore.iter_mut().flatten());
    ignored.filter_map(|ignored| ignored.object.as_mut()).for_each(rename);
    scene.expect.iter_mut().flat_map(Expectation::names_mut).for_each(rename);
    let mut lesson = std::mem::take(&mut scene.lesson);
    for step in &mut lesson {
        step.names_mut().for_each(rename);
        let renamed = |name: &str| old.is(name).then(|| old.renamed(name, new));
        step.rename_solved(|name| renamed(name).unwrap_or_else(|| name.to_owned()));
        let in_text = |name: &str| renamed(name).or_else(|| Entry::named(scene, name).map(|_| name.to_owned()));
        step.say = rename_in_text(&step.say, in_text);
    }
    scene.lesson = lesson;
    scene.ignore.iter_mut().filter_map(|ignored| ignored.object.as_mut()).for_each(rename);
}

/// Removes every reference to the item. Optional references become empty. Occlusion queries, cuts, colliders, checked views and
/// expectations about it are deleted, and leaks that only it stops. Leaves of trees keep the name and fail, as for an object that does not exist.
pub(super) fn forget(scene: &mut Scene, who: ReferencedItem) {
    scene.select.retain(|selected| !who.is(selected));
    for camera in &mut scene.cameras {
        camera.attach.take_if(|object| who.is(object));
    }
    for agent in &mut scene.agents {
        agent.body.take_if(|object| who.is(object));
        agent.camera.take_if(|camera| who.is(camera));
        each_leaf(&mut agent.tree, who, |leaf| match leaf {
            Node::Condition(leaf) => leaf.kind = ConditionKind::Script(vec![ConditionResult::Failure]),
            Node::Action(leaf) => leaf.kind = ActionKind::Script(vec![ActionResult::Failure]),
            _ => {}
        });
    }
    for query in &mut scene.occlusion {
        if query.among.len() > 2 {
            query.among.retain(|name| !who.is(name));
        }
    }
    scene.occlusion.retain(|query| !asks_about(query, who) && query.among.len() != 1);
    for i in 0..scene.objects.len() {
        if scene.objects[i].session.as_ref().is_some_and(|follow| who.is(&follow.name)) {
            scene.objects[i].session = None;
        }
    }
    for camera in &mut scene.cameras {
        camera.session.take_if(|follow| who.is(&follow.name));
    }
    for session in &mut scene.sessions {
        session.reference.take_if(|reference| who.is(&reference.session));
    }
    let cameras = &scene.cameras;
    let follows = |tap: &Tap| {
        let camera = cameras.iter().find(|camera| camera.name == tap.camera);
        camera.is_some_and(|camera| camera.session.is_some())
    };
    scene.taps.retain(follows);
    scene.cuts.retain(|cut| !who.is(&cut.object));
    // Without `objects`, all objects stop the sphere. So a leak that loses all of its own is deleted.
    scene.leaks.retain(|leak| leak.objects.is_empty() || leak.objects.iter().any(|name| !who.is_body(name)));
    for leak in &mut scene.leaks {
        leak.objects.retain(|name| !who.is_body(name));
    }
    scene.colliders.retain(|collider| !compares(collider, who));
    if let Some(check) = &mut scene.check {
        let looks_through = |view: &mut CheckView| view.camera.as_deref().is_some_and(|camera| who.is(camera));
        let views = check.views.iter_mut().flat_map(|views| views.extract_if(.., looks_through));
        let gone: Vec<CheckView> = views.collect();
        let is_gone = |ignored: &mut IgnoredPixels| {
            let is_of = |view: &CheckView| ignored.view.as_deref() == Some(&*view.name);
            gone.iter().any(is_of) || ignored.object.as_deref().is_some_and(|object| who.is(object))
        };
        let ignored = check.ignore.iter_mut().map(|ignore| ignore.extract_if(.., is_gone).count()).sum::<usize>();
        // A list that becomes empty is left out. A list that was empty hides that of the project file.
        check.views.take_if(|views| views.is_empty() && !gone.is_empty());
        check.ignore.take_if(|ignore| ignore.is_empty() && ignored > 0);
    }
    scene.expect.retain(|expected| !expected.names().any(|name| who.is(name)));
    for step in &mut scene.lesson {
        forget_in_step(step, who);
    }
    scene.ignore.retain(|ignored| !ignored.object.as_ref().is_some_and(|name| who.is(name)));
}

/// Removes what a step of a lesson asks about the item, and the goals about it.
fn forget_in_step(step: &mut LessonStep, who: ReferencedItem) {
    step.camera.take_if(|camera| who.is(camera));
    step.select.retain(|selected| !who.is(selected));
    step.free.retain(|free| !who.is(free));
    step.ask.take_if(|ask| ask.answer().named.names().any(|name| who.is(name)));
    step.goal.retain(|expected| !expected.names().any(|name| who.is(name)));
    step.solution.retain(|name, _| !who.is(name));
    if step.goal.is_empty() {
        step.solution.clear();
    }
}

/// Whether an occlusion query names the item.
fn asks_about(query: &Occlusion, who: ReferencedItem) -> bool {
    [&query.a, &query.b].into_iter().chain(&query.among).any(|name| who.is(name))
}

/// Whether a collider names the item.
fn compares(collider: &Collider, who: ReferencedItem) -> bool {
    who.is_body(&collider.render) || collider.names().into_iter().any(|name| who.is_body(name))
}

fn each<T>(list: &[T], names_it: impl Fn(&T) -> bool) -> impl Iterator<Item = usize> {
    list.iter().enumerate().filter(move |(_, item)| names_it(item)).map(|(i, _)| i)
}

/// Whether a leaf of the tree names the object.
fn is_in_tree(tree: &AgentTree, who: ReferencedItem) -> bool {
    let mut is_in = false;
    if let Some(root) = tree.root() {
        root.each(&mut |node| is_in |= is_about(node, who));
    }
    is_in
}

/// Calls `change` for every leaf of a tree that names the object.
fn each_leaf(tree: &mut AgentTree, who: ReferencedItem, change: impl Fn(&mut Node)) {
    // Unchanged parts stay shared with other copies of the scene.
    if is_in_tree(tree, who)
        && let Some(root) = tree.root_mut()
    {
        root.each_mut(&mut |node| {
            if is_about(node, who) {
                change(node);
            }
        });
    }
}

fn is_about(node: &Node, who: ReferencedItem) -> bool {
    node.object().is_some_and(|object| who.is(object))
}

#[cfg(test)]
pub(super) mod tests {
    use super::Reference::{Attach, Body, Leaf, Occlusion, Select, Sight};
    use super::*;

    /// Entries of [`scene`] of every kind, some with references to them.
    pub(crate) const EDITED: [Entry; 7] = [
        Entry::Camera(0),
        Entry::Camera(1),
        Entry::Ray(0),
        Entry::Object(0),
        Entry::Object(1),
        Entry::Agent(0),
        Entry::Occlusion(1),
    ];

    /// A scene where every kind of reference names the crate, and several name the camera.
    pub(crate) fn scene() -> Scene {
        serde_json::from_str(
            r#"{ "eyeline": 1, "select": ["guard", "crate"],
            "cameras": [{ "name": "guard", "position": [0, 1, 2], "attach": "crate" }, { "name": "free" }],
            "objects": [
                { "name": "crate", "shape": { "box": { "half_extents": [0.5, 0.5, 0.5] } }, "position": [3, 0, 0],
                  "rotation": [0, 0.70710677, 0, 0.70710677] },
                { "name": "ball", "shape": { "sphere": { "radius": 0.5 } } }],
            "rays": [{ "name": "aim", "origin": [0, 0, 5], "direction": [0, 0, -1] }],
            "agents": [{ "name": "g", "body": "crate", "camera": "guard", "blackboard": { "object": "crate" },
                "tree": { "selector": { "children": [
                    { "sequence": { "name": "crate", "children": [
                        { "condition": { "name": "seen", "sees": { "object": "crate" } } },
                        { "action": { "move_to": { "object": "crate", "speed": 3 } } } ] } },
                    { "condition": { "sees": { "object": "ball" } } } ] } } }],
            "occlusion": [{ "name": "touch", "a": "crate", "b": "ball" }, { "name": "other", "a": "ball", "b": "crate" }] }"#,
        )
        .unwrap()
    }

    #[test]
    fn every_kind_of_reference_is_found() {
        let scene = scene();
        let of_crate = references(&scene, Entry::Object(0));
        assert_eq!(of_crate, [Select, Attach(0), Body(0), Leaf(0), Occlusion(0), Occlusion(1)]);
        assert_eq!(references(&scene, Entry::Camera(0)), [Select, Sight(0)]);
        assert_eq!(references(&scene, Entry::Object(1)), [Leaf(0), Occlusion(0), Occlusion(1)]);
        assert_eq!(references(&scene, Entry::Ray(0)), []);
        assert_eq!(references(&scene, Entry::Ray(7)), []);
    }

    #[test]
    fn renaming_changes_all_references_and_nothing_else() {
        let mut scene = scene();
        follow(&mut scene, ReferencedItem::of(Entry::Object(0), "crate"), "box");
        let text = serde_json::to_string(&scene).unwrap();
        // The item's own name, a node's title and a value of the blackboard are not references.
        assert_eq!(text.matches("\"crate\"").count(), 3, "{text}");
        assert_eq!(text.matches("\"box\"").count(), 7 + 1, "seven references and a shape: {text}");
        assert_eq!(scene.agents[0].blackboard["object"], "crate".into());
    }

    #[test]
    fn the_reference_of_a_session_is_renamed_and_forgotten() {
        let mut scene: Scene = serde_json::from_str(
            r#"{ "eyeline": 1, "sessions": [{ "name": "truth", "file": "a.txt" },
            { "name": "slam", "file": "b.txt", "reference": { "session": "truth", "align": "se3" } }] }"#,
        )
        .unwrap();
        assert_eq!(references(&scene, Entry::Session(0)), [Reference::Session(1)]);
        follow(&mut scene, ReferencedItem::of(Entry::Session(0), "truth"), "tape");
        let written = serde_json::to_string(&scene.sessions[1]).unwrap();
        assert_eq!(written, r#"{"name":"slam","file":"b.txt","reference":{"session":"tape","align":"se3"}}"#);
        scene.sessions[0].name = "tape".into();
        forget(&mut scene, ReferencedItem::of(Entry::Session(0), "tape"));
        assert_eq!(scene.sessions[1].reference, None);
    }

    #[test]
    fn no_reference_to_a_deleted_item_remains() {
        let mut scene = scene();
        forget(&mut scene, ReferencedItem::of(Entry::Object(0), "crate"));
        assert_eq!(references(&scene, Entry::Object(0)), []);
        assert_eq!(scene.select, ["guard"]);
        assert!(scene.occlusion.is_empty());
        let tree = serde_json::to_string(&scene.agents[0].tree).unwrap();
        assert!(tree.contains(r#"{"condition":{"name":"seen","script":["failure"]}}"#), "{tree}");
        assert!(tree.contains(r#"{"action":{"script":["failure"]}}"#), "{tree}");
        assert!(tree.contains(r#"{"condition":{"sees":{"object":"ball"}}}"#), "{tree}");
    }

    /// An object that is cut, a half that is cut again, and references to the last halves.
    pub(crate) fn scene_of_cuts() -> Scene {
        serde_json::from_str(
            r#"{ "eyeline": 1, "select": ["o/k+/k2-"],
            "objects": [{ "name": "o", "shape": { "mesh": { "file": "o.obj" } } }],
            "cuts": [{ "name": "k", "object": "o", "point": [0, 0, 0], "normal": [0, 1, 0] },
                { "name": "k2", "object": "o/k+", "point": [0, 1, 0], "normal": [0, 1, 0] }],
            "ignore": [{ "problem": "open_edges", "object": "o/k+/k2+" }, { "problem": "open_edges", "object": "o/k-" }] }"#,
        )
        .unwrap()
    }

    #[test]
    fn halves_of_halves_are_references_to_both_cuts_and_to_the_object() {
        let mut renamed = scene_of_cuts();
        for (item, old, new) in
            [(Entry::Cut(0), "k", "first"), (Entry::Cut(1), "k2", "second"), (Entry::Object(0), "o", "whole")]
        {
            item.set_name(&mut renamed, new);
            follow(&mut renamed, ReferencedItem::of(item, old), new);
        }
        let ignored: Vec<_> = renamed.ignore.iter().filter_map(|ignored| ignored.object.clone()).collect();
        assert_eq!(renamed.select, ["whole/first+/second-"]);
        assert_eq!([&*renamed.cuts[0].object, &renamed.cuts[1].object], ["whole", "whole/first+"]);
        assert_eq!(ignored, ["whole/first+/second+", "whole/first-"]);

        let mut second = scene_of_cuts();
        forget(&mut second, ReferencedItem::of(Entry::Cut(1), "k2"));
        assert_eq!((second.select.len(), second.ignore.len(), second.cuts.len()), (0, 1, 2));
        let mut first = scene_of_cuts();
        forget(&mut first, ReferencedItem::of(Entry::Cut(0), "k"));
        assert_eq!((first.select.len(), first.ignore.len()), (0, 0));
        assert_eq!(
            first.cuts.iter().map(|cut| &*cut.name).collect::<Vec<_>>(),
            ["k"],
            "the second cut went with its half"
        );
    }

    #[test]
    fn checked_views_and_expectations_are_renamed_and_deleted() {
        let mut scene = scene();
        scene.check = serde_json::from_str(
            r#"{ "views": [{ "name": "crate", "camera": "guard" }, { "name": "b" }],
                "ignore": [{ "view": "crate", "rect": [0, 0, 1, 1] }, { "rect": [0, 0, 1, 1] }, { "object": "crate" }] }"#,
        )
        .unwrap();
        scene.expect = serde_json::from_str(
            r#"[{ "camera": "guard", "object": "crate", "verdict": "crate" }, { "ray": "aim", "nearest": "crate" }, { "agent": "g", "status": "running" }]"#,
        )
        .unwrap();
        let of_crate = references(&scene, Entry::Object(0));
        assert_eq!(of_crate[6..], [Reference::Expectation(0), Reference::Expectation(1)]);
        assert!(references(&scene, Entry::Camera(0)).contains(&Reference::CheckView(0)));
        follow(&mut scene, ReferencedItem::of(Entry::Object(0), "crate"), "box");
        let text = serde_json::to_string(&(&scene.expect, &scene.check)).unwrap();
        // The value of a field and the name of a view are not references.
        assert_eq!((text.matches("\"box\"").count(), text.matches("\"crate\"").count()), (3, 3), "{text}");
        forget(&mut scene, ReferencedItem::of(Entry::Camera(0), "guard"));
        let check = scene.check.clone().unwrap();
        assert_eq!((check.views().len(), check.ignored().len(), scene.expect.len()), (1, 2, 2));
        forget(&mut scene, ReferencedItem::of(Entry::Object(0), "box"));
        let check = scene.check.clone().unwrap();
        assert_eq!((check.views().len(), check.ignored().len(), scene.expect.len()), (1, 1, 1));
    }
}
