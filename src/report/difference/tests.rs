//! What differs between two reports: verdicts, numbers and lists, and properties of any two reports.

use proptest::prelude::*;
use serde_json::{Value, json};

use super::*;

fn report(verdict: &str, side: Option<&str>, margin: f64, rest: &Value) -> Value {
    let mut report = json!({ "eyeline_report": 1, "scene": "a.json", "tick": 0, "time": 0.0, "frusta": [{ "camera": "guard",
        "objects": [{ "object": "crate", "verdict": verdict, "rejected_by": side, "margin": margin, "exact": verdict }] }] });
    for (key, value) in rest.as_object().unwrap() {
        report[key] = value.clone();
    }
    report
}

fn lines(a: &Value, b: &Value) -> Vec<String> {
    differences(a, b, TOLERANCE).iter().map(words::line).collect()
}

#[test]
fn a_verdict_and_its_margin_are_one_line() {
    let (a, b) = (report("outside", Some("near"), -0.02, &json!({})), report("intersect", None, 0.01, &json!({})));
    assert_eq!(lines(&a, &b), ["guard · crate: outside → intersect, near −0.02 → +0.01, exact outside → intersect"]);
    assert_eq!(lines(&a, &report("outside", Some("near"), -0.02005, &json!({}))), [""; 0]);
}

#[test]
fn one_that_came_or_went_is_one_difference() {
    let pairs = |pairs: Value| report("inside", None, 1.0, &json!({ "octree": { "candidate_pairs": pairs } }));
    let (a, b) = (pairs(json!([["a", "b"], ["b", "c"]])), pairs(json!([["a", "b"], ["a", "c"], ["b", "c"]])));
    assert_eq!(lines(&a, &b), ["octree: candidate pairs +a + c"]);
    let rays = |objects: Value| {
        report("inside", None, 1.0, &json!({ "rays": [{ "ray": "aim", "nearest": null, "objects": objects }] }))
    };
    let (a, b) = (rays(json!([])), rays(json!([{ "object": "crate", "t": 2.5, "feature": "+z" }])));
    assert_eq!(lines(&a, &b), ["aim · crate: no hit → hit, feature +z, t 2.5"]);
    // Of a ray that is new, its objects are not listed again.
    let gone = report("inside", None, 1.0, &json!({}));
    assert_eq!(lines(&b, &gone), ["aim: vanished"]);
    assert_eq!(lines(&gone, &b), ["aim: new"]);
    assert_eq!(lines(&b, &a), ["aim · crate: hit → no hit, was feature +z, t 2.5"]);
    let empty = json!({ "frusta": [] });
    assert_eq!(lines(&a, &empty)[0], "guard: vanished, was 1 inside");
}

/// Cameras that see objects, each with a margin, and the pairs of an octree.
fn seen(cameras: &[&str], objects: &[(&str, f64)], pairs: &[[&str; 2]]) -> Value {
    let object = |(name, margin): &(&str, f64)| json!({ "object": name, "verdict": "inside", "margin": margin });
    let objects: Vec<Value> = objects.iter().map(object).collect();
    let cameras: Vec<Value> = cameras.iter().map(|name| json!({ "camera": name, "objects": objects })).collect();
    json!({ "frusta": cameras, "octree": { "candidate_count": pairs.len(), "candidate_pairs": pairs } })
}

#[test]
fn another_name_with_the_same_answers_is_one_line() {
    let before = seen(&["guard"], &[("crate", 1.0), ("ball", 2.0)], &[["crate", "ball"]]);
    let after = seen(&["guard"], &[("crate2", 1.0), ("ball", 2.0)], &[["crate2", "ball"]]);
    assert_eq!(lines(&before, &after), ["`crate` is now `crate2`, 2 answers equal"]);
    // Several at once, also of both kinds.
    let all = seen(&["watch"], &[("a", 1.0), ("b", 2.0)], &[["a", "b"]]);
    assert_eq!(
        lines(&before, &all),
        [
            "`guard` is now `watch`, 3 answers equal",
            "`crate` is now `a`, 2 answers equal",
            "`ball` is now `b`, 2 answers equal"
        ]
    );
    // Names are exchanged, not only replaced one after the other.
    let names = [("a", 1.0), ("b", 2.0), ("c", 3.0)];
    let other = [("b2", 2.0), ("a2", 1.0), ("c", 4.0)];
    let found = lines(&seen(&["guard"], &names, &[]), &seen(&["guard"], &other, &[]));
    assert_eq!(
        found,
        ["guard · c: margin +3 → +4", "`a` is now `a2`, 1 answer equal", "`b` is now `b2`, 1 answer equal"]
    );
}

