//! The client: what a game calls.

use std::fs::File;
use std::io;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use crate::camera::Camera;
use crate::json::{self, is_name};
use crate::object::{Layers, Object, Shape};
use crate::place::Pose;
use crate::queue::Queue;
use crate::said::{Hit, Ray, Status, Tested, Verdict};
use crate::tick::{Entry, Name, Said, SaidRay, Tick};
use crate::world::World;
use crate::{lines, writer};

const ADDRESS: &str = "127.0.0.1:7420";
const QUEUE_BYTES: usize = 4 << 20;
/// Seconds of the trace's time.
const KEYFRAME_EVERY: f64 = 5.0;

/// Sends a world and an engine's answers to eyeline or into a file.
#[derive(Debug)]
pub struct Client(Option<Box<On>>);

#[derive(Debug)]
struct On {
    world: World,
    said: Vec<Said>,
    planes: Vec<[[f32; 4]; 6]>,
    refused: u64,
    time: f64,
    keyframe_time: f64,
    queue: Arc<Queue>,
    /// Ticks that the queue has not taken yet.
    pending: Vec<Tick>,
    /// An empty tick whose memory is used again.
    spare: Option<Tick>,
    queue_bytes: usize,
    /// Whether a tick waits while the queue is full. Otherwise the ticks of a full queue are dropped.
    waits: bool,
    tick_rate: Option<f64>,
    /// Whether the answers of this tick are wanted.
    is_heard: bool,
    writer: Option<JoinHandle<io::Result<()>>>,
}

impl Client {
    /// Sends to `eyeline live` on this machine, 127.0.0.1:7420, as soon as it listens. It may be started before or after the game, and
    /// again.
    pub fn connect(name: &str) -> Self {
        Self::connect_to(name, ADDRESS)
    }

    /// Sends to an address, host and port.
    pub fn connect_to(name: &str, address: &str) -> Self {
        let (trace, address) = (name.to_owned(), address.to_owned());
        Self::start(Arc::default(), move |queue| {
            writer::to_address(queue, &address, &trace);
            Ok(())
        })
    }

    /// Writes into a file, such as `game.jsonl`, which eyeline opens as it opens a scene. A file of this name is replaced. A program that
    /// ticks faster than a game, such as a test, gives the queue more room: see [`Client::queue_bytes`].
    ///
    /// # Errors
    /// When the file cannot be created. A file that takes no more lines later, as on a full disk, ends the trace; see
    /// [`Client::is_connected`].
    pub fn to_file(name: &str, path: impl AsRef<Path>) -> io::Result<Self> {
        Ok(Self::into_file(name, File::create(path)?, false))
    }

    /// Writes into an open file, for a program that converts a recording. It drops nothing: [`Client::tick`] waits while the queue is full.
    /// [`Client::finish`] ends the trace.
    pub fn convert(name: &str, file: File) -> Self {
        Self::into_file(name, file, true)
    }

    fn into_file(name: &str, file: File, waits: bool) -> Self {
        let queue = Arc::<Queue>::default();
        queue.set_connected(true);
        let trace = name.to_owned();
        let mut client = Self::start(queue, move |queue| writer::to_file(queue, file, &trace));
        if let Some(on) = &mut client.0 {
            on.is_heard = true;
            on.waits = waits;
        }
        client
    }

    /// A client that does nothing: each call costs one branch.
    pub fn off() -> Self {
        Self(None)
    }

    /// Whether the client does nothing.
    pub fn is_off(&self) -> bool {
        self.0.is_none()
    }

    fn start(queue: Arc<Queue>, write: impl FnOnce(&Queue) -> io::Result<()> + Send + 'static) -> Self {
        let of_writer = Arc::clone(&queue);
        let writer = thread::Builder::new().name("eyeline".into()).spawn(move || write(&of_writer));
        // A system without threads to spare has none for a debugger.
        let Ok(writer) = writer else { return Self::off() };
        Self(Some(Box::new(On {
            world: World::default(),
            said: Vec::new(),
            planes: Vec::new(),
            refused: 0,
            time: f64::NEG_INFINITY,
            keyframe_time: f64::NEG_INFINITY,
            queue,
            pending: Vec::new(),
            spare: None,
            queue_bytes: QUEUE_BYTES,
            waits: false,
            tick_rate: None,
            is_heard: false,
            writer: Some(writer),
        })))
    }

    /// With a bound for the memory of ticks that wait to be written, 4 MiB by default.
    #[must_use]
    pub fn queue_bytes(mut self, bytes: usize) -> Self {
        if let Some(on) = &mut self.0 {
            on.queue_bytes = bytes;
        }
        self
    }

    /// With this number of ticks a second in eyeline, 60 by default. An engine whose steps are not 1/60 s gives the rate of its steps, so that
    /// eyeline compares each answer with the world of its step. A rate that is not above 0 is refused.
    #[must_use]
    pub fn tick_rate(mut self, rate: f64) -> Self {
        if let Some(on) = &mut self.0 {
            if rate.is_finite() && rate > 0.0 {
                on.tick_rate = Some(rate);
            } else {
                on.refused += 1;
            }
        }
        self
    }

