//! The sums, computed by slabs of rows on the GPU.

use std::time::Duration;

use three_d::context as glow;
use three_d::context::HasContext;
use web_time::Instant;

use super::objects::{Program, Storage, largest};
use crate::budget::{Budget, Reservation};
use crate::opacity::{CellAxis, CellLayout, Pixels, Samples};
use crate::render::error::RenderError;

/// The number of rows of pixels that one invocation adds: small enough that sums of 16-bit alpha fit into 32 bits.
const SLAB: u32 = 32;
/// Columns of pixels for a work group, as in the shader.
const GROUP: u32 = 64;
/// The number of bytes that are sent to the GPU at a time, or the limit of a buffer.
const BAND: u64 = 16 << 20;

/// The time of each part of a pass. Each part waits for the GPU before it ends.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CellTimes {
    /// Pixels to the GPU.
    pub upload: Duration,
    /// Adding up.
    pub compute: Duration,
    /// Sums from the GPU.
    pub read_back: Duration,
}

impl CellTimes {
    /// The sum of the parts.
    pub fn total(&self) -> Duration {
        self.upload + self.compute + self.read_back
    }
}

/// A pass over one image, band by band.
pub struct CellSums {
    context: three_d::Context,
    layout: CellLayout,
    format: Format,
    program: Program,
    pixels: Storage,
    sums: Storage,
    /// Rows of a band, and the first that is not done.
    band: u32,
    next: u32,
    times: CellTimes,
    memory: Reservation,
}

/// The sums of all cells.
#[derive(Debug)]
pub struct Summed {
    /// Row by row from the top.
    pub sums: Vec<u64>,
    /// How long they took.
    pub times: CellTimes,
    /// The memory that is reserved for the sums: see [`Grid::paid_by`](crate::opacity::Grid::paid_by).
    pub memory: Reservation,
}

/// The memory layout of an image.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Format {
    size: [u32; 2],
    channels: u32,
    has_alpha: bool,
    opaque: u16,
}

impl Format {
    fn of(pixels: &Pixels) -> Self {
        let (size, channels) = (pixels.size(), pixels.channels());
        Self { size, channels, has_alpha: pixels.has_alpha(), opaque: pixels.opaque() }
    }
}

impl CellSums {
    /// Whether a context supports compute shaders.
    ///
    /// # Errors
    /// The reason, as a sentence.
    pub fn support(context: &three_d::Context) -> Result<(), String> {
        let version = context.version();
        let (found, least) = ((version.major, version.minor), if version.is_embedded { (3, 1) } else { (4, 3) });
        if found >= least {
            return Ok(());
        }
        let name = if version.is_embedded { "OpenGL ES" } else { "OpenGL" };
        Err(format!(
            "Compute shaders need {name} {}.{}, and this machine offers {}.{}.",
            least.0, least.1, found.0, found.1
        ))
    }

