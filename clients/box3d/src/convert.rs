//! Replays a recording and writes its trace.
//!
//! A line of the trace is the world before a step: that which the queries of the step met. The first line is the world at the start, the
//! last one that after the last step.

use std::io;

use anyhow::{Context, Result, bail};
use eyeline_client::Client;
use eyeline_convert::{Log, Meshes};

use crate::clock::Clock;
use crate::native::{Key, Player, Query};
use crate::said::{SaidKind, say_contacts, say_queries};
use crate::scene::TraceScene;
use crate::snapshot::Snapshot;
use crate::stream::{Frame, Stream};

/// The files that a conversion writes, and what it writes of the answers.
#[derive(Debug)]
pub(crate) struct Conversion<'o> {
    pub(crate) client: Client,
    pub(crate) meshes: Meshes,
    pub(crate) kinds: &'o [SaidKind],
}

impl Conversion<'_> {
    /// Converts a recording.
    ///
    /// # Errors
    /// When the bytes are no recording that can be replayed, or a file cannot be written.
    pub(crate) fn run(self, bytes: &[u8], log: &mut Log) -> Result<()> {
        let stream = Stream::read(bytes)?;
        let Some(mut player) = Player::new(bytes) else {
            bail!(
                "Box3D cannot restore the world at the start of the recording: it is damaged, or from another build of Box3D"
            );
        };
        if !stream.is_finished {
            log.fault(
                "the recording was not ended: it has no table of shapes, and is replayed up to the first hull or mesh",
            );
        }
        let clock = Clock::new(stream.frames.iter().filter_map(|frame| frame.step));
        let client = self.client.tick_rate(clock.rate());
        let mut scene = TraceScene::new(client, self.meshes, stream.units_per_metre, log);
        replay(&mut player, &stream, &clock, &mut scene, self.kinds).context("the meshes cannot be written")?;
        if let Some(step) = player.first_difference() {
            scene.log.fault(format!(
                "the replay differs from the recording from step {step} on: the recording is damaged, or was made on another processor or by \
                 another build of Box3D. The hits are those of the recording, the places those of the replay"
            ));
        }
        let TraceScene { client, meshes, .. } = scene;
        meshes.finish().context("the meshes cannot be written")?;
        client.finish().context("the trace cannot be written")
    }
}

fn replay(
    player: &mut Player,
    stream: &Stream,
    clock: &Clock,
    scene: &mut TraceScene,
    kinds: &[SaidKind],
) -> io::Result<()> {
    let mut before = Snapshot::of(player, &Snapshot::default(), false);
    let mut mixed: Option<(usize, f64)> = None;
    for (i, frame) in stream.frames.iter().enumerate() {
        let time = clock.time(i);
        let at_creation = if frame.creates_bodies && frame.step.is_some() {
            player.half_step();
            let created = Snapshot::of(player, &before, frame.changes_shapes);
            player.half_step();
            Some(created)
        } else {
            player.step();
            None
        };
        let queries = queries_of(player, frame);
        let is_replayed = queries.len() == frame.queries && (frame.step.is_none() || player.steps() == i + 1);
        if !is_replayed {
            let step = i + 1;
            scene.log.fault(format!("the replay ends at {time} s, before step {step}: Box3D cannot read what follows"));
            return end_at(scene, &before, time);
        }
        if frame.is_mixed {
            mixed.get_or_insert((0, time)).0 += 1;
        }
        let after = match &at_creation {
            Some(created) => Snapshot::of(player, created, false),
            None => Snapshot::of(player, &before, frame.changes_shapes),
        };
        let asked = match at_creation {
            Some(created) => created,
            None if frame.step.is_none() => after.clone(),
            None => {
                let hits: Vec<_> = queries.iter().flat_map(|query| query.hits.iter().copied()).collect();
                before.before_step(&after, &frame.placed, &hits)
            }
        };
        scene.update(&asked, time)?;
        say_queries(scene, &asked, &queries, kinds, time);
        if frame.step.is_some() && kinds.contains(&SaidKind::Contacts) {
            say_contacts(scene, contacts(player, &after));
        }
        scene.client.tick(time);
        before = after;
    }
    if let Some((count, first)) = mixed {
        scene.log.fault(format!(
            "in {count} steps, first at {first} s, bodies change after a query: the trace has one world a step, and some answers may be those \
             of another one"
        ));
    }
    if let Some(damage) = &stream.damage {
        let time = clock.time(stream.frames.len());
        scene.log.fault(format!("{damage}: the trace ends at {time} s"));
        end_at(scene, &before, time)?;
    }
    Ok(())
}

/// The last line of a recording that is damaged: the world after the last whole step.
fn end_at(scene: &mut TraceScene, world: &Snapshot, time: f64) -> io::Result<()> {
    scene.update(world, time)?;
    scene.client.tick(time);
    Ok(())
}

/// The queries of a frame. A replay that has ended still has those of the frame before.
fn queries_of(player: &Player, frame: &Frame) -> Vec<Query> {
    if frame.queries == 0 { Vec::new() } else { player.queries() }
}

/// The contacts of the last step.
fn contacts(player: &Player, world: &Snapshot) -> Vec<[Key; 2]> {
    world.bodies.iter().filter(|body| body.is_enabled).flat_map(|body| player.contacts(body.key)).collect()
}
