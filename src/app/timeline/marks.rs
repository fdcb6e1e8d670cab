//! Marks on the time bar: aborts in behaviour trees, losses, jumps and anchors of recorded sessions, taps, cuts, and where
//! animated meshes leave a box. The part of the bar to which the agents were not run yet is hatched: it has no aborts.

use eframe::egui::{Align2, FontId, Rect, Response, Role, Sense, Stroke, Ui, WidgetInfo, pos2, vec2};
use indexmap::IndexMap;

use crate::app::kit::{slider_click, theme};
use crate::behavior::EventKind;
use crate::geometry::Tone;
use crate::geometry::narrate::{fine, num};
use crate::import::level::TimesOut;
use crate::scene::Model;
use crate::workspace::Workspace;
use crate::world::agents::MOST_TICKS;
use crate::world::{SEARCHED_BOXES, SkinAt, animation};

/// A bar with more marks shows the first of them, and a note at its end has the number of the others.
const MOST: usize = 2000;

/// Later marks are at this tick.
const LAST: f64 = 1e9;

/// The bar shows at least these seconds of an animation.
const SHORTEST: f64 = 1.0;

/// Distance of the lines of a hatched stretch, points, and their greatest number.
const HATCH: f32 = 6.0;
const MOST_LINES: u16 = 2000;

/// One mark.
pub(super) struct TimeMark {
    pub(super) tick: u64,
    pub(super) tone: Tone,
    pub(super) words: String,
}

/// The last tick of all recorded sessions, of the trace, and of the first run of all animations. 0 without either.
pub(in crate::app) fn end(workspace: &Workspace) -> u64 {
    let summaries = workspace.world().sessions.iter().filter_map(|one| one.file.as_ref().ok()?.summary());
    let sessions = summaries.map(|summary| summary.start + summary.duration);
    let animations = workspace.scene().models.iter().filter_map(|model| {
        let rig = workspace.files().level(&model.file)?.rig.as_ref()?;
        let animation = rig.animations.get(animation(model, rig)?)?;
        end_of_run(model, animation.animation.duration().into())
    });
    let trace = workspace.files().trace(workspace.scene()).map(|trace| trace.span()[1]);
    sessions.chain(animations).chain(trace).map(|time| tick_of(time, workspace)).max().unwrap_or(0)
}

/// The first tick of the bar: that of the trace when nothing else in the scene changes with time, else 0.
pub(in crate::app) fn begin(workspace: &Workspace) -> u64 {
    let Some(trace) = workspace.files().trace(workspace.scene()) else { return 0 };
    let world = workspace.world();
    let is_alone = world.sessions.is_empty()
        && world.agents.is_empty()
        && world.cuts.is_empty()
        && world.taps.is_empty()
        && world.models.is_empty()
        && !workspace.placement().has_path(workspace.scene());
    if is_alone { tick_of(trace.span()[0], workspace) } else { 0 }
}

/// The time of the scene at which the first run of a model's animation ends, at least [`SHORTEST`] after it begins. `None`
/// when nothing moves. A looped animation that began before the first tick runs on, so its run is counted from there.
fn end_of_run(model: &Model, duration: f64) -> Option<f64> {
    let begin = if model.looped { model.start.max(0.0) } else { model.start };
    // Rounded to f32, 2.4 s are a little more, and would have a tick more.
    let as_written = duration * (1.0 - f64::from(f32::EPSILON));
    (model.speed != 0.0 && duration > 0.0).then(|| begin + (as_written / model.speed.abs()).max(SHORTEST))
}

/// The tick of the last cut, which the bar of recordings and animations shows too. 0 without cuts.
pub(in crate::app) fn last_cut(workspace: &Workspace) -> u64 {
    workspace.world().cuts.iter().map(|cut| cut.tick).max().unwrap_or(0)
}

