//! Fingers on the 3D view, as a browser on a phone sends them.

use eframe::egui::{
    Event, Key, Modifiers, OutputCommand, PointerButton, Pos2, TouchDeviceId, TouchId, TouchPhase, vec2,
};

use crate::test_window::TestWindow;

const SCENE: &str = r#"{ "eyeline": 1, "view": { "eye": [0, 0, 10], "target": [0, 0, 0] },
    "objects": [{ "name": "ball", "shape": { "sphere": { "radius": 1 } } }] }"#;

impl TestWindow {
    /// Fingers that move from one place to another each. Browsers also send the first finger as the pointer.
    fn touch(&mut self, fingers: &[[Pos2; 2]]) {
        let touch = |finger: usize, phase, pos| Event::Touch {
            device_id: TouchDeviceId(0),
            id: TouchId(finger as u64),
            phase,
            pos,
            force: None,
        };
        let pointer = |pos, pressed| Event::PointerButton {
            pos,
            button: PointerButton::Primary,
            pressed,
            modifiers: Modifiers::NONE,
        };
        for (finger, [from, _]) in fingers.iter().enumerate() {
            if finger == 0 {
                self.harness.event(Event::PointerMoved(*from));
                self.harness.event(pointer(*from, true));
            }
            self.harness.event(touch(finger, TouchPhase::Start, *from));
        }
        self.harness.step();
        for part in [0.2, 0.5, 0.8, 1.0] {
            for (finger, [from, to]) in fingers.iter().enumerate() {
                let now = *from + (*to - *from) * part;
                if finger == 0 {
                    self.harness.event(Event::PointerMoved(now));
                }
                self.harness.event(touch(finger, TouchPhase::Move, now));
            }
            self.harness.step();
        }
        for (finger, [_, to]) in fingers.iter().enumerate() {
            if finger == 0 {
                self.harness.event(pointer(*to, false));
                self.harness.event(Event::PointerGone);
            }
            self.harness.event(touch(finger, TouchPhase::End, *to));
        }
        self.harness.run();
    }

    /// The numbers of the eye in the link to this view: the point in the middle, its distance, yaw and pitch. `None` for the view
    /// with which the scene opens.
    fn eye(&mut self) -> Option<Vec<f64>> {
        self.harness.key_press(Key::F3);
        self.harness.run();
        self.harness.event(Event::Text("Copy link to this view".to_owned()));
        self.harness.run();
        let enter = |pressed| Event::Key {
            key: Key::Enter,
            physical_key: None,
            pressed,
            repeat: false,
            modifiers: Modifiers::NONE,
        };
        self.harness.event(enter(true));
        // One frame after another: the output has what the last one has copied.
        let link = (0..4).find_map(|_| {
            self.harness.step();
            self.harness.output().platform_output.commands.iter().find_map(|command| match command {
                OutputCommand::CopyText(text) => Some(text.clone()),
                _ => None,
            })
        });
        self.harness.event(enter(false));
        self.harness.run();
        let link = link.expect("a link");
        let eye = link.split(['#', '&']).find_map(|part| part.strip_prefix("eye="))?;
        Some(eye.split(',').map(|number| number.parse().unwrap()).collect())
    }
}

#[test]
fn a_finger_turns_the_view_and_two_move_and_zoom_it() {
    let mut window = TestWindow::on(SCENE);
    let middle = window.view().center();
    let (left, right) = (middle - vec2(150.0, 60.0), middle + vec2(150.0, -60.0));
    let near = |a: f64, b: f64| (a - b).abs() < 0.02 * b.abs().max(1.0);
    assert_eq!(window.eye(), None);

    window.touch(&[[left, left + vec2(90.0, 0.0)]]);
    let turned = window.eye().unwrap();
    assert!(near(turned[3], 10.0) && turned[4].abs() > 5.0, "one finger turns: {turned:?}");

    window.touch(&[[left, left - vec2(60.0, 0.0)], [right, right + vec2(60.0, 0.0)]]);
    let zoomed = window.eye().unwrap();
    assert!(near(zoomed[3], 10.0 * 300.0 / 420.0), "the distance follows that of the fingers: {zoomed:?}");
    assert!(near(zoomed[4], turned[4]) && near(zoomed[5], turned[5]), "and the view does not turn: {zoomed:?}");

    let by = vec2(0.0, 50.0);
    window.touch(&[[left, left + by], [right, right + by]]);
    let moved = window.eye().unwrap();
    assert!(near(moved[3], zoomed[3]) && near(moved[4], zoomed[4]), "{moved:?}");
    assert!(moved[1] - zoomed[1] > 0.1, "what is in the middle was above it: {moved:?}");
}

#[test]
fn a_tap_selects() {
    let mut window = TestWindow::on(SCENE);
    assert_eq!(window.app().workspace().selected().object(), None);
    let middle = window.view().center();
    window.touch(&[[middle, middle]]);
    assert_eq!(window.app().workspace().selected().object(), Some(0));
}
