//! The run of the command.

use std::process::ExitCode;

use super::args::HuntArgs;
use super::bar::Bar;
use super::summary::summary;
use crate::commands::exit::DIFFERS;
use crate::commands::message::print_message;
use crate::commands::{output, signals};
use crate::hunt::process::ProcessAnswerer;
use crate::hunt::record::results;
use crate::hunt::{Answerer, Family, HuntOptions, families, of_name};
use crate::hunt_results::ResultFolder;
use crate::mistakes::SpatialQuestion;

/// Asks the program and writes what was found.
///
/// # Errors
/// When the program cannot be started or does not say what it is, a family is unknown, or a file cannot be written.
pub fn run(args: &HuntArgs) -> anyhow::Result<ExitCode> {
    if let Some(language) = args.example {
        output::deliver(language.text().as_bytes(), None)?;
        return Ok(ExitCode::SUCCESS);
    }
    let (Some(question), Some(command)) = (args.question, &args.ask) else {
        anyhow::bail!(
            "give a question and the command of a program: eyeline hunt ray-sphere --ask \"python3 answerer.py\""
        );
    };
    let families = chosen(question, &args.only)?;
    let folder = args.out.as_deref().map(ResultFolder::open).transpose()?;
    let mut answerer = ProcessAnswerer::start(command, question)?;
    let options = HuntOptions {
        cases: args.cases.or_else(|| args.time.is_none().then_some(HuntOptions::default().cases).flatten()),
        time: args.time.map(|time| time.0),
        seed: args.seed,
        families,
        ..HuntOptions::default()
    };
    let bar = Bar::new(options.cases, options.time, signals::request_of_end());
    let findings = crate::hunt::run(question, &mut answerer, &options, &bar);
    bar.finish();
    let info = answerer.info();
    let scenes = match &folder {
        Some(folder) => folder.write(&findings, info)?,
        None => Vec::new(),
    };
    if args.json {
        let json = format!("{:#}\n", results(&findings, info, &scenes));
        output::deliver(json.as_bytes(), None)?;
    } else {
        let page = folder.as_ref().map(ResultFolder::page);
        output::deliver(summary(&findings, info, page.as_deref()).as_bytes(), None)?;
        if let Some(page) = page {
            print_message(&format!("wrote {page}"));
        }
    }
    Ok(if findings.fault_count() == 0 { ExitCode::SUCCESS } else { ExitCode::from(DIFFERS) })
}

/// The families of these names.
fn chosen(question: SpatialQuestion, names: &[String]) -> anyhow::Result<Vec<&'static Family>> {
    let one = |name: &String| {
        of_name(question, name).ok_or_else(|| {
            let known: Vec<String> =
                families(question).iter().map(|family| format!("  {:<14} {}", family.name, family.about)).collect();
            anyhow::anyhow!("{} has no family `{name}`; its families are\n{}", question.word(), known.join("\n"))
        })
    };
    let mut chosen: Vec<&'static Family> = Vec::new();
    for family in names.iter().map(one) {
        let family = family?;
        if !chosen.iter().any(|other| other.name == family.name) {
            chosen.push(family);
        }
    }
    Ok(chosen)
}