#[test]
fn without_a_clear_other_name_an_answer_vanishes() {
    let (one, two) = ([("a", 1.0)], [("x", 1.0), ("y", 1.0)]);
    let found = lines(&seen(&["guard"], &one, &[]), &seen(&["guard"], &two, &[]));
    assert_eq!(found.iter().filter(|line| line.contains("vanished, was inside")).count(), 1, "{found:?}");
    assert_eq!(found.iter().filter(|line| line.contains(": new, inside")).count(), 2, "{found:?}");
    // The answers changed too.
    let moved = lines(&seen(&["guard"], &one, &[]), &seen(&["guard"], &[("x", 5.0)], &[]));
    assert_eq!(moved, ["guard · a: vanished, was inside", "guard · x: new, inside"]);
    // A name that is also a word of an answer does not change that word.
    let found = lines(&seen(&["inside"], &one, &[]), &seen(&["other"], &one, &[]));
    assert_eq!(found, ["`inside` is now `other`, 2 answers equal"]);
}

#[test]
fn nested_values_are_compared_leaf_by_leaf() {
    let skin = |x: f64, worst: Value, escapes: Value| {
        json!({ "skins": [{ "object": "m/figure", "bounds": { "bind": { "min": [0.0, 0.0, 0.0], "max": [x, 1.0, 2.0] } },
            "weights": { "worst_vertex": worst }, "escapes": escapes }] })
    };
    let escape = |method: &str, by: f64| json!({ "method": method, "distance": by });
    let a = skin(0.293, json!(null), json!([escape("bind", 0.1), escape("root", 0.2)]));
    let b = skin(0.343, json!(7), json!([escape("bind", 0.1), escape("root", 0.3)]));
    assert_eq!(
        lines(&a, &b),
        [
            "m/figure: bounds.bind.max.x: 0.293 → 0.343, weights.worst_vertex: none → 7, escapes.root.distance: 0.2 → 0.3"
        ]
    );
    let c = skin(0.293, json!(null), json!([escape("bind", 0.1)]));
    assert_eq!(lines(&a, &c), ["m/figure: escapes −{\"method\":\"root\",\"distance\":0.2}"]);
    let list = |by: f64| json!({ "paths": [{ "name": "p", "points": (0..20).map(|i| json!([i, by, 0])).collect::<Vec<_>>() }] });
    assert_eq!(
        lines(&list(1.0), &list(2.0))[0],
        "p: points.0.y: 1 → 2, points.1.y: 1 → 2, points.2.y: 1 → 2, points.3.y: 1 → 2, points.4.y: 1 → 2, points.5.y: 1 → 2, and 14 more figures"
    );
    let text = |end: &str| json!({ "notes": [{ "name": "n", "text": format!("{}{end}", "a".repeat(100)) }] });
    assert_eq!(lines(&text("1"), &text("2")), ["n: text …aaaaaaaaaaaa1 → …aaaaaaaaaaaa2"]);
}

#[test]
fn two_files_of_one_thing_are_compared_whatever_their_names() {
    let recording = |name: &str, frames: u64| {
        json!({ "frusta": [{ "camera": format!("{name} camera"), "objects": [] }],
            "sessions": [{ "session": name, "frames": frames }] })
    };
    let lines = |a: &Value, b: &Value| -> Vec<String> {
        differences_of_files(a, b, TOLERANCE).iter().map(words::line).collect()
    };
    assert_eq!(lines(&recording("l1", 3), &recording("l2", 3)), [""; 0]);
    assert_eq!(lines(&recording("l1", 3), &recording("l2", 4)), ["l2: frames 3 → 4"]);
    let level = |name: &str, at: f64| {
        let objects = ["a", "b"].map(|object| json!({ "object": format!("{name}/{object}"), "joints": at }));
        json!({ "skins": objects })
    };
    assert_eq!(lines(&level("one", 1.0), &level("two", 1.0)), [""; 0]);
    assert_eq!(lines(&level("one", 1.0), &level("two", 2.0))[0], "two/a: joints 1 → 2");
    let two = json!({ "sessions": [{ "session": "a", "frames": 3 }, { "session": "b", "frames": 3 }] });
    assert_eq!(lines(&two, &recording("a", 3)).len(), 2, "{:?}", lines(&two, &recording("a", 3)));
}

