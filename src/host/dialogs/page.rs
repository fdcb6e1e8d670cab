//! The browser's dialog for files. Its files are put into the memory of the page. A file that is written is a download, so
//! its name is not asked for here: the browser asks, or not, as its user has set it.

use std::path::Path;
use std::sync::mpsc::{Receiver, Sender, channel};

use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::HtmlInputElement;

use super::request::{DialogAnswer, FileRequest, RequestedFile};
use crate::host::page::{DOWNLOADS, document, place_all};

/// Opens a dialog. `wake` is called after the answer.
pub(crate) fn ask(request: FileRequest, wake: impl FnOnce() + Send + 'static) -> Receiver<DialogAnswer> {
    let (send, answer) = channel();
    match &request.what {
        RequestedFile::New(name) => {
            let _is_waiting = send.send(DialogAnswer::Chosen(Path::new(DOWNLOADS).join(name)));
            wake();
        }
        // A page cannot show folders.
        RequestedFile::Folder => {}
        // Without an input element there is no dialog, and dropping the sender ends it.
        RequestedFile::Existing => _ = pick(&request, send, wake),
    }
    answer
}

fn pick(
    request: &FileRequest,
    send: Sender<DialogAnswer>,
    wake: impl FnOnce() + Send + 'static,
) -> Result<(), JsValue> {
    let input: HtmlInputElement = document()?.create_element("input")?.dyn_into()?;
    input.set_type("file");
    input.set_multiple(true);
    if !request.takes_all {
        let ends = request.kinds.iter().flat_map(|(_, ends)| ends.iter().map(|end| format!(".{end}")));
        input.set_accept(&ends.collect::<Vec<_>>().join(","));
    }
    let chosen = input.clone();
    let listener = Closure::once_into_js(move || {
        let files = chosen.files();
        wasm_bindgen_futures::spawn_local(async move {
            let files = files.into_iter().flat_map(|list| (0..list.length()).filter_map(move |i| list.get(i)));
            // The first is opened; the others are files beside it.
            if let Some(first) = place_all(files.collect()).await.into_iter().next() {
                let _is_waiting = send.send(DialogAnswer::Chosen(first));
            }
            wake();
        });
    });
    input.set_onchange(Some(listener.unchecked_ref()));
    input.click();
    Ok(())
}
