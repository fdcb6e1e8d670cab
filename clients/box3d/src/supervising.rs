//! The first process: it lets another one replay, and gives the trace its name.

use std::fs::{self, OpenOptions};
use std::io;
use std::path::Path;
use std::process::{Command, ExitCode, ExitStatus, Stdio};

use anyhow::{Context, Result, bail};
use eyeline_convert::Output;

use crate::args::Args;

pub(crate) fn run(args: &Args) -> Result<ExitCode> {
    let output = Output::new(args.output.as_deref())?;
    let status = replaying(args, &output)?.status().context("this program cannot start itself again")?;
    match status.code() {
        Some(0) => {}
        // The other process has written why.
        Some(2) => return Ok(ExitCode::from(2)),
        _ => keep_what_was_replayed(args, &output, status)?,
    }
    output.publish()?;
    Ok(ExitCode::SUCCESS)
}

/// The process that replays. Box3D writes messages of its own to standard output, where a trace may go: they are not shown.
fn replaying(args: &Args, output: &Output) -> Result<Command> {
    let mut command = Command::new(std::env::current_exe().context("this program does not find itself")?);
    command.arg("--replay-to").arg(output.trace()).arg("--meshes-to").arg(output.mesh_file());
    if let Some(name) = output.mesh_name() {
        command.arg("--mesh-name").arg(name);
    }
    let kinds = args.said.iter().filter_map(clap::ValueEnum::to_possible_value);
    let kinds: Vec<String> = kinds.map(|kind| kind.get_name().to_owned()).collect();
    command.arg(format!("--said={}", kinds.join(","))).arg("--").arg(&args.input);
    command.stdin(Stdio::null()).stdout(Stdio::null());
    Ok(command)
}

/// After a crash, the lines that were written are a trace up to that time.
fn keep_what_was_replayed(args: &Args, output: &Output, status: ExitStatus) -> Result<()> {
    let shown = args.input.display();
    let cause =
        format!("the replay of Box3D broke off ({status}): the recording is damaged, or from another build of Box3D");
    match whole_lines(&output.trace()) {
        Ok(0) | Err(_) => bail!("{shown}: {cause}"),
        Ok(lines) => eprintln!("{shown}: warning: {cause}. The trace has the {lines} steps before"),
    }
    Ok(())
}

/// Cuts the rest of a line off the end of a file, and returns the number of lines.
fn whole_lines(path: &Path) -> io::Result<usize> {
    let bytes = fs::read(path)?;
    let end = bytes.iter().rposition(|byte| *byte == b'\n').map_or(0, |last| last + 1);
    OpenOptions::new().write(true).open(path)?.set_len(end as u64)?;
    Ok(bytes[..end].split(|byte| *byte == b'\n').count() - 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn half_a_line_is_cut_off() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("trace.jsonl");
        for (content, expected, lines) in [("a\nb\nc", "a\nb\n", 2), ("a\n", "a\n", 1), ("a", "", 0), ("", "", 0)] {
            fs::write(&path, content).unwrap();
            assert_eq!(whole_lines(&path).unwrap(), lines);
            assert_eq!(fs::read_to_string(&path).unwrap(), expected);
        }
    }
}
