//! A program that answers over HTTP, dies, comes back, and answers wrongly.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{Shutdown, SocketAddr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::sync::{Arc, Mutex};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::program::{at, cube, map};
use crate::live::LiveEventKind::{Connected, Ended, Line, Refused};
use crate::live::brp::component::Component;
use crate::live::brp::source::{Pace, start, start_with};
use crate::live::{LiveEvent, LiveEventKind};

/// How a program answers.
#[derive(Clone)]
enum Behavior {
    /// As Bevy, with this world.
    World(Value),
    /// As Bevy, with another list of registered components.
    Registry(Vec<&'static str>),
    /// Bytes, whatever the request was.
    Bytes(Vec<u8>),
    /// A byte now and then.
    Trickle,
    /// Not at all.
    Silence,
}

/// A program on a port of this machine.
struct Program {
    address: SocketAddr,
    behavior: Arc<Mutex<Behavior>>,
    stop: Arc<AtomicBool>,
    listening: Option<JoinHandle<()>>,
}

impl Program {
    fn start(address: &str, behavior: Behavior) -> Self {
        let listener = TcpListener::bind(address).unwrap();
        listener.set_nonblocking(true).unwrap();
        let address = listener.local_addr().unwrap();
        let (behavior, stop) = (Arc::new(Mutex::new(behavior)), Arc::new(AtomicBool::new(false)));
        let (of_thread, is_over) = (Arc::clone(&behavior), Arc::clone(&stop));
        let listen = move || {
            let mut streams: Vec<TcpStream> = Vec::new();
            while !is_over.load(Ordering::Relaxed) {
                match listener.accept() {
                    Ok((stream, _)) => {
                        stream.set_nonblocking(false).unwrap();
                        streams.push(stream.try_clone().unwrap());
                        let (behavior, is_over) = (Arc::clone(&of_thread), Arc::clone(&is_over));
                        thread::spawn(move || serve(stream, &behavior, &is_over));
                    }
                    Err(_) => thread::sleep(Duration::from_millis(1)),
                }
            }
            for stream in streams {
                let _closed = stream.shutdown(Shutdown::Both);
            }
        };
        Self { address, behavior, stop, listening: Some(thread::spawn(listen)) }
    }

    fn becomes(&self, behavior: Behavior) {
        *self.behavior.lock().unwrap() = behavior;
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        self.listening.take().unwrap().join().unwrap();
    }
}

fn serve(mut stream: TcpStream, behavior: &Mutex<Behavior>, is_over: &AtomicBool) -> Option<()> {
    let mut input = BufReader::new(stream.try_clone().ok()?);
    loop {
        let mut length = 0;
        loop {
            let mut line = String::new();
            if input.read_line(&mut line).ok()? == 0 {
                return None;
            }
            if let Some((key, value)) = line.split_once(':')
                && key.eq_ignore_ascii_case("content-length")
            {
                length = value.trim().parse().unwrap();
            }
            if line.trim().is_empty() {
                break;
            }
        }
        let mut body = vec![0; length];
        input.read_exact(&mut body).ok()?;
        let request: Value = serde_json::from_slice(&body).unwrap();
        let behavior = behavior.lock().unwrap().clone();
        let result = match behavior {
            Behavior::World(world) => bevy(&request, &registry(), &world),
            Behavior::Registry(registry) => bevy(&request, &registry, &json!([])),
            Behavior::Bytes(bytes) => {
                stream.write_all(&bytes).ok()?;
                stream.shutdown(Shutdown::Both).ok()?;
                return None;
            }
            Behavior::Trickle | Behavior::Silence => {
                stream.write_all(b"HTTP/1.1 200 OK\r\nContent-Length: 1000000\r\n\r\n").ok()?;
                while !is_over.load(Ordering::Relaxed) {
                    if matches!(behavior, Behavior::Trickle) {
                        stream.write_all(b" ").ok()?;
                    }
                    thread::sleep(Duration::from_millis(5));
                }
                return None;
            }
        };
        let answer = json!({ "jsonrpc": "2.0", "id": request["id"], "result": result }).to_string();
        write!(
            stream,
            "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n{answer}",
            answer.len()
        )
        .ok()?;
    }
}

fn bevy(request: &Value, registry: &[&str], world: &Value) -> Value {
    match request["method"].as_str().unwrap() {
        "rpc.discover" => json!({
            "openrpc": "1.3.2",
            "info": { "title": "Bevy Remote Protocol", "version": "0.19.1" },
            "methods": [{ "name": "world.query", "params": [] }, { "name": "world.list_components", "params": [] }],
        }),
        "world.list_components" => json!(registry),
        "world.query" => {
            assert_eq!(request["params"]["data"]["components"], json!([Component::GlobalTransform.path()]));
            world.clone()
        }
        other => panic!("{other}"),
    }
}

fn registry() -> Vec<&'static str> {
    use Component as C;
    [
        C::GlobalTransform,
        C::Name,
        C::Aabb,
        C::Projection,
        C::Camera,
        C::Frustum,
        C::RenderLayers,
        C::InheritedVisibility,
        C::ViewVisibility,
        C::NoFrustumCulling,
        C::VisibilityRange,
    ]
    .map(Component::path)
    .to_vec()
}

