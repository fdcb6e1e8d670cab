//! The OpenGL objects of a pass: its shader and its buffers, deleted when they are dropped.

use three_d::context as glow;
use three_d::context::HasContext;

use crate::render::error::RenderError;

const SHADER: &str = include_str!("../shaders/cell_sums.comp");
/// Zeroes are written in pieces of so many bytes.
const PIECE: i32 = 1 << 20;

/// OpenGL stores a few errors at most.
const MOST_ERRORS: usize = 16;

/// The most bytes that a storage buffer may have.
#[expect(unsafe_code, reason = "an OpenGL call")]
pub(super) fn largest(gl: &glow::Context) -> u64 {
    // SAFETY: only a query.
    let most = unsafe { gl.get_parameter_i32(glow::MAX_SHADER_STORAGE_BLOCK_SIZE) };
    // A limit that does not fit into the number is larger than any size that can be passed.
    u64::try_from(most).unwrap_or(i32::MAX as u64)
}

/// A storage buffer.
pub(super) struct Storage {
    context: three_d::Context,
    pub(super) name: glow::Buffer,
}

impl Storage {
    /// With undefined contents.
    #[expect(unsafe_code, reason = "OpenGL calls")]
    pub(super) fn new(context: &three_d::Context, bytes: u64) -> Result<Self, RenderError> {
        let refused = |reason: String| RenderError::Object { what: "a storage buffer", reason };
        let size = i32::try_from(bytes).map_err(|error| refused(error.to_string()))?;
        // SAFETY: a new name, bound only here.
        let (storage, error) = unsafe {
            // Clears earlier errors. A lost context may return errors forever.
            for _ in 0..MOST_ERRORS {
                if context.get_error() == glow::NO_ERROR {
                    break;
                }
            }
            let storage = Self { context: context.clone(), name: context.create_buffer().map_err(refused)? };
            context.bind_buffer(glow::SHADER_STORAGE_BUFFER, Some(storage.name));
            context.buffer_data_size(glow::SHADER_STORAGE_BUFFER, size, glow::DYNAMIC_COPY);
            let error = context.get_error();
            context.bind_buffer(glow::SHADER_STORAGE_BUFFER, None);
            (storage, error)
        };
        if error == glow::NO_ERROR { Ok(storage) } else { Err(refused(format!("{bytes} bytes, error 0x{error:x}"))) }
    }

    /// With zeroes in it.
    #[expect(unsafe_code, reason = "OpenGL calls")]
    pub(super) fn of_zeroes(context: &three_d::Context, bytes: u64) -> Result<Self, RenderError> {
        let storage = Self::new(context, bytes)?;
        // The same call has just succeeded.
        let size = i32::try_from(bytes).unwrap_or(i32::MAX);
        let zeroes = vec![0; PIECE as usize];
        // SAFETY: our own name, and no piece reaches beyond the buffer.
        unsafe {
            context.bind_buffer(glow::SHADER_STORAGE_BUFFER, Some(storage.name));
            for start in (0..size).step_by(PIECE as usize) {
                let length = usize::try_from((size - start).min(PIECE)).unwrap_or(0);
                context.buffer_sub_data_u8_slice(glow::SHADER_STORAGE_BUFFER, start, &zeroes[..length]);
            }
            context.bind_buffer(glow::SHADER_STORAGE_BUFFER, None);
        }
        Ok(storage)
    }
}

impl Drop for Storage {
    #[expect(unsafe_code, reason = "an OpenGL call")]
    fn drop(&mut self) {
        // SAFETY: the name is our own and used no more.
        unsafe { self.context.delete_buffer(self.name) };
    }
}

/// The shader.
pub(super) struct Program {
    context: three_d::Context,
    pub(super) name: glow::Program,
}

impl Program {
    /// Each invocation adds up so many rows.
    #[expect(unsafe_code, reason = "OpenGL calls")]
    pub(super) fn new(context: &three_d::Context, slab: u32) -> Result<Self, RenderError> {
        let refused = |reason: String| RenderError::Object { what: "the shader that adds up cells", reason };
        let head = if context.version().is_embedded {
            "#version 310 es\nprecision highp float;\nprecision highp int;\n"
        } else {
            "#version 430 core\n"
        };
        // SAFETY: names of our own. OpenGL keeps a shader as long as a program uses it.
        unsafe {
            let program = Self { context: context.clone(), name: context.create_program().map_err(refused)? };
            let shader = context.create_shader(glow::COMPUTE_SHADER).map_err(refused)?;
            context.shader_source(shader, &format!("{head}#define SLAB {slab}u\n{SHADER}"));
            context.compile_shader(shader);
            let fault = (!context.get_shader_compile_status(shader)).then(|| context.get_shader_info_log(shader));
            context.attach_shader(program.name, shader);
            context.delete_shader(shader);
            if let Some(log) = fault {
                return Err(refused(log));
            }
            context.link_program(program.name);
            if !context.get_program_link_status(program.name) {
                return Err(refused(context.get_program_info_log(program.name)));
            }
            Ok(program)
        }
    }
}

impl Drop for Program {
    #[expect(unsafe_code, reason = "an OpenGL call")]
    fn drop(&mut self) {
        // SAFETY: the name is our own and used no more.
        unsafe { self.context.delete_program(self.name) };
    }
}
