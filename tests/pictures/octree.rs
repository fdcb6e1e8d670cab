//! The octree over the scene: the contents of the picture, and its pixels.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use eyeline::commands::render;
use eyeline::files::Files;
use eyeline::geometry::frustum::Verdict;
use eyeline::offscreen::PictureOptions;
use eyeline::picture::{CellsShown, DrawOptions, Hidden, OctreeLook, Palette, Picture, Selected, Shown, Style};
use eyeline::report::Report;
use eyeline::scene::Scene;
use eyeline::world::{Item, World};
use image::RgbaImage;

/// A small box on the plane x = 0, two boxes that overlap, and one that reaches out of the region.
const WALK: &str = r#"{ "eyeline": 1, "view": { "eye": [14, 12, 20], "target": [0, 0, 0] },
    "octree": { "min": [-8, -8, -8], "max": [8, 8, 8] },
    "objects": [
        { "name": "walker", "shape": { "box": { "half_extents": [0.25, 0.25, 0.25] } }, "position": [0.1, 2.5, 2.5] },
        { "name": "a", "shape": { "box": { "half_extents": [0.25, 0.25, 0.25] } }, "position": [2.5, 2.5, 2.5] },
        { "name": "b", "shape": { "box": { "half_extents": [0.25, 0.25, 0.25] } }, "position": [2.6, 2.6, 2.5] },
        { "name": "over", "shape": { "box": { "half_extents": [0.5, 0.5, 0.5] } }, "position": [8, 1, -3] } ] }"#;

fn scene(text: &str) -> Scene {
    serde_json::from_str(text).unwrap()
}

/// The octree alone.
fn drawn(scene: &Scene, look: &OctreeLook, object: Option<usize>) -> Picture {
    let world = World::at(scene, &Files::default(), 0);
    let report = Report::of(&world);
    let selected = Selected { subject: object.map(Item::Object), ..Selected::default() };
    Picture::of_octree(&Shown { octree_look: *look, ..Shown::new(&world, &report, &selected, &Palette::DARK) })
}

fn yellow_lines(picture: &Picture, style: Style) -> usize {
    let is_pair = |line: &&eyeline::picture::Line| line.item.is_none() && line.style == style;
    let color = Palette::DARK.candidate.0;
    picture.lines.iter().filter(is_pair).filter(|line| line.color.0[..3] == color[..3]).count()
}

fn legend(picture: &Picture, part: &str) -> bool {
    picture.legend.iter().any(|entry| entry.text.contains(part))
}

#[test]
fn candidates_are_dashed_and_overlaps_strong() {
    let picture = drawn(&scene(WALK), &OctreeLook::default(), None);
    // The walker and the object that reaches out are in the root. For that reason all pairs but that of a and b are
    // candidates.
    assert_eq!((yellow_lines(&picture, Style::Dashed), yellow_lines(&picture, Style::Solid)), (5, 1));
    assert!(legend(&picture, "6 candidates : 1 overlap : 6 brute force, 0 % saved"), "{:?}", picture.legend);
    let none = OctreeLook { has_pairs: false, ..OctreeLook::default() };
    let picture = drawn(&scene(WALK), &none, None);
    assert_eq!((yellow_lines(&picture, Style::Dashed), yellow_lines(&picture, Style::Solid)), (0, 0));
}

#[test]
fn the_plane_that_the_selected_object_straddles_is_labelled_and_its_cell_too() {
    let scene = scene(WALK);
    let names = |object| {
        let picture = drawn(&scene, &OctreeLook::default(), Some(object));
        picture.labels.into_iter().map(|label| label.text).collect::<Vec<_>>()
    };
    assert_eq!(names(0), ["in the root, level 0", "straddles x = 0"]);
    assert_eq!(names(1), ["in level 4 · 0o7070 = 111 000 111 000"]);
    assert_eq!(names(3), ["in the root, level 0: it reaches out of the region"]);
}

/// The legend shows what is drawn, in both themes.
#[test]
fn the_sample_of_a_split_plane_has_its_border() {
    for palette in [Palette::DARK, Palette::LIGHT] {
        let scene = scene(WALK);
        let world = World::at(&scene, &Files::default(), 0);
        let report = Report::of(&world);
        let selected = Selected { subject: Some(Item::Object(0)), ..Selected::default() };
        let picture = Picture::of_octree(&Shown::new(&world, &report, &selected, &palette));
        let entry = picture.legend.iter().find(|entry| entry.text.starts_with("split plane")).unwrap();
        let border = picture.lines.iter().find(|line| line.color.fade(0.3) == entry.color).unwrap();
        assert_eq!(entry.sample, eyeline::picture::Sample::Plane(border.style), "{border:?}");
        let levels = picture.legend.iter().find(|entry| entry.text.contains("levels")).unwrap();
        assert!(levels.text.contains("thinner"), "true in both themes: {levels:?}");
    }
}

#[test]
fn all_cells_of_a_level_or_none() {
    let of = |text: &str, cells| {
        let look = OctreeLook { cells, has_pairs: false, has_planes: false, pointed: None };
        let mut picture = drawn(&scene(text), &look, None);
        // Without the lines that join objects to their cells.
        picture.lines.retain(|line| line.item.is_none());
        picture
    };
    // Each edge once: 3 · (2^level + 1)² lines through the whole region.
    for (cells, lines) in
        [(CellsShown::None, 0), (CellsShown::DownTo(0), 12), (CellsShown::DownTo(2), 75), (CellsShown::DownTo(4), 867)]
    {
        assert_eq!(of(WALK, cells).lines.len(), lines, "{cells:?}");
    }
    let picture = of(WALK, CellsShown::DownTo(1));
    let widths: Vec<_> = picture.lines.iter().map(|line| line.width).collect();
    let [most, least] = [f32::max, f32::min].map(|of| widths.iter().copied().reduce(of).unwrap());
    assert!(most > least + 0.3, "levels differ in weight: {least} to {most}");
    assert_eq!(widths.iter().filter(|&&width| width > least + 0.3).count(), 12, "the region's own edges");
    let deep = of(&WALK.replace("\"max\": [8, 8, 8] }", "\"max\": [8, 8, 8], \"depth\": 10 }"), CellsShown::DownTo(10));
    assert_eq!(deep.lines.len(), 3 * 33 * 33);
    assert!(legend(&deep, "levels 0 to 5") && legend(&deep, "deeper ones left out"), "{:?}", deep.legend);
}

