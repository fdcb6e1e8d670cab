//! The topics of a bag, and the one whose poses are read.

use std::collections::BTreeMap;

use ::mcap::records::{Channel, Record, op};

use super::records::Bag;
use crate::escape;
use crate::import::trajectory::build::Build;
use crate::source::error::{SceneError, quoted};

/// A kind of message with poses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PoseKind {
    PoseStamped,
    PoseWithCovariance,
    Odometry,
    Path,
    TransformStamped,
    Transforms,
    PoseInFrame,
    FrameTransform,
}

impl PoseKind {
    /// Of the name of a schema and the encoding of the messages.
    fn of(schema: &str, encoding: &str) -> Option<Self> {
        Some(match (&*schema.replace("/msg/", "/"), encoding) {
            ("geometry_msgs/PoseStamped", "cdr") => Self::PoseStamped,
            ("geometry_msgs/PoseWithCovarianceStamped", "cdr") => Self::PoseWithCovariance,
            ("nav_msgs/Odometry", "cdr") => Self::Odometry,
            ("nav_msgs/Path", "cdr") => Self::Path,
            ("geometry_msgs/TransformStamped", "cdr") => Self::TransformStamped,
            ("tf2_msgs/TFMessage", "cdr") => Self::Transforms,
            ("foxglove.PoseInFrame", "json") => Self::PoseInFrame,
            ("foxglove.FrameTransform", "json") => Self::FrameTransform,
            _ => return None,
        })
    }

    /// Whether a message is about two frames, of which a topic may have several pairs.
    pub(super) fn has_pairs(self) -> bool {
        matches!(self, Self::TransformStamped | Self::Transforms | Self::FrameTransform)
    }

    /// The order in which topics are taken: first poses, then paths, then transforms.
    fn rank(self) -> u8 {
        match self {
            Self::PoseStamped | Self::PoseWithCovariance | Self::Odometry | Self::PoseInFrame => 0,
            Self::Path => 1,
            Self::TransformStamped | Self::Transforms | Self::FrameTransform => 2,
        }
    }
}

/// The topic that is read.
pub(super) struct PoseTopic {
    pub(super) name: String,
    pub(super) kind: PoseKind,
    /// The numbers of its channels.
    pub(super) channels: Vec<u16>,
    /// The two frames of a transform, `PARENT.CHILD`; those of the first transform when it is `None`.
    pub(super) pair: Option<String>,
}

/// A topic of the file.
struct BagTopic {
    name: String,
    /// The schema and the encoding.
    form: String,
    kind: Option<PoseKind>,
    channels: Vec<u16>,
}

/// The topics of the file in the order of their channels, those without messages left out.
pub(super) struct BagTopics(Vec<BagTopic>);

/// The bytes of a schema or a channel besides its texts.
const ENTRY: usize = 256;

/// What the file says about its channels.
#[derive(Default)]
struct Index {
    schemas: BTreeMap<u16, String>,
    channels: BTreeMap<u16, Channel>,
    counts: Option<BTreeMap<u16, u64>>,
}

impl Index {
    fn take(&mut self, build: &mut Build, record: Record) -> Result<(), SceneError> {
        match record {
            Record::Schema { header, .. } => {
                build.memory.hold((ENTRY + header.name.len()) as u64)?;
                self.schemas.insert(header.id, header.name);
            }
            Record::Channel(channel) => {
                build.memory.hold((ENTRY + channel.topic.len() + channel.message_encoding.len()) as u64)?;
                self.channels.insert(channel.id, Channel { metadata: BTreeMap::new(), ..channel });
            }
            Record::Statistics(statistics) => {
                build.memory.hold((ENTRY * statistics.channel_message_counts.len()) as u64)?;
                self.counts = Some(statistics.channel_message_counts);
            }
            _ => {}
        }
        Ok(())
    }
}

