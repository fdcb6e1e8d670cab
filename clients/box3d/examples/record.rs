//! Records a small world of Box3D into a file: `cargo run --example record -- run.b3rec`.

#[path = "../tests/world/mod.rs"]
mod world;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let path = std::env::args_os().nth(1).ok_or("the name of the recording is missing")?;
    std::fs::write(path, world::record()?)?;
    Ok(())
}
