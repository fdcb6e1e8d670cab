//! Agents in a world: the effects of their leaves, and the same result at a tick from any earlier query.

use std::sync::Arc;

use glam::Vec3;
use proptest::prelude::*;

use super::*;
use crate::behavior::{Status, Value, ValueComparison};
use crate::files::{Content, Files};
use crate::scene::{Scene, parse};
use crate::world::at_tick::World;

fn scene(agents: &str, more: &str) -> Scene {
    let text = format!(
        r#"{{ "eyeline": 1, "tick_rate": 10,
        "cameras": [{{ "name": "eye", "attach": "me", "far": 12, "position": [0, 0.5, 0] }}],
        "objects": [
            {{ "name": "me", "shape": {{ "capsule": {{ "radius": 0.5, "half_height": 0.5 }} }}, "position": [0, 1, 0] }},
            {{ "name": "player", "shape": {{ "sphere": {{ "radius": 0.5 }} }}, "position": [0, 1, -8] }}{more}],
        "agents": [{agents}] }}"#
    );
    parse(&text, "test.json").unwrap_or_else(|error| panic!("{}", error.render(false)))
}

fn agent(tree: &str) -> String {
    format!(r#"{{ "name": "guard", "body": "me", "camera": "eye", "blackboard": {{ "hp": 3 }}, "tree": {tree} }}"#)
}

const WALL: &str =
    r#", { "name": "wall", "shape": { "box": { "half_extents": [1, 2, 0.1] } }, "position": [0, 2, -4] }"#;

/// A guard that patrols until it sees the player, whom it then chases; the player walks behind a wall and back.
fn guard() -> Scene {
    let tree = r#"{ "repeater": { "child": { "selector": { "children": [
        { "sequence": { "name": "chase", "abort": "both", "children": [
            { "condition": { "name": "seen", "sees": { "object": "walker" } } },
            { "action": { "set": { "key": "alarm", "value": true } } },
            { "action": { "move_to": { "object": "walker", "speed": 1.5, "within": 2 } } },
            { "action": { "log": { "message": "caught at {alarm}" } } },
            { "action": { "wait": { "ticks": 3 } } } ] } },
        { "sequence": { "children": [
            { "action": { "set": { "key": "alarm", "value": false } } },
            { "action": { "name": "patrol", "patrol": { "points": [[-3, 1, 0], [3, 1, 0], [0, 1, -2]], "speed": 1 } } } ] } } ] } } } }"#;
    let walker = r#", { "name": "walker", "shape": { "sphere": { "radius": 0.5 } },
        "path": { "points": [[-9, 1, -7], [9, 1, -7]], "speed": 0.8, "loop": true } }"#;
    scene(&agent(tree), &format!("{WALL}{walker}"))
}

fn position(world: &World, name: &str) -> Vec3 {
    let object = world.objects.iter().find(|object| &*object.name == name).unwrap();
    object.pose.world_from_local().translation.into()
}

fn status_of(tree: &str, more: &str, tick: u64) -> Status {
    World::at(&scene(&agent(tree), more), &Files::default(), tick).agents[0].status()
}