/// Draws the marks of the scene and others below the rail of a slider with these ends. Returns the tick of a mark that was clicked, and
/// the ticks of all marks.
pub(super) fn show(
    ui: &Ui,
    bar: &Response,
    span: [u64; 2],
    workspace: &Workspace,
    others: Vec<TimeMark>,
) -> (Option<u64>, Vec<u64>) {
    let rail = slider_click::rail(bar.rect);
    if let Some(tick) = computed(workspace, span[1]) {
        hatch(ui, bar, slider_click::x_of(rail, tick, span)..=rail.max, tick);
    }
    let mut clicked = None;
    let (mut marks, mut left_out) = marks(workspace);
    let room = MOST.saturating_sub(marks.len());
    left_out += others.len().saturating_sub(room);
    marks.extend(others.into_iter().take(room));
    if left_out > 0 {
        note_left_out(ui, bar, left_out);
    }
    let marks = merged(marks);
    let is_on_bar = |mark: &TimeMark| (span[0]..=span[1]).contains(&mark.tick);
    for (i, mark) in marks.values().enumerate().filter(|(_, mark)| is_on_bar(mark)) {
        let x = slider_click::x_of(rail, mark.tick, span);
        let place = Rect::from_center_size(pos2(x, bar.rect.bottom() - 1.0), vec2(5.0, 9.0));
        let color = theme::text_color(ui.ctx(), mark.tone);
        ui.painter().line_segment([place.center_top(), place.center_bottom()], Stroke::new(2.0, color));
        let hit = ui.interact(place, bar.id.with(("mark", i)), Sense::click()).on_hover_text(&mark.words);
        hit.widget_info(|| WidgetInfo::labeled(Role::Button, true, &mark.words));
        if hit.clicked() {
            clicked = Some(mark.tick);
        }
    }
    let mut ticks: Vec<u64> = marks.values().filter(|mark| is_on_bar(mark)).map(|mark| mark.tick).collect();
    ticks.sort_unstable();
    (clicked, ticks)
}

/// A mark at the end of the bar that counts those that are not shown.
fn note_left_out(ui: &Ui, bar: &Response, left_out: usize) {
    let place = Rect::from_center_size(pos2(bar.rect.right() - 3.0, bar.rect.top() + 4.0), vec2(9.0, 9.0));
    let color = ui.visuals().weak_text_color();
    ui.painter().text(place.center(), Align2::CENTER_CENTER, "…", FontId::proportional(11.0), color);
    let words = format!(
        "The first {MOST} of {} marks are shown. The Sessions, Behaviour and Problems panels list the others.",
        MOST + left_out
    );
    let hit = ui.interact(place, bar.id.with("left out"), Sense::hover());
    hit.widget_info(|| WidgetInfo::labeled(Role::Label, true, &words));
    hit.on_hover_text(words);
}

/// The tick to which the agents were run, when they may be run further on this bar. `None` in a scene without agents.
fn computed(workspace: &Workspace, end: u64) -> Option<u64> {
    let recording = workspace.clock().recording();
    Some(recording.tick()).filter(|tick| !recording.is_empty() && *tick < end.min(MOST_TICKS))
}

/// Hatches the stretch of the bar after the last computed tick, where the marks of aborts would be.
fn hatch(ui: &Ui, bar: &Response, stretch: std::ops::RangeInclusive<f32>, tick: u64) {
    let bottom = bar.rect.bottom();
    let place = Rect::from_x_y_ranges(stretch, bottom - 5.0..=bottom + 1.0);
    let stroke = Stroke::new(1.0, ui.visuals().weak_text_color().gamma_multiply(0.5));
    let painter = ui.painter().with_clip_rect(place.intersect(ui.clip_rect()));
    let lines = (0..MOST_LINES).map(|i| place.left() + HATCH * f32::from(i));
    for x in lines.take_while(|x| *x < place.right() + place.height()) {
        painter.line_segment([pos2(x, place.top()), pos2(x - place.height(), place.bottom())], stroke);
    }
    let words = format!("Not computed yet: aborts and events after tick {tick} are not marked.");
    let hit = ui.interact(place, bar.id.with("not computed"), Sense::hover());
    hit.widget_info(|| WidgetInfo::labeled(Role::Label, true, &words));
    hit.on_hover_text(words);
}

