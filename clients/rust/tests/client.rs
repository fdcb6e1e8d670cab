//! What a client sends, as a reader of the trace sees it.

#![expect(clippy::unwrap_used, reason = "tests")]

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::PathBuf;
use std::time::{Duration, Instant};

use eyeline_client::{Camera, Client, Hit, Object, Pose, Ray, Shape, Status, Tested, Verdict};
use serde_json::{Value, json};

const PATIENCE: Duration = Duration::from_secs(10);

/// The world of a reader.
#[derive(Default)]
struct Reader {
    time: f64,
    objects: BTreeMap<String, Value>,
    cameras: BTreeMap<String, Value>,
    keyframes: Vec<f64>,
    said: Vec<Value>,
    lines: usize,
}

impl Reader {
    /// Applies a line and checks that it may follow the lines before.
    fn read(&mut self, line: &str) {
        let line: Value = serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}"));
        let time = line["time"].as_f64().unwrap();
        assert!(time >= self.time || self.lines == 0, "{time} after {}", self.time);
        self.time = time;
        self.lines += 1;
        if line.get("eyeline_trace").is_some() {
            self.keyframes.push(time);
            self.objects.clear();
            self.cameras.clear();
            self.add(&line["scene"]);
            return;
        }
        assert!(!self.keyframes.is_empty(), "the first line is no keyframe: {line}");
        for (name, change) in line["set"].as_object().into_iter().flatten() {
            let entry = self.objects.get_mut(name).or_else(|| self.cameras.get_mut(name));
            let entry = entry.unwrap_or_else(|| panic!("{name:?} is set and not in the world"));
            for (key, value) in change.as_object().unwrap() {
                entry[key] = value.clone();
            }
        }
        self.add(&line["add"]);
        for name in line["remove"].as_array().into_iter().flatten() {
            let name = name.as_str().unwrap();
            let known = self.objects.remove(name).is_some() || self.cameras.remove(name).is_some();
            assert!(known, "{name:?} is removed and not in the world");
        }
        for said in line["said"].as_array().into_iter().flatten() {
            self.said.push(said.clone());
        }
    }

    fn add(&mut self, entries: &Value) {
        for (list, world) in [("objects", &mut self.objects), ("cameras", &mut self.cameras)] {
            for entry in entries[list].as_array().into_iter().flatten() {
                let before = world.insert(entry["name"].as_str().unwrap().into(), entry.clone());
                assert!(before.is_none(), "added twice: {entry}");
            }
        }
        assert!(self.objects.keys().all(|name| !self.cameras.contains_key(name)), "a name of an object and a camera");
    }
}

/// What a client sends until it is gone, and the client's number of refused calls.
fn trace(test: &str, play: impl FnOnce(&mut Client)) -> (Vec<String>, u64) {
    let path: PathBuf = std::env::temp_dir().join(format!("eyeline-client-{}-{test}.jsonl", std::process::id()));
    let mut client = Client::to_file("test", &path).unwrap();
    play(&mut client);
    assert_eq!(client.dropped(), 0);
    let refused = client.refused();
    drop(client);
    let content = std::fs::read_to_string(&path).unwrap();
    std::fs::remove_file(path).unwrap();
    (content.lines().map(str::to_owned).collect(), refused)
}

fn read(lines: &[String]) -> Reader {
    let mut reader = Reader::default();
    for line in lines {
        reader.read(line);
    }
    reader
}

fn ball() -> Object {
    Object::new(Shape::sphere(0.5))
}

fn parsed(line: &str) -> Value {
    serde_json::from_str(line).unwrap()
}

#[test]
fn a_file_begins_with_a_keyframe_and_has_what_changes() {
    let (lines, refused) = trace("changes", |client| {
        client.object("ball", ball());
        client.camera("eye", Camera::perspective(60.0, 1.0));
        client.tick(0.0);
        client.pose("ball", [1.0, 2.0, 3.0]);
        client.pose("eye", ([0.0, 1.0, 0.0], [0.0, 1.0, 0.0, 0.0]));
        client.tick(0.5);
        client.pose("ball", [1.0, 2.0, 3.0]);
        client.tick(1.0);
        client.shape("ball", Shape::cuboid([1.0, 2.0, 3.0]));
        client.layers("ball", [4]);
        client.tick(1.5);
    });
    assert_eq!(refused, 0);
    let expected = [
        json!({ "time": 0.5, "set": { "ball": { "position": [1, 2, 3] },
            "eye": { "position": [0, 1, 0], "rotation": [0, 1, 0, 0] } } }),
        json!({ "time": 1.0 }),
        json!({ "time": 1.5, "set": { "ball": { "shape": { "box": { "half_extents": [1, 2, 3] } }, "layers": [4] } } }),
    ];
    assert_eq!(lines[1..].iter().map(|line| parsed(line)).collect::<Vec<_>>(), expected);
    let reader = read(&lines);
    assert_eq!((reader.keyframes, reader.objects.len(), reader.cameras.len()), (vec![0.0], 1, 1));
}

