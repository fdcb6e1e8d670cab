//! Refused input: the place of the error, and the time until it is found.

use std::time::{Duration, Instant};

use super::*;

#[test]
fn wrong_trees_are_refused_where_they_are_wrong() {
    let cases: &[(&str, String)] = &[
        ("a.xml:1:1: there is no element", String::new()),
        ("a.xml:1:1: this is not XML", "{ \"eyeline\": 1 }".into()),
        ("a.xml:1:10: the text ends within an element", "<root><a>".into()),
        ("a.xml:1:10: expected `</a>`, found `</b>`", "<root><a></b></root>".into()),
        ("a.xml:1:1: document types are not read", "<!DOCTYPE a [<!ENTITY x \"y\">]><root>&x;</root>".into()),
        ("a.xml:1:7: this is not XML", "<root>&x;</root>".into()),
        ("a.xml:1:1: expected the element `root`, found `tree`", "<tree/>".into()),
        ("a.xml:1:1: there is no `BehaviorTree`", "<root BTCPP_format=\"4\"/>".into()),
        ("a.xml:1:46: `main_tree_to_execute` names `Main`", file("<BehaviorTree ID=\"Other\"><A/></BehaviorTree>")),
        (
            "a.xml:1:1: the file does not name the tree to run, and several are included by no other tree",
            file("<BehaviorTree ID=\"A\"><A/></BehaviorTree><BehaviorTree ID=\"B\"><A/></BehaviorTree>")
                .replace(" main_tree_to_execute=\"Main\"", ""),
        ),
        (
            "a.xml:3:1: there are two trees `Main`, first at 2:1",
            file("<BehaviorTree ID=\"Main\"><A/></BehaviorTree>\n<BehaviorTree ID=\"Main\"><A/></BehaviorTree>"),
        ),
        ("a.xml:2:1: the tree `Main` must have one child, found 0", main_tree("")),
        ("a.xml:2:1: the tree `Main` must have one child, found 2", main_tree("<A/><A/>")),
        ("a.xml:3:1: `Sequence` must have at least one child", main_tree("<Sequence/>")),
        ("a.xml:3:1: `Inverter` must have one child, found 2", main_tree("<Inverter><A/><A/></Inverter>")),
        ("a.xml:3:1: `AlwaysSuccess` must have no child", main_tree("<AlwaysSuccess><A/></AlwaysSuccess>")),
        ("a.xml:3:1: `A` must have no child, found 1", main_tree("<Action ID=\"A\"><A/></Action>")),
        ("a.xml:3:1: `X` must have at least one child", main_tree("<Control ID=\"X\"/>")),
        ("a.xml:3:1: `X` must have one child, found 2", main_tree("<Decorator ID=\"X\"><A/><A/></Decorator>")),
        ("a.xml:3:1: `SubTree` must have no child", main_tree("<SubTree ID=\"Main\"><A/></SubTree>")),
        ("a.xml:3:1: `Action` must have the attribute `ID`", main_tree("<Action/>")),
        ("a.xml:3:1: there is no tree `Mian`", main_tree("<SubTree ID=\"Mian\"/>")),
        ("a.xml:3:1: the tree `Main` contains itself: `Main` → `Main`", main_tree("<SubTree ID=\"Main\"/>")),
        (
            "a.xml:4:23: the tree `B` contains itself: `B` → `C` → `B`",
            file(
                "<BehaviorTree ID=\"Main\"><SubTree ID=\"B\"/></BehaviorTree>\n\
                 <BehaviorTree ID=\"B\"><Inverter><SubTree ID=\"C\"/></Inverter></BehaviorTree>\n\
                 <BehaviorTree ID=\"C\"> <SubTree ID=\"B\"/></BehaviorTree>",
            ),
        ),
        ("a.xml:3:1: `Repeat` must have the attribute `num_cycles`", main_tree("<Repeat><A/></Repeat>")),
        (
            "a.xml:3:21: `num_cycles` must be a whole number, found `x`",
            main_tree("<Repeat num_cycles=\"x\"><A/></Repeat>"),
        ),
        (
            "a.xml:3:16: `msec` must be a number of milliseconds, 0 or more",
            main_tree("<Timeout msec=\"-5\"><A/></Timeout>"),
        ),
        ("a.xml:3:14: `msec` must be a number of milliseconds", main_tree("<Sleep msec=\"99999999999999999999\"/>")),
        (
            "a.xml:3:31: `else` must be `SUCCESS`, `FAILURE`, `RUNNING` or `SKIPPED`, found `no`",
            main_tree("<Precondition if=\"true\" else=\"no\"><A/></Precondition>"),
        ),
        (
            "a.xml:3:17: `queue` must be values of this loop with `;` between them, found `1;x`",
            main_tree("<LoopInt queue=\"1;x\"><A/></LoopInt>"),
        ),
        ("a.xml:3:1: `UnsetBlackboard` must have the attribute `key`", main_tree("<UnsetBlackboard/>")),
        ("a.xml:3:21: `then_skip` must be `true` or `false`", main_tree("<RunOnce then_skip=\"no\"><A/></RunOnce>")),
        ("a.xml:3:24: `code`: expected a value or a name, found `*`", main_tree("<Script code=\"x := 1 + * 2\"/>")),
        ("a.xml:3:15: `code`: expected a value", main_tree("<Script code=\"a &amp;&amp; \"/>")),
        ("a.xml:3:15: `code`: the script is empty", main_tree("<Script code=\"\"/>")),
        ("a.xml:3:15: `_skipIf`: expected a value or a name, found the end", main_tree("<A _skipIf=\" (\"/>")),
    ];
    for (expected, text) in cases {
        let error = parse(text, "a.xml", None).map(|_| ()).expect_err(expected);
        assert!(error.to_string().starts_with(expected), "{error}\nexpected {expected}\n{text}");
        assert!(!error.render(false).is_empty());
    }
}