/// A source of a program, and its events.
struct Test {
    events: Receiver<LiveEvent>,
    stop: Arc<AtomicBool>,
}

impl Test {
    fn of(address: SocketAddr) -> Self {
        Self::within(address, Duration::from_secs(10))
    }

    fn within(address: SocketAddr, timeout: Duration) -> Self {
        let (sender, events) = sync_channel(100);
        let stop = Arc::new(AtomicBool::new(false));
        let pace = Pace { period: Duration::from_millis(5), retry: Duration::from_millis(10), timeout };
        start_with(&format!("http://{address}"), pace, sender, Arc::clone(&stop)).unwrap();
        Self { events, stop }
    }

    /// The next event that `find` accepts.
    #[track_caller]
    fn until<T>(&self, find: impl Fn(&LiveEvent) -> Option<T>) -> T {
        let end = Instant::now() + Duration::from_secs(20);
        while Instant::now() < end {
            if let Ok(event) = self.events.recv_timeout(Duration::from_millis(100))
                && let Some(found) = find(&event)
            {
                return found;
            }
        }
        panic!("the event does not come");
    }

    #[track_caller]
    fn next(&self) -> LiveEvent {
        self.until(|event| Some(event.clone()))
    }

    /// The next line as JSON.
    #[track_caller]
    fn line(&self) -> Value {
        self.until(|event| match &event.kind {
            Line(line) => Some(serde_json::from_slice(line).unwrap()),
            _ => None,
        })
    }

    /// The next reason of a refusal.
    #[track_caller]
    fn refused(&self) -> String {
        self.until(|event| match &event.kind {
            Refused(reason) => Some(reason.clone()),
            _ => None,
        })
    }

    /// All events of a time.
    fn during(&self, time: Duration) -> Vec<LiveEventKind> {
        thread::sleep(time);
        self.events.try_iter().map(|event| event.kind).collect()
    }
}

impl Drop for Test {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        let end = Instant::now() + Duration::from_secs(20);
        while self.events.recv_timeout(Duration::from_millis(100)) != Err(RecvTimeoutError::Disconnected) {
            assert!(Instant::now() < end, "the thread does not end");
        }
    }
}

fn world(x: f32) -> Behavior {
    Behavior::World(json!([map(1, "map"), cube(2, "crate", at(x, 0.0, -5.0), 3)]))
}

#[test]
fn a_connection_begins_with_a_keyframe_and_follows_the_world() {
    let program = Program::start("127.0.0.1:0", world(0.0));
    let test = Test::of(program.address);
    let url = format!("http://{}/", program.address);
    assert_eq!(test.next(), LiveEvent { client: 1, kind: Connected(url) });
    let keyframe = test.line();
    assert_eq!((&keyframe["eyeline_trace"], &keyframe["time"]), (&json!(1), &json!(0.0)));
    assert_eq!(keyframe["scene"]["objects"][0]["name"], "crate");
    let said = test.line();
    assert_eq!(said["said"][0]["verdict"], "visible");
    program.becomes(world(3.0));
    let moved = test.until(|event| match &event.kind {
        Line(line) => {
            let line: Value = serde_json::from_slice(line).unwrap();
            line.get("set").is_some().then_some(line)
        }
        other => panic!("{other:?}"),
    });
    assert_eq!(moved["set"]["crate"]["matrix"][12], json!(3.0));
    assert!(moved["time"].as_f64() > said["time"].as_f64());
    program.becomes(Behavior::World(json!([])));
    test.until(|event| {
        matches!(&event.kind, Line(line) if String::from_utf8_lossy(line).contains("\"remove\"")).then_some(())
    });
}

#[test]
fn a_program_that_goes_away_and_comes_back_has_one_message_each() {
    let program = Program::start("127.0.0.1:0", world(0.0));
    let address = program.address;
    let test = Test::of(address);
    let before = test.line()["time"].as_f64();
    drop(program);
    let reason = test.refused();
    assert!(reason.contains("no program answers") && reason.contains("tries again every 0.01 s"), "{reason}");
    assert_eq!(test.next(), LiveEvent { client: 1, kind: Ended });
    assert_eq!(test.during(Duration::from_millis(300)), []);
    let program = Program::start(&address.to_string(), world(1.0));
    assert_eq!(test.next(), LiveEvent { client: 2, kind: Connected(format!("http://{address}/")) });
    let keyframe = test.line();
    assert!(keyframe["eyeline_trace"] == 1 && keyframe["time"].as_f64() > before, "{keyframe}");
    drop(program);
    assert!(test.refused().contains("no program answers"));
}