    /// Adds an object, or replaces the entry of this name.
    pub fn object(&mut self, name: &str, object: impl Into<Object>) {
        if let Some(on) = &mut self.0 {
            let object = object.into();
            on.put(name, object.is_valid(), Entry::Object(object));
        }
    }

    /// Adds a camera, or replaces the entry of this name.
    pub fn camera(&mut self, name: &str, camera: Camera) {
        if let Some(on) = &mut self.0 {
            on.put(name, camera.is_valid(), Entry::Camera(camera));
        }
    }

    /// Removes an object or a camera.
    pub fn remove(&mut self, name: &str) {
        self.change(|world| world.remove(name));
    }

    /// Moves an object or a camera. What the pose leaves out stays; a camera has no scale.
    ///
    /// ```
    /// # let mut client = eyeline_client::Client::off();
    /// client.pose("crate", [1.0, 0.5, -4.0]);
    /// client.pose("crate", ([1.0, 0.5, -4.0], [0.0, 0.0, 0.0, 1.0]));
    /// ```
    pub fn pose(&mut self, name: &str, pose: impl Into<Pose>) {
        if self.0.is_some() {
            let pose = pose.into();
            self.change(|world| world.pose(name, &pose));
        }
    }

    /// Moves an object or a camera by its world matrix, column by column. That of an object may scale and shear; of that of a camera only
    /// position and rotation count. Its last row is 0, 0, 0, 1.
    pub fn matrix(&mut self, name: &str, matrix: &[f32; 16]) {
        self.change(|world| world.matrix(name, matrix));
    }

    /// Gives an object another shape.
    pub fn shape(&mut self, name: &str, shape: Shape) {
        self.change(|world| world.shape(name, shape));
    }

    /// Puts an object on other layers.
    pub fn layers(&mut self, name: &str, layers: impl Into<Layers>) {
        if self.0.is_some() {
            let layers = layers.into();
            self.change(|world| world.layers(name, layers));
        }
    }

    /// What the engine said about an object and a camera of this tick, and what it tested, where it gives that out.
    pub fn said_visibility(&mut self, camera: &str, object: &str, verdict: Verdict, tested: &Tested) {
        self.say(|on| {
            let camera = on.world.camera_id(camera)?;
            let object = on.world.object_id(object)?;
            let Tested { planes, aabb, sphere } = *tested;
            let planes = tested.is_valid().then(|| planes.map(|planes| on.planes(planes)))?;
            Some(Said::Visibility { camera, object, verdict, planes, aabb, sphere })
        });
    }

    /// What the engine said about a ray: its nearest hit, or `None` when it hit nothing.
    ///
    /// ```
    /// use eyeline_client::{Hit, Ray};
    /// # let mut client = eyeline_client::Client::off();
    /// client.said_ray("aim", None);
    /// client.said_ray(Ray::cast([0.0, 1.0, 5.0], [0.0, 0.0, -1.0]), Some(Hit { t: Some(8.5), ..Hit::of("crate") }));
    /// ```
    pub fn said_ray<'a>(&mut self, ray: impl Into<Ray<'a>>, hit: Option<Hit>) {
        self.say(|on| {
            let ray = ray.into();
            if !ray.is_valid() || !hit.is_none_or(|hit| hit.is_valid()) {
                return None;
            }
            let object = match hit {
                Some(hit) => Some(on.world.object_id(hit.object)?),
                None => None,
            };
            let ray = match ray {
                Ray::Named(name) => SaidRay::Named(quoted(name)?),
                Ray::Cast { origin, direction, length, mask } => SaidRay::Cast { origin, direction, length, mask },
            };
            let (t, point, normal) = hit.map_or((None, None, None), |hit| (hit.t, hit.point, hit.normal));
            Some(Said::Ray { ray, hit: object, t, point, normal })
        });
    }

    /// All pairs that the engine's broad phase found.
    pub fn said_pairs(&mut self, pairs: &[[&str; 2]]) {
        self.say(|on| {
            let object = |name: &str| on.world.object_id(name);
            let pairs: Option<Box<[_]>> = pairs.iter().map(|[a, b]| Some([object(a)?, object(b)?])).collect();
            let pairs = pairs?;
            // One answer is one item of one line.
            let length: usize =
                pairs.iter().map(|pair| pair.iter().map(|id| on.world.name_length(*id) + 2).sum::<usize>()).sum();
            (length < lines::LONGEST / 2).then_some(Said::Pairs(pairs))
        });
    }

    /// The status of an agent's behaviour tree, and the name of the node that runs. The client does not know the agents of a scene and
    /// does not check the name.
    pub fn said_agent(&mut self, agent: &str, status: Option<Status>, running: Option<&str>) {
        self.say(|_| {
            let running = match running {
                Some(node) => Some(quoted(node)?),
                None => None,
            };
            Some(Said::Agent { agent: quoted(agent)?, status, running })
        });
    }

    /// Ends a tick. `time` is in seconds; one that is not finite, or before that of the last tick, counts as that of the last tick.
    pub fn tick(&mut self, time: f64) {
        if let Some(on) = &mut self.0 {
            on.tick(time);
        }
    }

    /// The number of ticks that were not sent because the other side took them too slowly or went away. Ticks while no program listens do not
    /// count.
    pub fn dropped(&self) -> u64 {
        self.0.as_ref().map_or(0, |on| on.queue.dropped.load(Ordering::Relaxed))
    }

    /// The number of calls that were left out: see the [crate](crate).
    pub fn refused(&self) -> u64 {
        self.0.as_ref().map_or(0, |on| on.refused)
    }

    /// Whether somebody takes the lines: eyeline, or the file.
    pub fn is_connected(&self) -> bool {
        self.0.as_ref().is_some_and(|on| on.queue.is_connected.load(Ordering::Relaxed))
    }

    /// Waits until eyeline is there, for a test or a program that is over soon; whether it is. Games need not call it.
    pub fn wait(&mut self, patience: Duration) -> bool {
        let end = Instant::now() + patience;
        while self.0.is_some() && !self.is_connected() && Instant::now() < end {
            thread::sleep(Duration::from_millis(1));
        }
        let is_connected = self.is_connected();
        if let Some(on) = &mut self.0 {
            on.is_heard = is_connected;
        }
        is_connected
    }

    /// Ends the trace, and waits until it is written.
    ///
    /// # Errors
    /// When the file has not taken all lines, as on a full disk.
    pub fn finish(mut self) -> io::Result<()> {
        let Some(mut on) = self.0.take() else { return Ok(()) };
        on.queue.close(&mut on.pending, on.queue_bytes);
        let Some(writer) = on.writer.take() else { return Ok(()) };
        writer.join().unwrap_or_else(|_| Err(io::Error::other("the thread that writes the trace has panicked")))
    }

    fn change(&mut self, change: impl FnOnce(&mut World) -> bool) {
        if let Some(on) = &mut self.0
            && !change(&mut on.world)
        {
            on.refused += 1;
        }
    }

    fn say(&mut self, answer: impl FnOnce(&mut On) -> Option<Said>) {
        if let Some(on) = &mut self.0
            && on.is_heard
        {
            match answer(on) {
                Some(answer) => on.said.push(answer),
                None => on.refused += 1,
            }
        }
    }
}

