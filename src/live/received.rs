//! What has come from the clients.

use std::collections::BTreeMap;
use std::io;

use super::event::{LiveEvent, LiveEventKind};
use super::kept::KeptTrace;
use super::recording::RecordedFile;
use super::status::{ClientStatus, LiveMessage};
use crate::budget::{Budget, Reservation};
use crate::escape;
use crate::geometry::narrate::grouped;
use crate::trace::{Trace, TraceReader};

/// The faults of a client that have messages; the others are counted.
const DESCRIBED: usize = 20;

/// A client with more faults than this is not read further.
const MOST_FAULTS: usize = 1000;

/// A trace takes about so many times the memory of its text: twice when it is read, and the text itself.
const MEMORY_OF_TEXT: u64 = 3;

/// Lines are left out when this part of the kept time more has come, so that it is not done for every line.
const MORE: f64 = 0.1;

/// The traces of all clients.
#[derive(Debug)]
pub struct Received {
    clients: BTreeMap<usize, LiveClient>,
    /// The client whose world is shown.
    shown: Option<usize>,
    kept: KeptTrace,
    memory: Reservation,
    is_memory_full: bool,
    /// The lines that were not taken, as the memory had no room for them.
    left_out: u64,
    recorded: Option<RecordedFile>,
    messages: Vec<LiveMessage>,
}

#[derive(Debug)]
struct LiveClient {
    address: String,
    reader: TraceReader<'static>,
    lines: u64,
    described: usize,
    is_connected: bool,
    is_refused: bool,
}

impl LiveClient {
    fn new(address: String, budget: Budget) -> Self {
        let reader = TraceReader::live("trace", budget);
        Self { address, reader, lines: 0, described: 0, is_connected: true, is_refused: false }
    }
}

impl Received {
    /// Before the first event. The lines of the shown client are also written to a file, if one is given.
    pub fn new(kept: KeptTrace, recorded: Option<RecordedFile>) -> Self {
        let memory = kept.budget.nothing();
        Self {
            clients: BTreeMap::new(),
            shown: None,
            kept,
            memory,
            is_memory_full: false,
            left_out: 0,
            recorded,
            messages: Vec::new(),
        }
    }

    /// Takes an event.
    pub fn take(&mut self, event: LiveEvent) {
        let LiveEvent { client: number, kind } = event;
        match kind {
            LiveEventKind::Connected(address) => {
                let address = escape::line(&address).into_owned();
                self.say(format!("client {number} connected: {address}"));
                self.clients.insert(number, LiveClient::new(address, self.kept.budget.fresh()));
            }
            LiveEventKind::Restarted => {
                self.say(format!("client {number} begins again"));
                if let Some(client) = self.clients.get_mut(&number) {
                    *client = LiveClient::new(std::mem::take(&mut client.address), self.kept.budget.fresh());
                }
            }
            LiveEventKind::Refused(reason) => self.warn(format!("client {number}: {}", escape::line(&reason))),
            LiveEventKind::Ended => {
                self.say(format!("client {number} ended"));
                match self.clients.get_mut(&number) {
                    Some(client) if self.shown == Some(number) => client.is_connected = false,
                    _ => drop(self.clients.remove(&number)),
                }
            }
            LiveEventKind::Line(line) => self.line(number, &line),
        }
    }

    fn line(&mut self, number: usize, line: &[u8]) {
        if self.clients.get(&number).is_none_or(|client| client.is_refused) || !self.has_memory_for(line) {
            return;
        }
        let Some(client) = self.clients.get_mut(&number) else { return };
        client.reader.line(line);
        client.lines += 1;
        let has_keyframe = client.reader.has_keyframe();
        if let Some(seconds) = self.kept.seconds {
            let [first, last] = client.reader.trace().span();
            if last - first > seconds * (1.0 + MORE) {
                client.reader.keep_from(last - seconds);
                self.pay_again();
            }
        }
        self.describe_faults(number);
        if self.shown == Some(number) {
            if has_keyframe {
                self.record(|recorded| recorded.write(line));
            }
        } else if has_keyframe && !self.is_shown_connected() {
            self.show(number);
        }
    }

    /// Pays for the memory of a line. The oldest lines are left out while the budget has no room for it.
    fn has_memory_for(&mut self, line: &[u8]) -> bool {
        loop {
            let Err(over) = self.memory.grow(line.len() as u64 * MEMORY_OF_TEXT) else { return true };
            if !self.is_memory_full {
                self.is_memory_full = true;
                self.warn(format!("the trace {over}; its oldest lines are left out"));
            }
            let mut has_left_out = false;
            for client in self.clients.values_mut() {
                has_left_out |= client.reader.leave_out_oldest();
            }
            self.pay_again();
            if !has_left_out {
                self.left_out += 1;
                if self.left_out == 1 {
                    self.warn(format!("a line of {} bytes is left out, as the memory has no room for it", line.len()));
                }
                return false;
            }
        }
    }

