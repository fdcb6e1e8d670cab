//! Depth tests answered by OpenGL: occlusion queries on a depth buffer of their own.
//!
//! For each test the front faces of one body are drawn into an empty depth buffer with `LESS`. Then the back faces of
//! the other are drawn with `GEQUAL` inside of an `ANY_SAMPLES_PASSED` query, which is exact, unlike the conservative
//! variant. No pixel is read. Only the pixels that both bodies cover are cleared and drawn. [`OcclusionQueries::issue`]
//! returns at once, and [`Pending::poll`] has the results when the GPU is done, some frames later; a command waits.
//!
//! Corners are rounded to `f32` around the middle of their body. Round solids are divided so finely that their surface
//! is within [`memory::SAG`] of a pixel. A back face also passes if it is at most [`OFFSET`] steps of depth nearer than the
//! front face, so that faces in one plane touch in spite of rounding.
//!
//! The depth buffer and the triangles of bodies are counted against a memory budget before they are allocated, until the
//! results are there. When the triangles of all bodies do not fit together, those of earlier tests are deleted.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use glam::{DVec3, Vec3};
use three_d::context as glow;
use three_d::context::HasContext;

use super::error::RenderError;
use super::gl_state::GlState;
use super::raw_program::compile;
use crate::budget::{Budget, Reservation};
use crate::geometry::exact::body::{ExactBody, bounds_of};
use crate::occlusion::memory::{self, TRIANGLE};
use crate::occlusion::{
    DepthQueries, DepthTest, FattenedSide, Passed, Pixels, QueryError, fattened_triangles, triangles,
};

/// The tolerance for rounding, in steps of depth.
const OFFSET: f32 = 4.0;

/// A depth buffer, a shader, and the counts of queries and draw calls.
pub struct OcclusionQueries {
    context: three_d::Context,
    program: glow::Program,
    clip: Option<glow::UniformLocation>,
    target: Option<DepthTarget>,
    budget: Budget,
    issued: u64,
    draws: u64,
}

/// A framebuffer with depth only.
struct DepthTarget {
    framebuffer: glow::Framebuffer,
    depth: glow::Renderbuffer,
    resolution: u32,
    memory: Reservation,
}

/// The triangles of a body on the GPU.
struct Surface {
    array: glow::VertexArray,
    buffer: glow::Buffer,
    corners: i32,
    origin: DVec3,
    memory: Reservation,
}

/// Queries that were issued and not yet read.
#[must_use = "the results are read by `poll` or `wait`"]
pub struct Pending {
    context: three_d::Context,
    queries: Vec<glow::Query>,
    /// What OpenGL may need until the results are there.
    held: Vec<Reservation>,
}

impl OcclusionQueries {
    /// For a context, which must be current at every use.
    ///
    /// # Errors
    /// When OpenGL refuses the shader.
    #[expect(unsafe_code, reason = "OpenGL calls")]
    pub fn new(context: &three_d::Context) -> Result<Self, RenderError> {
        let vertex = "uniform mat4 clip;\nlayout(location = 0) in vec3 position;\nvoid main() { gl_Position = clip * vec4(position, 1.0); }";
        let program = compile(context, "a depth shader", [vertex, "void main() {}"])?;
        // SAFETY: a name of our own.
        unsafe {
            let clip = context.get_uniform_location(program, "clip");
            Ok(Self {
                context: context.clone(),
                program,
                clip,
                target: None,
                budget: Budget::default(),
                issued: 0,
                draws: 0,
            })
        }
    }

    /// Counts further tests against this budget.
    pub fn set_budget(&mut self, budget: &Budget) {
        self.budget = budget.clone();
    }

    /// The number of queries so far.
    pub fn issued(&self) -> u64 {
        self.issued
    }

    /// The number of draw calls so far.
    pub fn draws(&self) -> u64 {
        self.draws
    }

    /// The greatest resolution of a depth picture.
    #[expect(unsafe_code, reason = "OpenGL queries")]
    pub fn most_resolution(&self) -> u32 {
        let mut size = [0; 2];
        // SAFETY: only queries, with room for what OpenGL writes.
        let most = unsafe {
            self.context.get_parameter_i32_slice(glow::MAX_VIEWPORT_DIMS, &mut size);
            self.context.get_parameter_i32(glow::MAX_RENDERBUFFER_SIZE)
        };
        u32::try_from(most.min(size[0]).min(size[1])).unwrap_or(0)
    }