impl On {
    fn put(&mut self, name: &str, is_valid: bool, entry: Entry) {
        if is_valid && is_name(name) {
            self.world.put(name, entry);
        } else {
            self.refused += 1;
        }
    }

    /// The index of the planes. Answers about one camera follow each other, so only the last planes are compared.
    fn planes(&mut self, planes: [[f32; 4]; 6]) -> u32 {
        if self.planes.last() != Some(&planes) {
            self.planes.push(planes);
        }
        u32::try_from(self.planes.len() - 1).unwrap_or(u32::MAX)
    }

    fn tick(&mut self, time: f64) {
        if time.is_finite() {
            self.time = self.time.max(time);
        } else if self.time.is_infinite() {
            self.time = 0.0;
        }
        let is_heard = self.is_heard;
        self.is_heard = self.queue.is_connected.load(Ordering::Relaxed);
        if !self.is_heard {
            self.world.end_tick(None);
            self.said.clear();
            self.planes.clear();
            return;
        }
        let is_due = self.time - self.keyframe_time >= KEYFRAME_EVERY;
        let mut tick = self.spare.take().unwrap_or_default();
        tick.time = self.time;
        tick.rate = self.tick_rate;
        std::mem::swap(&mut tick.said, &mut self.said);
        std::mem::swap(&mut tick.planes, &mut self.planes);
        self.world.keep_present(&mut tick.said);
        if self.queue.needs_keyframe.swap(false, Ordering::Relaxed) || is_due || !is_heard {
            self.keyframe_time = self.time;
            tick.keyframe = Some(self.world.keyframe());
            self.world.end_tick(None);
        } else {
            self.world.end_tick(Some(&mut tick));
        }
        self.pending.push(tick);
        while self.waits && self.queue.is_connected.load(Ordering::Relaxed) && !self.pending.is_empty() {
            if self.queue.has_room(&self.pending, self.queue_bytes) {
                self.spare = self.queue.push(&mut self.pending, self.queue_bytes).or(self.spare.take());
            } else {
                thread::sleep(Duration::from_millis(1));
            }
        }
        if !self.pending.is_empty() {
            self.spare = self.queue.push(&mut self.pending, self.queue_bytes);
        }
    }
}

/// The lines that are in the queue are still written, for at most a second.
impl Drop for On {
    fn drop(&mut self) {
        let is_connected = self.queue.is_connected.load(Ordering::Relaxed);
        self.queue.close(&mut self.pending, self.queue_bytes);
        let Some(writer) = self.writer.take() else { return };
        let end = Instant::now() + writer::LAST_CALL;
        while is_connected && !writer.is_finished() && Instant::now() < end {
            thread::sleep(Duration::from_millis(1));
        }
    }
}

/// A name that is not of the world.
fn quoted(name: &str) -> Option<Name> {
    let mut quoted = Vec::with_capacity(name.len() + 2);
    json::string(&mut quoted, name);
    is_name(name).then(|| String::from_utf8_lossy(&quoted).into())
}
