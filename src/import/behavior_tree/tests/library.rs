//! The built-in nodes of BehaviorTree.CPP: what a tree with each of them does there, and so here.
//!
//! The results were compared with version 4.10 of that library: one tick is one `tickExactlyOnce`.

use super::*;

/// A tree with a node, and what it does.
struct Case {
    /// The node or attribute, as in the table of `docs/behavior-trees.md`.
    of: &'static str,
    tree: &'static str,
    /// The results of its leaves.
    scripts: &'static [(&'static str, &'static str)],
    /// The status of the root after each tick, at most 6, up to the first result.
    roots: &'static str,
    /// The starts of its leaves, with the tick.
    starts: &'static str,
    /// The blackboard at the end.
    board: &'static str,
}

macro_rules! case {
    ($of:expr, $tree:expr, $scripts:expr, $roots:expr, $starts:expr, $board:expr) => {
        Case { of: $of, tree: $tree, scripts: $scripts, roots: $roots, starts: $starts, board: $board }
    };
}

#[rustfmt::skip]
const CASES: &[Case] = &[
    case!("Sequence", r#"<Sequence><A _skipIf="true"/><B/></Sequence>"#, &[("A", "s"), ("B", "rs")], "rs", "B1", ""),
    case!("Sequence", r#"<Sequence><A _skipIf="true"/><B _skipIf="true"/></Sequence>"#, &[("A", "s"), ("B", "s")], "k", "", ""),
    case!("Fallback", r#"<Fallback><A _skipIf="true"/><B/><C/></Fallback>"#, &[("A", "s"), ("B", "f"), ("C", "rs")], "rs", "B1 C1", ""),
    case!("ReactiveSequence", "<ReactiveSequence><A/><B/></ReactiveSequence>", &[("A", "s"), ("B", "rrs")], "rrs", "A1 B1 A2 A3", ""),
    case!("ReactiveSequence", r#"<ReactiveSequence><A _skipIf="true"/><B/></ReactiveSequence>"#, &[("A", "s"), ("B", "rs")], "rs", "B1", ""),
    case!("ReactiveFallback", "<ReactiveFallback><A/><B/></ReactiveFallback>", &[("A", "f"), ("B", "rs")], "rs", "A1 B1 A2", ""),
    case!("SequenceWithMemory", r#"<RetryUntilSuccessful num_attempts="2"><SequenceWithMemory><A/><B/></SequenceWithMemory></RetryUntilSuccessful>"#, &[("A", "s"), ("B", "rf")], "rrrf", "A1 B2 B3", ""),
    case!("AsyncSequence", "<AsyncSequence><A/><B/><C/></AsyncSequence>", &[("A", "s"), ("B", "rs"), ("C", "s")], "rrs", "A1 B2 C3", ""),
    case!("AsyncFallback", "<AsyncFallback><A/><B/><C/></AsyncFallback>", &[("A", "f"), ("B", "rf"), ("C", "s")], "rrs", "A1 B2 C3", ""),
    case!("Parallel", r#"<Parallel success_count="2" failure_count="1"><A/><B/><C/></Parallel>"#, &[("A", "s"), ("B", "rs"), ("C", "rrs")], "rs", "A1 B1 C1", ""),
    case!("Parallel", r#"<Parallel success_count="0"><A/><B/></Parallel>"#, &[("A", "r"), ("B", "s")], "s", "A1", ""),
    case!("Parallel", r#"<Parallel success_count="-1"><A _skipIf="true"/><B/></Parallel>"#, &[("A", "s"), ("B", "rs")], "rs", "B1", ""),
    case!("Parallel", r#"<Parallel success_count="2"><A _skipIf="true"/><B/></Parallel>"#, &[("A", "s"), ("B", "s")], "rrrrrr", "B1", ""),
    case!("Parallel", r#"<Parallel failure_count="0"><A/><B/></Parallel>"#, &[("A", "r"), ("B", "s")], "f", "A1", ""),
    case!("ParallelAll", r#"<ParallelAll max_failures="2"><A/><B/><C/></ParallelAll>"#, &[("A", "f"), ("B", "rf"), ("C", "rrs")], "rrf", "A1 B1 C1", ""),
    case!("ParallelAll", r#"<ParallelAll max_failures="1"><A _skipIf="true"/><B/></ParallelAll>"#, &[("A", "s"), ("B", "rs")], "rs", "B1", ""),
    case!("Switch2", r#"<Sequence><Script code="v := 2"/><Switch2 variable="{v}" case_1="1" case_2="2"><A/><B/><C/></Switch2></Sequence>"#, &[("A", "s"), ("B", "rs"), ("C", "s")], "rs", "B1", "v=2"),
    case!("Switch2", r#"<Switch2 variable="{none}" case_1="1" case_2="2"><A/><B/><C/></Switch2>"#, &[("A", "s"), ("B", "s"), ("C", "f")], "f", "C1", ""),
    case!("Switch3", r#"<Switch3 variable="3.0" case_1="1" case_2="2" case_3="3"><A/><B/><C/><D/></Switch3>"#, &[("A", "s"), ("B", "s"), ("C", "s"), ("D", "s")], "s", "C1", ""),
    case!("Switch4", r#"<Switch4 variable="d" case_1="a" case_2="b" case_3="c" case_4="d"><A/><B/><C/><D/><E/></Switch4>"#, &[("A", "s"), ("B", "s"), ("C", "s"), ("D", "s"), ("E", "s")], "s", "D1", ""),
    case!("Switch5", r#"<Switch5 variable="x" case_1="a" case_2="b" case_3="c" case_4="d" case_5="e"><A/><B/><C/><D/><E/><F/></Switch5>"#, &[("A", "s"), ("B", "s"), ("C", "s"), ("D", "s"), ("E", "s"), ("F", "rf")], "rf", "F1", ""),
    case!("Switch6", r#"<Switch6 variable="f" case_1="a" case_2="b" case_3="c" case_4="d" case_5="e" case_6="f"><A/><B/><C/><D/><E/><F/><G/></Switch6>"#, &[("A", "s"), ("B", "s"), ("C", "s"), ("D", "s"), ("E", "s"), ("F", "s"), ("G", "f")], "s", "F1", ""),
    case!("Switch2", r#"<Sequence><Script code="v := 1"/><Parallel><Switch2 variable="{v}" case_1="1" case_2="2"><A/><B/><C/></Switch2><Sequence><D/><Script code="v := 2"/></Sequence></Parallel></Sequence>"#, &[("A", "r"), ("B", "rs"), ("C", "s"), ("D", "rs")], "rrrs", "A1 D1 B3", "v=2"),
    case!("IfThenElse", "<IfThenElse><A/><B/><C/></IfThenElse>", &[("A", "rs"), ("B", "rf"), ("C", "s")], "rrf", "A1 B2", ""),
    case!("IfThenElse", "<IfThenElse><A/><B/><C/></IfThenElse>", &[("A", "f"), ("B", "s"), ("C", "rs")], "rs", "A1 C1", ""),
    case!("IfThenElse", "<IfThenElse><A/><B/></IfThenElse>", &[("A", "f"), ("B", "s")], "f", "A1", ""),
    case!("WhileDoElse", r#"<Sequence><Script code="n := 0"/><Parallel><WhileDoElse><ScriptCondition code="n &lt; 2"/><A/><B/></WhileDoElse><Sequence><C/><Script code="n := 2"/></Sequence></Parallel></Sequence>"#, &[("A", "r"), ("B", "rs"), ("C", "rs")], "rrrs", "A1 C1 B3", "n=2"),
    case!("WhileDoElse", "<WhileDoElse><A/><B/></WhileDoElse>", &[("A", "f"), ("B", "s")], "f", "A1", ""),
    case!("TryCatch", "<TryCatch><A/><B/><C/></TryCatch>", &[("A", "s"), ("B", "rf"), ("C", "rs")], "rrf", "A1 B1 C2", ""),
    case!("TryCatch", "<TryCatch><A/><B/><C/></TryCatch>", &[("A", "s"), ("B", "rs"), ("C", "s")], "rs", "A1 B1", ""),
    case!("TryCatch", r#"<Parallel><TryCatch catch_on_halt="true"><A/><B/></TryCatch><C/></Parallel>"#, &[("A", "r"), ("B", "s"), ("C", "rf")], "rf", "A1 C1 B2", ""),
    case!("TryCatch", r#"<TryCatch><A _skipIf="true"/><B/></TryCatch>"#, &[("A", "s"), ("B", "s")], "k", "", ""),
    case!("Inverter", "<Inverter><A/></Inverter>", &[("A", "rf")], "rs", "A1", ""),
    case!("Inverter", r#"<Inverter><A _skipIf="true"/></Inverter>"#, &[("A", "s")], "k", "", ""),
    case!("ForceSuccess", "<ForceSuccess><A/></ForceSuccess>", &[("A", "rf")], "rs", "A1", ""),
    case!("ForceFailure", "<ForceFailure><A/></ForceFailure>", &[("A", "rs")], "rf", "A1", ""),
    case!("ForceFailure", r#"<ForceFailure><A _skipIf="true"/></ForceFailure>"#, &[("A", "s")], "k", "", ""),
    case!("Repeat", r#"<Sequence><Script code="n := 3"/><Repeat num_cycles="{n}"><A/></Repeat></Sequence>"#, &[("A", "s")], "rrs", "A1 A2 A3", "n=3"),
    case!("Repeat", r#"<Repeat num_cycles="2"><A/></Repeat>"#, &[("A", "rs")], "rrs", "A1 A2", ""),
    case!("Repeat", r#"<Repeat num_cycles="0"><A/></Repeat>"#, &[("A", "s")], "s", "", ""),
    case!("Repeat", r#"<Repeat num_cycles="3"><A/></Repeat>"#, &[("A", "f")], "f", "A1", ""),
    case!("RetryUntilSuccessful", r#"<RetryUntilSuccessful num_attempts="3"><A/></RetryUntilSuccessful>"#, &[("A", "f")], "rrf", "A1 A2 A3", ""),
    case!("RetryUntilSuccessful", r#"<RetryUntilSuccessful num_attempts="2"><A/></RetryUntilSuccessful>"#, &[("A", "rf")], "rrf", "A1 A2", ""),
    case!("RetryUntilSuccessful", r#"<Sequence><Script code="n := 5"/><RetryUntilSuccessful num_attempts="{n}"><Sequence><Script code="n := 2"/><A/></Sequence></RetryUntilSuccessful></Sequence>"#, &[("A", "f")], "rf", "A1 A2", "n=2"),
    case!("KeepRunningUntilFailure", "<KeepRunningUntilFailure><A/></KeepRunningUntilFailure>", &[("A", "s")], "rrrrrr", "A1 A2 A3 A4 A5 A6", ""),
    case!("KeepRunningUntilFailure", r#"<KeepRunningUntilFailure><A _skipIf="true"/></KeepRunningUntilFailure>"#, &[("A", "s")], "rrrrrr", "", ""),
    case!("RunOnce", r#"<Repeat num_cycles="3"><Sequence><RunOnce><A/></RunOnce><B/></Sequence></Repeat>"#, &[("A", "s"), ("B", "s")], "rrs", "A1 B1 B2 B3", ""),
    case!("RunOnce", r#"<RetryUntilSuccessful num_attempts="3"><RunOnce then_skip="false"><A/></RunOnce></RetryUntilSuccessful>"#, &[("A", "f")], "rrf", "A1", ""),
    case!("Precondition", r#"<Precondition if="1 &lt; 2"><A/></Precondition>"#, &[("A", "rs")], "rs", "A1", ""),
    case!("Precondition", r#"<Precondition if="1 &gt; 2" else="SKIPPED"><A/></Precondition>"#, &[("A", "s")], "k", "", ""),
    case!("Precondition", r#"<Precondition if="1 &gt; 2"><A/></Precondition>"#, &[("A", "s")], "f", "", ""),
    case!("LoopInt", r#"<LoopInt queue="1;2;3" value="{v}"><A/></LoopInt>"#, &[("A", "s")], "rrrs", "A1 A2 A3", "v=3"),
    case!("LoopBool", r#"<LoopBool queue="true;false" value="{v}"><ScriptCondition code="v"/></LoopBool>"#, &[], "rf", "", "v=0"),
    case!("LoopDouble", r#"<LoopDouble queue="0.5;1.5" value="{v}" if_empty="FAILURE"><A/></LoopDouble>"#, &[("A", "rs")], "rrrrf", "A1 A3", "v=1.500000"),
    case!("LoopString", r#"<Sequence><Script code="q := 'a;b'"/><LoopString queue="{q}" value="{v}" if_empty="SKIPPED"><A/></LoopString></Sequence>"#, &[("A", "s")], "rrs", "A1 A2", "q=a;b v=b"),
    case!("LoopString", r#"<LoopString queue="a;b" value="{v}"><A/></LoopString>"#, &[("A", "f")], "f", "A1", "v=a"),
    case!("SkipUnlessUpdated", r#"<Sequence><Script code="n := 1"/><Repeat num_cycles="2"><Sequence><SkipUnlessUpdated entry="{n}"><A/></SkipUnlessUpdated><B/></Sequence></Repeat></Sequence>"#, &[("A", "s"), ("B", "s")], "rs", "A1 B1 B2", "n=1"),
    case!("WaitValueUpdate", r#"<Parallel><WaitValueUpdate entry="{n}"><A/></WaitValueUpdate><Sequence><B/><Script code="n := 1"/></Sequence></Parallel>"#, &[("A", "s"), ("B", "rrs")], "rrrs", "B1 A4", "n=1"),
    case!("WasEntryUpdated", r#"<Sequence><Script code="n := 1"/><RetryUntilSuccessful num_attempts="3"><Sequence><Inverter><WasEntryUpdated entry="{n}"/></Inverter><A/></Sequence></RetryUntilSuccessful></Sequence>"#, &[("A", "s")], "rs", "A2", "n=1"),
    case!("AlwaysSuccess", "<Sequence><AlwaysSuccess/><A/></Sequence>", &[("A", "s")], "s", "A1", ""),
    case!("AlwaysFailure", "<Fallback><AlwaysFailure/><A/></Fallback>", &[("A", "s")], "s", "A1", ""),
    case!("SetBlackboard", r#"<Sequence><SetBlackboard output_key="a" value="9"/><SetBlackboard output_key="b" value="10"/><Script code="s := a + b; less := a &lt; b"/></Sequence>"#, &[], "s", "", "a=9 b=10 less=0.000000 s=910"),
    case!("SetBlackboard", r#"<Sequence><Script code="a := 5"/><SetBlackboard output_key="b" value="{a}"/><SetBlackboard output_key="c" value="x"/></Sequence>"#, &[], "s", "", "a=5 b=5 c=x"),
    case!("UnsetBlackboard", r#"<Sequence><Script code="a := 5; b := 1"/><UnsetBlackboard key="a"/></Sequence>"#, &[], "s", "", "b=1"),
    case!("Script", r#"<Sequence><Script code="x := 3; x *= 2; y := x &gt; 5 ? 'high' : 'low'"/><A/></Sequence>"#, &[("A", "s")], "s", "A1", "x=6 y=high"),
    case!("ScriptCondition", r#"<Fallback><ScriptCondition code="1 &gt; 2"/><A/></Fallback>"#, &[("A", "s")], "s", "A1", ""),
    case!("SubTree", r#"<BehaviorTree ID="Main"><Sequence><SubTree ID="Sub" _skipIf="true"/><SubTree ID="Sub"/></Sequence></BehaviorTree><BehaviorTree ID="Sub"><A/></BehaviorTree>"#, &[("A", "rs")], "rs", "A1", ""),
    case!("_failureIf", r#"<Sequence><A _failureIf="true" _onFailure="x := 1" _post="y := 2"/></Sequence>"#, &[("A", "s")], "f", "", "x=1 y=2"),
    case!("_successIf", r#"<Sequence><A _successIf="true" _onSuccess="x := 1"/></Sequence>"#, &[("A", "f")], "s", "", "x=1"),
    case!("_skipIf", r#"<Fallback><A _skipIf="true" _post="x := 1"/><B/></Fallback>"#, &[("A", "s"), ("B", "s")], "s", "B1", ""),
    case!("_while", r#"<Sequence><Script code="n := 0"/><Parallel success_count="2"><A _while="n == 0" _onHalted="x := 1"/><Sequence><B/><Script code="n := 1"/></Sequence><C/></Parallel></Sequence>"#, &[("A", "r"), ("B", "rs"), ("C", "rrrs")], "rrrs", "A1 B1 C1", "n=1 x=1"),
    case!("_onHalted", r#"<Parallel><Sequence _onHalted="x := 1"><A _onHalted="y := 2"/></Sequence><B/></Parallel>"#, &[("A", "r"), ("B", "rf")], "rf", "A1 B1", "x=1 y=2"),
    // At ten ticks a second, 250 ms are 3 ticks.
    case!("Delay", r#"<Delay delay_msec="250"><A/></Delay>"#, &[("A", "s")], "rrrs", "A4", ""),
    case!("Delay", r#"<Sequence><Script code="t := 100"/><Delay delay_msec="{t}"><A/></Delay></Sequence>"#, &[("A", "s")], "rs", "A2", "t=100"),
    case!("Timeout", r#"<Timeout msec="250"><A/></Timeout>"#, &[("A", "r")], "rrrf", "A1", ""),
    case!("Timeout", r#"<Timeout msec="250"><A/></Timeout>"#, &[("A", "rrs")], "rrs", "A1", ""),
    case!("Sleep", r#"<Sleep msec="250"/>"#, &[], "rrrs", "", ""),
    case!("Sleep", r#"<Sleep msec="0"/>"#, &[], "s", "", ""),
    // These nodes are templates there, for a program to register.
    case!("ConsumeQueue", r#"<Sequence><Script code="q := 'a;b'"/><ConsumeQueue queue="{q}" popped_item="{v}"><A/></ConsumeQueue></Sequence>"#, &[("A", "s")], "s", "A1 A1", "q= v=b"),
    case!("ConsumeQueue", r#"<Sequence><Script code="q := 'a;b'"/><ConsumeQueue queue="{q}" popped_item="{v}"><A/></ConsumeQueue></Sequence>"#, &[("A", "rf")], "rrf", "A1 A2", "q= v=b"),
    case!("ConsumeQueue", r#"<ConsumeQueue queue="{q}" popped_item="{v}"><A/></ConsumeQueue>"#, &[("A", "s")], "s", "", ""),
    case!("PopFromQueue", r#"<Sequence><Script code="q := 'a;b'"/><PopFromQueue queue="{q}" popped_item="{v}"/></Sequence>"#, &[], "s", "", "q=b v=a"),
    case!("PopFromQueue", r#"<PopFromQueue queue="{q}" popped_item="{v}"/>"#, &[], "f", "", ""),
    case!("QueueSize", r#"<Sequence><Script code="q := 'a;b'"/><QueueSize queue="{q}" size="{n}"/></Sequence>"#, &[], "s", "", "n=2 q=a;b"),
    case!("_onSuccess", r#"<Fallback><A _onSuccess="x := 1"/><B _onSuccess="y := 2"/></Fallback>"#, &[("A", "f"), ("B", "s")], "s", "A1 B1", "y=2"),
    case!("_onFailure", r#"<Fallback><A _onFailure="x := 1"/><B _onFailure="y := 2"/></Fallback>"#, &[("A", "f"), ("B", "s")], "s", "A1 B1", "x=1"),
    case!("_post", r#"<Sequence><A _post="x := 1"/><B _post="y := 2" _onFailure="z := 3"/></Sequence>"#, &[("A", "s"), ("B", "f")], "f", "A1 B1", "x=1 y=2 z=3"),
];

/// The starts of leaves with their ticks.
fn starts(ran: &TreeRun, built: &Built, leaves: &[(&str, &str)]) -> String {
    let starts = ran.log.events.iter().filter(|event| event.what == crate::behavior::EventKind::Start);
    let named = starts.map(|event| (built.tree.name(event.node as usize), event.tick));
    let named = named.filter(|(name, _)| leaves.iter().any(|(leaf, _)| leaf == name));
    named.map(|(name, tick)| format!("{name}{tick}")).collect::<Vec<_>>().join(" ")
}

/// Whether a value is the written one; truth values are 1 and 0 there.
fn is_written(value: &Value, written: &str) -> bool {
    match value {
        Value::Bool(value) => written.parse() == Ok(f64::from(u8::from(*value))),
        Value::Number(number) => written.parse() == Ok(*number),
        value => value.to_string() == written,
    }
}

#[test]
fn each_node_ticks_as_there() {
    for Case { of, tree, scripts, roots, starts: wanted, board } in CASES {
        let text = if tree.starts_with("<BehaviorTree") { file(tree) } else { main_tree(tree) };
        let built = build(&text, scripts);
        let ran = run(&built, 6);
        let result = roots.chars().last().unwrap().to_string();
        let all =
            if result == "r" { (*roots).to_owned() } else { (*roots).to_owned() + &result.repeat(6 - roots.len()) };
        assert_eq!(ran.state.fault(), None, "{of} {tree}");
        assert_eq!((ran.roots.clone(), starts(&ran, &built, scripts)), (all, (*wanted).to_owned()), "{of} {tree}");
        let found: Vec<_> = ran.state.blackboard().iter().collect();
        let written: Vec<(&str, &str)> = board.split_whitespace().filter_map(|pair| pair.split_once('=')).collect();
        let is_same = found.len() == written.len()
            && found
                .iter()
                .zip(&written)
                .all(|((key, value), (name, text))| &***key == *name && is_written(value, text));
        assert!(is_same, "{of} {tree}: {found:?}, not {board}");
    }
}

/// The rows of the table, by their first column.
fn rows() -> Vec<String> {
    let text = include_str!("../../../../docs/behavior-trees.md");
    let first = |line: &str| Some(line.strip_prefix("| `")?.split_once('`')?.0.to_owned());
    text.lines().filter_map(first).collect()
}

#[test]
fn each_row_of_the_table_has_a_case_and_each_node_a_row() {
    let rows = rows();
    let cases: Vec<&str> = CASES.iter().map(|case| case.of).collect();
    let without_a_case: Vec<&String> = rows.iter().filter(|row| !cases.contains(&row.as_str())).collect();
    assert_eq!(without_a_case, Vec::<&String>::new());
    let without_a_row: Vec<&str> = cases.into_iter().filter(|case| !rows.iter().any(|row| row == case)).collect();
    assert_eq!(without_a_row, Vec::<&str>::new());
    let nodes = super::super::kinds::tags().filter(|tag| !super::super::kinds::is_of_navigation(tag));
    let without_a_row: Vec<&str> = nodes.filter(|tag| !rows.iter().any(|row| row == tag)).collect();
    assert_eq!(without_a_row, Vec::<&str>::new());
}