    /// Draws all tests and returns without waiting.
    ///
    /// # Errors
    /// When OpenGL refuses a buffer, or the budget has no room for a test alone.
    #[expect(unsafe_code, reason = "OpenGL calls")]
    pub fn issue(&mut self, tests: &[DepthTest]) -> Result<Pending, RenderError> {
        let context = self.context.clone();
        let state = GlState::save(&context);
        let mut surfaces = HashMap::new();
        let queries = Vec::with_capacity(tests.len());
        let mut pending = Pending { context: context.clone(), queries, held: Vec::new() };
        // Every body is triangulated once, for its finest view.
        let mut sags: HashMap<*const ExactBody, f64> = HashMap::new();
        for test in tests {
            for bodies in [test.front, test.back] {
                let sag = memory::sag_in(test.view, bodies);
                let least = sags.entry(bodies.as_ptr()).or_insert(sag);
                *least = least.min(sag);
            }
        }
        // SAFETY: the state is set here as a whole and put back below.
        unsafe {
            context.use_program(Some(self.program));
            context.enable(glow::SCISSOR_TEST);
            context.disable(glow::BLEND);
            context.enable(glow::DEPTH_TEST);
            context.front_face(glow::CCW);
            context.color_mask(false, false, false, false);
            context.clear_depth_f32(1.0);
        }
        let mut drawn = Ok(());
        for test in tests {
            drawn = self.test(test, &sags, &mut surfaces, &mut pending);
            if drawn.is_err() {
                break;
            }
        }
        // SAFETY: names of our own; OpenGL keeps what is still being drawn.
        unsafe {
            context.disable(glow::POLYGON_OFFSET_FILL);
            context.polygon_offset(0.0, 0.0);
            context.cull_face(glow::BACK);
            context.bind_buffer(glow::ARRAY_BUFFER, None);
            for surface in surfaces.into_values() {
                pending.held.push(surface.delete(&context));
            }
            state.restore(&context);
            context.flush();
        }
        pending.held.extend(self.drop_target());
        drawn.map(|()| pending)
    }

    #[expect(unsafe_code, reason = "OpenGL calls")]
    fn test(
        &mut self,
        test: &DepthTest,
        sags: &HashMap<*const ExactBody, f64>,
        surfaces: &mut HashMap<*const ExactBody, Surface>,
        pending: &mut Pending,
    ) -> Result<(), RenderError> {
        let mut prepared = self.prepare(test, sags, surfaces);
        if matches!(prepared, Err(RenderError::Memory { .. })) && !surfaces.is_empty() {
            // The bodies of earlier tests make room.
            for surface in std::mem::take(surfaces).into_values() {
                drop(surface.delete(&self.context));
            }
            prepared = self.prepare(test, sags, surfaces);
        }
        let fattened = prepared?;
        let (front, back) = match &fattened {
            Some([front, back]) => (front, back),
            None => (&surfaces[&test.front.as_ptr()], &surfaces[&test.back.as_ptr()]),
        };
        let gl = &self.context;
        let Pixels { left, bottom, width, height } = test.pixels();
        let [left, bottom, width, height] =
            [left, bottom, width, height].map(|pixels| i32::try_from(pixels).unwrap_or(i32::MAX));
        // SAFETY: program, framebuffer and arrays are bound, and the arrays have as many corners as are drawn.
        unsafe {
            if test.fatten {
                gl.disable(glow::CULL_FACE);
            } else {
                gl.enable(glow::CULL_FACE);
            }
            gl.scissor(left, bottom, width, height);
            gl.depth_mask(true);
            gl.clear(glow::DEPTH_BUFFER_BIT);
            gl.depth_func(glow::LESS);
            gl.cull_face(glow::BACK);
            gl.disable(glow::POLYGON_OFFSET_FILL);
            front.draw(gl, self.clip.as_ref(), test);
            gl.depth_mask(false);
            gl.depth_func(glow::GEQUAL);
            gl.cull_face(glow::FRONT);
            gl.enable(glow::POLYGON_OFFSET_FILL);
            gl.polygon_offset(0.0, OFFSET);
            let refused = |reason: String| RenderError::Object { what: "an occlusion query", reason };
            let query = gl.create_query().map_err(refused)?;
            gl.begin_query(glow::ANY_SAMPLES_PASSED, query);
            back.draw(gl, self.clip.as_ref(), test);
            gl.end_query(glow::ANY_SAMPLES_PASSED);
            pending.queries.push(query);
        }
        for surface in fattened.into_iter().flatten() {
            surface.delete(gl);
        }
        self.issued += 1;
        self.draws += 2;
        Ok(())
    }

