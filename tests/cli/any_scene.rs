//! Random scenes. Every value is in its range, with a bias to defaults and to values that are difficult to write.

use eyeline::behavior::{NodeKey, Value, ValueComparison};
use eyeline::scene::tree::*;
use eyeline::scene::*;
use proptest::collection::{btree_map, vec};
use proptest::option;
use proptest::prelude::*;

prop_compose! {
    /// A scene that passes all checks. It names no files.
    pub(crate) fn any_scene()(
        title in any::<String>(), about in any::<String>(), tick_rate in prop_oneof![Just(60.0), 0.1f64..1000.0],
        view in option::of(view()), mut cameras in vec(camera().boxed(), 0..3), mut objects in vec(object(), 1..4),
        mut rays in vec(ray(), 0..3), octree in option::of(octree()), mut agents in vec(agent(), 0..2),
        mut images in vec(image(), 0..2), resolution in 1u32..=4096, attach in any::<bool>(), seed in 0u64..3,
        mut check in option::of(check().boxed()), wanted in vec((0usize..7, option::of(0u64..=1_000_000), wanted()), 0..5),
    ) -> Scene {
        let names = cameras.iter_mut().map(|camera| &mut camera.name)
            .chain(objects.iter_mut().map(|object| &mut object.name))
            .chain(rays.iter_mut().map(|ray| &mut ray.name))
            .chain(agents.iter_mut().map(|agent| &mut agent.name))
            .chain(images.iter_mut().map(|image| &mut image.name));
        names.enumerate().for_each(|(i, name)| *name = format!("{name}#{i}"));
        let object = objects[0].name.clone();
        for camera in cameras.iter_mut().filter(|_| attach) {
            camera.attach = Some(object.clone());
        }
        for root in agents.iter_mut().filter_map(|agent| agent.tree.root_mut()) {
            root.each_mut(&mut |node| {
                let named = match node {
                    Node::Condition(leaf) => leaf.kind.object_mut(),
                    Node::Action(leaf) => leaf.kind.object_mut(),
                    _ => None,
                };
                if let Some(name) = named {
                    object.clone_into(name);
                }
            });
        }
        for agent in agents.iter_mut().filter(|_| attach) {
            agent.body = Some(object.clone());
            agent.camera = cameras.first().map(|camera| camera.name.clone());
        }
        let method = OcclusionMethod::Fixed;
        let query = |a: &str, b: &str| Occlusion {
            id: EntryId::default(),
            name: "query".to_owned(),
            a: a.to_owned(),
            b: b.to_owned(),
            among: Vec::new(),
            method,
            resolution,
            fatten: false,
        };
        let occlusion = match &objects[..] {
            [a, b, ..] => vec![query(&a.name, &b.name)],
            _ => Vec::new(),
        };
        let models = vec![];
        for view in check.iter_mut().flat_map(|check| check.views.iter_mut().flatten()).filter(|_| attach) {
            view.camera = cameras.first().map(|camera| camera.name.clone());
        }
        for ignored in check.iter_mut().flat_map(|check| check.ignore.iter_mut().flatten()) {
            if let Some(name) = &mut ignored.object {
                object.clone_into(name);
            }
        }
        let name = |kind: &str| match kind {
            "camera" => cameras.first().map(|camera| camera.name.clone().into()),
            "object" => Some(object.clone().into()),
            "ray" => rays.first().map(|ray| ray.name.clone().into()),
            "agent" => agents.first().map(|agent| agent.name.clone().into()),
            "image" => images.first().map(|image| image.name.clone().into()),
            _ => octree.as_ref().map(|_| serde_json::Value::Bool(true)),
        };
        let expect: Vec<Expectation> =
            wanted.into_iter().filter_map(|(kind, tick, wanted)| expectation(kind, tick, wanted, name)).collect();
        let lesson = expect.iter().map(|expected| lesson_step(expected, seed, &about)).collect();
        let kind = LevelProblem::WORDS[usize::try_from(seed % LevelProblem::WORDS.len() as u64).unwrap()];
        let ignored = Ignored { problem: kind.to_owned(), object: attach.then(|| object.clone()) };
        let ignore = if seed % 2 == 0 { vec![ignored] } else { vec![] };
        let select = if attach { vec![object.clone()] } else { vec![] };
        Scene {
            schema: Some("https://example.com/eyeline.schema.json".to_owned()),
            eyeline: 1, title, about, tick_rate, seed, opens_at: seed % 1_000_001, view, select, cameras, models, rays, octree, agents, images, occlusion,
            cuts: Vec::new(), leaks: Vec::new(), colliders: Vec::new(),
            trace: (seed % 3 == 0).then(|| SceneTrace { file: "run.jsonl".to_owned(), name: (seed % 2 == 0).then(|| "run".to_owned()) }),
            check,
            expect,
            lesson,
            ignore,
            objects: objects.into_iter().collect(), sessions: Vec::new(), taps: Vec::new(),
        }
    }
}

