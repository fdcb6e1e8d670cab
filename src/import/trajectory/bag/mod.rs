//! Poses in MCAP files, as ROS 2 bags and Foxglove write them.
//!
//! ```text
//! read          reads the poses of a topic
//! topic_reader  appends them, one message after the other
//! records       the records of the file, in and outside of chunks
//! chunk         decompresses a chunk: zstd or lz4
//! topics        the topics, and the one whose poses are read
//! poses         the poses of a message
//! ```
//!
//! | messages | encoding | time |
//! |---|---|---|
//! | `geometry_msgs/PoseStamped`, `geometry_msgs/PoseWithCovarianceStamped`, `nav_msgs/Odometry` | CDR | `header.stamp` |
//! | `geometry_msgs/TransformStamped`, `tf2_msgs/TFMessage`: the transforms between two frames | CDR | `header.stamp` |
//! | `nav_msgs/Path`: the poses of the last message, because a SLAM system corrects earlier ones | CDR | that of each pose |
//! | `foxglove.PoseInFrame`, `foxglove.FrameTransform` | JSON | `timestamp` |
//!
//! A stamp of 0 is not set; the time at which the message was recorded counts then. Sources: the MCAP format specification; REP 103
//! (x forward, y left, z up, and `_optical` frames with the axes of `OpenCV`); the definitions of these messages.
//!
//! The file is read in pieces, because bags with pictures are large. Nothing is read but schemas, channels, chunks, and the
//! messages of the topic.

mod chunk;
mod poses;
mod read;
mod records;
#[cfg(test)]
mod tests;
mod topic_reader;
mod topics;

pub use read::is_mcap;
pub(super) use read::read;
pub use records::BagSource;
