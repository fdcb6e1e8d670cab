//! The conversion of each node kind, and the behaviour of the result.

use super::*;

#[test]
fn all_known_nodes_are_read_in_both_forms() {
    let compact = main_tree(
        r#"<Sequence name="all">
             <ReactiveSequence><SequenceWithMemory><AlwaysSuccess/></SequenceWithMemory></ReactiveSequence>
             <Fallback name="try"><ReactiveFallback><AlwaysFailure/></ReactiveFallback><Sleep msec="250"/></Fallback>
             <Parallel success_count="-2" failure_count="2"><A/><B/><C/></Parallel>
             <ParallelAll max_failures="-1"><A/><B/></ParallelAll>
             <Inverter><ForceSuccess><ForceFailure><IsOpen/></ForceFailure></ForceSuccess></Inverter>
             <Repeat num_cycles="3"><RetryUntilSuccessful num_attempts="-1"><A/></RetryUntilSuccessful></Repeat>
             <KeepRunningUntilFailure><Delay delay_msec="101"><Timeout msec="100"><A/></Timeout></Delay></KeepRunningUntilFailure>
             <RunOnce then_skip="false"><SetBlackboard output_key="x" value="1"/></RunOnce>
             <Script code="y := 2"/>
             <ScriptCondition code="y == 2"/>
           </Sequence>"#,
    );
    let explicit = compact
        .replace("<IsOpen/>", "<Condition ID=\"IsOpen\"/>")
        .replace("<A/>", "<Action ID=\"A\"/>")
        .replace("<Sequence name=\"all\">", "<Control ID=\"Sequence\" name=\"all\">")
        .replace("</Sequence>", "</Control>")
        .replace("<Inverter>", "<Decorator ID=\"Inverter\">")
        .replace("</Inverter>", "</Decorator>");
    let (compact, explicit) = (build(&compact, &[]), build(&explicit, &[]));
    insta::assert_snapshot!(outline(&explicit), @r#"
    sequence all
      reactive_sequence
        sequence_with_memory
          action AlwaysSuccess
      selector try
        reactive_selector
          action AlwaysFailure
        action Sleep
      parallel
        action A
        action B
        action C
      parallel_all
        action A
        action B
      inverter
        succeeder
          failer
            condition IsOpen
      repeat
        retry
          action A
      keep_running
        delay
          timeout
            action A
      run_once
        action SetBlackboard
      action Script
      condition ScriptCondition
    "#);
    assert_eq!(outline(&explicit).replace("condition IsOpen", "action IsOpen"), outline(&compact));
    insta::assert_debug_snapshot!(kinds(&compact, &["parallel", "repeat", "retry", "delay", "timeout"]), @r#"
    [
        "Library(Parallel(Thresholds { success: Text(\"-2\"), failure: Text(\"2\") }))",
        "Library(Repeat { num_cycles: Text(\"3\") })",
        "Library(Retry { num_attempts: Text(\"-1\") })",
        "Library(Delay(Milliseconds { port: Text(\"101\"), tick_rate: 10.0 }))",
        "Library(Timeout(Milliseconds { port: Text(\"100\"), tick_rate: 10.0 }))",
    ]
    "#);
    assert_eq!(compact.leaves.keys().map(|name| &**name).collect::<Vec<_>>(), ["A", "B", "C", "IsOpen"]);
    assert_eq!(compact.leaves["A"].count, 4);
    assert!(explicit.leaves["IsOpen"].is_condition);
}

fn kinds(built: &Built, words: &[&str]) -> Vec<String> {
    let kinds = (0..built.tree.len()).map(|node| built.tree.kind(node));
    kinds.filter(|kind| words.contains(&kind.word())).map(|kind| format!("{kind:?}")).collect()
}

#[test]
fn unknown_leaves_answer_from_scripts() {
    let text = main_tree("<Sequence><GoTo name=\"there\"/><GoTo/><Condition ID=\"IsHome\"/></Sequence>");
    let given = [("GoTo", "rs"), ("there", "rrs"), ("IsHome", "fffffffs")];
    let built = build(&text, &given);
    assert_eq!(run(&built, 6).roots, "rrrfff");
    assert!(notes(&built).is_empty(), "{:?}", notes(&built));
    let built = build(&text, &given[..1]);
    assert_eq!(run(&built, 3).roots, "rrs");
    insta::assert_debug_snapshot!(notes(&built), @r#"
    [
        "a.xml:3:38: `IsHome` is not known: it returns `success` unless `scripts` has results for it",
    ]
    "#);
    let built = build(&text, &[("IsHome", "rs")]);
    assert_eq!(run(&built, 2).roots, "rs");
    assert!(notes(&built).iter().any(|note| note.contains("loaded as an action")), "{:?}", notes(&built));
}

#[test]
fn scripts_that_no_leaf_needs_are_listed() {
    let text = main_tree("<Sequence name=\"all\"><GoTo name=\"there\"/></Sequence>");
    let notes = notes(&build(&text, &[("there", "s"), ("Goto", "s"), ("all", "s")]));
    assert_eq!(
        notes,
        [
            "a.xml:1:1: `scripts` has an entry `Goto`, but no leaf of an unknown type has this name; did you mean `GoTo`?",
            "a.xml:1:1: `scripts` has an entry `all`, but no leaf of an unknown type has this name",
        ]
    );
}

#[test]
fn unknown_inner_nodes_tick_like_sequences_and_are_listed() {
    let text = file(
        r#"<BehaviorTree ID="Main"><Turnstiles><fallback><A/><B/></fallback><Gate open="no"><C/></Gate></Turnstiles></BehaviorTree>
           <TreeNodesModel>
             <Decorator ID="Gate"><input_port name="open" type="bool" default="yes">whether it is</input_port></Decorator>
             <Condition ID="B"/>
           </TreeNodesModel>"#,
    );
    let built = build(&text, &[("A", "s"), ("B", "f"), ("C", "s")]);
    assert_eq!(run(&built, 1).roots, "f");
    insta::assert_snapshot!(outline(&built) + &notes(&built).join("\n"), @r#"
    unsupported Turnstiles
      unsupported fallback
        action A
        condition B
      unsupported Gate
        action C
    a.xml:2:25: `Turnstiles` is not supported; it ticks like a sequence
    a.xml:2:37: `fallback` is not supported; it ticks like a sequence; did you mean `Fallback`?
    a.xml:2:66: `Gate` is not supported; it ticks like a sequence
    "#);
    let file = read(&text);
    let gate = file.model("Gate").unwrap();
    assert_eq!((&*gate.ports[0].about, gate.ports[0].default.as_deref()), ("whether it is", Some("yes")));
}

#[test]
fn times_become_ticks() {
    // Ten ticks a second.
    for (leaf, ticks) in [
        ("<Sleep msec=\"0\"/>", 1),
        ("<Sleep msec=\"1\"/>", 2),
        ("<Sleep msec=\"500\"/>", 6),
        ("<Delay delay_msec=\"500\"><AlwaysSuccess/></Delay>", 6),
        ("<Delay delay_msec=\"0\"><AlwaysSuccess/></Delay>", 2),
        ("<Delay delay_msec=\"250\"><AlwaysSuccess/></Delay>", 4),
        ("<Inverter><Timeout msec=\"500\"><Run/></Timeout></Inverter>", 6),
        ("<Inverter><Timeout msec=\"250\"><Run/></Timeout></Inverter>", 4),
    ] {
        let built = build(&main_tree(leaf), &[("Run", "r")]);
        assert_eq!(run(&built, ticks).roots, "r".repeat(ticks - 1) + "s", "{leaf}");
    }
    let endless = build(&main_tree("<Timeout msec=\"0\"><Run/></Timeout>"), &[("Run", "r")]);
    assert_eq!(run(&endless, 100).roots, "r".repeat(100));
}

#[test]
fn parallels_count() {
    for (attributes, answers, root) in [
        ("", ["s", "s", "s"], "s"),
        ("", ["s", "f", "r"], "f"),
        ("success_count=\"2\" failure_count=\"-1\"", ["s", "f", "s"], "s"),
        ("success_count=\"-2\" failure_count=\"2\"", ["f", "s", "s"], "s"),
        ("success_count=\"-2\" failure_count=\"2\"", ["s", "f", "r"], "r"),
        ("success_count=\"1\"", ["r", "s", "f"], "s"),
        ("success_count=\"1\" failure_count=\"3\"", ["f", "r", "f"], "r"),
    ] {
        let text = main_tree(&format!("<Parallel {attributes}><A/><B/><C/></Parallel>"));
        let built = build(&text, &[("A", answers[0]), ("B", answers[1]), ("C", answers[2])]);
        assert_eq!(run(&built, 1).roots, root, "{attributes} {answers:?}");
    }
    for (most, root) in [("1", "f"), ("2", "f"), ("3", "s"), ("-1", "s"), ("-2", "f")] {
        let text = main_tree(&format!("<ParallelAll max_failures=\"{most}\"><A/><B/><C/></ParallelAll>"));
        assert_eq!(run(&build(&text, &[("A", "f"), ("B", "f"), ("C", "s")]), 1).roots, root, "{most}");
    }
}

#[test]
fn scripts_write_and_read() {
    let built = build(
        &main_tree(
            r#"<Sequence>
                 <Script code="hp := 100"/>
                 <SetBlackboard output_key="copy" value="{hp}"/>
                 <Script code=" hp -= 30; low := hp &lt; 50 "/>
                 <ScriptCondition code="!low &amp;&amp; copy == 100"/>
                 <Script code="far := 1 / 0"/>
               </Sequence>"#,
        ),
        &[],
    );
    let ran = run(&built, 1);
    assert_eq!(ran.roots, "r");
    assert_eq!((ran.value("hp"), ran.value("low")), (Some(&70.0.into()), Some(&false.into())));
    let fault = ran.state.fault().unwrap();
    assert_eq!((fault.tick, fault.node), (1, 5));
    assert!(fault.message.contains("not finite"), "{fault:?}");
}

#[test]
fn subtrees_have_keys_of_their_own() {
    let text = file(
        r#"<BehaviorTree ID="Main"><Sequence>
             <Script code="goal := 1; kind := 1; other := 2"/>
             <SubTree ID="Go" target="{goal}" speed="3" out="{=}"/>
             <SubTree ID="Go" name="again" target="{goal}" _autoremap="true"/>
           </Sequence></BehaviorTree>
           <BehaviorTree ID="Go"><Script code="target += 1; kind := speed; out := 7; _own := 8; @seen := RED"/></BehaviorTree>
           <TreeNodesModel><SubTree ID="Go"><input_port name="speed" default="5"/></SubTree></TreeNodesModel>"#,
    );
    let board: Blackboard = [("RED".into(), 9.0.into())].into_iter().collect();
    let built = build_with(&text, &[], &board);
    insta::assert_snapshot!(outline(&built), @r#"
    sequence
      action Script
      subtree Go
        action Script
      subtree again
        action Script
    "#);
    let values = |ran: &TreeRun| -> Vec<String> {
        ran.state.blackboard().iter().map(|(key, value)| format!("{key}={value}")).collect()
    };
    assert_eq!(
        values(&run(&built, 1)),
        [
            "Go/_own=8",
            "Go/kind=3",
            "Go/speed=3",
            "again/_own=8",
            "again/speed=5",
            "goal=3",
            "kind=5",
            "other=2",
            "out=7",
            "seen=9"
        ]
    );
}

#[test]
fn scripts_run_before_and_after_a_node() {
    let tree = |attributes: &str, around: &str| {
        main_tree(&format!(
            "<{around}><Script code=\"n := 0\" _skipIf=\"false\"/><Leaf {attributes}/><Last/></{around}>"
        ))
    };
    // The root's status, and whether the leaf and the last one started.
    for (attributes, around, leaf, expected) in [
        ("_failureIf=\"n == 0\"", "Sequence", "s", ("f", false, false)),
        ("_failureIf=\"n == 1\"", "Sequence", "s", ("s", true, true)),
        ("_successIf=\"n == 0\"", "Sequence", "f", ("s", false, true)),
        ("_skipIf=\"n == 0\"", "Sequence", "f", ("s", false, true)),
        ("_skipIf=\"n == 1\"", "Sequence", "f", ("f", true, false)),
        ("_while=\"n == 1\"", "Sequence", "f", ("s", false, true)),
        ("_while=\"n == 0\"", "Sequence", "f", ("f", true, false)),
        ("_onSuccess=\"n := 5\"", "Sequence", "s", ("s", true, true)),
        ("_onSuccess=\"n := 5\"", "Sequence", "f", ("f", true, false)),
        ("_onFailure=\"n := 5\"", "Sequence", "f", ("f", true, false)),
        ("_post=\"n := 5\"", "Sequence", "f", ("f", true, false)),
        ("_post=\"n := 5\"", "Sequence", "s", ("s", true, true)),
    ] {
        let built = build(&tree(attributes, around), &[("Leaf", leaf), ("Last", "s")]);
        let ran = run(&built, 1);
        let has_started = |name| !ran.starts(&built, name).is_empty();
        assert_eq!((&*ran.roots, has_started("Leaf"), has_started("Last")), expected, "{attributes} {leaf}");
        let wrote = attributes.contains(":= 5") && !(attributes.contains("onSuccess") && leaf == "f");
        assert_eq!(ran.value("n"), Some(&if wrote { 5.0 } else { 0.0 }.into()), "{attributes} {leaf}");
    }
    assert!(build(&tree("_skipIf=\"true\"", "Sequence"), &[]).tree.len() == 4, "scripts are no nodes");
    let skipped = main_tree("<Fallback><Leaf _skipIf=\"true\"/><Other _while=\"false\"/><Last/></Fallback>");
    let built = build(&skipped, &[("Leaf", "s"), ("Other", "s"), ("Last", "s")]);
    assert_eq!((run(&built, 1).starts(&built, "Last"), run(&built, 1).starts(&built, "Other")), (vec![1], vec![]));
}

#[test]
fn a_while_halts_its_node() {
    let built = build(
        &main_tree(
            r#"<Parallel>
                 <Leaf _while="n &lt; 2"/>
                 <Sequence><Script code="n := 1"/><Step/><Script code="n := 2"/></Sequence>
               </Parallel>"#,
        )
        .replace("<Parallel>", "<Sequence><Script code=\"n := 0\"/><Parallel>")
        .replace("</Parallel>", "</Parallel></Sequence>"),
        &[("Leaf", "r"), ("Step", "rrs")],
    );
    let ran = run(&built, 5);
    assert_eq!(ran.roots, "rrrss");
    let aborted = ran.log.events.iter().find(|event| event.what == crate::behavior::EventKind::Abort).unwrap();
    assert_eq!((aborted.tick, built.tree.name(aborted.node as usize)), (4, "Leaf"));
}

#[test]
fn ports_are_read_in_each_tick() {
    let text = main_tree("<Repeat num_cycles=\"{n}\"><A/></Repeat>");
    for n in [3.0.into(), Value::from("3")] {
        let board: Blackboard = [("n".into(), n)].into_iter().collect();
        let built = build_with(&text, &[("A", "s")], &board);
        assert_eq!(run_with(&built, board, 3).roots, "rrs");
        assert_eq!(notes(&built), Vec::<String>::new());
    }
    // The key is written in the same run.
    let text = main_tree("<Sequence><Script code=\"n := 3\"/><Repeat num_cycles=\"{n}\"><A/></Repeat></Sequence>");
    assert_eq!(run(&build(&text, &[("A", "s")]), 3).roots, "rrs");
    // A subtree that is used twice has two values: 2 and 4 attempts.
    let text = file(
        r#"<BehaviorTree ID="Main"><Sequence>
             <ForceSuccess><SubTree ID="Try" n="2"/></ForceSuccess>
             <ForceSuccess><SubTree ID="Try" n="4"/></ForceSuccess>
           </Sequence></BehaviorTree>
           <BehaviorTree ID="Try"><RetryUntilSuccessful num_attempts="{n}"><A/></RetryUntilSuccessful></BehaviorTree>"#,
    );
    let built = build(&text, &[("A", "f")]);
    let ran = run(&built, 5);
    assert_eq!((&*ran.roots, ran.starts(&built, "A").len()), ("rrrrs", 6));
    // Without a value the agent ends at that node.
    let built = build(&main_tree("<Inverter><Repeat num_cycles=\"{n}\"><A/></Repeat></Inverter>"), &[("A", "s")]);
    let ran = run(&built, 2);
    let fault = ran.state.fault().unwrap();
    assert_eq!((fault.tick, fault.node, ran.starts(&built, "A").len()), (1, 1, 0));
    assert!(fault.message.contains("`num_cycles` reads the key `n`, which is not on the blackboard"), "{fault:?}");
}

#[test]
fn what_throws_there_ends_the_agent_at_that_node() {
    for (tree, node, part) in [
        ("<Sequence><Script code=\"v := 5; v = 'text'\"/><A/></Sequence>", 1, "is no number"),
        ("<Sequence><ScriptCondition code=\"none &lt; 3\"/><A/></Sequence>", 1, "`none` is not on the blackboard"),
        ("<Sequence><A _skipIf=\"none\"/></Sequence>", 1, "`none` is not on the blackboard"),
        ("<Fallback><Inverter><AlwaysSuccess _post=\"x = 1\"/></Inverter><A/></Fallback>", 2, "write `:=`"),
        ("<Sequence><Parallel success_count=\"5\"><A/></Parallel></Sequence>", 1, "can never succeed"),
        ("<Sequence><ParallelAll max_failures=\"5\"><A/></ParallelAll></Sequence>", 1, "can never fail"),
        ("<IfThenElse><A _skipIf=\"true\"/><A/></IfThenElse>", 0, "was skipped"),
        ("<WhileDoElse><A _skipIf=\"true\"/><A/></WhileDoElse>", 0, "was skipped"),
        ("<WhileDoElse><A/></WhileDoElse>", 0, "needs 2 to 3 children, found 1"),
        ("<Switch2 variable=\"a\"><A/></Switch2>", 0, "needs 3 children, found 1"),
        ("<TryCatch><A/></TryCatch>", 0, "needs at least 2 children, found 1"),
        (
            "<Sequence><Script code=\"n := 2.5\"/><Repeat num_cycles=\"{n}\"><A/></Repeat></Sequence>",
            2,
            "no whole number",
        ),
        ("<SetBlackboard output_key=\"{k}\" value=\"1\"/>", 0, "not on the blackboard"),
        ("<LoopInt queue=\"{q}\" value=\"{v}\"><A/></LoopInt>", 0, "not on the blackboard"),
    ] {
        let built = build(&main_tree(tree), &[("A", "s")]);
        let ran = run(&built, 3);
        let fault = ran.state.fault().unwrap_or_else(|| panic!("{tree}"));
        assert_eq!((fault.tick, fault.node), (1, node), "{tree}");
        assert!(fault.message.contains(part), "{tree}: {}", fault.message);
        // Nothing happens after that.
        assert_eq!((ran.log.messages.len(), &*ran.roots), (1, &*ran.roots[..1].repeat(3)), "{tree}");
    }
}

#[test]
fn what_means_nothing_is_listed() {
    let built = build(
        &file(
            r#"<Extra/>
               <BehaviorTree ID="Main" _description="ours">
                 <Sequence fast="true" _onHalted="x := 1" _uid="7">loose words
                   <A _mine="2" port="{x}"/>
                   <SubTree ID="Sub" _auto="true" x="1"/>
                 </Sequence>
               </BehaviorTree>
               <BehaviorTree ID="Sub"><Parallel threshold="1" speed="2"><A/></Parallel></BehaviorTree>"#,
        ),
        &[("A", "s")],
    );
    insta::assert_debug_snapshot!(notes(&built), @r#"
    [
        "a.xml:2:1: `Extra` does nothing here; it is kept",
        "a.xml:4:18: the text `loose words` in `Sequence` does nothing",
        "a.xml:4:34: `fast` of `Sequence` is not supported; it does nothing",
        "a.xml:5:30: `_mine` of `A` is not supported; it does nothing",
        "a.xml:6:45: `_auto` of `Sub` is not supported; it does nothing",
        "a.xml:9:70: `speed` of `Parallel` is not supported; it does nothing",
    ]
    "#);
}

#[test]
fn files_of_version_3_are_read_and_say_so() {
    let text = r#"<root main_tree_to_execute="Main">
      <BehaviorTree ID="Main"><SequenceStar>
        <SetBlackboard output_key="goal" value="4"/>
        <RetryUntilSuccesful num_attempts="2"><A/></RetryUntilSuccesful>
        <SubTree ID="Sub" target="goal"/>
      </SequenceStar></BehaviorTree>
      <BehaviorTree ID="Sub"><SetBlackboard output_key="seen" value="{target}"/></BehaviorTree>
    </root>"#;
    let built = build(text, &[("A", "s")]);
    insta::assert_snapshot!(outline(&built) + &notes(&built).join("\n"), @r#"
    sequence_with_memory
      action SetBlackboard
      retry
        action A
      subtree Sub
        action SetBlackboard
    a.xml:1:1: `BTCPP_format="4"` is missing, so the file is read as version 3; nodes of other versions may behave differently here
    "#);
    assert_eq!(run(&built, 3).value("Sub/seen"), Some(&"4".into()));
    assert!(notes(&build(&text.replace("<root", "<root BTCPP_format=\"4\""), &[])).len() > 1);
}
