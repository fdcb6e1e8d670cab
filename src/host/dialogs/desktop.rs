//! The system's dialogs. A dialog is created on this thread, as macOS requires. A separate thread waits for the answer.

use std::pin::pin;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, channel};
use std::task::{Context, Poll, Wake, Waker};
use std::thread::{self, Thread};
use std::time::Instant;

use rfd::{AsyncFileDialog, FileHandle};

use super::request::{DialogAnswer, FileRequest, RequestedFile};

/// Opens a dialog. `wake` is called after the answer.
pub(crate) fn ask(request: FileRequest, wake: impl FnOnce() + Send + 'static) -> Receiver<DialogAnswer> {
    let mut dialog = AsyncFileDialog::new().set_title(request.title);
    for (name, extensions) in request.kinds {
        dialog = dialog.add_filter(*name, extensions);
    }
    if request.takes_all {
        dialog = dialog.add_filter("All files", &["*"]);
    }
    if let Some(folder) = request.folder {
        dialog = dialog.set_directory(folder);
    }
    match request.what {
        RequestedFile::New(name) => wait(dialog.set_file_name(name).save_file(), wake),
        RequestedFile::Folder => wait(dialog.pick_folder(), wake),
        RequestedFile::Existing => wait(dialog.pick_file(), wake),
    }
}

fn wait(
    file: impl Future<Output = Option<FileHandle>> + Send + 'static,
    wake: impl FnOnce() + Send + 'static,
) -> Receiver<DialogAnswer> {
    let (send, answer) = channel();
    thread::spawn(move || {
        let start = Instant::now();
        let answer = match block_on(file) {
            Some(file) => DialogAnswer::Chosen(file.path().to_owned()),
            None => DialogAnswer::Nothing(start.elapsed()),
        };
        // The receiver is dropped if the window was closed.
        let _ = send.send(answer);
        wake();
    });
    answer
}

struct Unpark(Thread);

impl Wake for Unpark {
    fn wake(self: Arc<Self>) {
        self.0.unpark();
    }
}

/// Runs a future to completion on this thread.
fn block_on<T>(future: impl Future<Output = T>) -> T {
    let waker = Waker::from(Arc::new(Unpark(thread::current())));
    let mut context = Context::from_waker(&waker);
    let mut future = pin!(future);
    loop {
        match future.as_mut().poll(&mut context) {
            Poll::Ready(value) => return value,
            Poll::Pending => thread::park(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waits_for_the_result_of_another_thread() {
        let (send, receive) = channel::<Waker>();
        thread::spawn(move || receive.recv().unwrap().wake());
        let mut asked = 0;
        let answer = block_on(std::future::poll_fn(|context| {
            asked += 1;
            if asked == 1 {
                send.send(context.waker().clone()).unwrap();
                return Poll::Pending;
            }
            Poll::Ready(asked)
        }));
        assert!(answer >= 2);
    }
}
