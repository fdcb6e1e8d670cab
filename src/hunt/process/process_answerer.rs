//! Asks another process, and starts it again after it crashed, hung or answered what is no answer.

use std::sync::mpsc::RecvTimeoutError;
use std::time::{Duration, Instant};

use super::child::{Output, RunningChild};
use crate::hunt::answerer::{Answerer, AnswererInfo, Reply};
use crate::hunt::fault::FaultKind;
use crate::hunt::wire::{Line, hello, read_hello, read_line, write_case};
use crate::mistakes::{Case, SpatialQuestion};

/// The cases that are asked before an answer to the first of them is awaited.
const MOST_OPEN: usize = 256;

/// The time without an answer after which a program counts as hung.
const PATIENCE: Duration = Duration::from_secs(10);

/// How often a program is started again.
const MOST_RESTARTS: usize = 3;

/// The lines before its first one that are read.
const MOST_TEXT: usize = 1000;

/// The most faults without a case that are kept.
const MOST_STRAYS: usize = 100;

/// Why a program cannot be asked.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// The command is empty or has an open quote.
    #[error("`--ask` needs a command: the program and its arguments, with quotes closed")]
    NoCommand,
    /// The program cannot be started.
    #[error("cannot start {program}: {error}")]
    NotStarted {
        /// The first word of the command.
        program: String,
        /// Why.
        error: std::io::Error,
    },
    /// The program did not say what it is.
    #[error(
        "{program} {what} before its first line; it has to answer the line with `eyeline_hunt` by one with its `name`, such as {{\"name\":\"engine\"}}{messages}"
    )]
    NoHello {
        /// The first word of the command.
        program: String,
        /// What it did.
        what: String,
        /// Its messages on standard error.
        messages: String,
    },
    /// The first line of the program is wrong.
    #[error("the first line of {program} is wrong: {what}")]
    WrongHello {
        /// The first word of the command.
        program: String,
        /// What is wrong.
        what: String,
    },
}

/// Another program that answers on its standard output.
pub struct ProcessAnswerer {
    words: Vec<String>,
    question: SpatialQuestion,
    info: AnswererInfo,
    /// `None` when it has ended for good.
    child: Option<RunningChild>,
    restarts: usize,
    /// The id of the first of the cases that are asked now. A case keeps its id when it is asked again.
    first_id: u64,
    strays: Vec<(FaultKind, String)>,
    stray_count: usize,
}

/// What ended a round of questions.
enum End {
    /// All were answered.
    Answered,
    /// The program failed while some were open; which of them is the cause is not known.
    Failed(FaultKind, String),
    /// An answer to a case was malformed. The case has this fault as its reply.
    Malformed,
    /// The run is to end.
    Over,
}

impl ProcessAnswerer {
    /// Starts a command, which is split into words as a shell does.
    ///
    /// # Errors
    /// When the program cannot be started, or does not say what it is.
    pub fn start(command: &str, question: SpatialQuestion) -> Result<Self, StartError> {
        let words = shlex::split(command).filter(|words| !words.is_empty()).ok_or(StartError::NoCommand)?;
        let mut answerer = Self {
            words,
            question,
            info: AnswererInfo::default(),
            child: None,
            restarts: 0,
            first_id: 1,
            strays: Vec::new(),
            stray_count: 0,
        };
        answerer.info = answerer.begin()?;
        Ok(answerer)
    }

