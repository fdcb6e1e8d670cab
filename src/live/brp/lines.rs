//! The lines of one moment of a trace.

use serde::Serialize;

/// A line that has more bytes is closed. eyeline reads lines of up to 16 MiB, and no piece is as long as what is left.
const LONGEST: usize = 8 << 20;

/// A part of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Section {
    Set,
    Objects,
    Cameras,
    Remove,
    Said,
}

impl Section {
    /// The place in the order in which eyeline applies the parts of a line.
    fn rank(self) -> usize {
        match self {
            Self::Set => 0,
            Self::Objects | Self::Cameras => 1,
            Self::Remove => 2,
            Self::Said => 3,
        }
    }
}

/// The lines of one moment. They take effect in the order in which the pieces are added.
#[derive(Debug)]
pub(super) struct MomentLines {
    time: f64,
    done: Vec<Vec<u8>>,
    open: Option<OpenLine>,
}

#[derive(Debug, Default)]
struct OpenLine {
    /// The name of the trace, in a keyframe.
    keyframe: Option<&'static str>,
    /// By section.
    pieces: [Vec<String>; 5],
    bytes: usize,
    rank: usize,
}

impl MomentLines {
    /// `time` is in seconds.
    pub(super) fn new(time: f64) -> Self {
        Self { time, done: Vec::new(), open: None }
    }

    /// Begins with a keyframe of this name, which has the objects and cameras that are added next.
    pub(super) fn begin_keyframe(&mut self, name: &'static str) {
        self.close();
        self.open = Some(OpenLine { keyframe: Some(name), ..OpenLine::default() });
    }

    /// Adds JSON: of `set`, `"name": { … }`, and of the others an element of their list.
    pub(super) fn push(&mut self, section: Section, piece: String) {
        let rank = section.rank();
        let fits = self.open.as_ref().is_some_and(|line| {
            let is_of_keyframe = matches!(section, Section::Objects | Section::Cameras);
            line.rank <= rank && line.bytes + piece.len() <= LONGEST && (line.keyframe.is_none() || is_of_keyframe)
        });
        if !fits {
            self.close();
        }
        let line = self.open.get_or_insert_default();
        line.rank = rank;
        line.bytes += piece.len() + 1;
        if let Some(pieces) = line.pieces.get_mut(section as usize) {
            pieces.push(piece);
        }
    }

    /// The lines, at least one, each with its line break.
    pub(super) fn finish(mut self) -> Vec<Vec<u8>> {
        if self.done.is_empty() && self.open.is_none() {
            self.open = Some(OpenLine::default());
        }
        self.close();
        self.done
    }

    fn close(&mut self) {
        if let Some(line) = self.open.take() {
            self.done.push(line.text(self.time).into_bytes());
        }
    }
}

impl OpenLine {
    fn text(&self, time: f64) -> String {
        let [set, objects, cameras, remove, said] = self.pieces.each_ref().map(|pieces| pieces.join(","));
        let time = json(&time);
        if let Some(name) = self.keyframe {
            let name = json(&name);
            return format!(
                "{{\"eyeline_trace\":1,\"name\":{name},\"time\":{time},\"scene\":{{\"eyeline\":1,\"objects\":[{objects}],\
                 \"cameras\":[{cameras}]}}}}\n"
            );
        }
        let added = if objects.is_empty() && cameras.is_empty() {
            String::new()
        } else {
            format!("\"objects\":[{objects}],\"cameras\":[{cameras}]")
        };
        let mut text = format!("{{\"time\":{time}");
        for (key, part, [begin, end]) in [
            (",\"set\":", set, ["{", "}"]),
            (",\"add\":", added, ["{", "}"]),
            (",\"remove\":", remove, ["[", "]"]),
            (",\"said\":", said, ["[", "]"]),
        ] {
            if !part.is_empty() {
                text.extend([key, begin, &part, end]);
            }
        }
        text += "}\n";
        text
    }
}

/// A value as JSON. Infinity is `null`.
pub(super) fn json(value: &impl Serialize) -> String {
    // Only maps with keys that are no strings cannot be written, and there are none.
    serde_json::to_string(value).unwrap_or_else(|_| "null".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(lines: MomentLines) -> Vec<String> {
        lines.finish().into_iter().map(|line| String::from_utf8(line).unwrap()).collect()
    }

    #[test]
    fn the_order_of_the_pieces_is_that_of_their_effects() {
        let mut lines = MomentLines::new(1.5);
        for (section, piece) in [
            (Section::Remove, "\"a\""),
            (Section::Set, "\"b\":{}"),
            (Section::Cameras, "{\"name\":\"c\"}"),
            (Section::Objects, "{\"name\":\"a\"}"),
            (Section::Set, "\"a\":{}"),
            (Section::Said, "{}"),
            (Section::Said, "{}"),
        ] {
            lines.push(section, piece.to_owned());
        }
        assert_eq!(
            text(lines),
            [
                "{\"time\":1.5,\"remove\":[\"a\"]}\n",
                "{\"time\":1.5,\"set\":{\"b\":{}},\"add\":{\"objects\":[{\"name\":\"a\"}],\"cameras\":[{\"name\":\"c\"}]}}\n",
                "{\"time\":1.5,\"set\":{\"a\":{}},\"said\":[{},{}]}\n",
            ]
        );
        assert_eq!(text(MomentLines::new(2.0)), ["{\"time\":2.0}\n"]);
    }

    #[test]
    fn long_lines_are_divided() {
        let mut lines = MomentLines::new(0.0);
        lines.begin_keyframe("bevy");
        for _ in 0..5 {
            lines.push(Section::Objects, format!("\"{}\"", "n".repeat(3 << 20)));
        }
        let lines = text(lines);
        let heads: Vec<_> = lines.iter().map(|line| &line[..18]).collect();
        assert_eq!(
            heads,
            ["{\"eyeline_trace\":1,", "{\"time\":0.0,\"add\":", "{\"time\":0.0,\"add\":"].map(|head| &head[..18])
        );
        assert!(lines.iter().all(|line| line.len() < 16 << 20));
    }
}
