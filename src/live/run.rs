//! The clients of a source on a thread of their own, for a window.

use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::RecvTimeoutError;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use super::received::Received;
use super::source::LiveSource;
use super::status::{ClientStatus, LiveMessage};
use crate::trace::Trace;

/// How long the thread waits for an event before it looks whether it has to end.
const PATIENCE: Duration = Duration::from_millis(20);

/// The shortest time between two updates of the window.
const UPDATE: Duration = Duration::from_millis(33);

/// The time over which rates are measured.
const MEASURED: Duration = Duration::from_secs(1);

/// The messages that are kept; older ones are dropped.
const MOST_MESSAGES: usize = 200;

/// The reading of a source.
#[derive(Debug)]
pub struct LiveRun {
    shared: Arc<Shared>,
    /// `None` once it has ended.
    thread: Option<JoinHandle<()>>,
}

/// What the thread and the window share.
#[derive(Debug, Default)]
struct Shared {
    state: Mutex<LiveState>,
    /// Whether the window is gone.
    is_over: AtomicBool,
}

/// What has come so far.
#[derive(Clone, Debug, Default)]
pub struct LiveState {
    /// The trace of the shown client.
    pub trace: Option<Arc<Trace>>,
    /// The number of the shown client.
    pub shown: Option<usize>,
    /// The client that was asked for.
    wanted: Option<usize>,
    /// The state of each client.
    pub clients: Vec<ClientStatus>,
    /// The latest messages, the oldest first.
    pub messages: Vec<LiveMessage>,
    /// Lines a second of all clients.
    pub lines_a_second: f64,
    /// Bytes a second of all clients.
    pub bytes_a_second: f64,
    /// The number of lines that were not taken, as the memory had no room for them.
    pub left_out: u64,
    /// Whether the source has ended: no client can connect any more.
    pub is_ended: bool,
    /// Counts the updates.
    pub revision: u64,
}

impl LiveRun {
    /// Begins to read a source. `wake` is called after each update, at most 30 times a second.
    ///
    /// # Errors
    /// When no thread can be started.
    pub fn start(source: LiveSource, received: Received, wake: impl Fn() + Send + 'static) -> io::Result<Self> {
        let shared = Arc::new(Shared::default());
        let work = Arc::clone(&shared);
        let read = move || read(&source, received, &work, &wake);
        let thread = thread::Builder::new().name("live".to_owned()).spawn(read)?;
        Ok(Self { shared, thread: Some(thread) })
    }

    /// What has come so far.
    pub fn state(&self) -> LiveState {
        lock(&self.shared).clone()
    }

    /// The number of updates so far.
    pub fn revision(&self) -> u64 {
        lock(&self.shared).revision
    }

    /// Shows the world of another client.
    pub fn show(&self, client: usize) {
        lock(&self.shared).wanted = Some(client);
    }
}

impl Drop for LiveRun {
    fn drop(&mut self) {
        self.shared.is_over.store(true, Ordering::Relaxed);
        // It looks every few milliseconds, and then writes the rest of the recording.
        if let Some(thread) = self.thread.take() {
            let _panicked = thread.join();
        }
    }
}

fn lock(shared: &Shared) -> MutexGuard<'_, LiveState> {
    shared.state.lock().unwrap_or_else(PoisonError::into_inner)
}

fn read(source: &LiveSource, mut received: Received, shared: &Shared, wake: &impl Fn()) {
    let mut rates = Rates::new();
    let mut is_changed = true;
    let mut updated: Option<Instant> = None;
    while !shared.is_over.load(Ordering::Relaxed) {
        let wanted = lock(shared).wanted.take();
        if let Some(client) = wanted {
            received.show(client);
            is_changed = true;
        }
        let mut is_ended = false;
        match source.events().recv_timeout(PATIENCE) {
            Ok(event) => {
                // As many as are there, so that a burst does not wait for updates.
                let until = Instant::now() + UPDATE;
                let mut next = Some(event);
                while let Some(event) = next {
                    rates.count(&event.kind);
                    received.take(event);
                    next = if Instant::now() < until { source.events().try_recv().ok() } else { None };
                }
                is_changed = true;
            }
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => is_ended = true,
        }
        received.flush_now_and_then();
        is_changed |= rates.measure() | is_ended;
        if is_changed && (is_ended || updated.is_none_or(|updated| updated.elapsed() >= UPDATE)) {
            is_changed = false;
            updated = Some(Instant::now());
            update(&mut lock(shared), &mut received, &rates, is_ended);
            wake();
        }
        if is_ended {
            break;
        }
    }
    received.flush();
}

