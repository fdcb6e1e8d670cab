//! Traces of running programs: what was sent, line by line, and the scene that it makes at a time.
//!
//! A trace is newline-delimited JSON. Its first line is a keyframe, which holds a scene; each further line has a time, what is
//! set, added and removed then, and what the program itself answered ([`Said`]).
//!
//! ```
//! use eyeline::trace::Trace;
//!
//! let text = r#"{ "eyeline_trace": 1, "time": 0, "scene": { "eyeline": 1,
//!     "objects": [{ "name": "cart", "shape": { "sphere": { "radius": 0.5 } } }] } }"#.replace('\n', " ");
//! let trace = Trace::parse(&(text + "\n{ \"time\": 0.5, \"set\": { \"cart\": { \"position\": [2, 0, 0] } } }\n"), "run.jsonl")?;
//! assert_eq!(trace.scene_at(0.4).objects[0].position, [0.0, 0.0, 0.0]);
//! assert_eq!(trace.scene_at(0.5).objects[0].position, [2.0, 0.0, 0.0]);
//! # Ok::<(), eyeline::source::SceneError>(())
//! ```
//!
//! A line that is not valid is left out, and is one of [`Trace::faults`]. Nothing is interpolated.

mod change;
mod fault;
mod line;
mod moment;
mod numbers;
mod reader;
mod replay;
mod said;
mod said_of_line;
mod set;
mod state;
#[cfg(test)]
mod tests;
mod write;

pub use fault::LineFault;
pub use reader::TraceReader;
pub use replay::Trace;
pub use said::{CastRay, Said, SaidAgent, SaidBounds, SaidPairs, SaidRay, SaidView};