#[test]
fn what_depends_on_an_item_without_an_answer_follows_from_its_error() {
    let before = json!({ "frusta": [{ "camera": "phone", "objects": [{ "object": "m/box", "verdict": "inside" }] },
            { "camera": "free", "objects": [{ "object": "ball", "verdict": "inside" }] }],
        "rays": [{ "ray": "aim", "nearest": { "object": "leaf" }, "objects": [{ "object": "leaf", "t": 1.0 }] }],
        "octree": { "candidate_count": 2, "candidate_pairs": [["m/box", "ball"], ["m/box", "cup"]] } });
    let after = json!({ "frusta": [{ "camera": "phone", "objects": [] },
            { "camera": "free", "objects": [{ "object": "ball", "verdict": "outside" }] }],
        "rays": [{ "ray": "aim", "nearest": null, "objects": [{ "object": "leaf", "error": "no leaf" }] }],
        "models": [{ "model": "m", "error": "no m" }],
        "octree": { "candidate_count": 0, "candidate_pairs": [] } });
    let scene = json!({ "cameras": [{ "name": "phone", "attach": "m/box" }, { "name": "free" }] });
    let causes = causes::Causes::of(&after, &scene);
    let found = differences(&before, &after, TOLERANCE);
    let of = |words: &str| {
        let one = found.iter().find(|one| words::line(one).starts_with(words)).unwrap_or_else(|| panic!("{words}"));
        causes.of_difference(one)
    };
    assert_eq!(of("aim: nearest leaf → nothing"), Some("no leaf"));
    assert_eq!(of("aim · leaf: no answer (no leaf), was t 1"), Some("no leaf"));
    assert_eq!(of("phone · m/box: vanished"), Some("no m"));
    assert_eq!(of("octree: "), Some("no m"));
    assert_eq!(of("free · ball: inside → outside"), None);
}

#[test]
fn a_number_and_none_differ_and_verdicts_come_first() {
    let hits = |t: Value| json!({ "aaa": [{ "name": "first", "t": t }] });
    let a =
        json!({ "aaa": [{ "name": "first", "t": 1.0 }], "images": [{ "image": "leaf", "solid": [[true, false]] }] });
    let b = json!({ "aaa": [{ "name": "first", "t": 2.0 }], "images": [{ "image": "leaf", "solid": [[true, true]] }] });
    assert_eq!(lines(&a, &b), ["leaf: cell 1,0 not solid → solid", "first: t 1 → 2"]);
    assert_eq!(lines(&hits(json!(1.0)), &hits(Value::Null)), ["first: t 1 → none"]);
}

#[test]
fn numbers_have_as_many_digits_as_show_the_difference() {
    let (a, b) = (report("inside", None, 0.200_000_05, &json!({})), report("inside", None, -5.6, &json!({})));
    assert_eq!(lines(&a, &b), ["guard · crate: margin +0.2 → −5.6"]);
    let b = report("inside", None, 0.200_200_05, &json!({}));
    assert_eq!(lines(&a, &b), ["guard · crate: margin +0.2 → +0.2002"]);
    let one = |t: f64| json!({ "rays": [{ "ray": "aim", "nearest": null, "objects": [{ "object": "a", "t": t }] }] });
    assert_eq!(lines(&one(12_345.678), &one(12_345.679)), ["aim · a: t 12345.678 → 12345.679"]);
}

#[test]
fn a_long_list_is_compared_by_its_items() {
    let pair = |i: usize| json!([format!("a{i}"), format!("b{i}")]);
    let octree = |list: Vec<Value>| json!({ "octree": { "candidate_pairs": list } });
    let old: Vec<Value> = (0..5000).map(pair).collect();
    let mut new = old.clone();
    new[1] = pair(9001);
    new[4998] = pair(9002);
    assert_eq!(
        lines(&octree(old), &octree(new)),
        ["octree: candidate pairs −a1 + b1, −a4998 + b4998; +a9001 + b9001, +a9002 + b9002"]
    );
}

