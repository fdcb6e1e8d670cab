//! A port to which clients connect.

use std::io::{self, ErrorKind, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::SyncSender;
use std::thread;
use std::time::Duration;

use super::client::read_lines;
use super::event::{LiveEvent, LiveEventKind};
use super::web_socket::read_messages;

/// How long a thread waits before it looks whether it has to end.
const PATIENCE: Duration = Duration::from_millis(100);

/// The clients that are read at once.
const MOST_CLIENTS: usize = 64;

/// Accepts clients, each read on a thread of its own.
pub(super) fn start(listener: TcpListener, events: SyncSender<LiveEvent>, stop: Arc<AtomicBool>) -> io::Result<()> {
    listener.set_nonblocking(true)?;
    let accept = move || {
        let mut count = 0;
        let open = Arc::new(());
        while !stop.load(Ordering::Relaxed) {
            match listener.accept() {
                Ok((stream, peer)) => {
                    count += 1;
                    let (events, stop, open) = (events.clone(), Arc::clone(&stop), Arc::clone(&open));
                    // One reference is that of this thread, and one that of the new client.
                    let is_full = Arc::strong_count(&open) > MOST_CLIENTS + 1;
                    let client = count;
                    let serve = move || {
                        serve(&stream, &peer.to_string(), client, is_full, &events, &stop);
                        drop(open);
                    };
                    if thread::Builder::new().name(format!("live client {count}")).spawn(serve).is_err() {
                        thread::sleep(PATIENCE);
                    }
                }
                Err(_) => thread::sleep(Duration::from_millis(5)),
            }
        }
    };
    thread::Builder::new().name("live port".to_owned()).spawn(accept).map(drop)
}

fn serve(
    stream: &TcpStream,
    peer: &str,
    client: usize,
    is_full: bool,
    events: &SyncSender<LiveEvent>,
    stop: &AtomicBool,
) {
    let send = |kind| events.send(LiveEvent { client, kind }).is_ok();
    let is_ready = stream.set_nonblocking(false).is_ok() && stream.set_read_timeout(Some(PATIENCE)).is_ok();
    if !is_ready || !send(LiveEventKind::Connected(peer.to_owned())) {
        return;
    }
    if is_full {
        send(LiveEventKind::Refused(format!("{MOST_CLIENTS} clients are connected already")));
    } else {
        match protocol(stream, stop) {
            Protocol::Lines => read_lines(stream, client, events, stop),
            Protocol::WebSocket => {
                if let Some(reason) = read_messages(stream, PATIENCE, client, events, stop) {
                    send(LiveEventKind::Refused(reason));
                }
            }
            Protocol::Other(reason) => {
                send(LiveEventKind::Refused(reason.to_owned()));
            }
        }
    }
    let _closed = stream.shutdown(Shutdown::Both);
    send(LiveEventKind::Ended);
}

/// What a client sends, by its first bytes.
enum Protocol {
    Lines,
    /// A request of HTTP, which must be one for a WebSocket.
    WebSocket,
    /// Something that is not read, and why.
    Other(&'static str),
}

fn protocol(mut stream: &TcpStream, stop: &AtomicBool) -> Protocol {
    const METHODS: [&[u8]; 6] = [b"POST", b"PUT ", b"HEAD", b"OPTI", b"DELE", b"CONN"];
    let mut first = [0; 4];
    while !stop.load(Ordering::Relaxed) {
        match stream.peek(&mut first) {
            // A line of a trace starts with an opening brace.
            Ok(n) if n > 0 && (n == first.len() || first[0] == b'{') => break,
            Ok(0) => return Protocol::Lines,
            Ok(_) => thread::sleep(Duration::from_millis(5)),
            Err(error) if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) => {}
            Err(_) => return Protocol::Lines,
        }
    }
    if first == *b"GET " {
        return Protocol::WebSocket;
    }
    if METHODS.contains(&&first[..]) {
        let body = "This port reads traces of eyeline: lines of JSON over TCP, or messages of a WebSocket.\n";
        let answer = format!(
            "HTTP/1.1 400 Bad Request\r\nContent-Type: text/plain\r\nContent-Length: {}\r\nConnection: close\r\n\r\n{body}",
            body.len()
        );
        let _told = stream.write_all(answer.as_bytes());
        return Protocol::Other("it sends HTTP, and this port reads lines of JSON");
    }
    if first[..2] == [0x16, 0x03] {
        return Protocol::Other("it begins TLS, and this port reads lines of JSON without encryption");
    }
    Protocol::Lines
}
