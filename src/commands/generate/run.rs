//! Writes a scene of objects, or a scene with questions.

use std::process::ExitCode;

use super::args::GenerateArgs;
use super::{objects, questions};
use crate::commands::output;

/// Writes a scene of objects, or a scene with questions.
///
/// # Errors
/// When no question can be made, the scene that is asked about cannot be read, or a file cannot be written. The file is then
/// unchanged.
pub fn run(args: &GenerateArgs) -> anyhow::Result<ExitCode> {
    if let Some(file) = output::in_file(args.output.as_deref()) {
        output::expect_scene_name(file)?;
    }
    match (args.objects, args.questions) {
        (Some(objects), _) => objects::run(args, objects).map(|()| ExitCode::SUCCESS),
        (None, questions) => questions::run(args, questions.unwrap_or(1)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::commands::parsed;

    #[test]
    fn a_scene_file_name_has_no_level_extension() {
        for name in ["no-such-folder/a.glb", "no-such-folder/a.OBJ", "no-such-folder/a.png"] {
            let args: GenerateArgs = parsed(&["generate", "--objects", "1", "-o", name]).unwrap();
            let error = run(&args).unwrap_err().to_string();
            assert!(error.contains("is not a valid name for a scene"), "{error}");
        }
    }
}
