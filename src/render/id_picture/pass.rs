//! All targets of a camera, drawn in their order.

use glam::{DMat4, DVec4};
use three_d::context as glow;
use three_d::context::HasContext;

use super::buffers::IdBuffers;
use super::faces::{self, DrawnFace, HoleSource};
use super::holes::HoleImages;
use super::vertices::IdVertices;
use crate::budget::{Budget, Reservation};
use crate::geometry::camera::DepthRange;
use crate::render::error::RenderError;
use crate::render::gl_state::GlState;
use crate::render::raw_program::compile;
use crate::visibility::{DrawnPicture, LookTarget, PixelCamera, in_picture};

/// Draws targets for a camera whose depth buffer has 16, 24 or 32 bits; those of 32 are floats. The context must be current.
///
/// # Errors
/// When OpenGL cannot draw a picture of this size or refuses a shader or a texture, or the budget has no room.
#[expect(unsafe_code, reason = "OpenGL calls")]
pub fn id_picture(
    context: &three_d::Context,
    view: &PixelCamera,
    depth_bits: u32,
    targets: &[LookTarget],
    budget: &Budget,
) -> Result<DrawnPicture, RenderError> {
    let state = GlState::save(context);
    let drawn = IdPass::new(context, view, depth_bits, budget).and_then(|mut pass| {
        pass.start();
        pass.draw(targets)?;
        pass.read()
    });
    // SAFETY: the usual state.
    unsafe {
        context.front_face(glow::CCW);
        context.bind_buffer(glow::ARRAY_BUFFER, None);
    }
    state.restore(context);
    drawn
}

/// A picture while it is drawn.
struct IdPass<'v> {
    context: three_d::Context,
    view: &'v PixelCamera,
    buffers: IdBuffers,
    images: HoleImages,
    /// For triangles without and with holes.
    programs: [Option<IdProgram>; 2],
    array: glow::VertexArray,
    buffer: glow::Buffer,
    matrices: IdMatrices,
    budget: Budget,
    vertices: IdVertices,
    _memory: Reservation,
}

/// What is drawn next with one state of OpenGL.
#[derive(Clone, Copy)]
struct IdState<'a> {
    is_double_sided: bool,
    holes: Option<HoleSource<'a>>,
}

impl IdState<'_> {
    fn is(&self, face: &DrawnFace) -> bool {
        let has_same_holes = match (&self.holes, &face.holes) {
            (None, None) => true,
            (Some(a), Some((b, _))) => a.is(b),
            _ => false,
        };
        self.is_double_sided == face.is_double_sided && has_same_holes
    }
}

/// A program with the places of its uniforms.
struct IdProgram {
    program: glow::Program,
    clip: Option<glow::UniformLocation>,
    own_depth: Option<glow::UniformLocation>,
    own_w: Option<glow::UniformLocation>,
    cutoff: Option<glow::UniformLocation>,
    images: [Option<glow::UniformLocation>; 2],
}

/// The map from places relative to the eye to the picture.
struct IdMatrices {
    /// For OpenGL, with depths from −1 to 1.
    clip: [f32; 16],
    /// Depth and w in the range of the camera.
    own_depth: [f32; 4],
    own_w: [f32; 4],
    is_reversed: bool,
    /// Whether the shader computes the depth.
    has_own_depth: bool,
}

impl IdMatrices {
    fn of(view: &PixelCamera, depth_bits: u32) -> Self {
        let camera = &view.camera;
        let own = camera.clip_from_world() * DMat4::from_translation(camera.position.as_dvec3());
        let [depth, w] = [own.row(2), own.row(3)];
        // Rows of clip space for the range −1 to 1.
        let is_halved = camera.depth == DepthRange::MinusOneToOne;
        let z = if is_halved { depth } else { depth * 2.0 - w };
        let rows = [own.row(0), own.row(1), z, w];
        let clip = DMat4::from_cols(rows[0], rows[1], rows[2], rows[3]).transpose();
        let numbers = |row: DVec4| row.as_vec4().to_array();
        Self {
            clip: clip.as_mat4().to_cols_array(),
            own_depth: numbers(depth),
            own_w: numbers(w),
            is_reversed: camera.depth == DepthRange::Reversed,
            has_own_depth: depth_bits == 32 && !is_halved,
        }
    }
}

