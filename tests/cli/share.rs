//! Pages for a browser, with a stand-in for the window of a browser. `tools/page/shared.py` opens real ones.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use tempfile::TempDir;

use crate::commands::{CACHE, names};
use crate::diff_inputs::git;

const SCENE: &str = r##"{ "eyeline": 1, "title": "A & B", "about": "# A & B\n\nThe *ball* is <b>here</b>.\n\nMore.",
  "cameras": [{ "name": "eye", "position": [0, 0, 5] }],
  "objects": [{ "name": "ball", "shape": { "sphere": { "radius": 1 } } }, { "name": "hut", "shape": { "mesh": { "file": "hut.obj" } } }],
  "select": ["eye", "ball"],
  "lesson": [{ "say": "One.", "ask": { "choice": { "camera": "eye", "object": "ball", "field": "verdict" } } }, { "say": "Two.", "tick": 7 }] }"##;
const HUT: &str = "mtllib hut.mtl\nusemtl red\nv 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n";

/// A folder with the program, a window for browsers beside it, and scenes.
struct Shared {
    _folder: TempDir,
    program: PathBuf,
    scenes: PathBuf,
}

impl Shared {
    fn new(script: Option<&str>) -> Self {
        // The program cannot always be linked to a folder of another file system.
        let folder = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
        let (bin, scenes) = (folder.path().join("bin"), folder.path().join("scenes"));
        fs::create_dir_all(bin.join("page")).unwrap();
        fs::create_dir_all(&scenes).unwrap();
        let program = bin.join("eyeline");
        fs::hard_link(env!("CARGO_BIN_EXE_eyeline"), &program).unwrap();
        if let Some(script) = script {
            fs::write(bin.join("page/eyeline.wasm.gz"), "wasm").unwrap();
            fs::write(bin.join("page/eyeline.js"), script).unwrap();
        }
        for (name, text) in [("a.json", SCENE), ("hut.obj", HUT), ("hut.mtl", "newmtl red\nKd 1 0 0\n")] {
            fs::write(scenes.join(name), text).unwrap();
        }
        Self { _folder: folder, program, scenes }
    }

    fn of_this_version() -> Self {
        Self::new(Some(&format!("// eyeline {}\nlet wasm_bindgen;\n", env!("CARGO_PKG_VERSION"))))
    }

    fn run(&self, args: &[&str]) -> Output {
        self.command("share", args)
    }

    fn command(&self, name: &str, args: &[&str]) -> Output {
        let mut command = Command::new(&self.program);
        command.arg(name).args(args).current_dir(&self.scenes).env("NO_COLOR", "1").env("XDG_CACHE_HOME", CACHE);
        command.output().unwrap()
    }

    fn page(&self, args: &[&str]) -> String {
        let output = self.run(&[args, &["-o", "-"]].concat());
        assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap()
    }

    fn refused(&self, args: &[&str]) -> String {
        let output = self.run(args);
        assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0), "{args:?}");
        String::from_utf8(output.stderr).unwrap()
    }
}

fn attribute<'p>(page: &'p str, name: &str) -> &'p str {
    page.split(&format!("{name}=\"")).nth(1).and_then(|rest| rest.split('"').next()).unwrap_or("none")
}

#[test]
fn a_page_has_the_scene_and_the_files_that_it_names() {
    let shared = Shared::of_this_version();
    let page = shared.page(&["a.json"]);
    let paths: Vec<&str> = page.split("data-path=\"").skip(1).map(|rest| rest.split('"').next().unwrap()).collect();
    assert_eq!(paths, ["/a.json", "/hut.obj", "/hut.mtl"]);
    assert!(page.contains("<title>A &amp; B</title>") && page.contains("content=\"The ball is here.\""), "{page}");
    assert_eq!((attribute(&page, "data-scene"), attribute(&page, "data-link")), ("/a.json", ""));
    assert!(!page.contains(" data-read-only") && page.contains("data:image/jpeg;base64,"));
    assert!(!page.contains("inside"), "the first step asks for the answer");

    let page = shared.page(&["a.json", "--lesson", "2", "--select", "eye,ball", "--read-only"]);
    assert_eq!(attribute(&page, "data-link"), "lesson=2&amp;select=eye,ball");
    assert!(page.contains(" data-read-only") && page.contains("`ball`") && page.contains("inside"), "{page}");
    assert_eq!(attribute(&shared.page(&["a.json", "--tick", "9"]), "data-link"), "tick=9");
}

#[test]
fn a_page_is_written_beside_nothing_else() {
    let shared = Shared::of_this_version();
    let output = shared.run(&["a.json"]);
    assert_eq!((output.status.code(), String::from_utf8_lossy(&output.stderr)), (Some(0), "wrote a.html\n".into()));
    assert_eq!(names(&shared.scenes), ["a.html", "a.json", "hut.mtl", "hut.obj"]);
    assert_eq!(shared.run(&["a.json"]).status.code(), Some(0), "a page of its own is replaced");
    fs::write(shared.scenes.join("a.html"), "mine").unwrap();
    assert!(shared.refused(&["a.json"]).contains("a.html"));
    assert!(shared.refused(&["a.json", "-o", "hut.obj"]).contains("hut.obj"));
    assert_eq!(fs::read_to_string(shared.scenes.join("hut.obj")).unwrap(), HUT);
    assert_eq!(fs::read_to_string(shared.scenes.join("a.html")).unwrap(), "mine");
}