/// Finds the topics: in the summary, else in the whole file.
pub(super) fn find(bag: &mut Bag, build: &mut Build) -> Result<BagTopics, SceneError> {
    let mut index = Index::default();
    if let Some(summary) = bag.summary() {
        let wanted = [op::SCHEMA, op::CHANNEL, op::STATISTICS];
        // The whole file is read for a summary with errors.
        let read = bag.walk(build, Some(summary), &wanted, &mut |build, record| index.take(build, record));
        match read {
            Err(error) if error.over.is_some() => return Err(error),
            Err(_) => index = Index::default(),
            Ok(_) => {}
        }
    }
    if index.channels.is_empty() {
        let wanted = [op::CHUNK, op::SCHEMA, op::CHANNEL];
        bag.walk(build, None, &wanted, &mut |build, record| index.take(build, record))?;
    }
    let Index { schemas, channels, counts } = index;
    let mut topics: Vec<BagTopic> = Vec::new();
    for channel in channels.into_values() {
        if counts.as_ref().is_some_and(|counts| counts.get(&channel.id).is_none_or(|&count| count == 0)) {
            continue;
        }
        let schema = schemas.get(&channel.schema_id).map_or("", String::as_str);
        let kind = PoseKind::of(schema, &channel.message_encoding);
        let known = topics.iter_mut().find(|topic| topic.name == channel.topic && topic.kind == kind);
        if let Some(topic) = known {
            topic.channels.push(channel.id);
        } else {
            let form = format!("{schema}, {}", channel.message_encoding);
            topics.push(BagTopic { name: channel.topic, form, kind, channels: vec![channel.id] });
        }
    }
    Ok(BagTopics(topics))
}

/// So many topics are named in a message.
const MOST_NAMED: usize = 20;

impl BagTopics {
    /// The topic of this name, else the first one with poses.
    pub(super) fn choose(&self, file: &str, wanted: Option<&str>) -> Result<PoseTopic, SceneError> {
        let with_poses = || self.0.iter().filter_map(|topic| Some((topic, topic.kind?)));
        let taken = |(topic, kind): (&BagTopic, PoseKind), pair: Option<&str>| PoseTopic {
            name: topic.name.clone(),
            kind,
            channels: topic.channels.clone(),
            pair: pair.map(str::to_owned),
        };
        let Some(wanted) = wanted else {
            let first = with_poses().min_by_key(|(_, kind)| kind.rank());
            return first.map(|first| taken(first, None)).ok_or_else(|| {
                let message = format!("no topic has poses that are read; the file has {}", names(self.0.iter()));
                SceneError::unreadable(file, &message, Some(READ))
            });
        };
        if let Some(found) = with_poses().find(|(topic, _)| topic.name == *wanted) {
            return Ok(taken(found, None));
        }
        let of_pair = wanted.rsplit_once(':').and_then(|(name, pair)| {
            let found = with_poses().find(|(topic, kind)| topic.name == *name && kind.has_pairs())?;
            Some(taken(found, Some(pair)))
        });
        of_pair.ok_or_else(|| {
            let message = format!(
                "no topic {} has poses that are read; there are {}",
                quoted(wanted),
                names(with_poses().map(|(topic, _)| topic))
            );
            SceneError::unreadable(file, &message, Some(READ))
        })
    }

    /// The note about the topic that is read, when others have poses too.
    pub(super) fn note(&self, chosen: &PoseTopic) -> Option<String> {
        let mut others = self.0.iter().filter(|topic| topic.kind.is_some() && topic.name != chosen.name).peekable();
        let first = *others.peek()?;
        Some(format!(
            "topic: the path is that of {}; `topic` of the session chooses another, such as {}; there are poses in {} too",
            quoted(&chosen.name),
            quoted(&first.name),
            names(others)
        ))
    }
}

const READ: &str = "`topic` of the session names one with geometry_msgs/PoseStamped, PoseWithCovarianceStamped or TransformStamped, \
                    nav_msgs/Odometry or Path, tf2_msgs/TFMessage (`/tf:PARENT.CHILD`), or foxglove.PoseInFrame or FrameTransform \
                    as JSON";

/// The names of topics, each with its messages in parentheses.
fn names<'t>(topics: impl Iterator<Item = &'t BagTopic>) -> String {
    let mut topics = topics.peekable();
    if topics.peek().is_none() {
        return "none".to_owned();
    }
    let listed: Vec<String> = topics
        .by_ref()
        .take(MOST_NAMED)
        .map(|topic| format!("{} ({})", quoted(&topic.name), escape::shown(&topic.form)))
        .collect();
    let more = topics.count();
    let more = if more > 0 { format!(" and {more} more") } else { String::new() };
    format!("{}{more}", listed.join(", "))
}
