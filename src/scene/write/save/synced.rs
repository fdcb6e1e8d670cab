//! A file that is synced while it is written. The system writes large files to the disk only when they are synced, and the
//! program would then wait for the disk; so the disk works while the next part is made.

use std::io::{self, BufWriter, Write};
use std::sync::mpsc::{SyncSender, sync_channel};
use std::thread::{Builder, Scope, ScopedJoinHandle};

use crate::host::fs::File;

/// So many bytes are written before a sync is started.
const PART: usize = 1 << 25;

/// Calls `write` with a writer to the file, and then syncs the file.
///
/// # Errors
/// Those of `write`, of the file and of the disk.
pub(super) fn write(file: &File, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
    std::thread::scope(|scope| {
        let mut out = BufWriter::new(Synced { file, scope, pending: 0, syncing: None });
        write(&mut out)?;
        let Synced { syncing, .. } = out.into_inner().map_err(io::IntoInnerError::into_error)?;
        if let Some(Syncing { requests, thread }) = syncing {
            drop(requests);
            // The system reports an error of the disk once. So it is not found again by the last sync.
            thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))?;
        }
        file.sync_all()
    })
}

/// The writer.
struct Synced<'scope, 'env> {
    file: &'env File,
    scope: &'scope Scope<'scope, 'env>,
    /// Bytes that were written since the last request.
    pending: usize,
    /// `None` until the file is long.
    syncing: Option<Syncing<'scope>>,
}

/// A thread that syncs the file at each request.
struct Syncing<'scope> {
    requests: SyncSender<()>,
    thread: ScopedJoinHandle<'scope, io::Result<()>>,
}

impl<'scope, 'env> Syncing<'scope> {
    fn start(scope: &'scope Scope<'scope, 'env>, file: &'env File) -> io::Result<Self> {
        let (requests, received) = sync_channel(1);
        let sync = move || received.into_iter().try_for_each(|()| file.sync_data());
        Ok(Self { requests, thread: Builder::new().spawn_scoped(scope, sync)? })
    }
}

impl Write for Synced<'_, '_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = (&mut &*self.file).write(bytes)?;
        self.pending += written;
        if self.pending >= PART {
            self.pending = 0;
            // Without a thread, the last sync takes longer.
            self.syncing = self.syncing.take().or_else(|| Syncing::start(self.scope, self.file).ok());
            // While a request waits, another one would be for the same bytes. After an error of the disk there is no
            // receiver, and `write` returns that error.
            let _is_sent = self.syncing.as_ref().map(|syncing| syncing.requests.try_send(()));
        }
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
