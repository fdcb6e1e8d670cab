//! Saves and restores the parts of OpenGL's state that drawing changes.
//!
//! egui's painter sets most of what it needs itself, but it clears and paints into whatever framebuffer is
//! bound, under whatever write mask and tests are on.

use three_d::context as glow;
use three_d::context::HasContext;

/// Switches that are on or off.
const SWITCHES: [u32; 5] = [glow::SCISSOR_TEST, glow::DEPTH_TEST, glow::BLEND, glow::CULL_FACE, glow::FRAMEBUFFER_SRGB];
/// WebGL does not have the last of them.
const COUNT: usize = if cfg!(target_family = "wasm") { 4 } else { SWITCHES.len() };

/// State as it was when this was made; in a page, that of a new context.
pub(super) struct GlState {
    draw_framebuffer: Option<glow::Framebuffer>,
    read_framebuffer: Option<glow::Framebuffer>,
    program: Option<glow::Program>,
    vertex_array: Option<glow::VertexArray>,
    texture: Option<glow::Texture>,
    renderbuffer: Option<glow::Renderbuffer>,
    viewport: [i32; 4],
    scissor: [i32; 4],
    on: [bool; COUNT],
    color_mask: [bool; 4],
    depth_mask: bool,
    depth_func: u32,
}

impl GlState {
    #[expect(unsafe_code, reason = "OpenGL calls")]
    #[expect(clippy::cast_sign_loss, reason = "OpenGL hands its own unsigned names out as signed numbers")]
    pub(super) fn save(gl: &glow::Context) -> Self {
        if cfg!(target_family = "wasm") {
            return Self::of_new_context();
        }
        let (mut viewport, mut scissor) = ([0; 4], [0; 4]);
        // SAFETY: only queries, each with room for as many values as OpenGL writes.
        unsafe {
            gl.get_parameter_i32_slice(glow::VIEWPORT, &mut viewport);
            gl.get_parameter_i32_slice(glow::SCISSOR_BOX, &mut scissor);
            Self {
                draw_framebuffer: gl.get_parameter_framebuffer(glow::DRAW_FRAMEBUFFER_BINDING),
                read_framebuffer: gl.get_parameter_framebuffer(glow::READ_FRAMEBUFFER_BINDING),
                program: gl.get_parameter_program(glow::CURRENT_PROGRAM),
                vertex_array: gl.get_parameter_vertex_array(glow::VERTEX_ARRAY_BINDING),
                texture: gl.get_parameter_texture(glow::TEXTURE_BINDING_2D),
                renderbuffer: gl.get_parameter_renderbuffer(glow::RENDERBUFFER_BINDING),
                viewport,
                scissor,
                on: std::array::from_fn(|i| gl.is_enabled(SWITCHES[i])),
                color_mask: gl.get_parameter_bool_array(glow::COLOR_WRITEMASK),
                depth_mask: gl.get_parameter_bool(glow::DEPTH_WRITEMASK),
                depth_func: gl.get_parameter_i32(glow::DEPTH_FUNC) as u32,
            }
        }
    }

    /// The state of a new context. In a page, the painter of the window sets all that it needs, and WebGL answers a query only when
    /// everything before it is drawn: to read the state took most of the time of a frame.
    fn of_new_context() -> Self {
        Self {
            draw_framebuffer: None,
            read_framebuffer: None,
            program: None,
            vertex_array: None,
            texture: None,
            renderbuffer: None,
            viewport: [0; 4],
            scissor: [0; 4],
            on: [false; COUNT],
            color_mask: [true; 4],
            depth_mask: true,
            depth_func: glow::LESS,
        }
    }

    #[expect(unsafe_code, reason = "OpenGL calls")]
    pub(super) fn restore(self, gl: &glow::Context) {
        let [vx, vy, vw, vh] = self.viewport;
        let [sx, sy, sw, sh] = self.scissor;
        let [r, g, b, a] = self.color_mask;
        // SAFETY: sets what `save` read from this same context.
        unsafe {
            gl.bind_framebuffer(glow::DRAW_FRAMEBUFFER, self.draw_framebuffer);
            gl.bind_framebuffer(glow::READ_FRAMEBUFFER, self.read_framebuffer);
            gl.use_program(self.program);
            gl.bind_vertex_array(self.vertex_array);
            gl.bind_texture(glow::TEXTURE_2D, self.texture);
            gl.bind_renderbuffer(glow::RENDERBUFFER, self.renderbuffer);
            gl.viewport(vx, vy, vw, vh);
            gl.scissor(sx, sy, sw, sh);
            for (switch, on) in SWITCHES.into_iter().zip(self.on) {
                if on {
                    gl.enable(switch);
                } else {
                    gl.disable(switch);
                }
            }
            gl.color_mask(r, g, b, a);
            gl.depth_mask(self.depth_mask);
            gl.depth_func(self.depth_func);
        }
    }
}
