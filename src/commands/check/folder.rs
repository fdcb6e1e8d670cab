//! The folder of `--out`.

use std::path::Path;

use crate::source::ReadOptions;
use crate::source::folder::root_of_work;
use crate::source::rooted::Rooted;
use crate::source::text::path_in_message;

/// The folder of `--out`, a root of its own.
pub(super) fn folder_of_results(out: &Path, options: &ReadOptions) -> anyhow::Result<Rooted> {
    Rooted::of_results(out, &root_of_work(options)).map_err(|reason| {
        anyhow::anyhow!("cannot use --out {}: {reason}; give the folder itself", path_in_message(out))
    })
}
