//! Conditions that are watched, abort kind by abort kind.

use super::notation::expect;

#[test]
fn without_an_abort_kind_a_condition_is_asked_once() {
    expect("seq[ c:SF a:RRS ]", &["+0 +1 1S +2", "", "2S 0S"]);
    expect("sel[ seq[ c:FS a:S ] a:RRR ]", &["+0 +1 +2 2F 1F +4", "", ""]);
}

#[test]
fn self_while_a_later_child_runs() {
    // The condition fails: the action is halted, the condition has its turn again, and the sequence fails.
    expect("seq/self[ c:SSF a:R ]", &["+0 +1 1S +2", "", "1~F>1 2!1 +1 1F 0F", ""]);
    // Not while the condition's own child runs, and not before a later child does.
    expect("seq/self[ c:SF a:S ]", &["+0 +1 1S +2 2S 0S", ""]);
    // Under a selector, a success aborts the later child.
    expect("sel/self[ c:FFS a:R ]", &["+0 +1 1F +2", "", "1~S>1 2!1 +1 1S 0S"]);
    // Through a decorator the tree goes on at the child that holds the condition.
    expect("seq/self[ not[ c:FS ] a:R ]", &["+0 +1 +2 2F 1S +3", "2~S>1 3!2 +1 +2 2S 1F 0F"]);
    // All that runs below is halted, deepest first.
    expect(
        "seq/self[ c:SF seq[ a:S sel[ a:F a:R ] ] ]",
        &["+0 +1 1S +2 +3 3S +4 +5 5F +6", "1~F>1 6!1 4!1 2!1 +1 1F 0F"],
    );
    // Self does not reach beyond the composite.
    expect("sel[ seq/self[ c:FS a:S ] a:R ]", &["+0 +1 +2 2F 1F +4", "", ""]);
}

#[test]
fn lower_priority_while_a_later_sibling_runs() {
    expect("sel[ seq/lower[ c:FFS a:RS ] a:R ]", &["+0 +1 +2 2F 1F +4", "", "2~S>1 4!2 +1 +2 2S +3", "3S 1S 0S"]);
    // Not while the composite itself runs.
    expect("sel[ seq/lower[ c:SF a:R ] a:R ]", &["+0 +1 +2 2S +3", "", ""]);
    // A composite that succeeded in a sequence is taken back as well.
    expect("seq[ sel/lower[ c:SSF a:S ] a:R ]", &["+0 +1 +2 2S 1S +4", "", "2~F>1 4!2 +1 +2 2F +3 3S 1S +4"]);
    // Through decorators on the way up.
    expect("sel[ not[ sel/lower[ c:SF ] ] a:R ]", &["+0 +1 +2 +3 3S 2S 1F +4", "3~F>1 4!3 +1 +2 +3 3F 2F 1S 0S"]);
    // Only the parent composite counts, not the one above it.
    expect("sel[ sel[ seq/lower[ c:FS a:S ] a:F ] a:R ]", &["+0 +1 +2 +3 3F 2F +5 5F 1F +6", "", ""]);
}

#[test]
fn both_is_self_and_lower_priority() {
    expect(
        "sel[ seq/both[ c:FSFF a:R ] a:R ]",
        &["+0 +1 +2 2F 1F +4", "2~S>1 4!2 +1 +2 2S +3", "2~F>2 3!2 +2 2F 1F +4", ""],
    );
}

#[test]
fn only_the_first_change_aborts_and_the_others_are_compared_in_the_next_tick() {
    expect(
        "sel[ seq/lower[ c:FSS a:R ] seq/lower[ c:FSS a:R ] a:R ]",
        &["+0 +1 +2 2F 1F +4 +5 5F 4F +7", "2~S>1 7!2 +1 +2 2S +3", ""],
    );
    // Both conditions of a sequence change: the first one aborts. When it is evaluated again, it fails the sequence.
    expect("seq/self[ c:SF c:SF a:R ]", &["+0 +1 1S +2 2S +3", "1~F>1 3!1 +1 1F 0F"]);
    // The first one changes back. Then the change of the second one, which was not evaluated in between, aborts.
    expect("all/self[ c:SFSS c:SFFF a:R ]", &["+0 +1 1S +2 2S +3", "1~F>1 3!1 +1 1F 0F"]);
    expect(
        "all/self[ yes[ c:SFSS ] yes[ c:SFFF ] a:R ]",
        &[
            "+0 +1 +2 2S 1S +3 +4 4S 3S +5",
            "2~F>1 5!2 +1 +2 2F 1S +5",
            "2~S>1 5!2 +1 +2 2S 1S +5",
            "4~F>3 5!4 +3 +4 4F 3S +5",
        ],
    );
    // A change to skipped and back is a change too.
    expect("seq/self[ c:SKS a:R ]", &["+0 +1 1S +2", "1~K>1 2!1 +1 1K +2", "1~S>1 2!1 +1 1S +2"]);
}

#[test]
fn a_condition_that_was_not_asked_in_this_run_is_not_watched() {
    // The second condition was never evaluated.
    expect("sel[ seq/lower[ c:F c:FS a:S ] a:R ]", &["+0 +1 +2 2F 1F +5", "", ""]);
    // In the second run of the inner sequence the condition after the failing one is not evaluated.
    expect(
        "repeater[ sel[ seq/lower[ c:SF c:FFS ] a:RS ] ]",
        &["+0 +1 +2 +3 3S +4 4F 2F +5", "3~F>2 5!3 +2 +3 3F 2F +5", "5S 1S", "+1 +2 +3 3F 2F +5"],
    );
}

#[test]
fn a_watched_condition_has_the_nearest_composite() {
    // The condition belongs to the inner sequence, whose abort kind is none.
    expect("seq/self[ seq[ c:SF ] a:R ]", &["+0 +1 +2 2S 1S +3", "", ""]);
}

#[test]
fn aborts_in_a_parallel() {
    // What runs before the condition goes on; what runs after it starts again.
    expect("all/self[ a:R c:SF a:R ]", &["+0 +1 +2 2S +3", "2~F>2 3!2 +2 2F 1!0 0F"]);
    expect("any/self[ a:RRF c:FK a:R ]", &["+0 +1 +2 2F +3", "2~K>2 3!2 +2 2K +3", "1F"]);
    // A composite that ended below a parallel is taken back while a later sibling runs.
    expect("any[ seq/lower[ c:FS a:RF ] a:RRS ]", &["+0 +1 +2 2F 1F +4", "2~S>1 4!2 +1 +2 2S +3 +4", "3F 1F", "4S 0S"]);
    // The parallel decides before the condition has its turn again.
    expect("any/self[ a:RS c:FS a:R ]", &["+0 +1 +2 2F +3", "2~S>2 3!2 1S 0S"]);
}

#[test]
fn a_flicker_aborts_every_time() {
    expect(
        "sel[ seq/both[ c:FSFS a:R ] a:R ]",
        &["+0 +1 +2 2F 1F +4", "2~S>1 4!2 +1 +2 2S +3", "2~F>2 3!2 +2 2F 1F +4", "2~S>1 4!2 +1 +2 2S +3"],
    );
}

#[test]
fn a_tree_that_ended_is_not_watched() {
    expect("seq/both[ c:SF a:S ]", &["+0 +1 1S +2 2S 0S", "", ""]);
}