fn any_report() -> impl Strategy<Value = Value> {
    let object = ("[ab]", prop_oneof![Just("inside"), Just("outside")], -1.0..1.0_f64);
    let event = (0..4_u32, "[xy]").prop_map(|(tick, name)| json!({ "tick": tick, "name": name, "event": "start" }));
    (prop::collection::vec(object, 0..3), prop::collection::vec(event, 0..5)).prop_map(|(objects, events)| {
        let mut seen = Vec::new();
        let mut entries = Vec::new();
        for (name, verdict, margin) in objects {
            if !seen.contains(&name) {
                entries.push(json!({ "object": name, "verdict": verdict, "margin": margin }));
                seen.push(name);
            }
        }
        json!({ "frusta": [{ "camera": "guard", "objects": entries }], "agents": [{ "agent": "g", "events": events }] })
    })
}

/// The numbers of a report with their answers: margins of objects and the t of hits.
fn of_numbers(margins: &[f64], hits: &[f64]) -> Value {
    let objects = margins
        .iter()
        .enumerate()
        .map(|(i, margin)| json!({ "object": format!("o{i}"), "verdict": "inside", "margin": margin }));
    let on_ray = hits.iter().enumerate().map(|(i, t)| json!({ "object": format!("o{i}"), "t": t, "feature": "side" }));
    json!({ "frusta": [{ "camera": "guard", "objects": objects.collect::<Vec<_>>() }],
        "rays": [{ "ray": "aim", "nearest": null, "objects": on_ray.collect::<Vec<_>>() }] })
}

proptest! {
    #[test]
    fn only_a_change_beyond_the_tolerance_counts(
        margins in prop::collection::vec(-100.0..100.0_f64, 1..5), hits in prop::collection::vec(-100.0..100.0_f64, 1..5),
        which in any::<prop::sample::Index>(), tolerance in 1e-6..10.0_f64, down in any::<bool>(),
    ) {
        let before = of_numbers(&margins, &hits);
        let changed = |by: f64| {
            let (mut margins, mut hits) = (margins.clone(), hits.clone());
            let i = which.index(margins.len() + hits.len());
            let number = margins.iter_mut().chain(&mut hits).nth(i).unwrap();
            *number += if down { -by } else { by };
            differences(&before, &of_numbers(&margins, &hits), tolerance)
        };
        // Numbers of this size are rounded by less than 2e-14.
        prop_assert_eq!(changed(tolerance * 0.999 - 1e-13), []);
        let found = changed(tolerance * 1.001 + 1e-13);
        let i = which.index(margins.len() + hits.len());
        let (querier, object) = if i < margins.len() { ("guard", i) } else { ("aim", i - margins.len()) };
        let names: Vec<_> = found.iter().map(|one| one.names.clone()).collect();
        prop_assert_eq!(names, [vec![querier.to_owned(), format!("o{object}")]]);
    }

    #[test]
    fn a_report_equals_itself(a in any_report()) {
        prop_assert_eq!(differences(&a, &a, 0.0), []);
    }

    #[test]
    fn both_directions_mirror(a in any_report(), b in any_report()) {
        let subjects = |list: Vec<Difference>| {
            // A renamed item has its later name.
            let own = list.into_iter().filter(|one| !one.is_rename());
            let mut names: Vec<_> = own.map(|one| (one.section, one.names)).collect();
            names.sort();
            names
        };
        prop_assert_eq!(subjects(differences(&a, &b, 0.1)), subjects(differences(&b, &a, 0.1)));
    }

    #[test]
    fn every_difference_names_what_differs(a in any_report(), b in any_report()) {
        for difference in differences(&a, &b, 0.1) {
            let DifferenceKind::Changes(changes) = difference.what else { continue };
            prop_assert!(!changes.is_empty());
            for change in changes {
                match change.how {
                    ChangeKind::Value { before, after } => prop_assert!(!is_same(&before, &after, 0.1)),
                    ChangeKind::Items { removed, added } => prop_assert!(removed.len() + added.len() > 0),
                }
            }
        }
    }
}
