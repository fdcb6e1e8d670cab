//! Writes a part of a trace that came from a running program as a file.

use std::io::{self, Write};

use serde::Serialize;
use serde_json::json;

use super::moment::TraceMoment;
use super::replay::Trace;
use super::state::TraceState;

impl Trace {
    /// Writes the lines from a time in seconds on, after a keyframe with the world before them. The lines are written as they came.
    ///
    /// # Errors
    /// When the output cannot be written, and when the trace is of a file, whose lines were not kept.
    pub fn write_from(&self, time: f64, out: &mut impl Write) -> io::Result<()> {
        let first = self.moments.partition_point(|moment| moment.time < time).min(self.moments.len().saturating_sub(1));
        let Some(moment) = self.moments.get(first) else { return Ok(()) };
        if !moment.is_keyframe || moment.text.is_none() {
            let before = if moment.is_keyframe { first } else { first.saturating_sub(1) };
            let state = self.state_at(before).ok_or_else(|| io::Error::other("the trace has no keyframe"))?;
            self.write_keyframe(&state, moment.time, out)?;
        }
        // The head of a shortened trace has no text: it is the keyframe that was just written.
        let lines = self.moments[first..].iter().filter(|moment| moment.text.is_some() || !moment.is_keyframe);
        for moment in lines {
            out.write_all(text_of(moment)?)?;
            out.write_all(b"\n")?;
        }
        Ok(())
    }

    /// Writes a keyframe with a world, and the matrices of its objects in a line after it, because a scene has none.
    fn write_keyframe(&self, state: &TraceState, time: f64, out: &mut impl Write) -> io::Result<()> {
        #[derive(Serialize)]
        struct Keyframe<'a> {
            eyeline_trace: u64,
            #[serde(skip_serializing_if = "Option::is_none")]
            name: Option<&'a str>,
            time: f64,
            scene: &'a crate::scene::Scene,
        }
        let keyframe = Keyframe { eyeline_trace: 1, name: self.name.as_deref(), time, scene: &state.scene };
        serde_json::to_writer(&mut *out, &keyframe)?;
        out.write_all(b"\n")?;
        let matrices: serde_json::Map<String, serde_json::Value> = state
            .scene
            .objects
            .iter()
            .filter_map(|object| Some((object.name.clone(), json!({ "matrix": object.matrix.as_deref()? }))))
            .collect();
        if !matrices.is_empty() {
            serde_json::to_writer(&mut *out, &json!({ "time": time, "set": matrices }))?;
            out.write_all(b"\n")?;
        }
        Ok(())
    }
}

fn text_of(moment: &TraceMoment) -> io::Result<&[u8]> {
    moment.text.as_deref().ok_or_else(|| io::Error::other("the lines of a trace in a file are not kept"))
}