#[test]
fn a_file_that_is_missing_is_missing_in_the_page() {
    let shared = Shared::of_this_version();
    fs::remove_file(shared.scenes.join("hut.obj")).unwrap();
    let output = shared.run(&["a.json", "-o", "a.html"]);
    assert_eq!(output.status.code(), Some(2), "as other commands");
    assert!(String::from_utf8_lossy(&output.stderr).contains("hut.obj"));
    let page = fs::read_to_string(shared.scenes.join("a.html")).unwrap();
    assert!(page.contains("data-path=\"/a.json\"") && !page.contains("data-path=\"/hut.obj\""));
}

#[test]
fn a_wrong_request_is_refused() {
    let shared = Shared::of_this_version();
    fs::write(shared.scenes.join("bad.json"), "{ \"eyeline\": 1, \"objects\": ] }").unwrap();
    fs::write(shared.scenes.join("course.json"), r#"{ "eyeline_course": 1, "title": "C", "lessons": ["a.json"] }"#)
        .unwrap();
    for (args, words) in [
        (&["none.json"][..], "none.json"),
        (&["bad.json"], "bad.json:1:28"),
        (&["a.json", "--lesson", "3"], "there is no step 3: the lesson has 2 steps"),
        (&["a.json", "--lesson", "2", "--select", "eye,nobody"], "nobody"),
        (&["a.json", "bad.json"], "--site"),
        (&["course.json"], "--site"),
        (&["a.json", "--tick", "99999999999"], "99999999999"),
    ] {
        let error = shared.refused(args);
        assert!(error.contains(words), "{args:?}: {error}");
    }
    let error = Shared::new(None).refused(&["a.json"]);
    assert!(error.contains("tools/web.sh") && error.contains("bin/page/eyeline.wasm.gz"), "{error}");
    let error = Shared::new(Some("// eyeline 0.0.1\n")).refused(&["a.json"]);
    assert!(error.contains("another version"), "{error}");
}

#[test]
fn a_site_has_a_page_for_each_scene_and_an_index() {
    let shared = Shared::of_this_version();
    let write = |name: &str, text: &str| fs::write(shared.scenes.join(name), text).unwrap();
    write("b.json", &SCENE.replace("A & B", "Second"));
    write("bad.json", "{ \"eyeline\": 1, \"objects\": ] }");
    write("notes.json", "{}");
    let output = shared.run(&[".", "--site", "../site", "--title", "All <scenes>"]);
    let error = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "one cannot be read: {error}");
    assert!(error.contains("bad.json:1:28") && error.contains("wrote 2 pages"), "{error}");
    let site = shared.scenes.parent().map(|folder| folder.join("site")).unwrap();
    assert_eq!(names(&site), ["a.html", "b.html", "index.html", "parts"]);
    let index = fs::read_to_string(site.join("index.html")).unwrap();
    assert!(
        index.contains("<h1>All &lt;scenes&gt;</h1>") && index.contains("href=\"b.html\"") && index.contains("Second")
    );
    let page = fs::read_to_string(site.join("b.html")).unwrap();
    for source in page.split("data-source=\"").skip(1).map(|rest| rest.split('"').next().unwrap()) {
        assert!(Path::new(&site).join(source).is_file(), "{source}");
    }
    write("course.json", r#"{ "eyeline_course": 1, "title": "Course", "lessons": ["b.json", "a.json"] }"#);
    assert_eq!(shared.run(&["course.json", "--site", "../course"]).status.code(), Some(0));
    let index = fs::read_to_string(site.with_file_name("course").join("index.html")).unwrap();
    assert!(index.find("b.html") < index.find("a.html") && index.contains("<title>Course</title>"), "{index}");
    assert!(shared.refused(&["a.json", "--site", "."]).contains("choose another folder"));
    assert!(!shared.scenes.join("parts").exists());
}

/// The exit code of `eyeline check`, for the scenes in a folder. It prints no message.
fn check(shared: &Shared, args: &[&str]) -> Option<i32> {
    let output = shared.command("check", &[&["."], args].concat());
    assert!(output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
    output.status.code()
}

#[test]
fn the_report_of_a_check_opens_the_scenes_that_are_not_equal() {
    let shared = Shared::of_this_version();
    let at = |name: &str| shared.scenes.join(name);
    fs::create_dir_all(at("more/scenes")).unwrap();
    fs::write(at("more/scenes/a.json"), SCENE.replace("hut.obj", "../../hut.obj")).unwrap();
    fs::write(at("still.json"), SCENE.replace("hut.obj", "other.obj")).unwrap();
    fs::write(at("other.obj"), HUT).unwrap();
    git(&shared.scenes, &["init", "-q"]);
    assert_eq!(check(&shared, &["--update"]), Some(0));
    git(&shared.scenes, &["add", "."]);
    git(&shared.scenes, &["commit", "-qm", "first"]);
    assert_eq!(check(&shared, &["--out", "report"]), Some(0));
    assert!(!at("report/pages").exists(), "nothing differs");

    // One scene changes, and so does a file that two scenes name.
    fs::write(at("a.json"), SCENE.replace("{ \"name\": \"ball\",", "{ \"name\": \"ball\", \"position\": [90, 0, 0],"))
        .unwrap();
    fs::write(at("hut.obj"), HUT.replace("v 1 0 0", "v 3 0 0")).unwrap();
    assert_eq!(check(&shared, &["--out", "report"]), Some(1));
    let pages = ["a-2-before.html", "a-2.html", "a-before.html", "a.html", "eyeline.js"];
    assert_eq!(names(&at("report/pages")), pages);
    let index = fs::read_to_string(at("report/index.html")).unwrap();
    for page in &pages[..4] {
        assert!(index.contains(&format!("data-page=\"pages/{page}\"")), "{page}");
    }
    assert!(index.contains("Open the scene before, as it is at HEAD"));
    let page = |name: &str| fs::read_to_string(at("report/pages").join(name)).unwrap();
    assert_eq!(attribute(&page("a.html"), "data-link"), "lesson=0&amp;select=eye,ball", "the answer that differs");
    assert!(page("a.html").contains("outside") && page("a-before.html").contains("inside"));
    assert!(page("eyeline.js").contains("d2FzbQ=="), "the program, in Base64");

    fs::write(at("report/pages/mine.txt"), "mine").unwrap();
    assert_eq!(check(&shared, &["--out", "report", "--no-pages"]), Some(1));
    assert_eq!(names(&at("report/pages")), ["mine.txt"]);
    assert!(!fs::read_to_string(at("report/index.html")).unwrap().contains("data-page"));
    // Without a repository there is no earlier scene.
    fs::rename(at(".git"), at("git")).unwrap();
    fs::create_dir(at(".git")).unwrap();
    assert_eq!(check(&shared, &["--out", "report"]), Some(1));
    assert!(at("report/pages/a.html").exists() && !at("report/pages/a-before.html").exists());
    assert_eq!(check(&shared, &["--update", "--out", "report"]), Some(0));
    assert_eq!(names(&at("report/pages")), ["mine.txt"], "all is written");
}

#[test]
fn pages_that_cannot_be_written_cost_no_report_and_repeat_no_message() {
    let shared = Shared::of_this_version();
    let at = |name: &str| shared.scenes.join(name);
    assert_eq!(check(&shared, &["--update"]), Some(0));
    fs::write(at("hut.obj"), HUT.replace("v 1 0 0", "v 3 0 0")).unwrap();
    let run = |args: &[&str]| {
        let output = shared.command("check", &[&[".", "--out", "report"], args].concat());
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        (output.status.code(), text(&output.stdout), text(&output.stderr))
    };
    fs::create_dir(at("report")).unwrap();
    fs::write(at("report/pages"), "mine").unwrap();
    let (code, _, stderr) = run(&[]);
    assert!(code == Some(1) && stderr.starts_with("warning: the report has no pages of scenes: "), "{stderr}");
    assert_eq!(fs::read_to_string(at("report/pages")).unwrap(), "mine");
    assert!(fs::read_to_string(at("report/index.html")).unwrap().contains("hut"));
    assert!(fs::read_to_string(at("report/results.json")).unwrap().contains("\"done\""));

    fs::remove_file(at("report/pages")).unwrap();
    fs::remove_file(at("hut.mtl")).unwrap();
    let without = run(&["--no-pages"]);
    let with = run(&[]);
    assert_eq!((without.0, &without.2), (with.0, &with.2), "the messages of the scene are there once");
    assert!(at("report/pages/a.html").exists());
}

#[test]
fn the_window_for_browsers_is_in_the_folder_that_the_environment_names() {
    let shared = Shared::new(None);
    let folder = shared.scenes.join("own");
    let run = || {
        let mut command = Command::new(&shared.program);
        command.args(["share", "a.json", "-o", "-"]).current_dir(&shared.scenes).env("EYELINE_PAGE", &folder);
        command.env("NO_COLOR", "1").output().unwrap()
    };
    let output = run();
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("own/eyeline.js cannot be used"), "{output:?}");
    fs::create_dir(&folder).unwrap();
    fs::write(folder.join("eyeline.wasm.gz"), "wasm").unwrap();
    fs::write(folder.join("eyeline.js"), format!("// eyeline {}\n", env!("CARGO_PKG_VERSION"))).unwrap();
    assert_eq!(run().status.code(), Some(0));
}