impl<'v> IdPass<'v> {
    #[expect(unsafe_code, reason = "OpenGL calls")]
    fn new(
        context: &three_d::Context,
        view: &'v PixelCamera,
        depth_bits: u32,
        budget: &Budget,
    ) -> Result<Self, RenderError> {
        let refused = |reason: String| RenderError::Object { what: "a buffer for triangles", reason };
        let over = |over| RenderError::Memory { what: "drawing the targets of pixels".to_owned(), over };
        let memory = budget.take(IdVertices::MEMORY).map_err(over)?;
        let buffers = IdBuffers::new(context, view.size, depth_bits, budget)?;
        // SAFETY: new names; `Drop` deletes them.
        let (array, buffer) = unsafe {
            let array = context.create_vertex_array().map_err(refused)?;
            match context.create_buffer() {
                Ok(buffer) => (array, buffer),
                Err(reason) => {
                    context.delete_vertex_array(array);
                    return Err(refused(reason));
                }
            }
        };
        Ok(Self {
            context: context.clone(),
            view,
            buffers,
            images: HoleImages::new(context, budget),
            programs: [None, None],
            array,
            buffer,
            matrices: IdMatrices::of(view, depth_bits),
            budget: budget.clone(),
            vertices: IdVertices::default(),
            _memory: memory,
        })
    }

    /// Sets all of OpenGL's state that the pass needs, and clears the picture.
    #[expect(unsafe_code, reason = "OpenGL calls")]
    fn start(&self) {
        let context = &self.context;
        let [width, height] = self.buffers.size.map(|side| i32::try_from(side).unwrap_or(i32::MAX));
        // SAFETY: the framebuffer is bound before it is cleared.
        unsafe {
            context.bind_framebuffer(glow::FRAMEBUFFER, Some(self.buffers.framebuffer));
            context.viewport(0, 0, width, height);
            context.disable(glow::SCISSOR_TEST);
            context.disable(glow::BLEND);
            context.enable(glow::DEPTH_TEST);
            context.depth_func(if self.matrices.is_reversed { glow::GREATER } else { glow::LESS });
            context.depth_mask(true);
            context.color_mask(true, true, true, true);
            context.cull_face(glow::BACK);
            context.front_face(if self.view.front_is_counter_clockwise() { glow::CCW } else { glow::CW });
            self.buffers.clear(if self.matrices.is_reversed { 0.0 } else { 1.0 });
        }
    }

    /// Draws the targets that the camera's mask shows, in their order.
    fn draw(&mut self, targets: &[LookTarget]) -> Result<(), RenderError> {
        let over = |over| RenderError::Memory { what: "drawing the triangles of an object".to_owned(), over };
        let (view, budget, is_in_picture) = (self.view, self.budget.clone(), in_picture(self.view));
        let mut current: Option<IdState> = None;
        for (code, target) in (1..).zip(targets) {
            if target.layers & view.mask == 0 || !is_in_picture(&target.bounds) {
                continue;
            }
            let mut result = Ok(());
            let take = |face| {
                if result.is_ok() {
                    result = self.add(&face, code, &mut current);
                }
            };
            faces::each(view, target, &budget, take).map_err(over)?;
            result?;
        }
        self.flush(current.as_ref())
    }

