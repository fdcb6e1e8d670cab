//! The shader programs of an OpenGL context.

use std::cell::OnceCell;
use std::rc::Rc;

use three_d::{Context, Program};

use super::error::RenderError;

/// The shader programs of one OpenGL context, for all its viewports. Each is compiled at its first use: with software OpenGL,
/// compiling takes longer than drawing a small picture.
pub struct Programs {
    context: Context,
    compiled: [OnceCell<Program>; Shader::COUNT],
}

/// What a program draws.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shader {
    /// The gradient behind everything.
    Background,
    /// Unit meshes, whose vertices have normals.
    Smooth,
    /// Meshes, whose triangles are flat.
    Flat,
    /// The front or the back faces of unit meshes, in one colour.
    SmoothSides,
    /// The same of meshes.
    FlatSides,
    /// Materials without a texture.
    Plain,
    /// Materials with a texture of the base colour.
    Textured,
    /// Materials with all textures, and with holes.
    Rich,
    /// Images.
    Sheets,
    /// Translucent triangles.
    Faces,
    /// Lines, edges of boxes and dots.
    Lines,
    /// The items of solids.
    SolidItems,
    /// The items of lines, edges of boxes and dots.
    LineItems,
}

impl Shader {
    const COUNT: usize = Self::LineItems as usize + 1;

    /// The definitions before both sources, the vertex shader and the fragment shader.
    fn sources(self) -> [&'static str; 3] {
        let solid = include_str!("shaders/solid.vert");
        let surface = [include_str!("shaders/surface.vert"), include_str!("shaders/surface.frag")];
        let line = include_str!("shaders/line.vert");
        match self {
            Self::Background => ["", include_str!("shaders/background.vert"), include_str!("shaders/background.frag")],
            Self::Smooth => ["", solid, include_str!("shaders/solid.frag")],
            Self::Flat => ["#define FLAT\n", solid, include_str!("shaders/solid.frag")],
            Self::SmoothSides => ["#define SIDES\n", solid, include_str!("shaders/solid.frag")],
            Self::FlatSides => ["#define SIDES\n#define FLAT\n", solid, include_str!("shaders/solid.frag")],
            Self::Plain => ["", surface[0], surface[1]],
            Self::Textured => ["#define TEXTURED\n", surface[0], surface[1]],
            Self::Rich => ["#define TEXTURED\n#define RICH\n", surface[0], surface[1]],
            Self::Sheets => ["", include_str!("shaders/sheet.vert"), include_str!("shaders/sheet.frag")],
            Self::Faces => ["", include_str!("shaders/face.vert"), include_str!("shaders/face.frag")],
            Self::Lines => ["", line, include_str!("shaders/line.frag")],
            Self::SolidItems => ["#define ITEMS\n", solid, include_str!("shaders/solid_item.frag")],
            Self::LineItems => ["#define ITEMS\n", line, include_str!("shaders/line_item.frag")],
        }
    }
}

impl Programs {
    /// The programs of a context; none is compiled yet.
    pub fn new(context: &Context) -> Rc<Self> {
        Rc::new(Self { context: context.clone(), compiled: Default::default() })
    }

    /// The context.
    pub fn context(&self) -> &Context {
        &self.context
    }

    /// A program, compiled at the first call.
    ///
    /// # Errors
    /// When OpenGL refuses the shader.
    pub(super) fn get(&self, shader: Shader) -> Result<&Program, RenderError> {
        let cell = &self.compiled[shader as usize];
        if let Some(program) = cell.get() {
            return Ok(program);
        }
        let [define, vertex, fragment] = shader.sources();
        let program =
            Program::from_source(&self.context, &format!("{define}{vertex}"), &format!("{define}{fragment}"))?;
        Ok(cell.get_or_init(|| program))
    }
}