#[test]
fn changes_of_one_tick_become_one() {
    let (lines, _) = trace("one", |client| {
        client.object("stays", ball());
        client.object("changes", ball());
        client.object("returns", ball());
        client.tick(0.0);
        client.object("comes", ball());
        client.pose("comes", [1.0, 0.0, 0.0]);
        client.pose("comes", [2.0, 0.0, 0.0]);
        client.object("flash", ball());
        client.remove("flash");
        client.pose("stays", [1.0, 0.0, 0.0]);
        client.pose("stays", [2.0, 0.0, 0.0]);
        client.remove("returns");
        client.object("returns", Shape::sphere(2.0));
        // The same name for another kind of entry.
        client.camera("changes", Camera::orthographic(2.0, 1.0));
        client.tick(0.5);
        client.object("comes", Shape::sphere(3.0));
        client.remove("stays");
        client.tick(1.0);
    });
    let reader = read(&lines);
    assert_eq!(reader.objects.keys().collect::<Vec<_>>(), ["comes", "returns"]);
    assert_eq!(reader.cameras.keys().collect::<Vec<_>>(), ["changes"]);
    assert_eq!(reader.objects["comes"]["position"], json!([0, 0, 0]));
    assert_eq!(reader.objects["comes"]["shape"]["sphere"]["radius"], json!(3));
    assert_eq!(reader.objects["returns"]["shape"]["sphere"]["radius"], json!(2));
    assert!(lines.iter().all(|line| !line.contains("flash")), "{lines:?}");
    let at_half: Vec<_> = lines.iter().map(|line| parsed(line)).filter(|line| line["time"] == 0.5).collect();
    assert_eq!(at_half[1]["set"], json!({ "stays": { "position": [2, 0, 0] } }));
    assert_eq!(at_half[1]["add"]["objects"][0]["position"], json!([2, 0, 0]));
}

#[test]
fn a_keyframe_comes_every_five_seconds_and_has_the_present_world() {
    let (lines, _) = trace("keyframes", |client| {
        client.object("ball", ball());
        for i in 0..=44 {
            let time = f64::from(i) / 4.0;
            client.pose("ball", [i as f32, 0.0, 0.0]);
            client.tick(time);
            if i % 9 == 0 {
                std::thread::sleep(Duration::from_millis(1));
            }
        }
    });
    let reader = read(&lines);
    assert_eq!((&reader.keyframes[..], reader.lines), (&[0.0, 5.0, 10.0][..], 45));
    assert_eq!(parsed(&lines[20])["scene"]["objects"][0]["position"], json!([20, 0, 0]));
}

#[test]
fn what_eyeline_would_refuse_is_counted_and_not_sent() {
    let nan = f32::NAN;
    let (lines, refused) = trace("refused", |client| {
        client.object("ball", ball());
        client.camera("eye", Camera::perspective(60.0, 1.0));
        client.tick(0.0);
        client.object("bad", Shape::sphere(0.0));
        client.object(" ", ball());
        client.object(&"x".repeat(5000), ball());
        client.camera("bad", Camera::perspective(nan, 1.0));
        client.pose("nobody", [0.0; 3]);
        client.pose("ball", [nan, 0.0, 0.0]);
        client.pose("ball", Pose { scale: Some([0.0; 3]), ..[1.0; 3].into() });
        client.matrix("ball", &[0.0; 16]);
        client.matrix("eye", &[nan; 16]);
        client.shape("eye", Shape::sphere(1.0));
        client.remove("nobody");
        let planes = Some([[f32::INFINITY; 4]; 6]);
        client.said_visibility("eye", "ball", Verdict::Visible, &Tested { planes, ..Tested::default() });
        client.said_visibility("ball", "eye", Verdict::Visible, &Tested::default());
        client.said_ray(Ray::cast([0.0; 3], [0.0; 3]), None);
        client.said_ray("aim", Some(Hit::of("nobody")));
        client.said_pairs(&[["ball", "nobody"]]);
        client.said_agent("", None, None);
        client.tick(nan.into());
        client.tick(-1.0);
    });
    assert_eq!(refused, 17);
    assert_eq!(
        lines[1..].iter().map(|line| parsed(line)).collect::<Vec<_>>(),
        [json!({ "time": 0.0 }), json!({ "time": 0.0 })]
    );
}

