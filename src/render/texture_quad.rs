//! A texture as a rectangle that fills the OpenGL viewport.

use three_d::Context;
use three_d::context::{self as glow, HasContext};

use super::error::RenderError;

/// The program that draws textures. It stays until the context ends.
#[derive(Clone, Copy, Debug)]
pub struct TextureQuad {
    program: glow::Program,
    vertices: glow::VertexArray,
}

impl TextureQuad {
    /// Compiles the program.
    ///
    /// # Errors
    /// When OpenGL refuses it.
    #[expect(unsafe_code, reason = "OpenGL calls")]
    pub fn new(gl: &Context) -> Result<Self, RenderError> {
        let version =
            if cfg!(target_family = "wasm") { "#version 300 es\nprecision highp float;" } else { "#version 330" };
        let stages = [
            (glow::VERTEX_SHADER, include_str!("shaders/quad.vert")),
            (glow::FRAGMENT_SHADER, include_str!("shaders/quad.frag")),
        ];
        let refused = |reason: String| RenderError::Object { what: "a shader", reason };
        // SAFETY: the objects belong to this context, and the sources end before the calls return.
        unsafe {
            let program = gl.create_program().map_err(refused)?;
            for (stage, source) in stages {
                let shader = gl.create_shader(stage).map_err(refused)?;
                gl.shader_source(shader, &format!("{version}\n{source}"));
                gl.compile_shader(shader);
                gl.attach_shader(program, shader);
                gl.delete_shader(shader);
            }
            gl.link_program(program);
            if !gl.get_program_link_status(program) {
                return Err(refused(gl.get_program_info_log(program)));
            }
            Ok(Self { program, vertices: gl.create_vertex_array().map_err(refused)? })
        }
    }

    /// Draws a texture into the current framebuffer.
    #[expect(unsafe_code, reason = "OpenGL calls")]
    pub fn draw(self, gl: &glow::Context, texture: glow::Texture) {
        // SAFETY: the objects belong to this context.
        unsafe {
            gl.disable(glow::BLEND);
            gl.disable(glow::DEPTH_TEST);
            gl.disable(glow::CULL_FACE);
            gl.use_program(Some(self.program));
            gl.active_texture(glow::TEXTURE0);
            gl.bind_texture(glow::TEXTURE_2D, Some(texture));
            gl.bind_vertex_array(Some(self.vertices));
            gl.draw_arrays(glow::TRIANGLES, 0, 3);
            gl.bind_vertex_array(None);
        }
    }
}