#[test]
fn a_program_that_is_not_there_yet_has_one_message() {
    let address = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let test = Test::of(address);
    let reason = test.refused();
    assert!(reason.starts_with(&format!("http://{address}/: no program answers")), "{reason}");
    assert_eq!(test.during(Duration::from_millis(200)), []);
    let _program = Program::start(&address.to_string(), world(0.0));
    assert_eq!(test.next().client, 1);
    assert_eq!(test.line()["eyeline_trace"], 1);
}

#[test]
fn answers_of_something_else_are_refused_once_with_a_reason() {
    let http = |head: &str, body: &str| format!("HTTP/1.1 {head}\r\nContent-Length: {}\r\n\r\n{body}", body.len());
    let result = |result: &str| http("200 OK", &format!("{{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{result}}}"));
    let error = "{\"id\":1,\"error\":{\"code\":-32601,\"message\":\"no\\u001b[31m method\"}}";
    let long = format!("HTTP/1.1 200 OK\r\n\r\n{}", " ".repeat((16 << 20) + 2));
    for (bytes, part) in [
        (http("200 OK", "<html></html>"), "not one of Bevy's Remote Protocol: expected value"),
        (http("200 OK", ""), "not one of Bevy's Remote Protocol: EOF"),
        (http("404 Not Found", "{}"), "the HTTP status 404"),
        (http("302 Found\r\nLocation: http://127.0.0.1:1/", "{}"), "the HTTP status 302"),
        (http("200 OK", error), "answers `rpc.discover` with an error: no\u{1b}[31m method"),
        (result("[]"), "the result of `rpc.discover` is not as in Bevy 0.19"),
        (result("{\"methods\":[{\"name\":\"world.query\"}]}"), "no method `world.list_components`"),
        (result(&"[".repeat(100_000)), "not one of Bevy's Remote Protocol"),
        (long, "longer than 16 MiB"),
        (format!("HTTP/1.1 200 OK\r\n{}\r\n", "X: y\r\n".repeat(100_000)), "Remote Protocol"),
        ("HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\n{".to_owned(), "no program answers"),
        ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n{".to_owned(), "Remote Protocol"),
        ("\u{16}\u{3}\u{1}\r\n\r\n".to_owned(), "Remote Protocol"),
        (String::new(), "no program answers"),
    ] {
        let case = &bytes[..bytes.len().min(80)];
        let program = Program::start("127.0.0.1:0", Behavior::Bytes(bytes.clone().into_bytes()));
        let test = Test::of(program.address);
        let reason = test.refused();
        assert!(reason.contains(part), "{case:?}: {reason}");
        assert!(reason.len() < 500, "{reason}");
        assert_eq!(test.during(Duration::from_millis(50)), [], "{case:?}");
        program.becomes(world(0.0));
        assert_eq!(test.line()["eyeline_trace"], 1, "{case:?}");
    }
}

#[test]
fn an_answer_that_does_not_come_in_time_is_not_waited_for() {
    for behavior in [Behavior::Silence, Behavior::Trickle] {
        let program = Program::start("127.0.0.1:0", world(0.0));
        let test = Test::within(program.address, Duration::from_millis(500));
        test.line();
        program.becomes(behavior);
        let reason = test.refused();
        assert!(reason.contains("no answer within 0.5 s"), "{reason}");
        assert_eq!(test.next().kind, Ended);
        program.becomes(world(0.0));
        assert_eq!(test.until(|event| matches!(event.kind, Connected(_)).then_some(event.client)), 2);
    }
}

#[test]
fn what_the_registry_lacks_has_a_message() {
    let program = Program::start("127.0.0.1:0", Behavior::Registry(vec![Component::Name.path()]));
    let test = Test::of(program.address);
    let reason = test.refused();
    assert!(
        reason.contains("does not have GlobalTransform, Aabb") && reason.contains("reflect_auto_register"),
        "{reason}"
    );
    assert_eq!(test.during(Duration::from_millis(50)), []);
    program.becomes(Behavior::Registry(vec![Component::GlobalTransform.path(), Component::Aabb.path()]));
    assert!(matches!(test.next().kind, Connected(_)));
    assert!(test.refused().contains("no cameras, no answers, no planes"));
    assert_eq!(test.line()["scene"], json!({ "eyeline": 1, "objects": [], "cameras": [] }));
}

#[test]
fn a_url_and_a_rate_are_checked_before_the_start() {
    let start = |url: &str, rate: f64| {
        let (sender, _events) = sync_channel(1);
        start(url, rate, sender, Arc::new(AtomicBool::new(true))).map_err(|error| error.to_string())
    };
    for rate in [0.0, -1.0, f64::NAN, f64::INFINITY, 1e4] {
        assert!(start("http://127.0.0.1:1", rate).unwrap_err().contains("rate"), "{rate}");
    }
    assert!(start("127.0.0.1:1", 10.0).unwrap_err().contains("http://"));
    assert_eq!(start("http://127.0.0.1:1", 10.0), Ok(()));
}
