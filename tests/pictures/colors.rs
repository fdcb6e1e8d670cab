//! Colours keep their meanings: colours of objects in the lessons differ from those of answers, and words for colours
//! are those of the palette.

#![expect(clippy::unwrap_used, reason = "a test ends at the first item that goes wrong")]

use std::fs;
use std::path::{Path, PathBuf};

use eyeline::geometry::Tone;
use eyeline::picture::{Color, ColorNames, NAMES, Palette};
use eyeline::scene;

/// The least distance in Oklab between the colour of an object and a shade of the colour of an answer. A nearer colour
/// could be mistaken for that of an answer.
const LEAST: f32 = 0.085;

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

fn scenes() -> Vec<(String, scene::Scene)> {
    let folder = root().join("scenes");
    let paths = fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path());
    let read = |path: PathBuf| {
        let text = fs::read_to_string(&path).unwrap();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        let scene = eyeline::files::parse(&text, &name, Some(&folder)).unwrap().scene;
        (name, scene)
    };
    paths.filter(|path| path.extension().is_some_and(|end| end == "json")).map(read).collect()
}

fn answers() -> Vec<Color> {
    let of = |palette: Palette| {
        let Palette { pass, partial, fail, selected, exact, mistaken, candidate, .. } = palette;
        [pass, partial, fail, selected, exact, mistaken, candidate]
    };
    [of(Palette::DARK), of(Palette::LIGHT)].concat()
}

#[test]
fn no_object_of_a_lesson_has_the_colour_of_an_answer() {
    let mut count = 0;
    for (name, scene) in scenes() {
        for object in scene.objects.iter() {
            let Some(scene::Color([r, g, b])) = object.color else { continue };
            count += 1;
            for answer in answers() {
                let off = Color::rgb(r, g, b).difference(answer);
                assert!(off >= LEAST, "{name}: `{}` is {off} from {answer:?}", object.name);
            }
        }
    }
    assert!(count > 20, "{count}");
    for neutral in [Palette::DARK.neutral, Palette::LIGHT.neutral] {
        assert!(answers().iter().all(|answer| neutral.difference(*answer) > 0.07), "objects without a colour");
    }
}

#[test]
fn the_distance_finds_a_colour_in_light_and_shadow() {
    for answer in answers() {
        for share in [0.75, 1.0] {
            assert!(answer.shade(share).difference(answer) < 0.03, "{answer:?} at {share}");
        }
    }
    // The crate and the tent of the tour had these colours, which looked like those of answers.
    assert!(Color::rgb(0xc0, 0x80, 0x40).difference(Palette::DARK.partial) < LEAST);
    assert!(Color::rgb(0xb0, 0xa0, 0x60).difference(Palette::DARK.candidate) < LEAST);
}

/// Words for colours that are none of [`NAMES`].
const OTHERS: &[&str] = &[
    "purple",
    "violet",
    "magenta",
    "vermilion",
    "vermillion",
    "gold",
    "golden",
    "turquoise",
    "cyan",
    "teal",
    "gray",
    "rose",
    "brown",
    "azure",
    "lime",
];

#[test]
fn texts_name_colours_as_the_palette_does() {
    let ColorNames { neutral, pass, partial, fail, selected, exact, mistaken, candidate } = NAMES;
    let names = [neutral, pass, partial, fail, selected, exact, mistaken, candidate];
    for (i, name) in names.iter().enumerate() {
        assert!(!names[..i].contains(name) && !OTHERS.contains(name), "{name} has one meaning");
    }
    assert_eq!([Tone::Pass, Tone::Partial, Tone::Fail].map(Palette::name), ["green", "amber", "orange"]);
    let document = fs::read_to_string(Path::new(&root()).join("docs/window.md")).unwrap();
    let start = document.find("Colours mean the same everywhere").unwrap();
    let meanings: String = document[start..].split("\n\n").next().unwrap().to_owned();
    for name in [pass, partial, fail, selected, exact, mistaken, candidate] {
        assert!(meanings.contains(name), "docs/window.md does not name {name}: {meanings}");
    }
    let abouts = scenes().into_iter().map(|(name, scene)| (name, scene.about));
    for (name, text) in abouts.chain([("docs/window.md".to_owned(), meanings)]) {
        for word in text.to_lowercase().split(|c: char| !c.is_alphabetic()) {
            assert!(!OTHERS.contains(&word), "{name} says `{word}`");
        }
    }
}

/// The string literals of a source file, without those of its tests.
fn literals(source: &str) -> Vec<String> {
    let source = source.split("#[cfg(test)]").next().unwrap();
    let mut found = Vec::new();
    let mut chars = source.chars().peekable();
    let mut before = ' ';
    while let Some(c) = chars.next() {
        match c {
            '/' if chars.peek() == Some(&'/') => drop(chars.by_ref().find(|&c| c == '\n')),
            '"' if before != '\'' => {
                let mut literal = String::new();
                while let Some(c) = chars.next().filter(|&c| c != '"') {
                    literal.push(c);
                    literal.extend(chars.next_if(|_| c == '\\'));
                }
                found.push(literal);
            }
            _ => {}
        }
        before = c;
    }
    found
}

fn sources(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    entries.flat_map(|path| if path.is_dir() { sources(&path) } else { vec![path] }).collect()
}

#[test]
fn texts_of_the_window_and_of_answers_name_colours_as_the_palette_does() {
    // The pictures of differences have red and yellow pixels, and the orientation of faces has the colours of Blender.
    const REAL_RED: [&str; 3] = ["red pixels", "back faces in red", "a red face"];
    let mut count = 0;
    for room in ["app", "picture", "report", "workspace", "commands"] {
        let is_source = |path: &PathBuf| path.extension().is_none_or(|end| end != "png");
        for path in sources(&root().join("src").join(room)).into_iter().filter(is_source) {
            let is_test = path.iter().any(|part| part == "tests" || part == "tests.rs");
            for literal in literals(&fs::read_to_string(&path).unwrap()).into_iter().filter(|_| !is_test) {
                count += 1;
                let text = REAL_RED.iter().fold(literal.to_lowercase(), |text, real| text.replace(real, ""));
                let word = text.split(|c: char| !c.is_alphabetic()).find(|word| OTHERS.contains(word));
                assert_eq!(word, None, "{}: {literal}", path.display());
            }
        }
    }
    assert!(count > 3_000, "{count}");
    let source = "// \"red\"\nf('\"', \"a \\\" teal\") #[cfg(test)] \"rose\"";
    assert_eq!(literals(source), ["a \\\" teal"]);
}
