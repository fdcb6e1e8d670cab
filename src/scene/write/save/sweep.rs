//! Removes the temporary files that killed programs left.

use super::temporary_file;
use crate::source::rooted::Rooted;

/// Removes the temporary files that programs left in a folder when they were killed.
pub fn sweep(folder: &Rooted) {
    for (place, is_folder) in folder.list() {
        let is_ours = place.shown().file_name().is_some_and(temporary_file::is_temporary);
        if !is_folder && is_ours && matches!(place.open(), Ok(Some(file)) if temporary_file::is_left(&file)) {
            // The file does no harm, so an error is not reported.
            let _ = place.remove();
        }
    }
}
