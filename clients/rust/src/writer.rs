//! The thread that writes lines into a file or to eyeline.

use std::fs::File;
use std::io::{self, ErrorKind, Write};
use std::net::{TcpStream, ToSocketAddrs};
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use crate::lines;
use crate::queue::Queue;
use crate::tick::Names;

/// The time between two tries to connect.
const RETRY: Duration = Duration::from_secs(1);
/// How often a write that makes no progress asks whether the client is gone.
const PATIENCE: Duration = Duration::from_millis(100);
/// How long lines are still written after the client is gone.
pub(crate) const LAST_CALL: Duration = Duration::from_secs(1);

/// Writes into a file until the client is gone or the file takes no more. Each line is handed to the system at once, so a game that is
/// killed loses none of them.
///
/// # Errors
/// When the file takes no more.
pub(crate) fn to_file(queue: &Queue, mut file: File, trace: &str) -> io::Result<()> {
    let served = serve(queue, trace, |bytes| file.write_all(bytes));
    if served.is_err() {
        queue.set_connected(false);
    }
    served
}

/// Writes to an address until the client is gone, and connects again when the connection is lost.
pub(crate) fn to_address(queue: &Queue, address: &str, trace: &str) {
    loop {
        if let Ok(mut stream) = connect(address) {
            queue.set_connected(true);
            let served = serve(queue, trace, |bytes| write_all(&mut stream, bytes, queue));
            queue.set_connected(false);
            if served.is_ok() {
                return;
            }
        }
        if !queue.sleep(RETRY) {
            return;
        }
    }
}

/// Writes the lines of ticks; `Ok` when the client is gone.
fn serve(queue: &Queue, trace: &str, mut write: impl FnMut(&[u8]) -> io::Result<()>) -> io::Result<()> {
    let (mut bytes, mut names) = (Vec::new(), Names::default());
    while let Some(tick) = queue.take() {
        bytes.clear();
        lines::write(&mut bytes, &tick, &mut names, trace, lines::LONGEST);
        if let Err(error) = write(&bytes) {
            queue.dropped.fetch_add(1, Ordering::Relaxed);
            return Err(error);
        }
        queue.give_back(tick);
    }
    Ok(())
}

fn connect(address: &str) -> io::Result<TcpStream> {
    let mut result = Err(ErrorKind::AddrNotAvailable.into());
    for address in address.to_socket_addrs()? {
        result = TcpStream::connect_timeout(&address, RETRY);
        if result.is_ok() {
            break;
        }
    }
    let stream = result?;
    stream.set_nodelay(true)?;
    stream.set_write_timeout(Some(PATIENCE))?;
    Ok(stream)
}

/// Writes all bytes, however slowly the other side takes them, but not much longer than the client lives.
fn write_all(stream: &mut TcpStream, mut bytes: &[u8], queue: &Queue) -> io::Result<()> {
    let mut end = None;
    while !bytes.is_empty() {
        match stream.write(bytes) {
            Ok(0) => return Err(ErrorKind::WriteZero.into()),
            Ok(written) => bytes = &bytes[written..],
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) => {
                if queue.is_closed() && *end.get_or_insert_with(|| Instant::now() + LAST_CALL) < Instant::now() {
                    return Err(error);
                }
            }
            Err(error) => return Err(error),
        }
    }
    Ok(())
}