#[test]
fn answers_are_those_of_their_tick() {
    let (lines, refused) = trace("answers", |client| {
        client.object("ball", ball());
        client.object("box", Shape::cuboid([1.0; 3]));
        client.camera("eye", Camera::perspective(60.0, 1.0));
        client.said_visibility("eye", "ball", Verdict::Culled, &Tested::default());
        client.tick(0.0);
        client.said_ray("aim", Some(Hit { t: Some(0.1), ..Hit::of("ball") }));
        client.said_pairs(&[["ball", "box"]]);
        client.said_agent("guard", Some(Status::Running), Some("chase"));
        client.tick(0.5);
        client.tick(1.0);
    });
    assert_eq!(refused, 0);
    assert_eq!(lines.len(), 4, "the keyframe's line has no room for answers");
    let said = |line: &String| parsed(line)["said"].as_array().map_or(0, Vec::len);
    assert_eq!(lines.iter().map(said).collect::<Vec<_>>(), [0, 1, 3, 0]);
    // `t` is an f32, and its text is read as the same f32.
    assert!(lines[2].contains("\"t\":0.1,") || lines[2].contains("\"t\":0.1}"), "{}", lines[2]);
}

#[test]
fn names_are_any_text() {
    let names = ["a \"quoted\" \\ name", "tab\tnewline\n\u{1}", "Kiste № 7 – 箱 🧰", "a/b"];
    let (lines, refused) = trace("names", |client| {
        for name in names {
            client.object(name, ball());
        }
        client.tick(0.0);
        for name in names {
            client.pose(name, [1.0; 3]);
        }
        client.tick(0.5);
    });
    let mut expected = names;
    expected.sort_unstable();
    assert_eq!((read(&lines).objects.keys().map(String::as_str).collect::<Vec<_>>(), refused), (expected.to_vec(), 0));
}

#[test]
fn a_conversion_drops_nothing_although_its_queue_is_small() {
    let path = std::env::temp_dir().join(format!("eyeline-client-{}-conversion.jsonl", std::process::id()));
    let mut client = Client::convert("test", File::create(&path).unwrap()).queue_bytes(1).tick_rate(120.0);
    client.object("ball", ball());
    let mesh = Shape::Mesh { file: "level.obj".into(), node: Some("floor".into()) };
    client.object("floor", mesh);
    for step in 0_u16..2000 {
        client.pose("ball", [f32::from(step), 0.0, 0.0]);
        client.tick(f64::from(step) / 120.0);
    }
    assert_eq!(client.dropped(), 0);
    client.finish().unwrap();
    let content = std::fs::read_to_string(&path).unwrap();
    std::fs::remove_file(&path).unwrap();
    let lines: Vec<String> = content.lines().map(str::to_owned).collect();
    let scene = &parsed(&lines[0])["scene"];
    assert_eq!(scene["tick_rate"], json!(120.0));
    assert_eq!(scene["objects"][1]["shape"], json!({ "mesh": { "file": "level.obj", "node": "floor" } }));
    assert_eq!((lines.len(), &read(&lines).objects["ball"]["position"]), (2000, &json!([1999, 0, 0])));
}

#[test]
fn a_file_that_takes_no_lines_is_an_error_at_the_end() {
    let path = std::env::temp_dir().join(format!("eyeline-client-{}-read-only.jsonl", std::process::id()));
    File::create(&path).unwrap();
    let mut client = Client::convert("test", File::open(&path).unwrap());
    for step in 0_u16..100 {
        client.object("ball", ball());
        client.tick(f64::from(step));
    }
    client.finish().unwrap_err();
    std::fs::remove_file(&path).unwrap();
}

#[test]
fn a_client_that_is_off_does_nothing() {
    let mut client = Client::off();
    client.object("ball", ball());
    client.pose("nobody", [0.0; 3]);
    client.said_ray("aim", None);
    client.tick(0.0);
    assert!(!client.wait(PATIENCE) && !client.is_connected() && client.refused() == 0);
}

