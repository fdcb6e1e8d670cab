//! Passes on the version of rapier3d in the lock file, because the library itself does not tell it.

fn main() {
    println!("cargo::rerun-if-changed=Cargo.lock");
    let lock = std::fs::read_to_string("Cargo.lock").unwrap_or_default();
    let mut lines = lock.lines().skip_while(|line| *line != "name = \"rapier3d\"");
    let version = lines.nth(1).and_then(|line| line.split('"').nth(1)).unwrap_or("unknown");
    println!("cargo::rustc-env=ENGINE_VERSION={version}");
}