prop_compose! {
    /// The settings of `check`. [`any_scene`] inserts the cameras of the views, and the objects that are ignored.
    fn check()(
        names in proptest::collection::btree_set("[a-zä \"'.-]{1,6}", 0..4), ui in any::<bool>(),
        size in option::of([1u32..=8192, 1u32..=8192]), tick in option::of(0u64..=1_000_000),
        number in option::of(prop_oneof![Just(1e-4), Just(0.0), 0.0..1e6f64]),
        pixel in option::of(prop_oneof![Just(0.1), 0.0..=1.0f64]), looks in (0u8..6, 0u8..3, option::of(1.0f32..=2.0)),
        (pixels, pixel_ratio) in prop_oneof![
            Just((None, None)), any::<u32>().prop_map(|count| (Some(count.into()), None)), (0.0..=1.0f64).prop_map(|ratio| (None, Some(ratio))),
        ],
        ignored in option::of(vec((0usize..4, any::<[u32; 4]>(), any::<bool>()), 0..3)), skip in proptest::sample::subsequence(SECTIONS.to_vec(), 0..=SECTIONS.len()),
    ) -> Check {
        let view = |(i, name): (usize, String)| {
            let (ui, size, tick) = (ui && i == 0, size.filter(|_| i < 2), tick.filter(|_| i != 1));
            let panel = ui.then_some(CheckPanel::Octree);
            let (display, theme, scale) = looks;
            let display = [
                CheckDisplay::Material, CheckDisplay::Verdict, CheckDisplay::Clay, CheckDisplay::Wireframe, CheckDisplay::Orientation,
            ].get(usize::from(display)).copied();
            let theme = [CheckTheme::Dark, CheckTheme::Light].get(usize::from(theme)).copied();
            CheckView { name, camera: None, tick, ui, panel, size, display, theme, scale: scale.filter(|_| ui) }
        };
        let views: Vec<CheckView> = names.into_iter().filter(|name| !matches!(name.trim(), "" | "." | "..")).enumerate().map(view).collect();
        let part = |(which, [left, top, width, height], is_object): (usize, [u32; 4], bool)| {
            let view = views.get(which);
            let [w, h] = view.or(views.first()).and_then(|view| view.size).unwrap_or(CheckView::DEFAULT_SIZE);
            let (left, top) = (left % w, top % h);
            let rect = [left, top, 1 + width % (w - left), 1 + height % (h - top)];
            let (rect, object) = if is_object { (None, Some(String::new())) } else { (Some(rect), None) };
            IgnoredPixels { view: view.map(|view| view.name.clone()), rect, object }
        };
        let ignore = ignored.map(|ignored| ignored.into_iter().map(part).collect());
        Check { tolerance: Tolerance { number, pixel, pixels, pixel_ratio }, ignore, skip: Some(skip), views: Some(views) }
    }
}

