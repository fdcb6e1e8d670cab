//! A running program in the window, as `eyeline live` opens it: its world as it comes, holding the view, marks, and saving.

use std::io::Write;
use std::net::{SocketAddr, TcpStream};
use std::path::Path;

use eframe::egui::accesskit::Role;
use eframe::egui::{Event, Key, Modifiers};
use eyeline::app::{LiveStart, Start};
use eyeline::files::{Files, Pace, Reading, open_watched};
use eyeline::live::{KeptTrace, LiveInput, LiveSource, Received};
use eyeline::opacity::Progress;

use crate::test_window::TestWindow;

const KEYFRAME: &str = r#"{"eyeline_trace":1,"name":"game","time":0,"scene":{"eyeline":1,"tick_rate":10,"cameras":[{"name":"eye","position":[0,0,5]}],"objects":[{"name":"crate","shape":{"box":{"half_extents":[0.5,0.5,0.5]}}}]}}"#;

/// The window of `eyeline live 127.0.0.1:0`, and its address.
fn listening(seconds: f64) -> (TestWindow, SocketAddr) {
    listening_in(seconds, None)
}

/// The same with a scene.
fn listening_in(seconds: f64, scene: Option<&Path>) -> (TestWindow, SocketAddr) {
    let own = scene.map(|path| {
        let files = Files::default().awaiting_program();
        let loaded = open_watched(path, files, &Reading::at(Pace::Later), &Progress::default());
        (path.to_owned(), loaded.unwrap_or_else(|error| panic!("{}", error.render(false))))
    });
    let source = LiveSource::open(&LiveInput::Address("127.0.0.1:0".to_owned())).unwrap();
    let address = source.address().unwrap();
    let kept = KeptTrace { seconds: Some(seconds), ..KeptTrace::default() };
    let (received, place) = (Received::new(kept, None), address.to_string());
    let live = LiveStart { source, received, place, files: Vec::new() };
    (TestWindow::started(Start::live(live, own, Default::default())), address)
}

fn send(client: &mut TcpStream, lines: impl IntoIterator<Item = impl AsRef<str>>) {
    let text: String = lines.into_iter().map(|line| line.as_ref().to_owned() + "\n").collect();
    client.write_all(text.as_bytes()).unwrap();
}

/// Carries out a command that asks for a file, and types the path.
fn save(window: &mut TestWindow, command: &str, path: &Path) {
    window.command(command);
    window.harness.key_press_modifiers(Modifiers::COMMAND, Key::A);
    window.harness.event(Event::Text(path.display().to_string()));
    window.harness.run();
    window.harness.key_press(Key::Enter);
    window.harness.run();
}

