//! OpenGL without a display: a surfaceless EGL context, on a graphics card or on Mesa's software rasteriser.
//!
//! A thread has one such context, made at the first use and kept until the thread ends. So drawing always uses the
//! context that owns the buffers, and a later picture needs no new context.

use std::cell::OnceCell;
use std::rc::Rc;
use std::sync::Arc;

use three_d::context as glow;
use three_d::context::HasContext;

use super::canvas::Canvas;
use super::error::RenderError;
use super::png::stored_name;
use super::programs::Programs;

/// The least OpenGL version that the shaders need.
impl Canvas {
    /// A canvas in that context.
    ///
    /// # Errors
    ///
    /// When OpenGL gives no framebuffer or refuses egui's shader.
    pub fn new(headless: &Headless) -> Result<Self, RenderError> {
        Self::in_context(headless.gl().clone())
    }
}

#[cfg(all(unix, not(target_vendor = "apple")))]
const LEAST_VERSION: (u32, u32) = (3, 3);

/// A handle to this thread's context without a display and its shader programs; cheap to clone, and current as long as no
/// other library makes another context current on this thread.
#[derive(Clone)]
pub struct Headless {
    programs: Rc<Programs>,
    canvas: Rc<OnceCell<Canvas>>,
}

impl Headless {
    /// The context of this thread, made at the first call.
    ///
    /// All EGL devices are tried in their own order, which puts graphics cards before software.
    ///
    /// # Errors
    ///
    /// [`RenderError::NoHeadless`] when EGL is missing or no device offers OpenGL 3.3,
    /// [`RenderError::Unsupported`] on systems without EGL.
    pub fn of_this_thread() -> Result<Self, RenderError> {
        imp::of_this_thread()
    }

    /// The context for three-d.
    pub fn context(&self) -> &three_d::Context {
        self.programs.context()
    }

    /// The shader programs, which all viewports of this thread share.
    pub fn programs(&self) -> &Rc<Programs> {
        &self.programs
    }

    /// The name that OpenGL gives the renderer, such as `llvmpipe (LLVM 19.1.7, 256 bits)`, as pictures store it.
    #[expect(unsafe_code, reason = "an OpenGL call")]
    pub fn renderer(&self) -> String {
        // SAFETY: reads a text that every context has.
        stored_name(&unsafe { self.context().get_parameter_string(glow::RENDERER) })
    }

    /// Waits until everything is drawn, for measurements.
    #[expect(unsafe_code, reason = "an OpenGL call")]
    pub fn finish(&self) {
        // SAFETY: takes nothing and changes nothing.
        unsafe { self.context().finish() }
    }

    /// The canvas of the pictures of this thread, made at the first call.
    ///
    /// # Errors
    ///
    /// As [`Canvas::new`].
    pub(super) fn canvas(&self) -> Result<&Canvas, RenderError> {
        if let Some(canvas) = self.canvas.get() {
            return Ok(canvas);
        }
        let canvas = Canvas::new(self)?;
        Ok(self.canvas.get_or_init(|| canvas))
    }

    /// The context for egui's painter.
    pub fn gl(&self) -> &Arc<glow::Context> {
        self.context()
    }
}

#[cfg(all(unix, not(target_vendor = "apple")))]
mod imp {
    use std::cell::OnceCell;
    use std::rc::Rc;
    use std::sync::Arc;

    use glutin::api::egl::config::Config;
    use glutin::api::egl::context::PossiblyCurrentContext;
    use glutin::api::egl::device::Device;
    use glutin::api::egl::display::Display;
    use glutin::config::{Api, ConfigSurfaceTypes, ConfigTemplateBuilder};
    use glutin::context::{ContextApi, ContextAttributesBuilder, GlProfile, Version};
    use glutin::prelude::GlDisplay;
    use three_d::context::{Context, HasContext};

    use crate::render::error::RenderError;
    use crate::render::headless::{Headless, LEAST_VERSION};
    use crate::render::programs::Programs;

    thread_local! {
        static CONTEXT: OnceCell<(Headless, PossiblyCurrentContext)> = const { OnceCell::new() };
    }

    pub(super) fn of_this_thread() -> Result<Headless, RenderError> {
        CONTEXT.with(|cell| {
            if let Some((headless, current)) = cell.get() {
                current.make_current_surfaceless().map_err(|error| refused(&error.to_string()))?;
                return Ok(headless.clone());
            }
            let made = open()?;
            Ok(cell.get_or_init(|| made).0.clone())
        })
    }

    /// The first device that works.
    fn open() -> Result<(Headless, PossiblyCurrentContext), RenderError> {
        let devices = Device::query_devices().map_err(|error| refused(&format!("EGL: {error}")))?;
        let mut failures = Vec::new();
        for device in devices {
            match open_device(&device) {
                Ok(opened) => return Ok(opened),
                Err(reason) => failures.push(format!("{}: {reason}", device.name().unwrap_or("device"))),
            }
        }
        if failures.is_empty() {
            failures.push("EGL lists no device".to_owned());
        }
        Err(refused(&failures.join(", ")))
    }

    fn open_device(device: &Device) -> Result<(Headless, PossiblyCurrentContext), String> {
        let (gl, current) = make_current(device).map_err(|error| error.to_string())?;
        let version = gl.version();
        if (version.major, version.minor) < LEAST_VERSION {
            let (major, minor) = LEAST_VERSION;
            return Err(format!("offers OpenGL {}.{}, not {major}.{minor}", version.major, version.minor));
        }
        let context = three_d::Context::from_gl_context(Arc::new(gl)).map_err(|error| error.to_string())?;
        Ok((Headless { programs: Programs::new(&context), canvas: Rc::default() }, current))
    }

    #[expect(unsafe_code, reason = "EGL and the loading of OpenGL's functions")]
    fn make_current(device: &Device) -> Result<(Context, PossiblyCurrentContext), glutin::error::Error> {
        let template =
            ConfigTemplateBuilder::new().with_surface_type(ConfigSurfaceTypes::empty()).with_api(Api::OPENGL).build();
        let attributes = ContextAttributesBuilder::new()
            .with_profile(GlProfile::Core)
            .with_context_api(ContextApi::OpenGl(Some(Version::new(3, 3))))
            .build(None);
        // SAFETY: no raw display handle is passed in. The configuration and the context come from this very
        // display. The functions are loaded while the context is current, and it stays so in this thread.
        unsafe {
            let display = Display::with_device(device, None)?;
            let config: Config = display.find_configs(template)?.next().ok_or(glutin::error::ErrorKind::BadConfig)?;
            let current = display.create_context(&config, &attributes)?.make_current_surfaceless()?;
            let gl = Context::from_loader_function_cstr(|name| display.get_proc_address(name));
            Ok((gl, current))
        }
    }

    fn refused(reason: &str) -> RenderError {
        RenderError::NoHeadless { reason: reason.to_owned() }
    }
}

#[cfg(not(all(unix, not(target_vendor = "apple"))))]
mod imp {
    use crate::render::error::RenderError;
    use crate::render::headless::Headless;

    pub(super) fn of_this_thread() -> Result<Headless, RenderError> {
        Err(RenderError::Unsupported)
    }
}
