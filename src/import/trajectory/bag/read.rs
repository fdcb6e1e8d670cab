//! Reads the poses of a topic.

use std::collections::BTreeSet;

use ::mcap::records::{Record, op};

use super::super::build::Build;
use super::super::settings::Settings;
use super::records::{Bag, BagSource, is_bag};
use super::topic_reader::TopicReader;
use super::topics;
use crate::source::error::SceneError;

/// The first bytes of such a file.
pub fn is_mcap(head: &[u8]) -> bool {
    is_bag(head)
}

/// Reads the poses of a topic: of the first one when none is given.
pub(in crate::import::trajectory) fn read<'a>(
    mut build: Build<'a>,
    source: &mut dyn BagSource,
    settings: &Settings,
    topic: Option<&str>,
) -> Result<Build<'a>, SceneError> {
    let mut bag = Bag::new(build.file(), source)?;
    let found = topics::find(&mut bag, &mut build)?;
    let chosen = found.choose(build.file(), topic)?;
    if topic.is_none()
        && let Some(note) = found.note(&chosen)
    {
        build.note(&(0..0), note);
    }
    let has_axes = settings.axes.is_some();
    let mut reader =
        TopicReader { chosen, has_axes, first: None, messages: 0, others: BTreeSet::new(), path: Vec::new() };
    let wanted = [op::CHUNK, op::MESSAGE];
    let cut = bag.walk(&mut build, None, &wanted, &mut |build, record| match record {
        Record::Message { header, data } if reader.chosen.channels.contains(&header.channel_id) => {
            reader.take(build, header.log_time, &data)
        }
        _ => Ok(()),
    })?;
    reader.finish(&mut build)?;
    if let Some(cut) = cut {
        build.leave_out(reader.messages + 1, cut)?;
    }
    reader.note_others(&mut build, topic.is_none())?;
    build.trajectory.file_start = reader.first.map(|first| first as f64 / 1e9);
    Ok(build)
}
