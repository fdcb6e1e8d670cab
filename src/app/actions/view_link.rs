//! A link to what a window shows: the part of an address after `#`.
//!
//! ```text
//! select=guard,crate&step=4&tick=20&camera=guard&eye=0,1,0,12,30,-20
//!        names       of the steps     looked through   pivot, distance (m), yaw and pitch (degrees), then `o` when orthographic
//! lesson=2                            a step of the lesson, before the rest; 0 for none
//! ```

use std::borrow::Cow;
use std::fmt::{self, Display, Formatter};

use percent_encoding::percent_decode_str;

use super::lesson_step;
use super::seen_now::SeenNow;
use super::state::WindowState;
use super::target::CommandTarget;
use crate::app::command::pane::Pane;
use crate::app::view::viewport::LinkedEye;
use crate::escape;
use crate::scene::{LAST_TICK, OpenedPart};
use crate::workspace::{Notice, NoticeKind};
use crate::world::Item;

/// What a link says about a window. What it does not say stays as it is.
#[derive(Clone, Debug, Default, PartialEq)]
pub(in crate::app) struct ViewLink {
    /// The number of a step of the lesson, from 1 on; 0 when no step is shown.
    lesson: Option<usize>,
    select: Vec<String>,
    /// The number of the open step of the explanation, from 1 on.
    step: Option<usize>,
    tick: Option<u64>,
    /// The camera that the view looks through.
    camera: Option<String>,
    eye: Option<LinkedEye>,
}

impl ViewLink {
    /// What the window shows now. Without what the scene opens with.
    pub(in crate::app) fn of(window: &WindowState) -> Self {
        let WindowState { workspace, panels, .. } = window;
        let scene = workspace.scene();
        let SeenNow { camera, select, open, tick } = SeenNow::of(window);
        let lesson = workspace.judging().lesson();
        let step = match open {
            Some(OpenedPart::Step(number)) => usize::try_from(number).ok(),
            _ => None,
        };
        let shown = lesson.shown().filter(|_| !lesson.is_quiz()).map(|(index, _)| index + 1);
        Self {
            lesson: shown.or((!scene.lesson.is_empty()).then_some(0)),
            select: select.filter(|names| *names != scene.select).unwrap_or_default(),
            step,
            tick: (tick != scene.opens_at).then_some(tick),
            camera,
            eye: panels.views.active().linked_eye(workspace),
        }
    }

    /// A link from its text, with or without `#`. Parts that are not understood are left out.
    pub(in crate::app) fn read(text: &str) -> Self {
        let mut link = Self::default();
        for part in text.trim_start_matches('#').split('&') {
            let Some((key, value)) = part.split_once('=') else { continue };
            let decoded = |text: &str| percent_decode_str(text).decode_utf8().map(Cow::into_owned).ok();
            let number = || value.parse().ok().filter(|number| *number > 0);
            match key {
                "lesson" => link.lesson = value.parse().ok(),
                "step" => link.step = number(),
                "tick" => link.tick = value.parse().ok().filter(|tick| *tick <= LAST_TICK),
                "camera" => link.camera = decoded(value),
                "select" => {
                    link.select = value.split(',').filter_map(decoded).filter(|name| !name.is_empty()).collect();
                }
                "eye" => link.eye = eye(value),
                _ => {}
            }
        }
        link
    }

    /// Shows in a window what the link says.
    pub(in crate::app) fn show(self, target: &mut CommandTarget<'_>) {
        match self.lesson {
            Some(0) => lesson_step::end(target),
            Some(number) => lesson_step::show(target, number - 1),
            None => {}
        }
        let window = &mut *target.window;
        if let Some(tick) = self.tick {
            window.workspace.set_tick(tick);
        }
        if !self.select.is_empty()
            && let Err(error) = window.workspace.selection_mut().select_names(&self.select)
        {
            let text = format!("The link selects what is not here: {}", escape::line(&error.to_string()));
            window.workspace.notify(Notice::error(NoticeKind::NotChanged, text));
        }
        if let Some(name) = &self.camera {
            let world = window.workspace.world();
            let camera = world.named(name).filter(|id| matches!(world.find(*id), Some(Item::Camera(_))));
            if camera.is_some() {
                window.panels.views.active_mut().look_through(camera);
            }
        }
        if let Some(eye) = &self.eye {
            window.panels.views.active_mut().look_from(&window.workspace, eye);
        }
        if let Some(step) = self.step {
            window.layout.reveal(Pane::Explain);
            window.workspace.selection_mut().show_step(Some(step - 1));
        }
        target.ctx.request_repaint();
    }
}

