//! Shader programs without three-d, for passes with a framebuffer of their own.

use three_d::context as glow;
use three_d::context::HasContext;

use super::error::RenderError;

/// A program of two sources without their `#version`, for OpenGL 3.3 and OpenGL ES 3.0. `what` it is, for errors.
///
/// # Errors
/// When OpenGL refuses a shader.
#[expect(unsafe_code, reason = "OpenGL calls")]
pub(super) fn compile(
    context: &three_d::Context,
    what: &'static str,
    [vertex, fragment]: [&str; 2],
) -> Result<glow::Program, RenderError> {
    let refused = |reason: String| RenderError::Object { what, reason };
    let version = if context.version().is_embedded {
        "#version 300 es\nprecision highp float;\nprecision highp int;"
    } else {
        "#version 330"
    };
    // SAFETY: new names only; each is used after it was made.
    unsafe {
        let program = context.create_program().map_err(refused)?;
        for (kind, source) in [(glow::VERTEX_SHADER, vertex), (glow::FRAGMENT_SHADER, fragment)] {
            let shader = match context.create_shader(kind) {
                Ok(shader) => shader,
                Err(reason) => {
                    context.delete_program(program);
                    return Err(refused(reason));
                }
            };
            context.shader_source(shader, &format!("{version}\n{source}\n"));
            context.compile_shader(shader);
            let is_compiled = context.get_shader_compile_status(shader);
            let log = context.get_shader_info_log(shader);
            context.attach_shader(program, shader);
            context.delete_shader(shader);
            if !is_compiled {
                context.delete_program(program);
                return Err(refused(log));
            }
        }
        context.link_program(program);
        if !context.get_program_link_status(program) {
            let log = context.get_program_info_log(program);
            context.delete_program(program);
            return Err(refused(log));
        }
        Ok(program)
    }
}