    /// The depth buffer and the surfaces of a test: of fattened bodies those that are returned, of others those in
    /// `surfaces`.
    fn prepare(
        &mut self,
        test: &DepthTest,
        sags: &HashMap<*const ExactBody, f64>,
        surfaces: &mut HashMap<*const ExactBody, Surface>,
    ) -> Result<Option<[Surface; 2]>, RenderError> {
        self.bind(test.view.resolution)?;
        if test.fatten {
            return Surface::fattened_pair(&self.context, test, &self.budget).map(Some);
        }
        for bodies in [test.front, test.back] {
            if let Entry::Vacant(place) = surfaces.entry(bodies.as_ptr()) {
                let sag = sags.get(&bodies.as_ptr()).copied().unwrap_or(1e-3);
                place.insert(Surface::new(&self.context, bodies, sag, &self.budget)?);
            }
        }
        Ok(None)
    }

    /// Binds a framebuffer of that resolution.
    #[expect(unsafe_code, reason = "OpenGL calls")]
    fn bind(&mut self, resolution: u32) -> Result<(), RenderError> {
        if self.target.as_ref().is_none_or(|target| target.resolution != resolution) {
            drop(self.drop_target());
            let refused = |reason: String| RenderError::Object { what: "a depth buffer", reason };
            let size = i32::try_from(resolution).map_err(|error| refused(error.to_string()))?;
            let memory = reserve(&self.budget, "a depth buffer", memory::of_buffer(resolution))?;
            let gl = &self.context;
            // SAFETY: new names, and sizes that were checked.
            unsafe {
                let depth = gl.create_renderbuffer().map_err(refused)?;
                gl.bind_renderbuffer(glow::RENDERBUFFER, Some(depth));
                gl.renderbuffer_storage(glow::RENDERBUFFER, glow::DEPTH_COMPONENT32F, size, size);
                let framebuffer = match gl.create_framebuffer() {
                    Ok(framebuffer) => framebuffer,
                    Err(reason) => {
                        gl.delete_renderbuffer(depth);
                        return Err(refused(reason));
                    }
                };
                gl.bind_framebuffer(glow::FRAMEBUFFER, Some(framebuffer));
                gl.framebuffer_renderbuffer(glow::FRAMEBUFFER, glow::DEPTH_ATTACHMENT, glow::RENDERBUFFER, Some(depth));
                gl.draw_buffers(&[glow::NONE]);
                gl.read_buffer(glow::NONE);
                self.target = Some(DepthTarget { framebuffer, depth, resolution, memory });
                let status = gl.check_framebuffer_status(glow::FRAMEBUFFER);
                if status != glow::FRAMEBUFFER_COMPLETE {
                    drop(self.drop_target());
                    return Err(refused(format!("status 0x{status:x}")));
                }
            }
        }
        if let Some(target) = &self.target {
            let size = i32::try_from(resolution).unwrap_or(i32::MAX);
            // SAFETY: a name of our own.
            unsafe {
                self.context.bind_framebuffer(glow::FRAMEBUFFER, Some(target.framebuffer));
                self.context.viewport(0, 0, size, size);
            }
        }
        Ok(())
    }

    #[expect(unsafe_code, reason = "OpenGL calls")]
    fn drop_target(&mut self) -> Option<Reservation> {
        let target = self.target.take()?;
        // SAFETY: names of our own, used by nothing else; OpenGL keeps what is still being drawn.
        unsafe {
            self.context.delete_framebuffer(target.framebuffer);
            self.context.delete_renderbuffer(target.depth);
        }
        Some(target.memory)
    }
}

impl Drop for OcclusionQueries {
    #[expect(unsafe_code, reason = "an OpenGL call")]
    fn drop(&mut self) {
        drop(self.drop_target());
        // SAFETY: a name of our own.
        unsafe { self.context.delete_program(self.program) }
    }
}

impl DepthQueries for OcclusionQueries {
    fn most_resolution(&mut self) -> Result<u32, QueryError> {
        Ok(Self::most_resolution(self))
    }

    fn run(&mut self, tests: &[DepthTest]) -> Result<Vec<Passed>, QueryError> {
        let pending = self.issue(tests).map_err(|error| QueryError(error.to_string()))?;
        Ok(pending.wait())
    }
}

impl Pending {
    /// The results; `None` until all of them are available. Never waits.
    #[expect(unsafe_code, reason = "OpenGL queries")]
    pub fn poll(&self) -> Option<Vec<Passed>> {
        // SAFETY: names of our own.
        let is_there =
            |query: &glow::Query| unsafe { self.context.get_query_parameter_u32(*query, glow::QUERY_RESULT_AVAILABLE) };
        self.queries.iter().all(|query| is_there(query) != 0).then(|| self.wait())
    }

    /// The results, in the order of the tests; waits until they are available.
    #[expect(unsafe_code, reason = "OpenGL queries")]
    pub fn wait(&self) -> Vec<Passed> {
        let passed = |query: &glow::Query| {
            // SAFETY: a name of our own.
            let any = unsafe { self.context.get_query_parameter_u32(*query, glow::QUERY_RESULT) };
            Passed { any: any != 0, draws: 2, queries: 1 }
        };
        self.queries.iter().map(passed).collect()
    }
}