    /// Prepares a pass over the image `of` with the cells of `layout`, which is that of an image of this size.
    ///
    /// # Errors
    /// When there are no compute shaders, or more cells or longer rows than a buffer holds; [`RenderError::Memory`]
    /// when the budget has no room for the buffers.
    pub fn new(
        context: &three_d::Context,
        of: &Pixels,
        layout: &CellLayout,
        budget: &Budget,
    ) -> Result<Self, RenderError> {
        let object = |what, reason: String| RenderError::Object { what, reason };
        Self::support(context).map_err(|reason| object("a compute shader", reason))?;
        let most = largest(context);
        let sums = 8 * layout.len() as u64;
        if of.size() != layout.size() {
            return Err(object("a pass", "the cells are those of an image of another size".to_owned()));
        }
        let row = bytes_of_row(of);
        for (what, bytes) in [("a buffer for so many cells", sums), ("a buffer for such long rows", row)] {
            if bytes > most {
                return Err(object(what, format!("it has {bytes} bytes, and {most} are possible")));
            }
        }
        let band = if of.has_alpha() { (BAND.min(most) / row).max(1) } else { u64::from(u32::MAX) };
        let band = u32::try_from(band).unwrap_or(u32::MAX).min(layout.axes()[1].covered()).max(1);
        let bytes = if of.has_alpha() { u64::from(band) * row } else { 4 };
        let pixels = bytes.next_multiple_of(4);
        // A band of 16-bit samples is copied in the order that the shader reads.
        let copied = if matches!(of.samples(), Samples::Bits16(_)) { pixels } else { 0 };
        // The sums are in their buffer, in the bytes that are read back, and in the vector that is made of those.
        let memory = budget.take(pixels + copied + 3 * sums).map_err(|over| {
            let [columns, rows] = layout.divisions();
            RenderError::Memory { what: format!("computing {columns} × {rows} cells on the GPU"), over }
        })?;
        let program = Program::new(context, SLAB)?;
        let begun = Instant::now();
        let pixels = Storage::new(context, pixels)?;
        let sums = Storage::of_zeroes(context, sums)?;
        let times = CellTimes { upload: begun.elapsed(), ..CellTimes::default() };
        Ok(Self {
            context: context.clone(),
            layout: *layout,
            format: Format::of(of),
            program,
            pixels,
            sums,
            band,
            next: 0,
            times,
            memory,
        })
    }

    /// The progress from 0 to 1.
    pub fn fraction(&self) -> f32 {
        self.next as f32 / self.layout.axes()[1].covered() as f32
    }

    /// Adds up the next band of the image. Returns whether there is more to do. An image of another size is ignored.
    #[expect(unsafe_code, reason = "OpenGL calls")]
    pub fn step(&mut self, pixels: &Pixels) -> bool {
        let [x, y] = *self.layout.axes();
        let rows = self.band.min(y.covered() - self.next);
        if rows == 0 || Format::of(pixels) != self.format {
            return false;
        }
        let gl = &self.context;
        let begun = Instant::now();
        let band = if pixels.has_alpha() { bytes(pixels, self.next, rows) } else { Bytes::None };
        let uploaded;
        // SAFETY: the names are our own, the band fits into its buffer, and the shader stays within both: it reads
        // pixels of these rows, and its cells are those of the layout, whose sums have room.
        unsafe {
            let state = Bound::save(gl);
            gl.bind_buffer(glow::SHADER_STORAGE_BUFFER, Some(self.pixels.name));
            match &band {
                Bytes::None => {}
                Bytes::As(band) => gl.buffer_sub_data_u8_slice(glow::SHADER_STORAGE_BUFFER, 0, band),
                Bytes::Copied(band) => gl.buffer_sub_data_u8_slice(glow::SHADER_STORAGE_BUFFER, 0, band),
            }
            gl.finish();
            uploaded = begun.elapsed();
            gl.use_program(Some(self.program.name));
            let place = |name| gl.get_uniform_location(self.program.name, name);
            for (name, of) in [
                ("size", CellAxis::pixels as fn(&CellAxis) -> u32),
                ("cells", CellAxis::cells),
                ("covered", CellAxis::covered),
                ("block", |axis| axis.block().unwrap_or(0)),
            ] {
                gl.uniform_2_u32(place(name).as_ref(), of(&x), of(&y));
            }
            let (sample, opaque) = match pixels.samples() {
                Samples::Bits8(_) => (1, u32::from(u8::MAX)),
                Samples::Bits16(_) => (2, u32::from(u16::MAX)),
            };
            let alpha = sample * (pixels.channels() - 1);
            gl.uniform_2_u32(place("rows").as_ref(), self.next, rows);
            gl.uniform_3_u32(place("format").as_ref(), sample * pixels.channels(), alpha, 8 * sample);
            gl.uniform_1_u32(place("opaque").as_ref(), if pixels.has_alpha() { 0 } else { opaque });
            gl.bind_buffer_base(glow::SHADER_STORAGE_BUFFER, 0, Some(self.pixels.name));
            gl.bind_buffer_base(glow::SHADER_STORAGE_BUFFER, 1, Some(self.sums.name));
            gl.dispatch_compute(x.covered().div_ceil(GROUP), rows.div_ceil(SLAB), 1);
            gl.memory_barrier(glow::SHADER_STORAGE_BARRIER_BIT | glow::BUFFER_UPDATE_BARRIER_BIT);
            gl.finish();
            state.restore(gl);
        }
        self.times.upload += uploaded;
        self.times.compute += begun.elapsed().saturating_sub(uploaded);
        self.next += rows;
        self.next < y.covered()
    }

