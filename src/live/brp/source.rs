//! The thread that queries the program, and what it sends.

use std::io::{self, ErrorKind};
use std::mem::{Discriminant, discriminant};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::SyncSender;
use std::thread;
use std::time::{Duration, Instant};

use serde::Deserialize;
use serde_json::Value;

use super::address;
use super::answers;
use super::call::{CallError, Caller, read};
use super::complaints::Complaints;
use super::component::{Component, Registered};
use super::lines::MomentLines;
use super::row::{EntityRow, rows};
use super::world::BevyWorld;
use crate::live::event::{LiveEvent, LiveEventKind};

/// The slowest and the fastest rate, in answers a second.
const RATES: [f64; 2] = [0.01, 1000.0];

/// The longest wait before a look whether the thread has to end.
const PATIENCE: Duration = Duration::from_millis(50);

/// The longest text of the program in a message, in bytes.
const LONGEST_MESSAGE: usize = 400;

/// Times of the source.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pace {
    /// From one query to the next.
    pub period: Duration,
    /// From a failed call to the next attempt.
    pub retry: Duration,
    /// For a whole call.
    pub timeout: Duration,
}

impl Pace {
    /// `rate` is in answers a second, from 0.01 to 1000.
    fn of(rate: f64) -> io::Result<Self> {
        let [slowest, fastest] = RATES;
        if !(slowest..=fastest).contains(&rate) {
            let message = format!("the rate must be from {slowest} to {fastest} answers a second, and is {rate}");
            return Err(io::Error::new(ErrorKind::InvalidInput, message));
        }
        let second = Duration::from_secs(1);
        Ok(Self { period: second.div_f64(rate), retry: second, timeout: 5 * second })
    }
}

/// Begins to query the program at a URL, `rate` times a second.
///
/// Each connection is a client: `Connected` with the URL, lines that begin with a keyframe, and `Ended`. While no program answers,
/// it tries again every second, with one `Refused` for each kind of reason.
///
/// # Errors
/// When `url` is no `http://` URL, `rate` is not from 0.01 to 1000, or there is no thread.
pub(in crate::live) fn start(
    url: &str,
    rate: f64,
    events: SyncSender<LiveEvent>,
    stop: Arc<AtomicBool>,
) -> io::Result<()> {
    start_with(url, Pace::of(rate)?, events, stop)
}

pub(super) fn start_with(
    url: &str,
    pace: Pace,
    events: SyncSender<LiveEvent>,
    stop: Arc<AtomicBool>,
) -> io::Result<()> {
    let caller = Caller::new(address::checked(url)?, pace.timeout);
    let mut source = BrpSource { caller, pace, events, stop, client: 1, begin: None, reported: Vec::new() };
    thread::Builder::new().name("live brp".to_owned()).spawn(move || source.run()).map(drop)
}

struct BrpSource {
    caller: Caller,
    pace: Pace,
    events: SyncSender<LiveEvent>,
    stop: Arc<AtomicBool>,
    /// The number of the connection.
    client: usize,
    /// When the first answer came: the time 0 of the trace.
    begin: Option<Instant>,
    /// The kinds of errors that have a message since the last connection.
    reported: Vec<Discriminant<CallError>>,
}

/// A program that has answered.
struct Connection {
    query: Value,
    world: BevyWorld,
    complaints: Complaints,
}

/// The events are no longer received.
struct Unheard;

impl BrpSource {
    fn run(&mut self) {
        while !self.is_stopped() {
            let sent = match self.connect() {
                Ok((connection, rows)) => self.follow(connection, &rows),
                Err(error) => self.report(&error),
            };
            if sent.is_err() {
                return;
            }
            self.wait(Instant::now() + self.pace.retry);
        }
    }