impl Drop for Pending {
    #[expect(unsafe_code, reason = "OpenGL calls")]
    fn drop(&mut self) {
        for query in &self.queries {
            // SAFETY: a name of our own.
            unsafe { self.context.delete_query(*query) }
        }
    }
}

impl Surface {
    fn new(gl: &glow::Context, bodies: &[ExactBody], sag: f64, budget: &Budget) -> Result<Self, RenderError> {
        let origin = middle(bodies);
        let memory = reserve(budget, TRIANGLES, memory::of_body(bodies, sag, false))?;
        Self::of(gl, origin, &triangles(bodies, origin, sag), memory)
    }

    /// The front of one body and the back of the other, made wider for a view.
    fn fattened_pair(gl: &glow::Context, test: &DepthTest, budget: &Budget) -> Result<[Self; 2], RenderError> {
        let fattened = |bodies: &[ExactBody], side: FattenedSide| {
            let origin = middle(bodies);
            let sag = memory::sag_in(test.view, bodies);
            let memory = reserve(budget, TRIANGLES, memory::of_body(bodies, sag, true))?;
            Self::of(gl, origin, &fattened_triangles(bodies, origin, test.view, side), memory)
        };
        let front = fattened(test.front, FattenedSide::Front)?;
        match fattened(test.back, FattenedSide::Back) {
            Ok(back) => Ok([front, back]),
            Err(error) => {
                front.delete(gl);
                Err(error)
            }
        }
    }

    #[expect(unsafe_code, reason = "OpenGL calls")]
    fn delete(self, gl: &glow::Context) -> Reservation {
        // SAFETY: names of our own; OpenGL keeps what is still being drawn.
        unsafe {
            gl.delete_vertex_array(self.array);
            gl.delete_buffer(self.buffer);
        }
        self.memory
    }

    /// Triangles relative to `origin`, with the memory for them and their copies.
    #[expect(unsafe_code, reason = "OpenGL calls")]
    fn of(
        gl: &glow::Context,
        origin: DVec3,
        found: &[[Vec3; 3]],
        mut memory: Reservation,
    ) -> Result<Self, RenderError> {
        let refused = |reason: String| RenderError::Object { what: "a buffer for the triangles of a body", reason };
        let corners = i32::try_from(3 * found.len()).map_err(|error| refused(error.to_string()))?;
        let numbers = found.iter().flatten().flat_map(Vec3::to_array);
        let bytes: Vec<u8> = numbers.flat_map(f32::to_ne_bytes).collect();
        // SAFETY: new names; the attribute reads three numbers a corner of the buffer that is bound.
        unsafe {
            let buffer = gl.create_buffer().map_err(refused)?;
            let array = match gl.create_vertex_array() {
                Ok(array) => array,
                Err(reason) => {
                    gl.delete_buffer(buffer);
                    return Err(refused(reason));
                }
            };
            gl.bind_vertex_array(Some(array));
            gl.bind_buffer(glow::ARRAY_BUFFER, Some(buffer));
            gl.buffer_data_u8_slice(glow::ARRAY_BUFFER, &bytes, glow::STREAM_DRAW);
            gl.enable_vertex_attrib_array(0);
            gl.vertex_attrib_pointer_f32(0, 3, glow::FLOAT, false, 0, 0);
            memory.shrink_to(found.len() as u64 * TRIANGLE);
            Ok(Self { array, buffer, corners, origin, memory })
        }
    }

    /// # Safety
    /// The program of the uniform is in use.
    #[expect(unsafe_code, reason = "OpenGL calls")]
    unsafe fn draw(&self, gl: &glow::Context, clip: Option<&glow::UniformLocation>, test: &DepthTest) {
        let matrix = test.view.clip_from(self.origin).as_mat4().to_cols_array();
        // SAFETY: the array has as many corners.
        unsafe {
            gl.uniform_matrix_4_f32_slice(clip, false, &matrix);
            gl.bind_vertex_array(Some(self.array));
            gl.draw_arrays(glow::TRIANGLES, 0, self.corners);
        }
    }
}

const TRIANGLES: &str = "the triangles of a body";

fn reserve(budget: &Budget, what: &str, bytes: u64) -> Result<Reservation, RenderError> {
    budget.take(bytes).map_err(|over| RenderError::Memory { what: format!("{what} for occlusion queries"), over })
}

fn middle(bodies: &[ExactBody]) -> DVec3 {
    let [min, max] = bounds_of(bodies);
    (min + max) * 0.5
}