    /// Returns the memory of lines that were left out.
    fn pay_again(&mut self) {
        let bytes: u64 = self.clients.values().map(|client| client.reader.trace().text_bytes()).sum();
        self.memory.shrink_to(bytes * MEMORY_OF_TEXT);
    }

    fn is_shown_connected(&self) -> bool {
        self.shown.and_then(|shown| self.clients.get(&shown)).is_some_and(|client| client.is_connected)
    }

    /// Shows the world of a client. Its lines are recorded from now on.
    pub fn show(&mut self, number: usize) {
        if self.shown == Some(number) || !self.clients.contains_key(&number) {
            return;
        }
        if let Some(before) = self.shown.replace(number)
            && self.clients.get(&before).is_some_and(|client| !client.is_connected)
        {
            self.clients.remove(&before);
        }
        // Its keyframe may have come before.
        let trace = self.clients.get(&number).map(|client| client.reader.trace().clone()).unwrap_or_default();
        self.record(|recorded| {
            let mut text = Vec::new();
            trace.write_from(trace.span()[1], &mut text)?;
            recorded.write(&text)
        });
        self.pay_again();
    }

    fn record(&mut self, write: impl FnOnce(&mut RecordedFile) -> io::Result<()>) {
        if let Some(recorded) = &mut self.recorded
            && let Err(error) = write(recorded)
        {
            self.recorded = None;
            self.warn(format!("the recording ends here: {error}"));
        }
    }

    /// Writes recorded lines to the disk when they have waited for half a second.
    pub fn flush_now_and_then(&mut self) {
        self.record(RecordedFile::flush_now_and_then);
    }

    /// Writes recorded lines to the disk.
    pub fn flush(&mut self) {
        self.record(RecordedFile::flush);
    }

    /// Whether the recording that was asked for could be written so far.
    pub fn has_recording(&self) -> bool {
        self.recorded.is_some()
    }

    /// The trace of the shown client; `None` before the first keyframe.
    pub fn trace(&self) -> Option<&Trace> {
        let client = self.clients.get(&self.shown?)?;
        Some(client.reader.trace()).filter(|trace| trace.line_count() > 0)
    }

    /// The number of the shown client.
    pub fn shown(&self) -> Option<usize> {
        self.shown
    }

    /// The state of each client.
    pub fn clients(&self) -> impl Iterator<Item = ClientStatus> {
        self.clients.iter().map(|(number, client)| ClientStatus {
            number: *number,
            name: client.reader.trace().name().map(|name| escape::line(name).into()),
            address: client.address.clone(),
            is_connected: client.is_connected,
            has_world: client.reader.has_keyframe(),
            lines: client.lines,
            faults: client.reader.fault_count(),
        })
    }

    /// The number of lines that were not taken, as the memory had no room for them.
    pub fn left_out(&self) -> u64 {
        self.left_out
    }

    /// The messages since the last call.
    pub fn take_messages(&mut self) -> Vec<LiveMessage> {
        std::mem::take(&mut self.messages)
    }

    /// The trace of the shown client.
    ///
    /// # Errors
    /// A sentence, when no keyframe has come.
    pub fn finish(mut self) -> Result<(Trace, Vec<LiveMessage>), String> {
        let shown = self.shown.and_then(|number| self.clients.remove(&number));
        let client = shown.ok_or(
            "no keyframe of a trace has come; its first line is such as { \"eyeline_trace\": 1, … }".to_owned(),
        )?;
        if self.left_out > 1 {
            self.warn(format!("{} lines were left out, as the memory had no room for them", grouped(self.left_out)));
        }
        let more = client.reader.fault_count().saturating_sub(client.described);
        if more > 0 {
            self.warn(format!("{more} more faults of {}", client.address));
        }
        let trace = client.reader.finish().map_err(|error| error.to_string())?;
        Ok((trace, self.messages))
    }

    fn describe_faults(&mut self, number: usize) {
        let Some(client) = self.clients.get_mut(&number) else { return };
        let faults = client.reader.faults();
        let more = faults.iter().skip(client.described).take(DESCRIBED.saturating_sub(client.described));
        let mut words: Vec<String> = more
            .map(|fault| {
                let message = escape::line(&fault.message);
                format!("client {number}, line {}, column {}: {message}", fault.line, fault.column)
            })
            .collect();
        client.described = faults.len().min(DESCRIBED);
        if client.reader.fault_count() >= MOST_FAULTS && !client.is_refused {
            client.is_refused = true;
            words.push(format!("client {number} has sent {MOST_FAULTS} faults, and is not read further"));
        }
        for text in words {
            self.warn(text);
        }
    }