/// The crate at a place along X, at a time in seconds.
fn moved(time: f64) -> String {
    format!(r#"{{"time":{time},"set":{{"crate":{{"position":[{time},0,0]}}}}}}"#)
}

fn crate_x(window: &TestWindow) -> Option<f32> {
    let world = window.app().workspace().world();
    Some(world.objects.iter().find(|object| &*object.name == "crate")?.aabb.centre().x)
}

fn wait_for_x(window: &mut TestWindow, x: f32) {
    window.wait_until("the crate", |window| crate_x(window).is_some_and(|at| (at - x).abs() < 1e-4));
}

#[test]
fn the_view_follows_the_program_is_held_and_follows_again() {
    let (mut window, address) = listening(60.0);
    window.wait_until("the bar", |window| window.has_text(&format!("waiting for a program on {address}")));
    window.shot("live_waiting");
    let mut client = TcpStream::connect(address).unwrap();
    send(&mut client, [KEYFRAME.to_owned(), moved(1.0), moved(2.0)]);
    wait_for_x(&mut window, 2.0);
    assert_eq!(window.app().workspace().tick(), 20);
    window.wait_until("its name", |window| window.has_text("game at 127.0.0.1"));
    window.shot("live_followed");
    // Held: the program goes on, and is recorded.
    window.command("Hold view");
    send(&mut client, [moved(3.0), moved(4.0)]);
    window.wait_until("the last time", |window| window.has_text("view held at 2.00 s of 4.00 s"));
    assert_eq!(crate_x(&window), Some(2.0));
    window.shot("live_held");
    window.command("Previous tick");
    assert_eq!((window.app().workspace().tick(), crate_x(&window)), (19, Some(1.0)));
    window.command("Jump to now");
    wait_for_x(&mut window, 4.0);
    // Another tick on the time bar holds the view there.
    window.command("Previous tick");
    send(&mut client, [moved(5.0)]);
    window.wait_until("the last time", |window| window.has_text("view held at 3.90 s of 5.00 s"));
    // Wrong lines are counted, and the rest counts.
    send(&mut client, ["nonsense".to_owned(), moved(6.0)]);
    window.wait_until("the message", |window| window.has_text("⚠ 1 message"));
    window.command("Follow the program");
    wait_for_x(&mut window, 6.0);
    drop(client);
    window.wait_until("the end", |window| window.has_text("game has ended; waiting for a program"));
    // Another program takes its place.
    let mut client = TcpStream::connect(address).unwrap();
    send(&mut client, [KEYFRAME.replace("game", "other"), moved(0.5)]);
    wait_for_x(&mut window, 0.5);
    window.command("Disconnect");
    assert!(!window.has_text("other at"));
    assert_eq!(crate_x(&window), Some(0.5), "what has come stays open");
}

#[test]
fn a_recording_and_a_moment_of_a_program_are_saved_and_open_again() {
    let (mut window, address) = listening(5.0);
    let mut client = TcpStream::connect(address).unwrap();
    let times = (1..=100).map(|i| f64::from(i) * 0.1);
    send(&mut client, std::iter::once(KEYFRAME.to_owned()).chain(times.map(moved)));
    wait_for_x(&mut window, 10.0);
    // The bar begins where the kept part begins.
    let trace = window.app().workspace().world().trace.as_deref().unwrap().trace.span();
    assert!(trace[0] >= 4.0 && trace[1] > 9.9, "{trace:?}");
    let [recording, moment, scene] = ["run.jsonl", "moment.json", "saved.json"].map(|name| window.path(name));
    for (command, path) in [("Save recording…", &recording), ("Save this moment…", &moment), ("Save as…", &scene)]
    {
        save(&mut window, command, path);
        window.wait_until("the file", |_| path.is_file());
    }
    let read = |path: &Path| eyeline::files::open(path).unwrap();
    let opened = read(&recording);
    let saved = opened.files.trace(&opened.scene).unwrap();
    assert!(saved.faults().is_empty() && (saved.span()[1] - 10.0).abs() < 1e-9);
    assert!((saved.scene_at(7.05).objects[0].position[0] - 7.0).abs() < 1e-4);
    assert!((read(&moment).scene.objects[0].position[0] - 10.0).abs() < 1e-4);
    // A scene is saved with the recording beside it.
    let opened = read(&scene);
    assert_eq!(opened.scene.trace.as_ref().map(|trace| &*trace.file), Some("saved.jsonl"));
    assert!(opened.faults.is_empty() && opened.files.trace(&opened.scene).is_some());
    // The program goes on in the saved scene.
    send(&mut client, [moved(11.0)]);
    wait_for_x(&mut window, 11.0);
}

#[test]
fn one_of_several_programs_is_chosen() {
    let (mut window, address) = listening(60.0);
    let mut first = TcpStream::connect(address).unwrap();
    send(&mut first, [KEYFRAME.to_owned(), moved(1.0)]);
    wait_for_x(&mut window, 1.0);
    let mut second = TcpStream::connect(address).unwrap();
    send(&mut second, [KEYFRAME.replace("game", "server"), moved(7.0)]);
    window.wait_until("the second program", |window| window.has_text("and 1 more program"));
    assert_eq!(crate_x(&window), Some(1.0), "the first one is still shown");
    // The list has the programs whose keyframes have come.
    window.wait_until("the list", |window| window.has_text("Shown program"));
    window.click(Role::ComboBox, "Shown program");
    window.click(Role::Button, "2: server");
    wait_for_x(&mut window, 7.0);
    window.wait_until("its name", |window| window.has_text("server at 127.0.0.1"));
}

#[test]
fn ticks_at_which_answers_begin_to_differ_are_marked_on_the_time_bar() {
    let (mut window, address) = listening(60.0);
    let mut client = TcpStream::connect(address).unwrap();
    let said = |time: f64, verdict: &str| {
        format!(r#"{{"time":{time},"said":[{{"camera":"eye","object":"crate","verdict":"{verdict}"}}]}}"#)
    };
    send(
        &mut client,
        [KEYFRAME.to_owned(), said(1.0, "visible"), said(2.0, "culled"), said(2.1, "culled"), said(3.0, "visible")],
    );
    let mark = "something vanishes: eye · crate";
    window.wait_until("the mark", |window| window.has_text(mark));
    window.shot("live_marks");
    window.click(Role::Button, "something vanishes: eye · crate");
    let workspace = window.app().workspace();
    let selected = workspace.selected();
    assert_eq!((workspace.tick(), selected.object()), (20, Some(0)), "a click shows what was asked");
    window.click(Role::Tab, "Disagreements");
    assert!(window.has_text("1 disagreement in 1 answer of the program at this tick"));
    window.command("Jump to now");
    window.command("Previous mark");
    assert_eq!(window.app().workspace().tick(), 20);
    window.command("Next tick");
    window.command("Mark tick");
    window.command("Previous mark");
    window.command("Next mark");
    assert_eq!(window.app().workspace().tick(), 21);
}

/// The scene of `eyeline live 127.0.0.1:0 SCENE` names the crate and the camera of the program, and a ball that comes later.
const NAMING: &str = r#"{ "eyeline": 1, "tick_rate": 10,
"cameras": [{ "name": "carried", "attach": "crate" },
            { "name": "second", "attach": "ball" }],
"select": ["eye", "crate"],
"expect": [{ "camera": "eye", "object": "crate", "verdict": "inside" }] }"#;

#[test]
fn a_scene_names_entries_of_the_program_before_it_has_sent_them() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.json");
    std::fs::write(&path, NAMING).unwrap();
    let (mut window, address) = listening_in(60.0, Some(&path));
    window.wait_until("the bar", |window| window.has_text(&format!("waiting for a program on {address}")));
    let errors = |window: &TestWindow| -> Vec<bool> {
        let own = window.app().workspace().world().cameras.iter().take(2);
        own.map(|camera| camera.error.is_some()).collect()
    };
    let unsent = |window: &TestWindow| -> Vec<(Option<String>, String)> {
        let notices = window.app().workspace().notices().iter();
        notices.map(|notice| (notice.place.clone(), notice.text.clone())).collect()
    };
    assert_eq!((errors(&window), unsent(&window)), (vec![true, true], vec![]), "no name is wrong before the keyframe");
    let mut client = TcpStream::connect(address).unwrap();
    send(&mut client, [KEYFRAME.to_owned(), moved(1.0)]);
    wait_for_x(&mut window, 1.0);
    assert_eq!(errors(&window), [false, true]);
    let carried_x = |window: &TestWindow| window.app().workspace().world().cameras[0].camera.position.x;
    assert!((carried_x(&window) - 1.0).abs() < 1e-4);
    let selected = window.app().workspace().selected();
    assert_eq!((selected.camera(), selected.object()), (Some(2), Some(0)), "the scene selects what has come");
    let [(place, text)] = &unsent(&window)[..] else { panic!("{:?}", unsent(&window)) };
    assert_eq!(place.as_deref(), Some("a.json:3:43"));
    assert!(text.contains("there is no object named `ball`") && text.contains("has not sent it so far"), "{text}");
    // An edit of something else is not refused, and the name may still come.
    window.command("New camera from view");
    send(&mut client, [moved(2.0)]);
    wait_for_x(&mut window, 2.0);
    assert_eq!(window.app().workspace().scene().cameras.len(), 3);
    window.command("Undo");
    let ball = r#"{"time":3,"add":{"objects":[{"name":"ball","shape":{"sphere":{"radius":1}}}]}}"#;
    send(&mut client, [ball.to_owned(), moved(3.5)]);
    wait_for_x(&mut window, 3.5);
    assert_eq!((errors(&window), unsent(&window)), (vec![false, false], vec![]));
    // The file is read again with the entries of the program.
    std::fs::write(&path, NAMING.replace("\"carried\"", "\"borne\"").replace("\"ball\"", "\"bell\"")).unwrap();
    window.command("Reload");
    window.wait_until("the file", |window| &*window.app().workspace().world().cameras[0].name == "borne");
    assert_eq!(errors(&window), [false, true]);
    assert!(unsent(&window)[0].1.contains("`bell`"), "{:?}", unsent(&window));
    send(&mut client, [moved(4.0)]);
    wait_for_x(&mut window, 4.0);
    assert!((carried_x(&window) - 4.0).abs() < 1e-4);
}