/// A listener, and a client that is connected to it.
fn connected(name: &str) -> (TcpListener, TcpStream, Client) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let mut client = Client::connect_to(name, &listener.local_addr().unwrap().to_string());
    let (stream, _) = listener.accept().unwrap();
    stream.set_read_timeout(Some(PATIENCE)).unwrap();
    assert!(client.wait(PATIENCE));
    (listener, stream, client)
}

#[test]
fn each_connection_begins_with_the_present_world() {
    let (listener, stream, mut client) = connected("test");
    client.object("ball", ball());
    client.tick(0.0);
    client.object("box", Shape::cuboid([1.0; 3]));
    client.tick(0.5);
    let mut lines = BufReader::new(stream).lines();
    let mut first = Reader::default();
    first.read(&lines.next().unwrap().unwrap());
    first.read(&lines.next().unwrap().unwrap());
    assert_eq!((first.keyframes.len(), first.objects.len()), (1, 2));
    drop(lines);

    // Ticks into the lost connection until the client has seen that it is lost, and connected again.
    listener.set_nonblocking(true).unwrap();
    let start = Instant::now();
    let mut time = 1.0_f32;
    let stream = loop {
        assert!(start.elapsed() < PATIENCE);
        client.pose("ball", [time, 0.0, 0.0]);
        client.tick(time.into());
        time += 0.01;
        std::thread::sleep(Duration::from_millis(2));
        if let Ok((stream, _)) = listener.accept() {
            break stream;
        }
    };
    stream.set_nonblocking(false).unwrap();
    stream.set_read_timeout(Some(PATIENCE)).unwrap();
    assert!(client.wait(PATIENCE));
    client.tick(time.into());
    let mut second = Reader::default();
    second.read(&BufReader::new(stream).lines().next().unwrap().unwrap());
    assert_eq!((second.keyframes.len(), second.objects.len()), (1, 2));
}

#[test]
fn a_reader_that_is_too_slow_loses_ticks_and_does_not_stop_the_game() {
    let (_listener, mut stream, client) = connected("test");
    let mut client = client.queue_bytes(1 << 20);
    let names: Vec<_> = (0..500).map(|i| format!("object {i}")).collect();
    for name in &names {
        client.object(name, ball());
    }
    let mut slowest = Duration::ZERO;
    let mut play = |client: &mut Client, ticks: std::ops::Range<u32>| {
        for i in ticks {
            let start = Instant::now();
            for (j, name) in names.iter().enumerate() {
                client.pose(name, [i as f32, j as f32, 0.125]);
            }
            client.tick(f64::from(i) / 60.0);
            slowest = slowest.max(start.elapsed());
        }
    };
    play(&mut client, 0..1500);
    let dropped = client.dropped();
    assert!(dropped > 100, "{dropped}");

    // The reader wakes up.
    let mut copy = stream.try_clone().unwrap();
    let reading = std::thread::spawn(move || {
        let mut text = String::new();
        stream.read_to_string(&mut text).unwrap();
        text
    });
    for i in 1500..1600 {
        play(&mut client, i..i + 1);
        std::thread::sleep(Duration::from_millis(2));
    }
    drop(client);
    let text = reading.join().unwrap();
    let mut reader = Reader::default();
    for line in text.lines() {
        reader.read(line);
    }
    assert!(reader.keyframes.len() > 2, "a keyframe after what was dropped: {:?}", reader.keyframes);
    assert_eq!(reader.objects["object 7"]["position"], json!([1599, 7, 0.125]));
    // A tick of a blocked client would take as long as the reader sleeps; this allows for a busy machine.
    assert!(slowest < Duration::from_millis(200), "{slowest:?}");
    let _ = copy.write_all(b"\n");
}

#[test]
fn the_client_may_come_before_eyeline() {
    // A port that is free: that of a listener that is gone.
    let address = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let mut client = Client::connect_to("early", &address.to_string());
    client.object("ball", ball());
    client.tick(0.0);
    assert!(!client.is_connected() && client.dropped() == 0);
    let listener = TcpListener::bind(address).unwrap();
    assert!(client.wait(PATIENCE));
    client.tick(1.0);
    let (stream, _) = listener.accept().unwrap();
    let line = parsed(&BufReader::new(stream).lines().next().unwrap().unwrap());
    assert_eq!((line["time"].as_f64(), line["scene"]["objects"][0]["name"].as_str()), (Some(1.0), Some("ball")));
}
