//! `eyeline-mcap` converts an MCAP file with Foxglove's scene messages to a trace of eyeline.

mod args;
mod cameras;
mod convert;
mod fixed_frame;
mod frames;
mod messages;
mod primitives;
mod reading;
mod scene;

use std::fs::File;
use std::io::BufReader;
use std::process::ExitCode;

use anyhow::{Context, Result};
use clap::Parser;
use eyeline_client::Client;
use eyeline_convert::{Log, Meshes, Output};

use crate::args::Args;
use crate::convert::convert;
use crate::reading::Recording;

fn main() -> ExitCode {
    let args = Args::parse();
    let mut log = Log::default();
    let result = run(&args, &mut log);
    for line in log.text().lines() {
        eprintln!("{}: {line}", args.input.display());
    }
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("eyeline-mcap: {error:#}");
            ExitCode::from(2)
        }
    }
}

fn run(args: &Args, log: &mut Log) -> Result<()> {
    let shown = args.input.display();
    let file = File::open(&args.input).with_context(|| shown.to_string())?;
    let output = Output::new(args.output.as_deref())?;
    let trace = output.trace();
    let recording = Recording::read(BufReader::new(file), log).with_context(|| shown.to_string())?;
    let name = args.input.file_stem().map_or_else(|| "recording".into(), |stem| stem.to_string_lossy());
    let client = Client::convert(&name, File::create(&trace).with_context(|| trace.display().to_string())?);
    let meshes = Meshes::new(output.mesh_file(), output.mesh_name().as_deref());
    convert(recording, client, meshes, args.up, args.frame.as_deref(), log).with_context(|| shown.to_string())?;
    Ok(output.publish()?)
}