const SECTIONS: [SkippedSection; 10] = [
    SkippedSection::Frusta,
    SkippedSection::Rays,
    SkippedSection::Octree,
    SkippedSection::Agents,
    SkippedSection::Images,
    SkippedSection::Occlusion,
    SkippedSection::Sessions,
    SkippedSection::Taps,
    SkippedSection::Skins,
    SkippedSection::Cuts,
];

/// The expected value of a field: a value or a range.
fn wanted() -> impl Strategy<Value = serde_json::Value> {
    use serde_json::json;
    let number = || prop_oneof![Just(0.5), -1e6..1e6f64];
    prop_oneof![
        Just(json!(null)),
        any::<bool>().prop_map(|value| json!(value)),
        any::<u32>().prop_map(|value| json!(value)),
        number().prop_map(|value| json!(value)),
        any::<String>().prop_map(|value| json!(value)),
        vec(any::<String>(), 0..3).prop_map(|value| json!(value)),
        number().prop_map(|min| json!({ "min": min })),
        number().prop_map(|max| json!({ "max": max })),
        (number(), 0.0..10.0f64).prop_map(|(min, more)| json!({ "min": min, "max": min + more })),
    ]
}

/// A step of a lesson that asks for the answer of an expectation, and has it as its goal.
fn lesson_step(expected: &Expectation, seed: u64, say: &str) -> LessonStep {
    let is_name = |key: &String| NAMING_KEYS.contains(&&**key) || key == "tick";
    let keys = expected.keys.iter().filter(|(key, _)| is_name(key)).map(|(key, value)| (key.clone(), value.clone()));
    let named = Expectation { keys: keys.collect() };
    let asked = AskedAnswer { named, field: "error".to_owned(), of: None, tolerance: None };
    let ask = match seed % 3 {
        0 => LessonQuestion::Choice(AskedAnswer { of: Some(vec!["a".into(), serde_json::Value::Null]), ..asked }),
        1 => LessonQuestion::Number(AskedAnswer { tolerance: Some(0.5), ..asked }),
        _ => LessonQuestion::Place(AskedAnswer { tolerance: Some(1e-3), ..asked }),
    };
    let open =
        if seed.is_multiple_of(2) { OpenedPart::Panel(CheckPanel::Octree) } else { OpenedPart::Step(1 + seed % 9) };
    LessonStep {
        say: say.to_owned(),
        ask: Some(ask),
        open: Some(open),
        tick: Some(seed % 1_000_001),
        goal: vec![expected.clone()],
        ..LessonStep::default()
    }
}

/// An expectation of some kind, if the scene has an answer of that kind.
fn expectation(
    kind: usize,
    tick: Option<u64>,
    wanted: serde_json::Value,
    name: impl Fn(&str) -> Option<serde_json::Value>,
) -> Option<Expectation> {
    let (keys, field) = [
        (&["camera", "object"][..], "margin"),
        (&["ray"], "t"),
        (&["ray", "object"], "alpha"),
        (&["octree"], "candidate_count"),
        (&["octree", "object"], "level"),
        (&["agent"], "running"),
        (&["image"], "solid_cells"),
    ][kind];
    let mut expectation = Expectation::default();
    for &key in keys {
        expectation.keys.insert(key.to_owned(), name(key)?);
    }
    expectation.keys.extend(tick.map(|tick| ("tick".to_owned(), tick.into())));
    expectation.keys.insert(field.to_owned(), wanted);
    Some(expectation)
}

fn number() -> impl Strategy<Value = f32> {
    prop_oneof![-100f32..100.0, Just(0.0), Just(-0.0), Just(1.0), Just(1e-30), Just(0.1), Just(-1e20)]
}

fn size() -> impl Strategy<Value = f32> {
    prop_oneof![0.001f32..100.0, Just(1.0), Just(1e-10), Just(0.1)]
}

fn vector() -> impl Strategy<Value = [f32; 3]> {
    [number(), number(), number()]
}

