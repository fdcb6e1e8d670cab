//! Random files of behaviour trees: written and read again, edited, run, and damaged.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use eyeline::behavior::{Blackboard, EmptyWorld, Log, Script, Status, TreeState};
use eyeline::budget::Budget;
use eyeline::import::behavior_tree::{ElementId, Setting, TreeFile, XmlDocument, parse};

use crate::random::Random;

const TREES: u64 = 4;

/// A file with some trees. Each of them contains only later ones.
fn file(random: &mut Random) -> String {
    let mut text = String::new();
    if random.once_in(2) {
        text.push_str("<?xml version=\"1.0\"?>\n<!-- made -->");
    }
    text.push_str("<root BTCPP_format=\"4\" main_tree_to_execute=\"T0\">");
    for tree in 0..TREES {
        blank(random, &mut text);
        write!(text, "<BehaviorTree ID=\"T{tree}\">").expect("a text");
        node(random, &mut text, 5, tree);
        text.push_str("</BehaviorTree>");
    }
    if random.once_in(2) {
        text.push_str(
            "<TreeNodesModel><Condition ID=\"B\"/><SubTree ID=\"T1\"><input_port name=\"p\" default=\"{=}\"/>",
        );
        text.push_str("<input_port name=\"q\" default=\"7\">why &lt; how</input_port></SubTree></TreeNodesModel>");
    }
    text.push_str("</root><!-- end -->");
    text
}

fn blank(random: &mut Random, text: &mut String) {
    text.push_str(random.pick(&["", " ", "\n\t", "\r\n", "<!-- a - b -->", "<?x y?>"]));
}

fn node(random: &mut Random, text: &mut String, depth: u32, tree: u64) {
    const SCRIPTS: [&str; 6] = ["x := 1", "x &gt; 1", "p += 1; y := p", "'a' + &apos;b&apos;", "1 / 0", "x := y := q"];
    const DECORATORS: [(&str, &str); 10] = [
        ("Inverter", ""),
        ("ForceSuccess", ""),
        ("ForceFailure", ""),
        ("KeepRunningUntilFailure", ""),
        ("Repeat", " num_cycles=\"2\""),
        ("RetryUntilSuccessful", " num_attempts=\"-1\""),
        ("Timeout", " msec=\"500\""),
        ("Delay", " delay_msec=\"150\""),
        ("RunOnce", ""),
        ("RunOnce", " then_skip=\"false\""),
    ];
    const COMPOSITES: [(&str, &str); 9] = [
        ("Sequence", ""),
        ("ReactiveSequence", ""),
        ("SequenceWithMemory", ""),
        ("Fallback", ""),
        ("ReactiveFallback", ""),
        ("Parallel", " success_count=\"1\""),
        ("Parallel", ""),
        ("ParallelAll", ""),
        ("RoundRobin", " wrap=\"true\""),
    ];
    blank(random, text);
    let mut extra = String::new();
    if random.once_in(6) {
        let name = random.pick(&[
            "_failureIf",
            "_successIf",
            "_skipIf",
            "_while",
            "_onSuccess",
            "_onFailure",
            "_post",
            "_uid",
        ]);
        write!(extra, " {name}=\"{}\"", random.pick(&SCRIPTS)).expect("a text");
    }
    if random.once_in(4) {
        write!(extra, " name=\"{}\"", random.pick(&["n", "a &amp; b", "ö&#10;\u{1F980}", "a&quot;b", "  "]))
            .expect("a text");
    }
    if depth == 0 || random.once_in(4) {
        match random.bits() % 6 {
            0 => write!(text, "<Script code=\"{}\"{extra}/>", random.pick(&SCRIPTS)),
            1 => write!(text, "<ScriptCondition code='{}'{extra}/>", random.pick(&["x == 1", "true", "0"])),
            2 if tree + 1 < TREES => {
                let ports = random.pick(&[
                    "",
                    " p=\"{x}\"",
                    " q='3' p=\"{=}\"",
                    " _autoremap=\"true\"",
                    " p=\"a;b\" _autoremap=\"0\"",
                ]);
                write!(text, "<SubTree ID=\"T{}\"{ports}{extra}/>", tree + 1)
            }
            3 => write!(text, "<SetBlackboard output_key=\"x\" value=\"{}\"{extra}/>", random.pick(&["1", "{p}", "t"])),
            4 => write!(text, "<Sleep msec=\"{}\"{extra}/>", random.bits() % 300),
            _ => write!(text, "<{} port=\"{{x}}\"{extra}/>", random.pick(&["A", "B", "C"])),
        }
        .expect("a text");
        return;
    }
    let is_decorator = random.once_in(2);
    let (tag, attributes) = random.pick(if is_decorator { &DECORATORS[..] } else { &COMPOSITES[..] });
    write!(text, "<{tag}{attributes}{extra}>").expect("a text");
    for _ in 0..if is_decorator { 1 } else { 1 + random.bits() % 3 } {
        node(random, text, depth - 1, tree);
    }
    blank(random, text);
    write!(text, "</{tag}>").expect("a text");
}

