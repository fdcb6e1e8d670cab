//! Baselines by renderer: `renderers` in the project file gives the pictures of a renderer a folder of their own, inside
//! the folder of the common baselines. The answers are those of all renderers.

use super::discover::FoundScene;
use super::pixels::PixelCounts;
use crate::escape;
use crate::source::rooted::Rooted;

impl FoundScene {
    /// The scene, with the baselines of the pictures that this renderer draws.
    #[must_use]
    pub fn drawn_by(mut self, renderer: &str) -> Self {
        let entry = self.project.as_ref().and_then(|project| project.renderer_of(renderer));
        self.renderer = entry.map(str::to_owned);
        self
    }

    /// The same scene for each renderer that has baselines of its own, and for all others.
    pub(super) fn by_renderers(&self) -> impl Iterator<Item = Self> + '_ {
        let names = self.project.iter().flat_map(|project| project.renderers());
        let of = |renderer: Option<String>| Self { renderer, ..self.clone() };
        std::iter::once(None).chain(names.map(|name| Some(name.to_owned()))).map(of)
    }

    /// The folder of the pictures.
    pub fn pictures(&self) -> Rooted {
        match &self.renderer {
            Some(renderer) => self.baselines.join(escape::file_name(renderer).as_ref()),
            None => self.baselines.clone(),
        }
    }
}

/// What is added to the difference of a picture, when its baseline is from another renderer and all answers are equal.
pub(super) fn note(counts: &PixelCounts, renderer: &str) -> Option<String> {
    counts.other_renderer.as_ref()?;
    Some(format!(
        "; this picture is from {}, and all answers are equal, so probably only the renderer differs: give each renderer its own baselines with `renderers` in eyeline.project.json, or draw with LIBGL_ALWAYS_SOFTWARE=1 everywhere",
        escape::line(renderer)
    ))
}
