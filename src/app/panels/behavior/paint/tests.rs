//! Pictures of trees without a window.

use eframe::egui::{CentralPanel, Context, Rect, Theme, pos2};
use image::RgbaImage;

use crate::app::kit::theme::set_look;
use crate::app::panels::behavior::canvas::TreeCanvas;
use crate::app::panels::behavior::legend::Legend;
use crate::app::panels::behavior::shown::ShownAgent;
use crate::app::shell::headless_window::HeadlessHost;
use crate::behavior::{Abort, Action, ChildOrder, NodeKind, Script, Status, TreeBuilder};
use crate::report::agents::sample;

const SIZE: [u32; 2] = [560, 260];
const SEES: [Status; 3] = [Status::Failure, Status::Failure, Status::Success];

fn picture(
    name: &str,
    theme: Theme,
    run: &sample::SampleRun,
    tick: u64,
    step: Option<usize>,
    canvas: &mut TreeCanvas,
) -> RgbaImage {
    let host = HeadlessHost::new().unwrap();
    let ctx = Context::default();
    set_look(&ctx);
    ctx.set_theme(theme);
    let before = run.states[usize::try_from(tick).unwrap().saturating_sub(1)].statuses().to_vec();
    let shown = ShownAgent::of(&run.tree, &run.log.events, before, tick, step);
    let legend = Legend::of(&run.tree);
    let image = host.canvas.clone().run(&ctx, SIZE, 1.0, 3, |ui| {
        CentralPanel::default().show(ui, |ui| {
            let all = ui.available_rect_before_wrap();
            let signs = legend.laid_out(ui, all.size());
            let rest = Rect::from_min_max(all.min, pos2(all.right(), all.bottom() - signs.height()));
            let extras = super::Extras { selected: Some(3), hovered: None, breaks: &[4] };
            canvas.ui(ui, rest, None, &shown, extras, true);
            signs.paint(ui, rest.left_bottom());
        });
    });
    let image = image.unwrap();
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("target/tmp/behavior");
    std::fs::create_dir_all(&folder).unwrap();
    image.save(folder.join(format!("{name}.png"))).unwrap();
    image
}

fn has(image: &RgbaImage, is_it: impl Fn([u8; 3]) -> bool) -> usize {
    image.pixels().filter(|pixel| is_it([pixel.0[0], pixel.0[1], pixel.0[2]])).count()
}

#[test]
fn the_running_path_and_the_last_abort_are_visible_in_both_themes() {
    let run = sample::guard(Abort::Both, &SEES, 6);
    let orange = |[r, g, b]: [u8; 3]| r > 190 && (120..190).contains(&g) && b < 60;
    let vermilion = |[r, g, b]: [u8; 3]| r > 180 && (60..115).contains(&g) && b < 60;
    for theme in [Theme::Dark, Theme::Light] {
        let mut canvas = TreeCanvas::default();
        let quiet = picture(&format!("quiet_{theme:?}"), theme, &run, 2, None, &mut canvas);
        let abort = picture(&format!("abort_{theme:?}"), theme, &run, 3, None, &mut canvas);
        assert!(has(&quiet, orange) > 200 && has(&abort, orange) > 200);
        assert!(has(&abort, vermilion) > has(&quiet, vermilion) + 100, "{theme:?}");
    }
    picture("inside", Theme::Dark, &run, 3, Some(2), &mut TreeCanvas::default());
    let mut folded = TreeCanvas::default();
    folded.fold(run.tree.id(1));
    picture("folded", Theme::Dark, &run, 3, None, &mut folded);
}

#[test]
fn ten_thousand_nodes_are_drawn_at_once() {
    let mut builder = TreeBuilder::new();
    builder.open(NodeKind::Parallel { policy: crate::behavior::Policy::All, abort: Abort::None }, "");
    for _ in 0..2000 {
        builder.open(NodeKind::Sequence { order: ChildOrder::Resume, abort: Abort::Own }, "");
        for _ in 0..4 {
            builder
                .leaf(NodeKind::Action(Action::Script(Script::new(&[Status::Success, Status::Running]).unwrap())), "");
        }
        builder.close();
    }
    let run = sample::run(builder.finish().unwrap(), 2);
    let mut canvas = TreeCanvas::default();
    let start = std::time::Instant::now();
    let near = picture("many", Theme::Dark, &run, 2, None, &mut canvas);
    assert!(start.elapsed().as_secs() < 60, "{:?}", start.elapsed());
    assert!(has(&near, |[r, g, b]| r.abs_diff(g) > 40 || g.abs_diff(b) > 40) > 100);
}