/// One mark for each tick, with the words of all its marks.
fn merged(marks: Vec<TimeMark>) -> IndexMap<u64, TimeMark> {
    let mut merged: IndexMap<u64, TimeMark> = IndexMap::new();
    for mark in marks {
        match merged.get_mut(&mark.tick) {
            Some(same) => {
                same.words = format!("{}\n{}", same.words, mark.words);
                same.tone = if mark.tone == Tone::Fail { Tone::Fail } else { same.tone };
            }
            None => drop(merged.insert(mark.tick, mark)),
        }
    }
    merged
}

/// Whether a scene has something that changes with time: a path, an agent, a recorded session, a tap, an animation or a
/// cut.
pub(in crate::app) fn has_motion(workspace: &Workspace) -> bool {
    let world = workspace.world();
    let is_empty = [world.agents.is_empty(), world.sessions.is_empty(), world.taps.is_empty(), world.cuts.is_empty()];
    workspace.placement().has_path(workspace.scene()) || is_empty.contains(&false) || end(workspace) > 0
}

/// Whether the bar does not end with the recordings and animations: the scene has none, or a path or an agent.
pub(in crate::app) fn goes_on_after_end(workspace: &Workspace) -> bool {
    workspace.placement().has_path(workspace.scene()) || !workspace.world().agents.is_empty() || end(workspace) == 0
}

/// The first marks, and the number of the others.
#[expect(clippy::cast_possible_truncation, reason = "four digits are shown")]
fn marks(workspace: &Workspace) -> (Vec<TimeMark>, usize) {
    let world = workspace.world();
    let (mut marks, mut left_out) = (Vec::new(), 0);
    let mut add = |time: f64, tone, words: &dyn Fn() -> String| {
        if marks.len() < MOST {
            marks.push(TimeMark { tick: tick_of(time, workspace), tone, words: words() });
        } else {
            left_out += 1;
        }
    };
    for one in &world.sessions {
        let (Ok(file), Some(path)) = (&one.file, one.trajectory()) else { continue };
        let name = &one.name;
        for lost in file.summary().iter().flat_map(|summary| &summary.lost) {
            let reason = lost.reason.as_deref().map_or(String::new(), |reason| format!(": {reason}"));
            add(lost.from, Tone::Fail, &|| format!("{name}: tracking lost{reason}"));
            add(lost.to, Tone::Pass, &|| format!("{name}: tracked again"));
        }
        for jump in file.summary().iter().flat_map(|summary| &summary.jumps) {
            add(jump.time, Tone::Fail, &|| format!("{name}: jump of {:.3} m", jump.distance));
        }
        for history in path.anchors.histories() {
            let id = &history.id;
            add(history.added, Tone::Exact, &|| format!("{name}: anchor {id} added"));
            match (&history.merged_into, history.removed) {
                (Some(other), Some(time)) => {
                    add(time, Tone::Exact, &|| format!("{name}: anchor {id} merged into {other}"));
                }
                (_, Some(time)) => add(time, Tone::Exact, &|| format!("{name}: anchor {id} removed")),
                _ => {}
            }
        }
    }
    let rate = workspace.scene().tick_rate;
    for (agent, at) in world.agents.iter().enumerate() {
        let Ok(tree) = &at.tree else { continue };
        let aborts =
            workspace.clock().recording().events(agent, 0..u64::MAX).filter(|event| event.what == EventKind::Abort);
        for event in aborts {
            let label = tree.label(event.node as usize);
            let tick = workspace.clock().recording().scene_tick(agent, event.tick.into()).unwrap_or_default();
            add(tick as f64 / rate, Tone::Partial, &|| format!("{}: {} aborted", at.name, label));
        }
    }
    for tap in &world.taps {
        add(tap.time, Tone::Partial, &|| format!("tap {}", tap.name));
    }
    for (index, object) in world.skinned() {
        let Some(skin) = &object.skin else { continue };
        let Some(model) = world.model_of(index).and_then(|model| workspace.scene().models.get(model)) else { continue };
        for (method, found) in SEARCHED_BOXES.into_iter().zip(skin.known_times_out().unwrap_or_default()) {
            let Some(TimesOut { first, furthest }) = found else { continue };
            let Some(time) = scene_time(model, first.time, skin, rate) else { continue };
            let words = || {
                format!(
                    "{}: first out of its {} box, {} s into its animation, by {} m; at most {} m, at {} s",
                    object.name,
                    method.word(),
                    fine(first.time),
                    num(first.distance as f32),
                    num(furthest.distance as f32),
                    fine(furthest.time)
                )
            };
            add(time, Tone::Fail, &words);
        }
    }
    for cut in &world.cuts {
        add(cut.tick as f64 / workspace.scene().tick_rate, Tone::Partial, &|| format!("cut {}", cut.name));
    }
    (marks, left_out)
}