fn not_zero() -> impl Strategy<Value = [f32; 3]> {
    vector().prop_filter("zero", |v| *v != [0.0; 3])
}

fn scale() -> impl Strategy<Value = [f32; 3]> {
    let one = || prop_oneof![0.01f32..10.0, -10f32..-0.01, Just(1.0)];
    [one(), one(), one()]
}

fn rotation() -> impl Strategy<Value = [f32; 4]> {
    let rotation = [-1f32..1.0, -1f32..1.0, -1f32..1.0, -1f32..1.0].prop_filter("zero", |q| *q != [0.0; 4]);
    prop_oneof![Just([0.0, 0.0, 0.0, 1.0]), rotation]
}

/// Any text; [`any_scene`] makes names unique by adding a number.
fn text() -> impl Strategy<Value = String> {
    prop_oneof![any::<String>(), "[a-z \"\\\\/\n]{0,8}"]
}

fn layers() -> impl Strategy<Value = Vec<u8>> {
    vec(0u8..64, 0..4)
}

prop_compose! {
    fn view()(
        eye in option::of(vector()), target in vector(), up in not_zero(),
        fov_y in option::of(1f32..179.0), height in option::of(size()),
    ) -> View {
        let height = height.filter(|_| fov_y.is_none());
        View { eye: eye.filter(|eye| *eye != target), target, up, fov_y, height }
    }
}

fn projection() -> BoxedStrategy<Projection> {
    prop_oneof![
        Just(Projection::default()),
        (1f32..179.0, size()).prop_map(|(fov_y, aspect)| Projection::Perspective { fov_y, aspect }),
        (size(), size()).prop_map(|(height, aspect)| Projection::Orthographic { height, aspect }),
        (vector(), size(), size()).prop_map(|([left, bottom, _], wide, high)| {
            let above = |low: f32, by: f32| (low + by).max(low.next_up());
            Projection::Frustum { left, right: above(left, wide), bottom, top: above(bottom, high) }
        }),
        (vector(), size(), size()).prop_map(|([left, bottom, _], wide, high)| {
            let above = |low: f32, by: f32| (low + by).max(low.next_up());
            Projection::Ortho { left, right: above(left, wide), bottom, top: above(bottom, high) }
        }),
        (0.1..9.0, 0.1..9.0, -2.0..2.0).prop_map(|(x, y, off)| {
            Projection::Matrix([x, 0.0, 0.0, 0.0, 0.0, y, 0.0, 0.0, off, 0.0, -1.002, -1.0, 0.0, 0.0, -0.2, 0.0])
        }),
    ]
    .boxed()
}

prop_compose! {
    fn camera()(
        name in text(), position in vector(), look in not_zero(), rotation in rotation(), euler in vector(),
        way in 0usize..4, projection in projection(), near in size(), depth in 0usize..3, is_infinite in any::<bool>(),
        mask in option::of(layers()), pixels in option::of((1..=Camera::MOST_PIXELS, 1..=Camera::MOST_PIXELS)), bits in 0usize..3,
    ) -> Camera {
        let has_perspective = matches!(projection, Projection::Perspective { .. } | Projection::Frustum { .. });
        let far = if is_infinite && has_perspective { f32::INFINITY } else { near * 2.0 + 100.0 };
        let target: [f32; 3] = std::array::from_fn(|i| position[i] + look[i]);
        Camera {
            id: EntryId::default(),
            name, position, projection, near, far, attach: None, session: None, mask,
            size: pixels.map(|(width, height)| [width, height]),
            depth_bits: [16, 24, 32][bits],
            mistake: (bits == 0).then(|| "centre-only".to_owned()),
            look_at: (way == 1 && target != position).then_some(target),
            rotation: (way == 2).then_some(rotation),
            euler: (way == 3).then_some(euler),
            depth: [Depth::MinusOneToOne, Depth::ZeroToOne, Depth::Reversed][depth],
        }
    }
}