    /// Adds a triangle, and draws those before it when it needs another state.
    fn add<'a>(
        &mut self,
        face: &DrawnFace<'a>,
        code: u32,
        current: &mut Option<IdState<'a>>,
    ) -> Result<(), RenderError> {
        if self.vertices.is_full() || !current.as_ref().is_some_and(|state| state.is(face)) {
            self.flush(current.as_ref())?;
            let holes = face.holes.as_ref().map(|(source, _)| *source);
            *current = Some(IdState { is_double_sided: face.is_double_sided, holes });
        }
        self.vertices.push(face.corners, code, face.holes.as_ref().map(|(_, corners)| corners));
        Ok(())
    }

    /// Draws what is collected.
    #[expect(unsafe_code, reason = "OpenGL calls")]
    fn flush(&mut self, state: Option<&IdState>) -> Result<(), RenderError> {
        let Some(state) = state.filter(|_| self.vertices.triangles() > 0) else { return Ok(()) };
        let context = self.context.clone();
        let place = usize::from(state.holes.is_some());
        let cutoff = state.holes.as_ref().map(|source| self.images.bind(source)).transpose()?;
        let program = match &mut self.programs[place] {
            Some(program) => program,
            empty => empty.insert(IdProgram::new(&context, place > 0, self.matrices.has_own_depth)?),
        };
        let corners = i32::try_from(3 * self.vertices.triangles()).unwrap_or(i32::MAX);
        let stride = IdVertices::stride(place > 0);
        // SAFETY: the attributes read what `IdVertices` writes for each vertex, and as many vertices are drawn as there are.
        unsafe {
            if state.is_double_sided {
                context.disable(glow::CULL_FACE);
            } else {
                context.enable(glow::CULL_FACE);
            }
            program.start(&context, &self.matrices, cutoff);
            context.bind_vertex_array(Some(self.array));
            context.bind_buffer(glow::ARRAY_BUFFER, Some(self.buffer));
            context.buffer_data_u8_slice(glow::ARRAY_BUFFER, self.vertices.bytes(), glow::STREAM_DRAW);
            context.enable_vertex_attrib_array(0);
            context.vertex_attrib_pointer_f32(0, 3, glow::FLOAT, false, stride, 0);
            context.enable_vertex_attrib_array(1);
            context.vertex_attrib_pointer_i32(1, 1, glow::UNSIGNED_INT, stride, 12);
            for (attribute, count, offset) in [(2, 4, 16), (3, 1, 32)] {
                if cutoff.is_some() {
                    context.enable_vertex_attrib_array(attribute);
                    context.vertex_attrib_pointer_f32(attribute, count, glow::FLOAT, false, stride, offset);
                } else {
                    context.disable_vertex_attrib_array(attribute);
                }
            }
            context.draw_arrays(glow::TRIANGLES, 0, corners);
            context.bind_vertex_array(None);
        }
        self.vertices.clear();
        Ok(())
    }

    /// The picture. Waits until it is drawn.
    fn read(&self) -> Result<DrawnPicture, RenderError> {
        Ok(DrawnPicture { size: self.buffers.size, pixels: self.buffers.read()? })
    }
}

impl Drop for IdPass<'_> {
    #[expect(unsafe_code, reason = "OpenGL calls")]
    fn drop(&mut self) {
        // SAFETY: names of our own, used by nothing else.
        unsafe {
            self.context.delete_vertex_array(self.array);
            self.context.delete_buffer(self.buffer);
            for program in self.programs.iter().flatten() {
                self.context.delete_program(program.program);
            }
        }
    }
}

impl IdProgram {
    #[expect(unsafe_code, reason = "OpenGL queries")]
    fn new(context: &three_d::Context, has_holes: bool, has_own_depth: bool) -> Result<Self, RenderError> {
        let holes = if has_holes { "#define HOLES\n" } else { "" };
        let depth = if has_own_depth { "#define OWN_DEPTH\n" } else { "" };
        let sources = [include_str!("../shaders/id_picture.vert"), include_str!("../shaders/id_picture.frag")];
        let [vertex, fragment] = sources.map(|source| format!("{holes}{depth}{source}"));
        let program = compile(context, "a shader for the targets of pixels", [&vertex, &fragment])?;
        // SAFETY: queries of a program of our own.
        let place = |name: &str| unsafe { context.get_uniform_location(program, name) };
        Ok(Self {
            program,
            clip: place("clip"),
            own_depth: place("own_depth"),
            own_w: place("own_w"),
            cutoff: place("cutoff"),
            images: ["base_color", "opacity_map"].map(place),
        })
    }

    /// Uses the program with its numbers.
    ///
    /// # Safety
    /// The context is current.
    #[expect(unsafe_code, reason = "OpenGL calls")]
    unsafe fn start(&self, context: &glow::Context, matrices: &IdMatrices, cutoff: Option<f32>) {
        // SAFETY: the uniforms are those of the program in use, and each gets as many numbers as it has.
        unsafe {
            context.use_program(Some(self.program));
            context.uniform_matrix_4_f32_slice(self.clip.as_ref(), false, &matrices.clip);
            context.uniform_4_f32_slice(self.own_depth.as_ref(), &matrices.own_depth);
            context.uniform_4_f32_slice(self.own_w.as_ref(), &matrices.own_w);
            if let Some(cutoff) = cutoff {
                context.uniform_1_f32(self.cutoff.as_ref(), cutoff);
                for (unit, image) in (0..).zip(&self.images) {
                    context.uniform_1_i32(image.as_ref(), unit);
                }
            }
        }
    }
}