    /// Reads what the program has, and its world.
    fn connect(&mut self) -> Result<(Connection, Vec<EntityRow>), CallError> {
        let missing = |method: &str| {
            Err(CallError::Unusable(format!(
                "the program has no method `{method}`, as when it makes `RemotePlugin` of its own methods"
            )))
        };
        let discovered = self.caller.call("rpc.discover", None)?;
        let offered: Discovered = read("rpc.discover", &discovered)?;
        for method in ["world.query", "world.list_components"] {
            if !offered.methods.iter().any(|offered| offered.name == method) {
                return missing(method);
            }
        }
        let listed = self.caller.call("world.list_components", None)?;
        let registered = Registered::of(&read::<Vec<String>>("world.list_components", &listed)?);
        let missing = registered.missing();
        if !registered.has(Component::GlobalTransform) {
            return Err(CallError::Unusable(missing.unwrap_or_default()));
        }
        let mut complaints = Complaints::default();
        if let Some(missing) = missing {
            complaints.add("registry", || missing);
        }
        let mut connection = Connection { query: registered.query(), world: BevyWorld::default(), complaints };
        let rows = self.query(&mut connection)?;
        Ok((connection, rows))
    }

    fn query(&mut self, connection: &mut Connection) -> Result<Vec<EntityRow>, CallError> {
        let result = self.caller.call("world.query", Some(&connection.query))?;
        rows(&result, &mut connection.complaints)
    }

    /// Sends the world until the program goes away.
    fn follow(&mut self, mut connection: Connection, first: &[EntityRow]) -> Result<(), Unheard> {
        self.reported.clear();
        self.send(LiveEventKind::Connected(self.caller.url().to_owned()))?;
        self.send_lines(&mut connection, first, true)?;
        let mut next = Instant::now();
        let mut error = None;
        while error.is_none() {
            // A program that is slower than the rate gets no two queries at once.
            next = (next + self.pace.period).max(Instant::now());
            self.wait(next);
            if self.is_stopped() {
                break;
            }
            match self.query(&mut connection) {
                Ok(rows) => self.send_lines(&mut connection, &rows, false)?,
                Err(reason) => error = Some(reason),
            }
        }
        if let Some(error) = error {
            self.report(&error)?;
        }
        self.send(LiveEventKind::Ended)?;
        self.client += 1;
        Ok(())
    }

    fn send_lines(
        &mut self,
        connection: &mut Connection,
        rows: &[EntityRow],
        is_keyframe: bool,
    ) -> Result<(), Unheard> {
        let begin = *self.begin.get_or_insert_with(Instant::now);
        // Microseconds are enough, and shorter.
        let time = (begin.elapsed().as_secs_f64() * 1e6).round() / 1e6;
        let mut lines = MomentLines::new(time);
        if is_keyframe {
            lines.begin_keyframe("bevy");
        }
        let Connection { world, complaints, .. } = connection;
        world.update(rows, &mut lines, complaints);
        answers::say(rows, world, &mut lines, complaints);
        for complaint in complaints.take() {
            self.refuse(&complaint)?;
        }
        lines.finish().into_iter().try_for_each(|line| self.send(LiveEventKind::Line(line)))
    }

    /// Sends the reason of an error, once for each kind of error between two connections.
    fn report(&mut self, error: &CallError) -> Result<(), Unheard> {
        let kind = discriminant(error);
        if self.reported.contains(&kind) {
            return Ok(());
        }
        self.reported.push(kind);
        let again = self.pace.retry.as_secs_f32();
        self.refuse(&format!("{}: {error}; eyeline tries again every {again} s", self.caller.url()))
    }

    /// Sends a reason, which may have text of the program. The receiver escapes it.
    fn refuse(&self, reason: &str) -> Result<(), Unheard> {
        let mut reason = reason.to_owned();
        if reason.len() > LONGEST_MESSAGE {
            reason.truncate(reason.floor_char_boundary(LONGEST_MESSAGE));
            reason.push('…');
        }
        self.send(LiveEventKind::Refused(reason))
    }

    fn send(&self, kind: LiveEventKind) -> Result<(), Unheard> {
        self.events.send(LiveEvent { client: self.client, kind }).map_err(|_unheard| Unheard)
    }

    fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    fn wait(&self, until: Instant) {
        while !self.is_stopped() {
            let left = until.saturating_duration_since(Instant::now());
            if left.is_zero() {
                break;
            }
            thread::sleep(left.min(PATIENCE));
        }
    }
}

/// What is read of the answer to `rpc.discover`.
#[derive(Deserialize)]
struct Discovered {
    methods: Vec<OfferedMethod>,
}

#[derive(Deserialize)]
struct OfferedMethod {
    name: String,
}
