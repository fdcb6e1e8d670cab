//! Compares the list of lessons in `docs/lessons.md`, the titles of the scenes and the small pictures with the table.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use image::codecs::jpeg::JpegEncoder;
use image::imageops::FilterType;
use image::{DynamicImage, RgbImage};

use super::{Lesson, SUBJECTS, all};
use crate::mistakes::MISTAKES;
use crate::readme::{check_section, is_updated};
use crate::scene;

/// Width and height of a small picture, pixels.
const SIZE: [u32; 2] = [288, 162];
/// The quality of its JPEG file, percent.
const QUALITY: u8 = 82;
/// The greatest mean difference to the picture that it shows, of 255.
const MOST_DIFFERENT: f64 = 6.0;

fn project() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The picture of a lesson that `eyeline check` compares.
fn picture(lesson: &Lesson) -> PathBuf {
    let names = [format!("screenshots/{}.view.png", lesson.file), format!("screenshots/{}.png", lesson.file)];
    names.into_iter().find(|name| project().join(name).is_file()).unwrap().into()
}

#[test]
fn the_readme_lists_the_lessons() {
    let mut text = String::new();
    for subject in &SUBJECTS {
        write!(text, "\n## {}\n\n| | |\n|---|---|\n", subject.name).unwrap();
        for row in subject.lessons.chunks(2) {
            let cells = row.iter().map(|lesson| {
                let Lesson { file, name, question } = lesson;
                format!("**[{name}](../scenes/{file}.json)**: {question}<br>![](../scenes/thumbnails/{file}.jpg)")
            });
            writeln!(text, "| {} |", cells.chain((row.len() == 1).then(String::new)).collect::<Vec<_>>().join(" | "))
                .unwrap();
        }
    }
    text.push('\n');
    check_section("docs/lessons.md", "Lessons", &text);
}

#[test]
fn a_lesson_has_the_same_name_in_the_scene_and_its_text() {
    for lesson in all() {
        let text = fs::read_to_string(project().join("scenes").join(lesson.file).with_extension("json")).unwrap();
        let scene = scene::parse(&text, lesson.file).unwrap();
        assert_eq!(scene.title, lesson.name, "{}", lesson.file);
        assert_eq!(scene.about.lines().next(), Some(&*format!("# {}", lesson.name)), "{}", lesson.file);
    }
    let scenes = fs::read_dir(project().join("scenes")).unwrap().map(|entry| entry.unwrap().path());
    let scenes = scenes.filter(|path| path.extension().is_some_and(|end| end == "json"));
    assert_eq!(scenes.count(), all().count(), "every scene of the folder is a lesson");
}

#[test]
fn a_small_picture_shows_the_picture_of_the_lesson() {
    for lesson in all() {
        let full = image::open(project().join(picture(lesson))).unwrap();
        let small = full.resize_to_fill(SIZE[0], SIZE[1], FilterType::Lanczos3).to_rgb8();
        let path = project().join("scenes/thumbnails").join(lesson.file).with_extension("jpg");
        if is_updated() {
            write(&small, &path);
        }
        let stored = image::open(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let difference = mean_difference(&small, &stored);
        assert!(difference < MOST_DIFFERENT, "{}: {difference}", lesson.file);
    }
}

fn write(picture: &RgbImage, path: &Path) {
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    let mut bytes = Vec::new();
    JpegEncoder::new_with_quality(&mut bytes, QUALITY).encode_image(picture).unwrap();
    fs::write(path, bytes).unwrap();
}

fn mean_difference(a: &RgbImage, b: &DynamicImage) -> f64 {
    let b = b.to_rgb8();
    assert_eq!(a.dimensions(), b.dimensions());
    let sum: u64 = a.iter().zip(b.iter()).map(|(a, b)| u64::from(a.abs_diff(*b))).sum();
    sum as f64 / a.len() as f64
}

/// Mistakes that change no answer of cameras and rays are shown by the numbers of a lesson, which may be of another course.
#[test]
fn each_exhibit_of_a_mistake_asks_for_it() {
    let mut shown: Vec<&str> = Vec::new();
    for mistake in &MISTAKES {
        let Some(file) = mistake.exhibit else { continue };
        let lesson = super::by_file(file).unwrap_or_else(|| panic!("no lesson {file}"));
        shown.push(file);
        if !mistake.questions.iter().any(|question| question.is_of_cameras() || question.is_of_rays()) {
            continue;
        }
        let text = fs::read_to_string(project().join("scenes").join(lesson.file).with_extension("json")).unwrap();
        let scene = scene::parse(&text, lesson.file).unwrap();
        let of_cameras = scene.cameras.iter().filter_map(|camera| camera.mistake.as_deref());
        let mut asked = of_cameras.chain(scene.rays.iter().filter_map(|ray| ray.mistake.as_deref()));
        assert!(asked.any(|other| other == mistake.key), "{file} does not ask for {}", mistake.key);
    }
    let subject = SUBJECTS.iter().find(|subject| subject.name == "Mistakes of real engines").unwrap();
    for lesson in subject.lessons {
        assert!(shown.contains(&lesson.file), "{} shows no mistake of the table", lesson.file);
    }
}