fn shape() -> impl Strategy<Value = Shape> {
    prop_oneof![
        [size(), size(), size()].prop_map(|half_extents| Shape::Box { half_extents }),
        size().prop_map(|radius| Shape::Sphere { radius }),
        (size(), size()).prop_map(|(radius, half_height)| Shape::Cylinder { radius, half_height }),
        (size(), size()).prop_map(|(radius, height)| Shape::Cone { radius, height }),
        (size(), size()).prop_map(|(radius, half_height)| Shape::Capsule { radius, half_height }),
    ]
}

prop_compose! {
    fn path()(
        points in vec(vector(), 1..5), speed in prop_oneof![Just(1.0), Just(0.0), size()], looped in any::<bool>(),
    ) -> Path {
        Path { points, speed, looped }
    }
}

prop_compose! {
    fn object()(
        name in text(), shape in shape(), position in vector(), rotation in rotation(), scale in scale(),
        layers in layers(), color in option::of(any::<[u8; 3]>().prop_map(Color)), path in option::of(path()),
    ) -> Object {
        Object { id: EntryId::default(), name, shape, position, rotation, scale, layers, color, path, session: None, matrix: None }
    }
}

prop_compose! {
    fn ray()(
        name in text(), origin in vector(), direction in not_zero(), kind in 0usize..3, hollow in any::<bool>(),
        culls in any::<bool>(), mask in option::of(layers()),
    ) -> Ray {
        let kind = [RayKind::Line, RayKind::Ray, RayKind::Segment][kind];
        let inside = if hollow { RayInside::Hollow } else { RayInside::Solid };
        let back_faces = if culls { RayBackFaces::Cull } else { RayBackFaces::Hit };
        Ray { id: EntryId::default(), name, origin, direction, kind, inside, back_faces, mask, mistake: None }
    }
}

prop_compose! {
    fn octree()(
        min in [-100f32..100.0, -100f32..100.0, -100f32..100.0], extent in 1f32..50.0, given in any::<bool>(),
        depth in 0u32..=10, loose in any::<bool>(),
    ) -> Octree {
        let max = min.map(|corner| corner + extent);
        let method = if loose { OctreeMethod::Loose } else { OctreeMethod::Tight };
        Octree { min: given.then_some(min), max: given.then_some(max), depth, method }
    }
}

fn value() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        any::<bool>().prop_map(Value::from),
        any::<i32>().prop_map(|number| Value::from(f64::from(number))),
        (-1e30f64..1e30).prop_map(Value::from),
        any::<String>().prop_map(|text| Value::from(&*text)),
    ];
    leaf.prop_recursive(4, 16, 4, |inner| vec(inner, 0..4).prop_map(|items| Value::List(items.into())))
}

