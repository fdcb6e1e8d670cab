//! The count of the triangles that face away from the view, while faces are shown by their orientation. Large scenes are
//! counted on another thread.

use std::sync::Arc;
use std::task::Poll;

use eframe::egui::Context;

use super::state::{CountedSides, ViewportState};
use crate::app::kit::job::Job;
use crate::geometry::ray::Facing;
use crate::picture::{Display, LegendEntry, MeshSides, Palette, Picture, Sample, Viewpoint};
use crate::workspace::Workspace;

/// Up to this number of triangles are counted within the frame.
const FEW: usize = 200_000;

impl CountedSides {
    /// Counts again after a change of the picture or of the viewpoint.
    pub(super) fn update(&mut self, ctx: &Context, workspace: &Workspace, picture: &Picture, viewpoint: &Viewpoint) {
        if picture.display != Display::Orientation {
            *self = Self::default();
            return;
        }
        let now = Some(([workspace.revision(), workspace.appearance_revision()], *viewpoint));
        if self.made_for != now {
            self.made_for = now;
            (self.sides, self.counting) = (None, None);
            if MeshSides::work(&picture.bodies) <= FEW {
                self.sides = MeshSides::of(&picture.bodies, &picture.looks, viewpoint, || false);
            } else {
                let (bodies, looks, viewpoint) = (Arc::clone(&picture.bodies), picture.looks.clone(), *viewpoint);
                let job = Job::start(ctx, move |progress| {
                    MeshSides::of(&bodies, &looks, &viewpoint, || progress.is_cancelled())
                });
                self.counting = Some(job);
            }
        }
        if let Some(Poll::Ready(sides)) = self.counting.as_ref().map(|job| job.poll(ctx)) {
            self.counting = None;
            self.sides = sides.flatten();
        }
    }

    /// The row of the legend.
    pub(super) fn legend_entry(&self, palette: &Palette) -> Option<LegendEntry> {
        let text = || "counting the triangles that face away from this view …".to_owned();
        let counting = || LegendEntry { text: text(), color: palette.text, sample: Sample::None };
        let counted = self.sides.as_ref().and_then(|sides| sides.legend_entry(palette));
        counted.or_else(|| self.counting.as_ref().map(|_| counting()))
    }
}

impl ViewportState {
    /// The sides that the mesh of an object shows to this view; `None` unless faces are shown by their orientation.
    pub(in crate::app) fn sides_of(&self, object: usize) -> Option<Facing> {
        self.sides.sides.as_ref()?.of_object(object)
    }
}