fn update(state: &mut LiveState, received: &mut Received, rates: &Rates, is_ended: bool) {
    state.trace = received.trace().map(|trace| Arc::new(trace.clone()));
    state.shown = received.shown();
    state.clients = received.clients().collect();
    state.messages.extend(received.take_messages());
    state.left_out = received.left_out();
    let old = state.messages.len().saturating_sub(MOST_MESSAGES);
    state.messages.drain(..old);
    (state.lines_a_second, state.bytes_a_second) = (rates.lines_a_second, rates.bytes_a_second);
    state.is_ended = is_ended;
    state.revision += 1;
}

/// Counts lines and bytes.
struct Rates {
    since: Instant,
    lines: u64,
    bytes: u64,
    lines_a_second: f64,
    bytes_a_second: f64,
}

impl Rates {
    fn new() -> Self {
        Self { since: Instant::now(), lines: 0, bytes: 0, lines_a_second: 0.0, bytes_a_second: 0.0 }
    }

    fn count(&mut self, kind: &super::event::LiveEventKind) {
        if let super::event::LiveEventKind::Line(line) = kind {
            self.lines += 1;
            self.bytes += line.len() as u64;
        }
    }

    /// Computes the rates once a second. Returns whether they have changed.
    fn measure(&mut self) -> bool {
        let passed = self.since.elapsed();
        if passed < MEASURED {
            return false;
        }
        let before = (self.lines_a_second, self.bytes_a_second);
        self.lines_a_second = self.lines as f64 / passed.as_secs_f64();
        self.bytes_a_second = self.bytes as f64 / passed.as_secs_f64();
        (self.since, self.lines, self.bytes) = (Instant::now(), 0, 0);
        before.0.to_bits() != self.lines_a_second.to_bits() || before.1.to_bits() != self.bytes_a_second.to_bits()
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;
    use std::net::TcpStream;
    use std::sync::mpsc::channel;

    use super::super::kept::KeptTrace;
    use super::super::recording::RecordedFile;
    use super::super::source::LiveInput;
    use super::*;

    #[test]
    fn a_recording_is_whole_when_the_window_is_closed() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("run.jsonl");
        let source = LiveSource::open(&LiveInput::Address("127.0.0.1:0".to_owned())).unwrap();
        let address = source.address().unwrap();
        let recorded = RecordedFile::new(&file).unwrap();
        let run = LiveRun::start(source, Received::new(KeptTrace::default(), Some(recorded)), || ()).unwrap();
        let lines = "{\"eyeline_trace\":1,\"time\":0,\"scene\":{\"eyeline\":1}}\n{\"time\":2.5}\n";
        TcpStream::connect(address).unwrap().write_all(lines.as_bytes()).unwrap();
        while run.state().clients.first().is_none_or(|client| client.lines < 2) {
            thread::sleep(Duration::from_millis(1));
        }
        drop(run);
        assert_eq!(std::fs::read_to_string(&file).unwrap(), lines);
    }

    #[test]
    fn what_a_client_sends_is_in_the_state_and_wakes_the_window() {
        let source = LiveSource::open(&LiveInput::Address("127.0.0.1:0".to_owned())).unwrap();
        let address = source.address().unwrap();
        let (woken, wakes) = channel();
        let wake = move || {
            let _over = woken.send(());
        };
        let run = LiveRun::start(source, Received::new(KeptTrace::default(), None), wake).unwrap();
        let mut client = TcpStream::connect(address).unwrap();
        client
            .write_all(
                b"{\"eyeline_trace\":1,\"name\":\"game\",\"time\":0,\"scene\":{\"eyeline\":1}}\n{\"time\":2.5}\nno\n",
            )
            .unwrap();
        let state = loop {
            wakes.recv_timeout(Duration::from_secs(20)).unwrap();
            let state = run.state();
            if state.clients.first().is_some_and(|client| client.lines == 3) {
                break state;
            }
        };
        assert_eq!(state.trace.unwrap().span().map(f64::to_bits), [0.0_f64, 2.5].map(f64::to_bits));
        assert_eq!((state.clients[0].title(), state.clients[0].faults), ("game", 1));
        assert!(state.messages.iter().any(|message| message.is_warning && message.text.contains("line 3")));
        drop(client);
        while run.state().clients[0].is_connected {
            wakes.recv_timeout(Duration::from_secs(20)).unwrap();
        }
    }
}