/// A leaf. [`any_scene`] inserts the names in it.
fn leaf() -> impl Strategy<Value = Node> {
    let object = || Just(String::new());
    let place = || vector().prop_map(Some);
    let comparison = || (0usize..6).prop_map(|i| ValueComparison::ALL[i]);
    let ask = prop_oneof![
        object().prop_map(|object| ConditionKind::Sees(Sees { object })),
        (object(), size()).prop_map(|(object, within)| ConditionKind::Hears(Hears { object, within })),
        (place(), size()).prop_map(|(point, within)| ConditionKind::Near(Near { object: None, point, within })),
        ("[a-z]{1,3}", comparison(), value()).prop_map(|(key, is, value)| ConditionKind::Blackboard(Blackboard {
            key,
            is,
            value
        })),
        (1u64..99).prop_map(|ticks| ConditionKind::Every(Every { ticks })),
        (0f64..=1.0).prop_map(|chance| ConditionKind::Random(Random { chance })),
        vec(prop_oneof![Just(ConditionResult::Success), Just(ConditionResult::Failure)], 1..4)
            .prop_map(ConditionKind::Script),
    ];
    let answer = prop_oneof![Just(ActionResult::Running), Just(ActionResult::Success), Just(ActionResult::Failure)];
    let act = prop_oneof![
        (object(), size(), size()).prop_map(|(object, speed, within)| ActionKind::MoveTo(MoveTo {
            object: Some(object),
            point: None,
            speed,
            within
        })),
        (vec(vector(), 1..4), size()).prop_map(|(points, speed)| ActionKind::Patrol(Patrol { points, speed })),
        (place(), size(), size()).prop_map(|(point, speed, until)| ActionKind::Flee(Flee {
            object: None,
            point,
            speed,
            until
        })),
        (place(), option::of(size())).prop_map(|(point, degrees_per_second)| ActionKind::Face(Face {
            object: None,
            point,
            degrees_per_second
        })),
        (1u64..99).prop_map(|ticks| ActionKind::Wait(Wait { ticks })),
        ("[a-z]{1,3}", value()).prop_map(|(key, value)| ActionKind::Set(Set { key, value })),
        any::<String>().prop_map(|message| ActionKind::Log(Log { message })),
        vec(answer, 1..4).prop_map(ActionKind::Script),
    ];
    prop_oneof![
        (text(), ask).prop_map(|(name, kind)| Node::Condition(Condition { id: NodeKey::default(), name, kind })),
        (text(), act).prop_map(|(name, kind)| Node::Action(Action { id: NodeKey::default(), name, kind })),
    ]
}

fn node() -> impl Strategy<Value = Node> {
    let abort = prop_oneof![Just(Abort::None), Just(Abort::Own), Just(Abort::LowerPriority), Just(Abort::Both)];
    leaf().prop_recursive(4, 24, 4, move |inner| {
        let child = || inner.clone().prop_map(Box::new);
        let children = || vec(inner.clone(), 1..4);
        let plain = || (text(), child()).prop_map(|(name, child)| Decorator { id: NodeKey::default(), name, child });
        let timed = || {
            (text(), 1u64..99, child()).prop_map(|(name, ticks, child)| Timed {
                id: NodeKey::default(),
                name,
                ticks,
                child,
            })
        };
        let composite = || {
            (text(), abort.clone(), children()).prop_map(|(name, abort, children)| Composite {
                id: NodeKey::default(),
                name,
                abort,
                children,
            })
        };
        prop_oneof![
            composite().prop_map(Node::Sequence),
            composite().prop_map(Node::Selector),
            (composite(), any::<bool>()).prop_map(|(Composite { id, name, abort, children }, any)| {
                let policy = if any { Policy::Any } else { Policy::All };
                Node::Parallel(Parallel { id, name, policy, abort, children })
            }),
            plain().prop_map(Node::Inverter),
            plain().prop_map(Node::Succeeder),
            plain().prop_map(Node::Failer),
            plain().prop_map(Node::UntilSuccess),
            plain().prop_map(Node::UntilFailure),
            timed().prop_map(Node::Timeout),
            timed().prop_map(Node::Cooldown),
            (text(), option::of(1u64..99), child()).prop_map(|(name, times, child)| Node::Repeater(Repeater {
                id: NodeKey::default(),
                name,
                times,
                child
            })),
        ]
    })
}

prop_compose! {
    fn agent()(
        name in text(), tick_rate in option::of(0.5f64..100.0),
        blackboard in btree_map(any::<String>(), value(), 0..3), node in node(),
    ) -> Agent {
        Agent { id: EntryId::default(), name, body: None, camera: None, tick_rate, blackboard, tree: AgentTree::Written(node.into()) }
    }
}

prop_compose! {
    fn image()(
        name in text(), nx in 1u32..50, ny in 1u32..50, threshold in 0f64..=1.0, odd in any::<bool>(),
        position in vector(), size in option::of([size(), size()]),
    ) -> Image {
        let method = if odd { ImageMethod::OddBlock } else { ImageMethod::Exact };
        let texture = None;
        Image { id: EntryId::default(), name, file: "leaf.png".to_owned(), texture, divisions: [nx, ny], threshold, method, position, size }
    }
}
