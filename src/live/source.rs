//! The sources of lines.

use std::io;
use std::net::{SocketAddr, TcpListener, ToSocketAddrs};
use std::path::PathBuf;
use std::str::FromStr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread;

use super::client::read_lines;
use super::event::{LiveEvent, LiveEventKind};
use super::{brp, follow, listener};

/// Where `eyeline live` listens when no address is given.
pub const DEFAULT_ADDRESS: &str = "127.0.0.1:7420";

/// The events that wait before a client has to wait too.
const WAITING: usize = 4096;

/// What is read.
#[derive(Clone, Debug, PartialEq)]
pub enum LiveInput {
    /// Clients that connect to an address.
    Address(String),
    /// A file that grows.
    File(PathBuf),
    /// Standard input.
    StandardInput,
    /// A program with Bevy's Remote Protocol.
    BevyRemote {
        /// Its URL, such as `http://127.0.0.1:15702`.
        url: String,
        /// Queries a second, from 0.01 to 1000.
        rate: f64,
    },
}

impl FromStr for LiveInput {
    type Err = String;

    /// `-` is standard input, `HOST:PORT` an address, and everything else a file.
    fn from_str(text: &str) -> Result<Self, String> {
        let is_port = |port: &str| !port.is_empty() && port.bytes().all(|byte| byte.is_ascii_digit());
        match text.rsplit_once(':') {
            _ if text.is_empty() => Err("give an address, a file, or `-`".to_owned()),
            _ if text == "-" => Ok(Self::StandardInput),
            Some((host, port)) if is_port(port) && !host.contains(['/', '\\']) && !host.is_empty() => {
                match port.parse::<u16>() {
                    Ok(_) => Ok(Self::Address(text.to_owned())),
                    Err(_) => Err(format!("the port {port} is above 65535")),
                }
            }
            _ => Ok(Self::File(text.into())),
        }
    }
}

/// An open source.
#[derive(Debug)]
pub struct LiveSource {
    events: Receiver<LiveEvent>,
    stop: Arc<AtomicBool>,
    /// The address where it listens.
    address: Option<SocketAddr>,
}

impl LiveSource {
    /// Opens a source and begins to read it.
    ///
    /// # Errors
    /// When the address cannot be listened on, the file cannot be opened, or the URL or the rate is not valid.
    pub fn open(input: &LiveInput) -> io::Result<Self> {
        let (sender, events) = sync_channel(WAITING);
        let stop = Arc::new(AtomicBool::new(false));
        let mut address = None;
        match input {
            LiveInput::Address(text) => {
                let listener = TcpListener::bind(text.to_socket_addrs()?.collect::<Vec<_>>().as_slice())?;
                address = Some(listener.local_addr()?);
                listener::start(listener, sender, Arc::clone(&stop))?;
            }
            LiveInput::File(path) => follow::start(path, sender, Arc::clone(&stop))?,
            LiveInput::BevyRemote { url, rate } => brp::start(url, *rate, sender, Arc::clone(&stop))?,
            LiveInput::StandardInput => {
                thread::Builder::new().name("live input".to_owned()).spawn(move || from_standard_input(&sender))?;
            }
        }
        Ok(Self { events, stop, address })
    }

    /// The events, in the order in which they happened.
    pub fn events(&self) -> &Receiver<LiveEvent> {
        &self.events
    }

    /// The address on which it listens; `None` for a file and for standard input.
    pub fn address(&self) -> Option<SocketAddr> {
        self.address
    }
}

impl Drop for LiveSource {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
    }
}

fn from_standard_input(events: &SyncSender<LiveEvent>) {
    let send = |kind| events.send(LiveEvent { client: 1, kind }).is_ok();
    if send(LiveEventKind::Connected("standard input".to_owned())) {
        read_lines(io::stdin().lock(), 1, events, &AtomicBool::new(false));
        send(LiveEventKind::Ended);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_form_of_the_text_gives_the_kind_of_the_source() {
        let address = |text: &str| LiveInput::Address(text.to_owned());
        for (text, input) in [
            ("-", LiveInput::StandardInput),
            ("127.0.0.1:7420", address("127.0.0.1:7420")),
            ("[::1]:80", address("[::1]:80")),
            ("localhost:0", address("localhost:0")),
            ("run.jsonl", LiveInput::File("run.jsonl".into())),
            ("a/b:7", LiveInput::File("a/b:7".into())),
            (":7420", LiveInput::File(":7420".into())),
        ] {
            assert_eq!(text.parse(), Ok(input), "{text}");
        }
        assert!("host:70000".parse::<LiveInput>().is_err());
        assert!("".parse::<LiveInput>().is_err());
    }
}
