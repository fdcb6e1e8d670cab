//! `eyeline-bindgen PROGRAM.wasm FOLDER` writes the JavaScript of a page, and WebAssembly that calls it.

use std::process::ExitCode;

use wasm_bindgen_cli_support::Bindgen;

fn main() -> ExitCode {
    let arguments: Vec<_> = std::env::args_os().skip(1).collect();
    let [program, folder] = &arguments[..] else {
        eprintln!("usage: eyeline-bindgen PROGRAM.wasm FOLDER");
        return ExitCode::from(2);
    };
    let mut bindgen = Bindgen::new();
    let made = bindgen.input_path(program).typescript(false).no_modules(true).and_then(|bindgen| bindgen.generate(folder));
    match made {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("eyeline-bindgen: {error:#}");
            ExitCode::FAILURE
        }
    }
}
