//! The process that replays: it writes a trace into the file that the first process gives it.

use std::fs::{self, File};
use std::path::Path;

use anyhow::{Context, Result};
use eyeline_client::Client;
use eyeline_convert::{Log, Meshes};

use crate::args::Args;
use crate::convert::Conversion;

pub(crate) fn run(args: &Args, trace: &Path) -> Result<()> {
    let shown = args.input.display();
    let bytes = fs::read(&args.input).with_context(|| shown.to_string())?;
    let file = File::create(trace).with_context(|| trace.display().to_string())?;
    let name = args.input.file_stem().map_or_else(|| "recording".into(), |stem| stem.to_string_lossy());
    let meshes = Meshes::new(args.meshes_to.clone().unwrap_or_default(), args.mesh_name.as_deref());
    let mut log = Log::default();
    let conversion = Conversion { client: Client::convert(&name, file), meshes, kinds: &args.said };
    let result = conversion.run(&bytes, &mut log).with_context(|| shown.to_string());
    for line in log.text().lines() {
        eprintln!("{shown}: {line}");
    }
    result
}
