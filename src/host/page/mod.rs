//! What a page in a browser has: files that the user gave, downloads, and what is kept until the page is opened again.

use std::path::{Path, PathBuf};
use std::sync::Mutex;

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{Blob, Document, HtmlAnchorElement, Storage, Url, Window};

use crate::host::fs;

/// The folder of eyeline itself, with the files of lessons. A file that is written elsewhere is a file of the user, and becomes a
/// download.
pub(crate) const OWN: &str = "/eyeline";
/// Unsaved changes, below [`OWN`]. The browser keeps these files until the page is opened again.
const RECOVERY: &str = "/eyeline/recovery";
/// The proposed folder of files that the user saves.
pub(crate) const DOWNLOADS: &str = "/downloads";
/// The folder of the files that the user gave.
const GIVEN: &str = "/given";

/// The key of a kept file starts with this.
const KEY: &str = "eyeline:";

pub(crate) fn window() -> Result<Window, JsValue> {
    web_sys::window().ok_or_else(|| JsValue::from_str("there is no window"))
}

pub(crate) fn document() -> Result<Document, JsValue> {
    window()?.document().ok_or_else(|| JsValue::from_str("there is no document"))
}

/// The browser's storage; `None` where the user has turned it off.
fn storage() -> Option<Storage> {
    window().ok()?.local_storage().ok()?
}

/// Prepares the folders, and restores the kept files of a page. `page` distinguishes pages of one address.
pub(crate) fn begin(page: &str) {
    for folder in [OWN, RECOVERY, DOWNLOADS, GIVEN] {
        // Nothing else is in the memory yet.
        let _is_made = fs::create_dir_all(folder);
    }
    *lock(&PAGE) = page.to_owned();
    if let Some(storage) = storage() {
        let prefix = format!("{KEY}{page}:");
        for i in 0..storage.length().unwrap_or(0) {
            let Ok(Some(key)) = storage.key(i) else { continue };
            let Some(path) = key.strip_prefix(&prefix).filter(|path| path.starts_with(RECOVERY)) else { continue };
            let bytes = storage.get_item(&key).ok().flatten().and_then(|text| BASE64_STANDARD.decode(text).ok());
            if let Some(bytes) = bytes {
                fs::place(path, bytes);
            }
        }
    }
    fs::on_change(changed);
}

static PAGE: Mutex<String> = Mutex::new(String::new());

fn lock<T>(of: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    of.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
}

fn changed(path: &Path, bytes: Option<&[u8]>) {
    if !path.starts_with(OWN) {
        // Without a document there is no user who waits for the file.
        let _is_offered = bytes.map(|bytes| download(path, bytes));
    } else if path.starts_with(RECOVERY)
        && let Some(storage) = storage()
    {
        let key = format!("{KEY}{}:{}", lock(&PAGE), path.display());
        // A full storage keeps what it has; the page itself loses nothing.
        let _is_kept = match bytes {
            Some(bytes) => storage.set_item(&key, &BASE64_STANDARD.encode(bytes)),
            None => storage.remove_item(&key),
        };
    }
}

/// Offers bytes to the user as a file.
fn download(path: &Path, bytes: &[u8]) -> Result<(), JsValue> {
    let parts = js_sys::Array::of1(&js_sys::Uint8Array::from(bytes));
    let blob = Blob::new_with_u8_array_sequence(&parts)?;
    let address = Url::create_object_url_with_blob(&blob)?;
    let link: HtmlAnchorElement = document()?.create_element("a")?.dyn_into()?;
    link.set_href(&address);
    link.set_download(&path.file_name().unwrap_or_default().to_string_lossy());
    link.click();
    Url::revoke_object_url(&address)
}

/// Puts files that the user gave into the memory of the page, side by side. Returns their paths.
pub(crate) async fn place_all(files: Vec<web_sys::File>) -> Vec<PathBuf> {
    let mut paths = Vec::new();
    for file in files {
        let bytes = wasm_bindgen_futures::JsFuture::from(file.array_buffer()).await;
        let Ok(bytes) = bytes else { continue };
        let path = Path::new(GIVEN).join(file.name());
        fs::place(&path, js_sys::Uint8Array::new(&bytes).to_vec());
        paths.push(path);
    }
    paths
}

/// Puts a link into the address, without an entry in the history of the browser.
pub(crate) fn set_link(link: &str) {
    let replace = || -> Result<(), JsValue> {
        let window = window()?;
        let plain = || Ok::<_, JsValue>(format!("{}{}", window.location().pathname()?, window.location().search()?));
        let address = if link.is_empty() { plain()? } else { format!("#{link}") };
        window.history()?.replace_state_with_url(&JsValue::NULL, "", Some(&address))
    };
    // A frame without an address of its own keeps that of its page.
    let _is_set = replace();
}

/// Puts a text beside the canvas, for readers of the screen.
pub(crate) fn set_words(words: &str) {
    if let Some(element) = document().ok().and_then(|document| document.get_element_by_id("words")) {
        element.set_text_content(Some(words));
    }
}

/// Whether the user wants as few movements as possible.
pub(crate) fn prefers_reduced_motion() -> bool {
    let asked = window().and_then(|window| window.match_media("(prefers-reduced-motion: reduce)"));
    asked.ok().flatten().is_some_and(|list| list.matches())
}

/// The address without the part after `#`.
pub(crate) fn address() -> Option<String> {
    let address = window().ok()?.location().href().ok()?;
    Some(address.split('#').next().unwrap_or_default().to_owned())
}