/// The time of the scene at which the animation of a skin is first at a time of its own. An animation that plays backwards
/// has the last tick at which it has not passed that time. `None` when it is never there at tick 0 or later.
fn scene_time(model: &Model, own: f64, skin: &SkinAt, rate: f64) -> Option<f64> {
    let animation = skin.pose.at.and_then(|(animation, _)| skin.rig.animations.get(animation))?;
    let time = first_at(model, own, animation.animation.duration().into())?;
    Some(if model.speed < 0.0 { (time * rate + 1e-9).floor() / rate } else { time })
}

/// The first time of the scene, not before 0, at which a model's animation is at a time of its own. `None` when it never is.
/// It inverts [`Animation::time_at`](crate::skin::Animation::time_at).
fn first_at(model: &Model, own: f64, duration: f64) -> Option<f64> {
    let (start, speed) = (model.start, model.speed);
    let repeats = model.looped && duration > 0.0;
    let is_still = speed == 0.0 || (speed < 0.0 && !repeats);
    // Until its start, an animation is at its first moment.
    if own <= 0.0 && (start >= 0.0 || is_still) {
        return Some(0.0);
    }
    if is_still {
        return None;
    }
    let time = start + own / speed;
    if repeats {
        let (from, period) = (start.max(0.0), duration / speed.abs());
        let is_in_first_run = time >= from && time <= from + period;
        return Some(if is_in_first_run { time } else { from + (time - from).rem_euclid(period) });
    }
    // Its last moment stays.
    if own >= duration { Some(time.max(0.0)) } else { Some(time).filter(|time| *time >= 0.0) }
}

