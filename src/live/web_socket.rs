//! A page in a browser on this machine, which can send lines only through a WebSocket.

use std::io::ErrorKind;
use std::net::TcpStream;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::SyncSender;
use std::time::Duration;

use tungstenite::handshake::server::{ErrorResponse, Request, Response};
use tungstenite::http::StatusCode;
use tungstenite::protocol::WebSocketConfig;
use tungstenite::{Error, Message, accept_hdr_with_config};

use super::event::{LiveEvent, LiveEventKind};

/// The longest message, which is a line.
const LONGEST: usize = 16 << 20;

/// The longest wait for the request of the page.
const HANDSHAKE: Duration = Duration::from_secs(5);

/// Reads the messages of a page, each a line. Returns why the page is refused.
pub(super) fn read_messages(
    stream: &TcpStream,
    patience: Duration,
    client: usize,
    events: &SyncSender<LiveEvent>,
    stop: &AtomicBool,
) -> Option<String> {
    let mut refused = None;
    let _timeout = stream.set_read_timeout(Some(HANDSHAKE));
    #[expect(clippy::result_large_err, reason = "the type of the library")]
    let check = |request: &Request, response: Response| match origin(request) {
        Some(origin) if !is_local(&origin) => {
            refused = Some(format!("a page of {origin} may not connect; pages of this machine may"));
            let mut answer = ErrorResponse::new(Some("only pages of this machine may connect\n".to_owned()));
            *answer.status_mut() = StatusCode::FORBIDDEN;
            Err(answer)
        }
        _ => Ok(response),
    };
    let config = WebSocketConfig::default().max_message_size(Some(LONGEST)).max_frame_size(Some(LONGEST));
    let accepted = accept_hdr_with_config(stream, check, Some(config));
    let Ok(mut socket) = accepted else {
        return refused.or_else(|| Some("it sends HTTP that is no request of a WebSocket".to_owned()));
    };
    let _timeout = stream.set_read_timeout(Some(patience));
    let send = |kind| events.send(LiveEvent { client, kind }).is_ok();
    while !stop.load(Ordering::Relaxed) {
        let is_received = match socket.read() {
            Ok(Message::Text(text)) => {
                let mut line = text.as_bytes().to_vec();
                if !line.ends_with(b"\n") {
                    line.push(b'\n');
                }
                send(LiveEventKind::Line(line))
            }
            Ok(Message::Binary(_)) => send(LiveEventKind::Refused("a binary message is left out".to_owned())),
            Ok(Message::Close(_)) => false,
            Ok(_) => true,
            Err(Error::Io(error)) => matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut),
            Err(Error::Capacity(_)) => {
                send(LiveEventKind::Refused("a message is longer than 16 MiB".to_owned()));
                false
            }
            Err(_) => false,
        };
        if !is_received {
            break;
        }
    }
    None
}

/// The page that asks; `None` for a program that is no browser.
fn origin(request: &Request) -> Option<String> {
    let origin = request.headers().get("Origin")?;
    Some(origin.to_str().unwrap_or("?").to_owned())
}

/// Whether a page is a file or comes from a server of this machine.
fn is_local(origin: &str) -> bool {
    let Some((scheme, rest)) = origin.split_once("://") else { return origin == "null" };
    let host = match rest.strip_prefix('[') {
        Some(rest) => rest.split(']').next().unwrap_or_default(),
        None => rest.split([':', '/']).next().unwrap_or_default(),
    };
    scheme == "file" || ["localhost", "127.0.0.1", "::1"].contains(&host)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_of_this_machine_are_local() {
        for (origin, is_own) in [
            ("null", true),
            ("file://", true),
            ("http://localhost:8000", true),
            ("http://127.0.0.1", true),
            ("https://[::1]:80", true),
            ("http://localhost.evil.example", false),
            ("https://example.com", false),
            ("http://127.0.0.1.example.com:80", false),
            ("http://example.com/localhost", false),
            ("", false),
        ] {
            assert_eq!(is_local(origin), is_own, "{origin}");
        }
    }
}
