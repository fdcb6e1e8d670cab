//! The command line, tested through the binary in empty folders, and scenes that must be refused.

#![expect(clippy::unwrap_used, reason = "a test ends at the first item that goes wrong")]
#![expect(clippy::float_cmp, reason = "what is written and read back is the same, not almost")]

mod agents;
mod answers;
mod any_scene;
mod bad_scenes;
mod budget;
mod budget_check;
mod check;
mod commands;
mod contained;
mod crowd;
mod cuts;
mod diff;
mod evo;
mod extremes;
mod figure;
mod generate;
mod glb;
mod hostile;
mod image_scenes;
mod images;
mod jellyfish;
mod killed;
mod large;
mod level_scenes;
mod levels;
mod looks;
mod lost;
mod memory;
mod mesh_problems;
mod meshes;
mod missing_levels;
mod moving;
mod occlusion;
mod octree;
mod outputs;
mod peak;
mod pictures;
mod plain_octree;
mod problems;
mod projections;
mod recording_formats;
mod recordings;
mod roots;
mod sessions;
mod skins;
mod terminal;
mod themes;
mod touch;
mod tree_folders;
mod unicode;
mod words;
mod writing;