    /// Starts the process and reads its first line.
    fn begin(&mut self) -> Result<AnswererInfo, StartError> {
        let program = || self.words[0].clone();
        let mut child =
            RunningChild::start(&self.words).map_err(|error| StartError::NotStarted { program: program(), error })?;
        child.write(hello(self.question).into_bytes());
        let mut text: Option<String> = None;
        let until = Instant::now() + PATIENCE;
        let mut count = 0;
        loop {
            let lines = match child.next(until.saturating_duration_since(Instant::now())) {
                Ok(Output::Lines(lines)) => lines,
                Ok(Output::TooLong) => {
                    count += MOST_TEXT;
                    Vec::new()
                }
                Err(error) => {
                    let what = match error {
                        RecvTimeoutError::Timeout => format!("was silent for {} s", PATIENCE.as_secs()),
                        RecvTimeoutError::Disconnected => {
                            child.status().map_or("closed its output".to_owned(), |status| format!("ended ({status})"))
                        }
                    };
                    child.kill();
                    let said = child.messages();
                    let messages = if said.is_empty() { String::new() } else { format!("\nits messages:\n{said}") };
                    return Err(StartError::NoHello { program: program(), what, messages });
                }
            };
            for (i, line) in lines.iter().enumerate() {
                let line = String::from_utf8_lossy(line);
                match read_hello(line.trim()) {
                    Ok(info) => {
                        if let Some(text) = text.filter(|_| self.restarts == 0) {
                            self.add_stray(FaultKind::Malformed, format!("text before the first line: {text}"));
                        }
                        if i + 1 < lines.len() && self.restarts == 0 {
                            self.add_stray(FaultKind::Malformed, "more than one line before the first case".to_owned());
                        }
                        self.child = Some(child);
                        return Ok(info);
                    }
                    Err(Some(what)) => return Err(StartError::WrongHello { program: program(), what }),
                    Err(None) => {
                        count += 1;
                        text.get_or_insert_with(|| line.chars().take(200).collect());
                    }
                }
            }
            if count >= MOST_TEXT {
                let what = "wrote only text".to_owned();
                return Err(StartError::NoHello { program: program(), what, messages: String::new() });
            }
        }
    }

    fn add_stray(&mut self, kind: FaultKind, what: String) {
        self.stray_count += 1;
        if self.strays.len() < MOST_STRAYS {
            self.strays.push((kind, what));
        }
    }

    /// Starts the program again, when that is allowed.
    fn restart(&mut self) {
        if let Some(child) = &mut self.child {
            child.kill();
        }
        self.child = None;
        if self.restarts < MOST_RESTARTS {
            self.restarts += 1;
            if let Err(error) = self.begin() {
                self.add_stray(FaultKind::Crashed, error.to_string());
            }
        }
    }

    /// Asks the cases at these places, with some of them open at once. Fills in their replies.
    fn round(
        &mut self,
        cases: &[Case],
        places: &[usize],
        most_open: usize,
        replies: &mut [Option<Reply>],
        is_over: &dyn Fn() -> bool,
    ) -> End {
        let first_id = self.first_id;
        let (mut sent, mut open) = (0, 0);
        let mut last_answer = Instant::now();
        loop {
            if is_over() && open == 0 {
                return End::Over;
            }
            let Some(child) = &self.child else { return End::Over };
            let mut bytes = Vec::new();
            while open < most_open && sent < places.len() && !is_over() {
                write_case(&mut bytes, first_id + places[sent] as u64, &cases[places[sent]]);
                sent += 1;
                open += 1;
            }
            if !bytes.is_empty() {
                child.write(bytes);
            }
            if open == 0 {
                return End::Answered;
            }
            let lines = match child.next(PATIENCE.saturating_sub(last_answer.elapsed())) {
                Ok(Output::Lines(lines)) => lines,
                Ok(Output::TooLong) => {
                    return End::Failed(FaultKind::Malformed, "a line of more than 1 MiB".to_owned());
                }
                Err(RecvTimeoutError::Timeout) => {
                    return End::Failed(FaultKind::Hung, format!("no answer for {} s", PATIENCE.as_secs()));
                }
                Err(RecvTimeoutError::Disconnected) => return self.crashed(),
            };
            last_answer = Instant::now();
            // The lines after a malformed one are of a program that is started again, so they are not read.
            for line in lines {
                if let Some(end) = self.read_answer(&line, &places[..sent], replies) {
                    return end;
                }
                open -= 1;
            }
        }
    }

