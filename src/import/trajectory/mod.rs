//! Recorded camera paths of other programs: AR sessions and SLAM trajectories, as a [`Trajectory`](crate::trajectory::Trajectory).
//!
//! ```text
//! text ─ format, by name and content ─► rows or JSON ─ convention ─► Trajectory, warnings, frames left out
//! ```
//!
//! 1. Parse: `format` recognises the file; a file for each format, or `rows` for those with a row for each frame, reads it.
//! 2. Check: `build` refuses a pose that is no rotation, and `time` brings the times to seconds.
//! 3. Build: `build` appends the frames. `trim` writes a part of a recording.
//!
//! | format | a frame | source |
//! |---|---|---|
//! | `eyeline` | one JSON object a line, with tracking, lens, points and anchors | ours |
//! | `tum` | `time x y z qx qy qz qw` | Sturm et al., "A benchmark for the evaluation of RGB-D SLAM systems", 2012 |
//! | `euroc` | `ns,x,y,z,qw,qx,qy,qz` and more columns | Burri et al., "The `EuRoC` micro aerial vehicle datasets", 2016 |
//! | `kitti` | the upper three rows of a matrix, no time | Geiger et al., "Are we ready for autonomous driving?", 2012 |
//! | `arkitscenes` | `time`, a rotation as axis times angle, `x y z` | Baruch et al., "`ARKitScenes`", 2021 |
//! | `stray` | `time,frame,x,y,z,qx,qy,qz,qw` and more columns | `odometry.csv` of Stray Scanner |
//! | `nerfstudio` | a matrix in `transforms.json`, no time | Tancik et al., "Nerfstudio", 2023; Mildenhall et al., "`NeRF`", 2020 |
//! | `colmap` | two lines of `images.txt`, or an entry of `images.bin`, no time | Schönberger and Frahm, "Structure-from-motion revisited", 2016 |
//! | `record3d` | an entry of `poses` in `metadata.json`, with `fps` | the app `Record3D` |
//! | `polycam` | a file of `keyframes/cameras` | Polycam |
//! | `arkit` | a JSON object with `timestamp` and `transform` | `ARCamera.transform` of `ARKit` |
//! | `mcap` | a message of a topic with poses | the MCAP format, ROS 2, Foxglove |
//!
//! The text is not trusted: an error has its line and column. A quaternion or a matrix whose length is off by more than
//! [`UNIT`] is normalised with a warning. In the formats of others a frame whose time is not later than that of the frame
//! before is left out. So is a row that cannot be read, such as a last line that was cut, when at least nine tenths of the rows
//! can be.

mod arkit;
mod bag;
mod beside;
mod build;
mod colmap;
mod columns;
mod eyeline;
mod format;
mod leading;
mod memory;
mod nerfstudio;
mod numbered;
mod parse;
mod polycam;
mod record3d;
mod recorded;
mod rows;
mod settings;
#[cfg(test)]
mod tests;
mod time;
mod trim;

pub use bag::{BagSource, is_mcap};
pub use beside::Beside;
pub use format::Format;
pub use numbered::{TimesFile, USUAL_RATE};
pub use parse::{AlsoNamed, Contents, parse, parse_in, parse_within};
pub use recorded::{LeftOut, Recorded, UnreadableRows};
pub use settings::{GivenGap, GivenJump, Settings, UNIT};
pub use time::TimeUnit;
pub use trim::{Trimmed, refuse_trim, trim};