    fn say(&mut self, text: String) {
        self.messages.push(LiveMessage { is_warning: false, text });
    }

    fn warn(&mut self, text: String) {
        self.messages.push(LiveMessage { is_warning: true, text });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(time: f64) -> LiveEventKind {
        LiveEventKind::Line(format!(r#"{{"time":{time},"set":{{"a":{{"position":[{time},0,0]}}}}}}"#).into_bytes())
    }

    fn keyframe(name: &str) -> LiveEventKind {
        let text = format!(
            r#"{{"eyeline_trace":1,"name":"{name}","time":0,"scene":{{"eyeline":1,"objects":[{{"name":"a","shape":{{"sphere":{{"radius":1}}}}}}]}}}}"#
        );
        LiveEventKind::Line(text.into_bytes())
    }

    fn received(kept: KeptTrace, events: impl IntoIterator<Item = (usize, LiveEventKind)>) -> Received {
        let mut received = Received::new(kept, None);
        events.into_iter().for_each(|(client, kind)| received.take(LiveEvent { client, kind }));
        received
    }

    fn connected(client: usize) -> (usize, LiveEventKind) {
        (client, LiveEventKind::Connected(format!("place {client}")))
    }

    #[test]
    fn the_last_seconds_are_kept_and_begin_with_a_keyframe() {
        let lines = (1..=1000).map(|i| (1, line(f64::from(i) * 0.1)));
        let kept = KeptTrace { seconds: Some(10.0), ..KeptTrace::default() };
        let received = received(kept, [connected(1), (1, keyframe("game"))].into_iter().chain(lines));
        let trace = received.trace().unwrap();
        let [first, last] = trace.span();
        assert!((last - 100.0).abs() < 1e-9 && (10.0..=11.1).contains(&(last - first)), "{first} to {last}");
        assert!((trace.scene_at(95.05).objects[0].position[0] - 95.0).abs() < 1e-3);
    }

    #[test]
    fn when_the_memory_is_full_the_oldest_lines_are_left_out_with_one_warning() {
        let kept = KeptTrace { seconds: None, budget: Budget::new(20_000) };
        let lines = (1..=1000).map(|i| (1, line(f64::from(i))));
        let mut received = received(kept, [connected(1), (1, keyframe("game"))].into_iter().chain(lines));
        let [first, last] = received.trace().unwrap().span();
        assert!(first > 500.0 && last > 999.0, "{first} to {last}");
        let warnings = received.take_messages().into_iter().filter(|message| message.is_warning);
        assert_eq!(warnings.count(), 1);
    }

    #[test]
    fn lines_that_are_too_large_are_counted_and_have_two_warnings() {
        let kept = KeptTrace { seconds: None, budget: Budget::new(20_000) };
        let large = |i: u32| format!(r#"{{"time":{i},"set":{{"{}":{{}}}}}}"#, "b".repeat(20_000)).into_bytes();
        let lines = (1..=30).map(|i| (1, LiveEventKind::Line(large(i))));
        let mut received = received(kept, [connected(1), (1, keyframe("game"))].into_iter().chain(lines));
        assert_eq!(received.left_out(), 30);
        let mut texts: Vec<String> = received.take_messages().into_iter().map(|message| message.text).collect();
        let (_, more) = received.finish().unwrap();
        texts.extend(more.into_iter().map(|message| message.text));
        let about = texts.iter().filter(|text| text.contains("left out, as the memory"));
        assert_eq!(about.count(), 2, "{texts:?}");
        assert!(texts.iter().any(|text| text.starts_with("30 lines were left out")), "{texts:?}");
    }

    #[test]
    fn a_client_is_shown_until_it_ends_and_another_one_can_be_chosen() {
        let both = [connected(1), (1, keyframe("one")), connected(2), (2, keyframe("two")), (2, line(1.0))];
        let mut received = received(KeptTrace::default(), both);
        let name = |received: &Received| received.trace().unwrap().name().unwrap().to_string();
        assert_eq!((received.shown(), name(&received)), (Some(1), "one".to_owned()));
        received.show(2);
        assert_eq!((received.shown(), name(&received)), (Some(2), "two".to_owned()));
        received.take(LiveEvent { client: 2, kind: LiveEventKind::Ended });
        assert_eq!(name(&received), "two", "what it sent is still shown");
        for (client, kind) in [connected(3), (3, keyframe("three"))] {
            received.take(LiveEvent { client, kind });
        }
        assert_eq!(name(&received), "three");
        assert_eq!(received.clients().map(|client| client.number).collect::<Vec<_>>(), [1, 3]);
    }
}