    /// Reads an answer to one of the cases at the places `sent`; `None` when it is one.
    fn read_answer(&self, line: &[u8], sent: &[usize], replies: &mut [Option<Reply>]) -> Option<End> {
        let (id, reply) = match read_line(line, self.question) {
            Line::Answer(id, reply) => (id, reply),
            Line::Stray(what) => return Some(End::Failed(FaultKind::Malformed, what)),
        };
        let place = id.checked_sub(self.first_id).and_then(|at| usize::try_from(at).ok());
        let what = match place {
            Some(place) if replies.get(place).is_some_and(Option::is_some) => {
                format!("a second answer to the case {id}")
            }
            Some(place) if sent.binary_search(&place).is_ok() => {
                let is_malformed = matches!(&reply, Reply::Failed(FaultKind::Malformed, _));
                replies[place] = Some(reply);
                return is_malformed.then_some(End::Malformed);
            }
            None if id > 0 => format!("a second answer to the case {id}"),
            _ => format!("an answer to the case {id}, which was not asked"),
        };
        Some(End::Failed(FaultKind::Malformed, what))
    }

    fn crashed(&mut self) -> End {
        let (status, messages) = match &mut self.child {
            Some(child) => {
                let status = child.status();
                child.kill();
                (status, child.messages())
            }
            None => (None, String::new()),
        };
        let how = status.unwrap_or_else(|| "it closed its output".to_owned());
        let last = messages.lines().last().unwrap_or_default();
        End::Failed(FaultKind::Crashed, if last.is_empty() { how } else { format!("{how}: {last}") })
    }

    /// After a failure: finds the case that caused it among the open ones, by asking them one by one.
    fn recover(
        &mut self,
        kind: FaultKind,
        what: String,
        cases: &[Case],
        open: &[usize],
        replies: &mut [Option<Reply>],
        is_over: &dyn Fn() -> bool,
    ) {
        self.restart();
        for place in open {
            if self.child.is_none() || is_over() {
                break;
            }
            match self.round(cases, &[*place], 1, replies, is_over) {
                End::Answered | End::Over => {}
                End::Malformed => return self.restart(),
                End::Failed(kind, what) => {
                    if replies[*place].is_none() {
                        replies[*place] = Some(Reply::Failed(kind, what));
                    } else {
                        self.add_stray(kind, what);
                    }
                    return self.restart();
                }
            }
        }
        // None of them causes it alone, or it could not be asked again. The first one without an answer is the likely cause of an
        // end; a line more than asked for is of no case.
        match open.first() {
            Some(place) if kind != FaultKind::Malformed => replies[*place] = Some(Reply::Failed(kind, what)),
            _ => self.add_stray(kind, what),
        }
    }
}

impl Answerer for ProcessAnswerer {
    fn info(&self) -> &AnswererInfo {
        &self.info
    }

    fn ask(&mut self, cases: &[Case], is_over: &dyn Fn() -> bool) -> Vec<Reply> {
        let mut replies: Vec<Option<Reply>> = vec![None; cases.len()];
        let next_id = self.first_id + cases.len() as u64;
        while self.child.is_some() {
            let places: Vec<usize> = (0..cases.len()).filter(|place| replies[*place].is_none()).collect();
            if places.is_empty() {
                break;
            }
            match self.round(cases, &places, MOST_OPEN, &mut replies, is_over) {
                End::Answered | End::Over => break,
                End::Malformed => self.restart(),
                End::Failed(kind, what) => {
                    // Cases are sent in order, so the open ones are among the first without a reply.
                    let open: Vec<usize> =
                        places.into_iter().filter(|place| replies[*place].is_none()).take(MOST_OPEN).collect();
                    self.recover(kind, what, cases, &open, &mut replies, is_over);
                }
            }
        }
        self.first_id = next_id;
        replies.into_iter().map(|reply| reply.unwrap_or(Reply::NotAsked)).collect()
    }

    fn stray_faults(&mut self) -> Vec<(FaultKind, String)> {
        std::mem::take(&mut self.strays)
    }

    fn finish(&mut self) {
        if let Some(child) = &mut self.child {
            child.finish();
        }
    }
}