/// The first tick at or after a time of the scene in seconds; 0 for times before the first tick.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a tick of the time bar, not negative")]
pub(in crate::app) fn tick_of(time: f64, workspace: &Workspace) -> u64 {
    (time * workspace.scene().tick_rate - 1e-9).ceil().clamp(0.0, LAST) as u64
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::files::{self, Loaded, Reading};
    use crate::scene::parse;
    use crate::skin::{Animation, Channel, Interpolation, Keys, Property};

    /// A scene at 30 ticks a second with models of the figure, whose skins were searched.
    fn figures(models: &str) -> Workspace {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenes");
        let text = format!(r#"{{ "eyeline": 1, "tick_rate": 30, "models": [{models}] }}"#);
        let Loaded { scene, files, .. } = files::parse(&text, "a.json", Some(folder.as_path())).unwrap();
        let workspace = Workspace::on(scene, files, None, Reading::default());
        for (_, object) in workspace.world().skinned() {
            object.skin.as_ref().unwrap().times_out();
        }
        workspace
    }

    /// The tick of the mark where an object leaves its bind box.
    fn mark_of(workspace: &Workspace, object: &str) -> Option<u64> {
        let start = format!("{object}: first out of its bind box");
        marks(workspace).0.iter().find(|mark| mark.words.starts_with(&start)).map(|mark| mark.tick)
    }

    #[test]
    fn marks_beyond_the_limit_are_counted() {
        let tap = |i: usize| format!(r#"{{ "name": "t{i}", "camera": "c", "time": {i}, "screen": [0.5, 0.5] }}"#);
        let taps: Vec<String> = (0..MOST + 3).map(tap).collect();
        let text = format!(
            r#"{{ "eyeline": 1, "sessions": [{{ "name": "s", "file": "a.jsonl" }}],
                "cameras": [{{ "name": "c", "session": {{ "name": "s" }} }}], "taps": [{}] }}"#,
            taps.join(",")
        );
        let workspace = Workspace::new(parse(&text, "a.json").unwrap(), None);
        let (marks, left_out) = marks(&workspace);
        assert_eq!((marks.len(), left_out), (MOST, 3));
    }

    /// The animation `Reach` takes 2 s, and leaves the bind box at its first tick.
    #[test]
    fn a_mark_has_the_clock_of_its_own_model() {
        let reach = |name: &str, more: &str| {
            format!(r#"{{ "name": "{name}", "file": "figure.glb", "animation": "Reach"{more} }}"#)
        };
        let workspace = figures(&[reach("a", ""), reach("a/b", r#", "start": 1"#)].join(","));
        assert_eq!((mark_of(&workspace, "a/figure"), mark_of(&workspace, "a/b/figure")), (Some(1), Some(31)));
        for (more, expected) in [
            (r#", "speed": 0.5"#, Some(2)),
            (r#", "speed": -1"#, Some(59)),
            (r#", "speed": -1, "start": 1"#, Some(89)),
            (r#", "start": -1"#, Some(31)),
            (r#", "speed": -1, "loop": false"#, None),
            (r#", "speed": 0"#, None),
        ] {
            assert_eq!(mark_of(&figures(&reach("a", more)), "a/figure"), expected, "{more}");
        }
    }

    #[test]
    fn the_first_time_of_the_scene_is_that_of_a_search_step_by_step() {
        let keys = Keys::new(Interpolation::Linear, 3, vec![0.0, 2.0], vec![0.0; 6]).unwrap();
        let channels = vec![Channel { node: 0, property: Property::Translation, keys }];
        let animation = Animation::new(channels).unwrap();
        for start in [-7.0, -0.5, 0.0, 1.5] {
            for speed in [1.0, 2.0, 0.0, -1.0, -0.5] {
                for looped in [true, false] {
                    let model = Model { start, looped, speed, ..Model::new("a", "a.glb") };
                    for own in [0.0, 0.5, 1.5] {
                        let is_there = |time: &f64| (animation.time_at(*time, start, speed, looped) - own).abs() < 1e-9;
                        let expected = (0..100_u32).map(|i| 0.25 * f64::from(i)).find(is_there);
                        let found = first_at(&model, own, 2.0);
                        let is_near = found.zip(expected).map_or(found == expected, |(a, b)| (a - b).abs() < 1e-9);
                        assert!(is_near, "{start} {speed} {looped} {own}: {found:?}, not {expected:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn the_bar_ends_with_the_first_run_of_the_longest_animation() {
        let figure = |more: &str| format!(r#"{{ "name": "a", "file": "figure.glb"{more} }}"#);
        for (more, expected) in [
            ("", 0),
            (r#", "animation": "Reach""#, 60),
            (r#", "animation": "Walk", "start": 1, "speed": -2"#, 66),
            (r#", "animation": "Reach", "speed": 10"#, 30),
            (r#", "animation": "Reach", "start": -9"#, 60),
            (r#", "animation": "Reach", "start": -9, "loop": false"#, 0),
        ] {
            let workspace = figures(&figure(more));
            assert_eq!((end(&workspace), goes_on_after_end(&workspace)), (expected, expected == 0), "{more}");
        }
    }

    #[test]
    fn the_bar_is_computed_up_to_the_last_tick_that_the_agents_were_run_to() {
        let text =
            r#"{ "eyeline": 1, "agents": [{ "name": "guard", "tree": { "action": { "wait": { "ticks": 1 } } } }] }"#;
        let mut workspace = Workspace::new(parse(text, "a.json").unwrap(), None);
        workspace.set_tick(7);
        workspace.set_tick(3);
        assert_eq!(computed(&workspace, 600), Some(7));
        assert_eq!((computed(&workspace, 7), computed(&workspace, 5)), (None, None));
        let still = Workspace::new(parse(r#"{ "eyeline": 1 }"#, "a.json").unwrap(), None);
        assert_eq!(computed(&still, 600), None);
    }
}