/// A debug build on a busy machine may take five seconds where the limit is one.
fn soon<T>(what: &str, do_it: impl FnOnce() -> T) -> T {
    let start = Instant::now();
    let done = do_it();
    assert!(start.elapsed() < Duration::from_mins(2), "{what} took {:?}", start.elapsed());
    done
}

#[test]
fn a_hundred_thousand_levels_are_read_run_and_written() {
    const DEEP: usize = 100_000;
    let text = main_tree(&format!("{}<A/>{}", "<Inverter>".repeat(DEEP), "</Inverter>".repeat(DEEP)));
    soon("a deep tree", || {
        let built = build(&text, &[("A", "s")]);
        assert_eq!(built.tree.len(), DEEP + 1);
        assert_eq!(run(&built, 1).roots, "s");
        assert_eq!(read(&read(&text).to_xml()), read(&text));
    });
    let unclosed = "<a>".repeat(1_000_000);
    soon("an unclosed one", || parse(&unclosed, "a.xml", None).unwrap_err());
}

#[test]
fn what_multiplies_is_bounded() {
    // Each tree holds the next one ten times.
    let mut trees = String::from("<BehaviorTree ID=\"T7\"><A/></BehaviorTree>");
    for level in 0..7 {
        let name = if level == 0 { "Main".to_owned() } else { format!("T{level}") };
        let inside = format!("<SubTree ID=\"T{}\"/>", level + 1).repeat(10);
        write!(trees, "<BehaviorTree ID=\"{name}\"><Sequence>{inside}</Sequence></BehaviorTree>").unwrap();
    }
    let error = soon("ten million nodes", || parse(&file(&trees), "a.xml", None).unwrap_err());
    assert!(error.message.contains("more than 1000000 nodes"), "{error}");

    let mut chain = String::from("<BehaviorTree ID=\"T100000\"><A/></BehaviorTree>");
    for level in 0..100_000 {
        let name = if level == 0 { "Main".to_owned() } else { format!("T{level}") };
        let inside = format!("<SubTree ID=\"T{}\" _autoremap=\"1\" p=\"{{q}}\"/>", level + 1);
        write!(chain, "<BehaviorTree ID=\"{name}\">{inside}</BehaviorTree>").unwrap();
    }
    let error = soon("a long chain", || parse(&file(&chain), "a.xml", None).unwrap_err());
    assert!(error.message.contains("deep"), "{error}");

    let long = "x".repeat(1_000_000);
    let text = file(&format!(
        "<BehaviorTree ID=\"Main\"><Sequence>{}</Sequence></BehaviorTree><BehaviorTree ID=\"S\"><A name=\"{long}\"/></BehaviorTree>",
        "<SubTree ID=\"S\"/>".repeat(100_000)
    ));
    let error = soon("a long name often", || parse(&text, "a.xml", None).unwrap_err());
    assert!(error.message.contains("too large"), "{error}");
}

#[test]
fn hostile_xml_is_answered_soon() {
    let many = |n: usize, piece: &dyn Fn(usize) -> String| (0..n).map(piece).collect::<String>();
    let texts = [
        ("attributes", format!("<root {}/>", many(300_000, &|i| format!("a{i}=\"\" ")))),
        ("namespaces", many(100_000, &|i| format!("<a xmlns:n{i}=\"u{i}\">"))),
        ("entities", "<!DOCTYPE a [<!ENTITY a \"a\"><!ENTITY b \"&a;&a;\">]><root>&b;</root>".to_owned()),
        ("elements", format!("<root>{}</root>", "<a/>".repeat(5_000_000))),
        ("trees", file(&many(100_000, &|i| format!("<BehaviorTree ID=\"{i}\"/>")))),
        (
            "one line of notes",
            main_tree(&format!("<Sequence>{}</Sequence>", many(100_000, &|i| format!("<L{i}/>")))).replace('\n', " "),
        ),
    ];
    for (what, text) in &texts {
        let answer = soon(what, || parse(text, "a.xml", None));
        assert_eq!(answer.is_ok(), *what == "one line of notes", "{what}");
    }
    let built = build(&texts[5].1, &[]);
    assert_eq!(built.notes.len(), 201);
    assert!(built.notes[200].message.contains("99800 more warnings"), "{}", built.notes[200]);
}

#[test]
fn a_script_that_is_too_deep_is_refused() {
    let text = main_tree(&format!("<Script code=\"{}\"/>", "(".repeat(1_000_000)));
    let error = soon("brackets", || parse(&text, "a.xml", None).unwrap_err());
    assert_eq!((error.line, error.column), (3, 115), "{error}");
}