#[test]
fn an_object_in_the_frustum_is_seen_unless_another_blocks_it() {
    let sees = |object: &str| format!(r#"{{ "condition": {{ "sees": {{ "object": "{object}" }} }} }}"#);
    let low = WALL.replace("[1, 2, 0.1]", "[1, 0.2, 0.1]").replace("[0, 2, -4]", "[0, 0.2, -4]");
    let masked = WALL.replace(r#""position""#, r#""layers": [], "position""#);
    let beside = WALL.replace("[0, 2, -4]", "[3, 2, -4]");
    let behind = WALL.replace("[0, 2, -4]", "[0, 2, -9]");
    for (more, seen) in [("", true), (WALL, false), (&low, true), (&masked, false), (&beside, true), (&behind, true)] {
        assert_eq!(status_of(&sees("player"), more, 1) == Status::Success, seen, "{more}");
    }
    assert_eq!(status_of(&sees("wall"), WALL, 1), Status::Success, "the wall itself is seen");
    let far = r#", { "name": "far", "shape": { "sphere": { "radius": 0.5 } }, "position": [0, 1, -13] }"#;
    assert_eq!(status_of(&sees("far"), far, 1), Status::Failure, "beyond the far plane");
    let turned = scene(&agent(&sees("player")), "");
    let world = World::at(&turned, &Files::default(), 0);
    assert_eq!(world.agents[0].status(), Status::Inactive, "at tick 0 nothing has happened");
    assert!(world.agents[0].detailed_log().is_none());
}

#[test]
fn the_step_names_the_blocking_object() {
    let tree = r#"{ "condition": { "sees": { "object": "player" } } }"#;
    let described = World::at(&scene(&agent(tree), WALL), &Files::default(), 1).agents[0].detailed_log().unwrap();
    let (node, story) = &described.stories[0];
    assert_eq!((described.stories.len(), *node, story.steps.len()), (1, 0, 6 + 1 + 1));
    let last = story.steps.last().unwrap();
    assert!(last.outcome.starts_with("`wall` blocks the line of sight, 3.9"), "{}", last.outcome);
    assert_eq!(last.marks.len(), 3);
    assert_eq!(described.log.events.len(), 2);
}

#[test]
fn a_body_without_eyes_and_an_agent_without_body_fail() {
    for (leaf, lacks) in [
        (r#"{ "condition": { "sees": { "object": "player" } } }"#, "camera"),
        (r#"{ "condition": { "near": { "point": [0, 0, 0], "within": 99 } } }"#, "body"),
        (r#"{ "action": { "patrol": { "points": [[0, 0, 0]] } } }"#, "body"),
        (r#"{ "action": { "move_to": { "point": [0, 0, 0] } } }"#, "body"),
    ] {
        let bare = agent(leaf).replace(r#""body": "me", "camera": "eye", "#, "");
        let world = World::at(&scene(&bare, ""), &Files::default(), 1);
        assert_eq!(world.agents[0].status(), Status::Failure, "{leaf}");
        let described = world.agents[0].detailed_log().unwrap();
        assert!(described.stories[0].1.steps[0].outcome.contains(lacks), "{described:?}");
    }
}

#[test]
fn a_body_moves_faces_and_moves_its_camera() {
    let tree = r#"{ "action": { "move_to": { "point": [4, 1, 0], "speed": 2 } } }"#;
    let scene = scene(&agent(tree), "");
    for (tick, x, status) in
        [(0, 0.0, Status::Inactive), (5, 1.0, Status::Running), (20, 4.0, Status::Success), (90, 4.0, Status::Success)]
    {
        let world = World::at(&scene, &Files::default(), tick);
        assert!(
            (position(&world, "me") - Vec3::new(x, 1.0, 0.0)).length() < 1e-5,
            "{tick}: {}",
            position(&world, "me")
        );
        assert_eq!(world.agents[0].status(), status, "{tick}");
        let eye = world.cameras[0].camera;
        assert!((eye.position - Vec3::new(x, 1.5, 0.0)).length() < 1e-5, "{tick}: {eye:?}");
        let ahead = eye.rotation.as_quat() * Vec3::NEG_Z;
        let expected = if tick == 0 { Vec3::NEG_Z } else { Vec3::X };
        assert!((ahead - expected).length() < 1e-5, "{tick}: {ahead}");
    }
}

#[test]
fn an_action_takes_its_body_off_the_path() {
    let tree = r#"{ "sequence": { "children": [ { "action": { "wait": { "ticks": 10 } } },
        { "action": { "flee": { "point": [0, 1, -9], "speed": 1, "until": 12 } } } ] } }"#;
    let mut scene = scene(&agent(tree), "");
    scene.objects[0].path =
        Some(crate::scene::Path { points: vec![[0.0, 1.0, 0.0], [9.0, 1.0, 0.0]], speed: 0.1, looped: false });
    for (tick, place) in [(5, [0.05, 1.0, 0.0]), (9, [0.09, 1.0, 0.0])] {
        assert!(
            (position(&World::at(&scene, &Files::default(), tick), "me") - Vec3::from(place)).length() < 1e-5,
            "{tick}"
        );
    }
    let later = position(&World::at(&scene, &Files::default(), 100), "me");
    assert!((later - Vec3::new(0.133, 1.0, 3.0)).length() < 0.01, "it fled and stays: {later}");
    assert_eq!(later, position(&World::at(&scene, &Files::default(), 500), "me"));
}

#[test]
fn what_moves_nearby_is_heard() {
    let listener = |within: u32| {
        let tree = format!(
            r#"{{ "repeater": {{ "child": {{ "condition": {{ "hears": {{ "object": "mouse", "within": {within} }} }} }} }} }}"#
        );
        let mouse = r#", { "name": "mouse", "shape": { "sphere": { "radius": 0.1 } },
            "path": { "points": [[0, 1, 2], [0, 1, 3]], "speed": 1 } }"#;
        scene(&agent(&tree).replace(r#""tree""#, r#""tick_rate": 2, "tree""#), mouse)
    };
    let answers = |scene: &Scene| -> Vec<Status> {
        (1..=4).map(|own| World::at(scene, &Files::default(), own * 5).agents[0].statuses[1]).collect()
    };
    assert_eq!(answers(&listener(9)), [Status::Success, Status::Success, Status::Failure, Status::Failure]);
    assert_eq!(answers(&listener(2)), [Status::Failure; 4]);
}

#[test]
fn agents_tick_at_their_own_rates_and_in_file_order() {
    let script = |name: &str, rate: &str| {
        format!(r#"{{ "name": "{name}", {rate} "tree": {{ "action": {{ "script": ["running"] }} }} }}"#)
    };
    let agents = [("a", ""), ("b", r#""tick_rate": 1,"#), ("c", r#""tick_rate": 25,"#), ("d", r#""tick_rate": 0.3,"#)];
    let scene = scene(&agents.map(|(name, rate)| script(name, rate)).join(","), "");
    for (tick, own) in [(0, [0; 4]), (1, [1, 0, 2, 0]), (9, [9, 0, 22, 0]), (34, [34, 3, 85, 1])] {
        let world = World::at(&scene, &Files::default(), tick);
        assert_eq!(world.agents.iter().map(|agent| agent.tick).collect::<Vec<_>>(), own, "{tick}");
    }
}

#[test]
fn agents_with_one_tree_have_different_random_numbers() {
    let tree = r#"{ "repeater": { "child": { "condition": { "random": { "chance": 0.5 } } } } }"#;
    let twins = format!("{},{}", agent(tree), agent(tree).replace("guard", "other"));
    let mut scene = scene(&twins, "");
    let answers = |scene: &Scene| {
        let world = World::at(scene, &Files::default(), 64);
        world.agents.iter().map(|agent| agent.events.clone()).collect::<Vec<_>>()
    };
    let first = answers(&scene);
    assert_ne!(first[0], first[1]);
    assert_eq!(first, answers(&scene.clone()), "the same scene gives the same events");
    scene.seed = 1;
    assert_ne!(first, answers(&scene));
}

#[test]
fn a_guard_chases_what_it_sees() {
    let world = World::at(&guard(), &Files::default(), 400);
    let agent = &world.agents[0];
    let tree = agent.tree.as_ref().unwrap();
    let patrol = (0..tree.len()).find(|&node| tree.name(node) == "patrol");
    let aborts: Vec<_> = agent
        .events
        .iter()
        .filter(|event| event.what.word() == "abort" && Some(event.node as usize) == patrol)
        .collect();
    assert!(!aborts.is_empty());
    assert!(aborts.iter().all(|event| event.cause().map(|cause| tree.label(cause)) == Some("seen")));
    assert!(agent.messages.iter().any(|message| message.text == "caught at true"));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    /// A tick has the same result whatever was queried before.
    #[test]
    fn any_tick_is_reached_from_anywhere(ticks in prop::collection::vec(0_u64..500, 1..12)) {
        let scene = guard();
        let mut recording = Recording::of(Content { scene: &scene, files: &Files::default() });
        let mut world = World::of(&mut recording, Content { scene: &scene, files: &Files::default() }, 0);
        for tick in ticks {
            let at = World::at(&scene, &Files::default(), tick);
            world.follow(&mut recording, Content { scene: &scene, files: &Files::default() }, Content { scene: &scene, files: &Files::default() }, tick);
            prop_assert_eq!(&world.agents, &at.agents, "tick {}", tick);
            prop_assert_eq!(position(&world, "me"), position(&at, "me"));
            prop_assert_eq!(&world.cameras, &at.cameras);
            prop_assert_eq!(world.sights(), at.sights());
            prop_assert_eq!(world.agents[0].detailed_log(), at.agents[0].detailed_log());
            prop_assert_eq!(world.agents[0].detailed_log(), recording.detailed_log(0, tick));
        }
    }

    /// A tick that is run again has the recorded events.
    #[test]
    fn a_tick_that_is_run_again_has_the_same_events(tick in 1_u64..500) {
        let world = World::at(&guard(), &Files::default(), tick);
        let agent = &world.agents[0];
        let described = agent.detailed_log().unwrap();
        prop_assert!(described.log.events.iter().eq(agent.events.range(agent.events_of(tick))));
    }
}

#[test]
fn statuses_follow_from_events() {
    let scene = guard();
    let mut recording = Recording::of(Content { scene: &scene, files: &Files::default() });
    recording.run_to(300);
    let mut seen = Vec::new();
    recording.history(0, 1..10_000, |tick, statuses| seen.push((tick, statuses.to_vec())));
    assert_eq!(seen.len(), 300);
    for (tick, statuses) in seen {
        let world = World::at(&scene, &Files::default(), tick);
        assert_eq!(world.agents[0].statuses, statuses, "{tick}");
        let count = world.agents[0].events_of(tick).len();
        assert_eq!(recording.statuses(0, tick, count), statuses, "{tick}");
        assert_eq!(
            recording.statuses(0, tick, 0),
            World::at(&scene, &Files::default(), tick - 1).agents[0].statuses,
            "{tick}"
        );
    }
    assert_eq!(recording.node_history(0, 0, 5..8), [Status::Running; 3]);
    assert_eq!(recording.tick(), 300, "looking back runs nothing");
}

#[test]
fn breakpoints_are_found() {
    let scene = guard();
    let mut recording = Recording::of(Content { scene: &scene, files: &Files::default() });
    recording.run_to(600);
    let chase =
        Breakpoint::Status { node: recording.plan.agents[0].tree.as_ref().unwrap().id(2), status: Status::Running };
    let is_chasing = |tick: u64| World::at(&scene, &Files::default(), tick).agents[0].statuses[2] == Status::Running;
    let first = recording.next(0, 0, &chase).unwrap();
    assert_eq!(first, 1, "it starts and fails at once, in the first tick");
    let alarm: Arc<str> = "alarm".into();
    let rings =
        Breakpoint::Compares { key: Arc::clone(&alarm), comparison: ValueComparison::Equal, value: Value::Bool(true) };
    let rang = recording.next(0, 0, &rings).unwrap();
    assert!(is_chasing(rang) && !is_chasing(rang - 1), "{rang}");
    let mut values = recording.values(0, "alarm");
    values.dedup_by_key(|(_, value)| value.clone());
    assert_eq!(values[0], (1, Value::Bool(false)));
    assert_eq!(values[1], (rang, Value::Bool(true)));
    assert_eq!(recording.next(0, rang, &Breakpoint::Changes { key: alarm }), values.get(2).map(|(tick, _)| *tick));
    assert_eq!(recording.values(0, "hp"), [(0, Value::Number(3.0))]);
    assert_eq!(recording.next(0, 600, &chase), None);
}

#[test]
fn an_edit_begins_anew_when_it_matters() {
    let before = guard();
    let mut recording = Recording::of(Content { scene: &before, files: &Files::default() });
    recording.run_to(50);
    let mut now = before.clone();
    now.title = "other".to_owned();
    assert!(!recording.follow(Content { scene: &now, files: &Files::default() }));
    assert_eq!(recording.tick(), 50);
    let changes: [fn(&mut Scene); 5] = [
        |scene| scene.seed = 3,
        |scene| scene.tick_rate = 11.0,
        |scene| scene.cameras[0].far = 9.0,
        |scene| scene.objects[2].position[0] = 1.0,
        |scene| scene.agents[0].tick_rate = Some(5.0),
    ];
    for change in changes {
        let mut recording = Recording::of(Content { scene: &before, files: &Files::default() });
        let mut world = World::of(&mut recording, Content { scene: &before, files: &Files::default() }, 50);
        let mut now = before.clone();
        change(&mut now);
        world.follow(
            &mut recording,
            Content { scene: &before, files: &Files::default() },
            Content { scene: &now, files: &Files::default() },
            50,
        );
        let at = World::at(&now, &Files::default(), 50);
        assert_eq!(world.agents, at.agents);
        assert_eq!(position(&world, "me"), position(&at, "me"));
    }
}

#[test]
fn beyond_the_last_tick_agents_do_not_move() {
    let tree = r#"{ "action": { "script": ["running"] } }"#;
    let slow = agent(tree).replace(r#""tree""#, r#""tick_rate": 0.001, "tree""#);
    let world = World::at(&scene(&slow, ""), &Files::default(), u64::MAX);
    assert_eq!(world.agents[0].tick, MOST_TICKS / 10_000);
}

#[test]
fn ten_thousand_ticks_are_small_and_near_a_snapshot() {
    let scene = guard();
    let mut recording = Recording::of(Content { scene: &scene, files: &Files::default() });
    recording.run_to(10_000);
    assert!(recording.size() < 20 << 20, "{} bytes", recording.size());
    for tick in [9_999, 1, 5_000, 31, 32, 33, 7_777, 0, 9_998] {
        assert_eq!(recording.agents(tick)[0].tick, tick);
        let snapshot = recording.snapshot_up_to(tick).map_or(0, |snapshot| snapshot.tick);
        assert!(tick - snapshot < 32, "tick {tick} is reached from {snapshot}");
    }
}

#[test]
fn the_statuses_of_earlier_ticks_are_those_of_their_worlds() {
    let mut scene = guard();
    // Its own ticks are not those of the scene.
    scene.agents[0].tick_rate = Some(7.0);
    let at = |tick| World::at(&scene, &Files::default(), tick);
    let last = at(120);
    let earlier = last.agents[0].statuses_at(0..=120);
    assert_eq!(earlier.len(), 121);
    let mut different = 0;
    for (tick, statuses) in &earlier {
        assert_eq!(*statuses, at(*tick).agents[0].statuses, "tick {tick}");
        different += usize::from(*statuses != last.agents[0].statuses);
    }
    assert!(different > 10, "{different}");
    assert_eq!(last.agents[0].statuses_at(118..120), earlier[118..120]);
}