/// Thousands of boxes do not fill the picture with yellow lines, and the legend has the number of those left out.
#[test]
fn at_most_a_readable_number_of_lines_is_drawn() {
    let place = |i: u32| [i % 13, i / 13 % 13, i / 169].map(|c| c as f32 * 1.7 - 10.0);
    let boxes: Vec<_> = (0..2000)
        .map(|i| {
            let [x, y, z] = place(i);
            format!(
                r#"{{ "name": "o{i}", "shape": {{ "box": {{ "half_extents": [0.3, 0.3, 0.3] }} }}, "position": [{x}, {y}, {z}] }}"#
            )
        })
        .collect();
    let text = format!(r#"{{ "eyeline": 1, "octree": {{ "depth": 6 }}, "objects": [{}] }}"#, boxes.join(","));
    let scene = scene(&text);
    let picture = drawn(&scene, &OctreeLook::default(), None);
    assert_eq!(yellow_lines(&picture, Style::Dashed), 0);
    assert!(legend(&picture, "too many to draw"), "{:?}", picture.legend);
    assert!(picture.lines.len() < 12 * 310, "{}", picture.lines.len());
    let selected = drawn(&scene, &OctreeLook::default(), Some(7));
    let count = yellow_lines(&selected, Style::Dashed);
    assert!((1..=120).contains(&count), "{count}");
    assert!(legend(&selected, "selected object's"), "{:?}", selected.legend);
}

#[test]
fn a_scene_is_rendered_with_its_octree_unless_a_camera_or_ray_asks_about_an_object() {
    let image = |text: &str| {
        let options = PictureOptions::new([640, 360], &Palette::DARK);
        render::picture(&scene(text), &Files::default(), 0, None, &options).unwrap().0
    };
    let yellow = |image: &RgbaImage| {
        image.pixels().filter(|pixel| pixel.0[0] > 130 && pixel.0[1] > 120 && pixel.0[2] < 100).count()
    };
    let with = image(WALK);
    assert!(yellow(&with) > 60, "{}", yellow(&with));
    let octree = r#""octree": { "min": [-8, -8, -8], "max": [8, 8, 8] },"#;
    assert!(WALK.contains(octree));
    assert_eq!(yellow(&image(&WALK.replace(octree, ""))), 0);
    let asking = |select: &str, octree: bool| {
        let camera =
            format!(r#""cameras": [{{ "name": "guard", "position": [0, 1, 8] }}], "select": [{select}], "objects""#);
        let text = WALK.replacen("\"objects\"", &camera, 1);
        // The region is around all objects, so the grid is the same with and without this object.
        let region = r#"{ "min": [-8, -8, -8], "max": [8, 8, 8] }"#;
        image(&text.replace(&format!("\"octree\": {region},"), if octree { "\"octree\": {}," } else { "" }))
    };
    assert!(asking(r#""guard", "walker""#, true) == asking(r#""guard", "walker""#, false), "that answer alone");
    assert!(asking("\"guard\"", true) != asking("\"guard\"", false));
}

#[test]
fn hidden_objects_have_no_pairs() {
    let scene = scene(WALK);
    let world = World::at(&scene, &Files::default(), 0);
    let report = Report::of(&world);
    let mut hidden = Hidden::default();
    hidden.set(world.named("a").unwrap(), true);
    let shown = Shown::new(&world, &report, &Selected::default(), &Palette::DARK);
    let picture = Picture::of_octree(&Shown { hidden: &hidden, ..shown });
    assert_eq!((yellow_lines(&picture, Style::Dashed), yellow_lines(&picture, Style::Solid)), (3, 0));
}

#[test]
fn in_a_crowd_objects_outside_the_view_are_faint() {
    for (count, is_crowd) in [(400, false), (600, true)] {
        let scene = eyeline::scene::generate(count, 1);
        let world = World::at(&scene, &Files::default(), 0);
        let report = Report::of(&world);
        let selected = Selected { asker: Some(Item::Camera(0)), subject: Some(Item::Object(0)), ..Selected::default() };
        let picture = |boxes: bool| {
            let shown = Shown::new(&world, &report, &selected, &Palette::DARK);
            Picture::of(&Shown { options: DrawOptions { boxes, ..shown.options }, ..shown })
        };
        let (without_boxes, picture) = (picture(false), picture(true));
        let mut faint = 0;
        for (i, look) in picture.looks.iter().enumerate().skip(1) {
            let answer = report.in_view(0, i).unwrap();
            let is_faint = look.fill.0[3] == 0 && (1..128).contains(&look.edge.0[3]);
            let is_unseen = answer.fast.verdict == Verdict::Outside && answer.agrees();
            assert_eq!(is_faint, is_crowd && is_unseen, "{i} of {count}: {look:?}");
            assert!(!is_faint || without_boxes.looks[i] == *look, "{:?} instead of {look:?}", without_boxes.looks[i]);
            faint += usize::from(is_faint);
        }
        assert_eq!(faint > count / 4, is_crowd, "{faint} of {count}");
    }
}