fn read(text: &str) -> TreeFile {
    parse(text, "a.xml", None).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

/// Builds and ticks a tree, and returns its number of nodes.
fn step(file: &TreeFile, random: &mut Random) -> usize {
    let script = |answers: &[Status]| Script::new(answers).expect("answers");
    let (run, done, fail) = (Status::Running, Status::Success, Status::Failure);
    let scripts: BTreeMap<String, Script> = [
        ("A".to_owned(), script(&[run, random.pick(&[done, fail])])),
        ("B".to_owned(), script(&[random.pick(&[done, fail]), random.pick(&[done, fail])])),
    ]
    .into();
    let setting = Setting {
        tree: None,
        scripts: &scripts,
        tick_rate: 10.0,
        blackboard: &Blackboard::default(),
        budget: &Budget::default(),
    };
    let built = file.build(&setting).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(built.origins.len(), built.tree.len());
    for (node, origin) in built.origins.iter().enumerate() {
        let element = file.document_of(origin.node).element(origin.node.element);
        let is_leaf = file.document_of(origin.node).children(origin.node.element).next().is_none();
        // A leaf of the file is a leaf of the tree, except a subtree.
        let stays_leaf = built.tree.end(node) == node + 1;
        assert!(&*element.tag == "SubTree" || is_leaf == stays_leaf, "{element:?}");
    }
    let mut state = TreeState::new(&built.tree, built.blackboard.iter().cloned().collect(), 0);
    let mut log = Log::default();
    for _ in 0..8 {
        state.tick(&built.tree, &mut EmptyWorld, &mut log);
    }
    built.tree.len()
}

#[test]
fn files_are_written_as_they_are_read() {
    let mut random = Random::new(3);
    let mut nodes = 0;
    for _ in 0..1_500 {
        let text = file(&mut random);
        let first = read(&text);
        let written = first.to_xml();
        let second = read(&written);
        assert_eq!(first, second, "{text}\n{written}");
        assert_eq!(second.to_xml(), written);
        let seed = random.bits();
        let sizes = [&first, &second].map(|file| step(file, &mut Random::new(seed)));
        assert_eq!(sizes[0], sizes[1], "{text}");
        nodes += sizes[0];
    }
    assert!(nodes > 20_000, "the cases are too small: {nodes}");
}

/// The elements below the trees of a document, including those that were just added.
fn inner(document: &XmlDocument) -> Vec<ElementId> {
    let trees = document.children(document.root()).filter(|&id| &*document.element(id).tag == "BehaviorTree");
    let mut open: Vec<ElementId> = trees.flat_map(|tree| document.children(tree).collect::<Vec<_>>()).collect();
    let mut all = Vec::new();
    while let Some(id) = open.pop() {
        all.push(id);
        open.extend(document.children(id));
    }
    all
}

#[test]
fn edits_leave_a_file_that_is_written_and_read_or_change_nothing() {
    let mut random = Random::new(4);
    let (mut made, mut refused) = (0, 0);
    for _ in 0..200 {
        let mut file = read(&file(&mut random));
        for _ in 0..12 {
            let before = file.clone();
            let all = inner(file.document());
            let (one, other) = (random.pick(&all), random.pick(&all));
            let (index, tag) =
                (usize::try_from(random.bits() % 4).unwrap(), random.pick(&["A", "Inverter", "Sequence", "1"]));
            let which = random.bits() % 7;
            let value = random.pick(&[None, Some("{x}"), Some("a\t\"<&>\n'"), Some("")]);
            let edited = file.edit(|document| match which {
                0 => document.add(one, index, tag).map(drop),
                1 => document.remove(one),
                2 => document.move_to(one, other, index),
                3 => document.wrap(one, tag).map(drop),
                4 => document.unwrap_element(one),
                5 => document.set_tag(one, tag),
                _ => document.set_attribute(one, random.pick(&["port", "name", "num_cycles", "code"]), value),
            });
            match edited {
                Ok(()) => {
                    made += 1;
                    let written = file.to_xml();
                    assert_eq!(read(&written), file, "{written}");
                    step(&file, &mut random);
                }
                Err(error) => {
                    refused += 1;
                    assert!(!error.to_string().is_empty());
                    assert_eq!(file, before);
                }
            }
        }
    }
    assert!(made > 500 && refused > 200, "{made} edits were made, {refused} refused");
}

#[test]
fn damaged_files_are_read_or_refused_with_a_location() {
    const PIECES: [&str; 30] = [
        "<",
        ">",
        "/>",
        "</",
        "\"",
        "'",
        "&",
        "&#0;",
        "&lt;",
        "<![CDATA[",
        "]]>",
        "<!--",
        "-->",
        "<!DOCTYPE a>",
        "<?xml",
        "\0",
        "ä",
        "🦀",
        "=",
        " ID=\"T1\"",
        "<SubTree ID=\"T0\"/>",
        "<A/>",
        "{",
        "}",
        "-1",
        "99999999999",
        "_skipIf=\"x\"",
        "xmlns:a=\"b\"",
        "a:",
        "\r",
    ];
    const ROUNDS: u64 = 3_000;
    let mut random = Random::new(5);
    let (mut sound, mut refused) = (0, 0);
    for _ in 0..ROUNDS {
        let mut text: Vec<char> = file(&mut random).chars().collect();
        for _ in 0..=random.bits() % 4 {
            let at = usize::try_from(random.bits() % text.len() as u64).unwrap();
            let length = usize::try_from(random.bits() % 30).unwrap().min(text.len() - at);
            let piece: Vec<char> = match random.bits() % 4 {
                0 => Vec::new(),
                1 => {
                    let from = usize::try_from(random.bits() % text.len() as u64).unwrap();
                    text[from..].iter().take(length).copied().collect()
                }
                _ => random.pick(&PIECES).chars().collect(),
            };
            let end = if random.once_in(2) { at } else { at + length };
            text.splice(at..end, piece);
        }
        let text: String = text.into_iter().collect();
        match parse(&text, "a.xml", None) {
            Ok(file) => {
                sound += 1;
                step(&file, &mut random);
                let written = file.to_xml();
                assert_eq!(read(&written), file, "{text}\n{written}");
            }
            Err(error) => {
                refused += 1;
                assert!(error.line <= text.lines().count() + 1, "{error}\n{text}");
                assert!(!error.message.contains('\n') && !error.render(false).is_empty());
            }
        }
    }
    assert!(sound > ROUNDS / 20 && refused > ROUNDS / 2, "{sound} were read, {refused} refused");
}