fn eye(text: &str) -> Option<LinkedEye> {
    let (numbers, is_orthographic) = match text.strip_suffix(",o") {
        Some(numbers) => (numbers, true),
        None => (text, false),
    };
    let numbers: Vec<f32> = numbers.split(',').map_while(|number| number.parse().ok()).collect();
    let [x, y, z, distance, yaw, pitch] = numbers[..] else { return None };
    LinkedEye { pivot: [x, y, z], distance, yaw, pitch, is_orthographic }.checked()
}

/// A number with about five digits.
fn short(number: f32) -> String {
    let digits = [1e1, 1e2, 1e3, 1e4].iter().filter(|limit| number.abs() < **limit).count();
    let text = format!("{number:.digits$}");
    let short = if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.') } else { &text };
    if short == "-0" { "0".to_owned() } else { short.to_owned() }
}

impl Display for ViewLink {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let mut parts = Vec::new();
        if let Some(number) = self.lesson {
            parts.push(format!("lesson={number}"));
        }
        if !self.select.is_empty() {
            let names: Vec<String> = self.select.iter().map(|name| escape::address(name)).collect();
            parts.push(format!("select={}", names.join(",")));
        }
        if let Some(step) = self.step {
            parts.push(format!("step={step}"));
        }
        if let Some(tick) = self.tick {
            parts.push(format!("tick={tick}"));
        }
        if let Some(camera) = &self.camera {
            parts.push(format!("camera={}", escape::address(camera)));
        }
        if let Some(LinkedEye { pivot, distance, yaw, pitch, is_orthographic }) = self.eye {
            let numbers = [pivot[0], pivot[1], pivot[2], distance, yaw, pitch].map(short).join(",");
            parts.push(format!("eye={numbers}{}", if is_orthographic { ",o" } else { "" }));
        }
        f.write_str(&parts.join("&"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_is_read_as_it_was_written() {
        let eye =
            LinkedEye { pivot: [0.0, -1.25, 30.0], distance: 12.5, yaw: -135.0, pitch: -20.0, is_orthographic: true };
        let link = ViewLink {
            lesson: Some(2),
            select: vec!["guard".to_owned(), "a,b&c=d #é%".to_owned()],
            step: Some(4),
            tick: Some(20),
            camera: Some("model/eye.001".to_owned()),
            eye: Some(eye),
        };
        let text = link.to_string();
        assert_eq!(
            text,
            "lesson=2&select=guard,a%2Cb%26c%3Dd%20%23%C3%A9%25&step=4&tick=20&camera=model/eye.001&eye=0,-1.25,30,12.5,-135,-20,o"
        );
        assert_eq!(ViewLink::read(&format!("#{text}")), link);
        assert_eq!(ViewLink::default().to_string(), "");
    }

    #[test]
    fn what_is_not_understood_is_left_out() {
        for text in [
            "",
            "#",
            "&&",
            "=",
            "select=",
            "step=0",
            "step=-1",
            "step=x",
            "tick=1e99",
            "eye=1,2,3",
            "eye=nan,0,0,1,0,0",
            "eye=0,0,0,0,0,0",
            "eye=0,0,0,1,0,91",
            "eye=1e30,0,0,1,0,0",
            "lesson=-1",
            "select=%ff",
            "other=1",
        ] {
            assert_eq!(ViewLink::read(text), ViewLink::default(), "{text}");
        }
        assert_eq!(ViewLink::read("step=2&x&step=3").step, Some(3));
    }

    #[test]
    fn numbers_are_short() {
        for (number, text) in
            [(0.0, "0"), (-0.000_01, "0"), (0.012_345_6, "0.0123"), (12.345_67, "12.346"), (1e6, "1000000")]
        {
            assert_eq!(short(number), text, "{number}");
        }
    }
}
