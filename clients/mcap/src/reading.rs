//! Reads the messages of an MCAP file that have a place in a scene.

use std::io::Read;

use anyhow::{Result, bail};
use eyeline_convert::Log;
use mcap::Message;
use mcap::io::MessageReader;
use mcap::sans_io::LinearReaderOptions;

use crate::messages::{
    CameraCalibration, FrameTransform, FrameTransforms, SceneEntity, SceneEntityDeletion, SceneUpdate,
};

/// A longer record is damage: it would take the memory of the machine.
const LONGEST_RECORD: usize = 1 << 30;

/// What a file has of a scene.
#[derive(Debug, Default)]
pub(crate) struct Recording {
    /// By their times; those of one time in the order of the file.
    pub(crate) events: Vec<Event>,
    /// The topics to which events refer.
    pub(crate) topics: Vec<String>,
}

/// A message.
#[derive(Debug)]
pub(crate) struct Event {
    /// The time when it was recorded, in nanoseconds.
    pub(crate) time: u64,
    /// The index of its topic.
    pub(crate) topic: usize,
    pub(crate) content: Content,
}

#[derive(Debug)]
pub(crate) enum Content {
    Scene(SceneUpdate),
    Frames(Vec<FrameTransform>),
    Camera(CameraCalibration),
}

impl Recording {
    /// Reads all messages. What is damaged or has no place in a scene is in the log.
    ///
    /// # Errors
    /// When the bytes are no MCAP file.
    pub(crate) fn read(mut bytes: impl Read, log: &mut Log) -> Result<Self> {
        let mut magic = Vec::new();
        bytes.by_ref().take(mcap::MAGIC.len() as u64).read_to_end(&mut magic)?;
        if magic != mcap::MAGIC {
            bail!("it is not an MCAP file: it does not begin with the bytes of one");
        }
        let options = LinearReaderOptions::default()
            .with_skip_start_magic(true)
            .with_validate_chunk_crcs(true)
            .with_record_length_limit(LONGEST_RECORD);
        let mut recording = Self::default();
        let mut count = 0_u64;
        for message in MessageReader::new_with_options(bytes, options) {
            match message {
                Ok(message) => {
                    count += 1;
                    recording.take(&message, count, log);
                }
                Err(error) => {
                    log.fault(format!(
                        "the file is damaged or truncated after message {count}: {error}. What is before it is used"
                    ));
                }
            }
        }
        recording.events.sort_by_key(|event| event.time);
        Ok(recording)
    }

    fn take(&mut self, message: &Message, number: u64, log: &mut Log) {
        let channel = &message.channel;
        let schema = channel.schema.as_ref().map_or("", |schema| schema.name.as_str());
        let content = match (channel.message_encoding.as_str(), Content::read(schema, &message.data)) {
            ("json", Some(content)) => content,
            (encoding, _) => {
                let schema = if schema.is_empty() { "no schema".to_owned() } else { format!("`{schema}`") };
                let kind = format!("messages of {schema} in `{encoding}`");
                return log.left_out(&kind, || format!("on `{}`", channel.topic));
            }
        };
        match content {
            Ok(content) => {
                let topic = self.topic(&channel.topic);
                self.events.push(Event { time: message.log_time, topic, content });
            }
            Err(error) => log.fault(format!("message {number}, on `{}`: {error}", channel.topic)),
        }
    }

    fn topic(&mut self, name: &str) -> usize {
        self.topics.iter().position(|topic| topic == name).unwrap_or_else(|| {
            self.topics.push(name.to_owned());
            self.topics.len() - 1
        })
    }

    /// The time of the first event in nanoseconds.
    pub(crate) fn start(&self) -> u64 {
        self.events.first().map_or(0, |event| event.time)
    }
}

impl Content {
    /// Reads the JSON of a message; `None` for a schema without a place in a scene.
    fn read(schema: &str, json: &[u8]) -> Option<serde_json::Result<Self>> {
        Some(match schema {
            "foxglove.SceneUpdate" => serde_json::from_slice(json).map(Self::Scene),
            "foxglove.SceneEntity" => serde_json::from_slice::<SceneEntity>(json)
                .map(|entity| Self::Scene(SceneUpdate { entities: vec![entity], ..SceneUpdate::default() })),
            "foxglove.SceneEntityDeletion" => serde_json::from_slice::<SceneEntityDeletion>(json)
                .map(|deletion| Self::Scene(SceneUpdate { deletions: vec![deletion], ..SceneUpdate::default() })),
            "foxglove.FrameTransform" => {
                serde_json::from_slice::<FrameTransform>(json).map(|transform| Self::Frames(vec![transform]))
            }
            "foxglove.FrameTransforms" => {
                serde_json::from_slice::<FrameTransforms>(json).map(|all| Self::Frames(all.transforms))
            }
            "foxglove.CameraCalibration" => serde_json::from_slice(json).map(Self::Camera),
            _ => return None,
        })
    }
}