    /// The sums so far. Only their own memory stays reserved.
    #[expect(unsafe_code, reason = "OpenGL calls")]
    pub fn finish(mut self) -> Summed {
        let begun = Instant::now();
        let mut bytes = vec![0; 8 * self.layout.len()];
        // SAFETY: the name is our own, and the buffer is as large as the bytes.
        unsafe {
            let state = Bound::save(&self.context);
            self.context.bind_buffer(glow::SHADER_STORAGE_BUFFER, Some(self.sums.name));
            self.context.get_buffer_sub_data(glow::SHADER_STORAGE_BUFFER, 0, &mut bytes);
            state.restore(&self.context);
        }
        let half = |bytes: [u8; 4]| u64::from(u32::from_ne_bytes(bytes));
        let sums = bytes
            .as_chunks::<8>()
            .0
            .iter()
            .map(|&[a, b, c, d, e, f, g, h]| half([a, b, c, d]) | half([e, f, g, h]) << 32);
        let sums: Vec<u64> = sums.collect();
        self.times.read_back = begun.elapsed();
        let Self { times, mut memory, .. } = self;
        memory.shrink_to(size_of_val(sums.as_slice()) as u64);
        Summed { sums, times, memory }
    }
}

/// The OpenGL bindings that a pass changes. No other code here uses storage buffers at numbered bindings, so those are
/// left empty.
struct Bound {
    program: Option<glow::Program>,
}

impl Bound {
    #[expect(unsafe_code, reason = "an OpenGL call")]
    fn save(gl: &glow::Context) -> Self {
        // SAFETY: only a query.
        Self { program: unsafe { gl.get_parameter_program(glow::CURRENT_PROGRAM) } }
    }

    #[expect(unsafe_code, reason = "OpenGL calls")]
    fn restore(self, gl: &glow::Context) {
        // SAFETY: sets what `save` read from this same context, and unbinds our own buffers.
        unsafe {
            gl.use_program(self.program);
            gl.bind_buffer_base(glow::SHADER_STORAGE_BUFFER, 0, None);
            gl.bind_buffer_base(glow::SHADER_STORAGE_BUFFER, 1, None);
            gl.bind_buffer(glow::SHADER_STORAGE_BUFFER, None);
        }
    }
}

fn bytes_of_row(pixels: &Pixels) -> u64 {
    let sample = match pixels.samples() {
        Samples::Bits8(_) => 1,
        Samples::Bits16(_) => 2,
    };
    u64::from(pixels.size()[0]) * u64::from(pixels.channels()) * sample
}

/// Rows of pixels as OpenGL takes them.
enum Bytes<'a> {
    None,
    As(&'a [u8]),
    Copied(Vec<u8>),
}

fn bytes<'a>(pixels: &Pixels<'a>, first: u32, rows: u32) -> Bytes<'a> {
    let row = pixels.size()[0] as usize * pixels.channels() as usize;
    let range = first as usize * row..(first + rows) as usize * row;
    match pixels.samples() {
        Samples::Bits8(samples) => samples.get(range).map_or(Bytes::None, Bytes::As),
        // The shader takes the lower byte first.
        Samples::Bits16(samples) => {
            let samples = samples.get(range).unwrap_or_default();
            Bytes::Copied(samples.iter().flat_map(|sample| sample.to_le_bytes()).collect())
        }
    }
}
