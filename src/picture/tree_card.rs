//! Cards with the active nodes of an agent's tree, as a few rows beside its body. In a still picture, only the tree
//! shows what an agent does.
//!
//! A small tree is shown whole. Of a larger tree, the card shows the running nodes, the nodes that the last tick
//! halted, and the nodes that caused this. A card has shorter forms too, for a picture without room for the whole card.

use glam::Vec3;

use super::legend::{LegendEntry, Sample};
use super::palette::{Color, Palette};
use super::shapes::Label;
use crate::behavior::{Event, Status, Tree};
use crate::report::agents::why::AbortRecord;
use crate::report::agents::words::{abort_mark, sign, title, tone};
use crate::world::Item;
use crate::world::agents::AgentAt;

/// Trees of up to so many nodes are shown whole.
const MOST_WHOLE: usize = 10;

/// No card has more rows.
const MOST_ROWS: usize = 12;

/// Names are cut after so many letters.
const MOST_LETTERS: usize = 26;

/// The state of one agent's tree.
#[derive(Clone, Debug, PartialEq)]
pub struct TreeCard {
    /// The top of the agent's body; nothing for one without a body.
    pub at: Option<Vec3>,
    /// Its name.
    pub title: String,
    /// Colour of the title and of the border.
    pub color: Color,
    /// Nodes from top to bottom, in pre-order.
    pub rows: Vec<TreeRow>,
    /// Shorter forms of the rows, from the longest to the shortest.
    pub shorter: Vec<Vec<TreeRow>>,
    /// The words that replace the card where it has no room.
    pub label: Option<Label>,
    /// Which card is placed first.
    pub priority: u8,
    /// What a click on it selects.
    pub item: Option<Item>,
}

/// One node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TreeRow {
    /// How many shown nodes are above it.
    pub depth: u8,
    /// The sign of its status.
    pub sign: &'static str,
    /// The colour of its status.
    pub color: Color,
    /// Its kind's sign, its name, and its abort mark with the kind of abort.
    pub text: String,
    /// What the last tick did with it; may be empty.
    pub note: String,
    /// The colour of that.
    pub note_color: Color,
    /// Whether it runs.
    pub is_running: bool,
}

/// Which nodes of a tree are rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Detail {
    /// All nodes of a small tree.
    Whole,
    /// Nodes that run, that the last tick halted, or that brought this about, and those whose abort mark allowed it.
    Active,
    /// The same without a running node above another row; a node with an abort mark stays.
    Ends,
}

impl TreeCard {
    /// The forms of the rows of an agent, longest first; none for an agent that cannot run.
    pub(super) fn forms(agent: &AgentAt, palette: &Palette) -> Vec<Vec<TreeRow>> {
        let mut forms: Vec<Vec<TreeRow>> = Vec::new();
        for detail in [Detail::Whole, Detail::Active, Detail::Ends] {
            let rows = TreeRow::all(agent, detail, palette);
            if !rows.is_empty() && forms.last().is_none_or(|before| rows.len() < before.len()) {
                forms.push(rows);
            }
        }
        forms
    }

    /// All forms of the rows, longest first.
    pub fn all_forms(&self) -> impl Iterator<Item = &[TreeRow]> {
        std::iter::once(&*self.rows).chain(self.shorter.iter().map(Vec::as_slice))
    }
}

impl TreeRow {
    /// The rows of an agent; none for one that cannot run.
    fn all(agent: &AgentAt, detail: Detail, palette: &Palette) -> Vec<Self> {
        let Ok(tree) = &agent.tree else { return Vec::new() };
        let events: Vec<Event> = agent.events.range(agent.events_of(agent.tick)).copied().collect();
        let abort_records = AbortRecord::all(tree, &events);
        let is_cause = |node: usize| abort_records.iter().any(|one| one.cause == node);
        let is_left = |node: usize| abort_records.iter().any(|one| one.left.contains(&node));
        let status = |node: usize| agent.statuses.get(node).copied().unwrap_or(Status::Inactive);
        let is_whole = detail == Detail::Whole && tree.len() <= MOST_WHOLE;
        let has_note = |node: usize| is_cause(node) || is_left(node);
        let is_active = |node: usize| status(node) == Status::Running || has_note(node);
        let has_mark = |node: usize| !abort_mark(tree.kind(node).abort()).is_empty();
        let has_below = |node: usize, is_there: &dyn Fn(usize) -> bool| (node + 1..tree.end(node)).any(is_there);
        let aborts = |node: usize| has_mark(node) && (is_active(node) || has_below(node, &has_note));
        let is_shown = |&node: &usize| match detail {
            Detail::Whole | Detail::Active => is_whole || is_active(node) || aborts(node),
            Detail::Ends => {
                aborts(node) || has_note(node) || status(node) == Status::Running && !has_below(node, &is_active)
            }
        };
        let shown: Vec<usize> = (0..tree.len()).filter(is_shown).collect();
        let row = |node: usize| {
            let depth = shown.iter().filter(|&&above| above < node && node < tree.end(above)).count();
            let note = match (is_cause(node), is_left(node)) {
                (true, _) => format!("now {}", status(node).word()),
                (false, true) => "halted".to_owned(),
                (false, false) => String::new(),
            };
            Self {
                depth: u8::try_from(depth).unwrap_or(u8::MAX),
                sign: palette.symbol(tone(status(node))),
                color: palette.tone(tone(status(node))),
                text: words(tree, node),
                note,
                note_color: if is_cause(node) { palette.tone(tone(status(node))) } else { palette.fail },
                is_running: status(node) == Status::Running,
            }
        };
        let mut rows: Vec<Self> = shown.iter().take(MOST_ROWS).map(|&node| row(node)).collect();
        if shown.len() > MOST_ROWS {
            let text = format!("… and {} more", shown.len() - MOST_ROWS);
            let (sign, color) = ("", palette.neutral);
            rows.push(Self { depth: 0, sign, color, text, note: String::new(), note_color: color, is_running: false });
        }
        rows
    }
}

/// "→ fight ↺ self".
fn words(tree: &Tree, node: usize) -> String {
    let mut name = title(tree, node);
    if let Some((end, _)) = name.char_indices().nth(MOST_LETTERS) {
        name.truncate(end);
        name.push('…');
    }
    let kind = tree.kind(node);
    let named = [sign(kind), &name].into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ");
    match (abort_mark(kind.abort()), kind.abort().word()) {
        ("", _) => named,
        (mark, word) => format!("{named}  {mark} abort: {word}"),
    }
}

/// What the signs and bands of cards mean, for the legend.
pub(super) fn legend(palette: &Palette) -> [LegendEntry; 2] {
    let (running, sample) = (palette.partial.fade(0.3), Sample::Patch);
    let words = [Status::Running, Status::Success, Status::Failure, Status::Inactive]
        .map(|status| format!("{} {}", palette.symbol(tone(status)), status.word()));
    [
        LegendEntry { text: "running node of an agent's tree".to_owned(), color: running, sample },
        LegendEntry { text: words.join("  "), color: palette.text, sample: Sample::None },
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::world::World;

    fn rows(scene: &str, tick: u64, agent: usize) -> Vec<String> {
        form(scene, tick, agent, 0)
    }

    fn form(scene: &str, tick: u64, agent: usize, form: usize) -> Vec<String> {
        let text = std::fs::read_to_string(format!("{}/scenes/{scene}.json", env!("CARGO_MANIFEST_DIR"))).unwrap();
        let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("scenes");
        let loaded = crate::files::parse(&text, "a.json", Some(&folder)).unwrap();
        let world = World::at(&loaded.scene, &loaded.files, tick);
        let rows = TreeCard::forms(&world.agents[agent], &Palette::DARK).swap_remove(form);
        let line = |row: &TreeRow| format!("{}{} {} {}", "  ".repeat(row.depth.into()), row.sign, row.text, row.note);
        rows.iter().map(|row| line(row).trim_end().to_owned()).collect()
    }

    #[test]
    fn the_rows_say_what_runs_and_what_the_last_tick_halted() {
        let expected = [
            "◐ for ever",
            "  ◐ ? what first",
            "    ○ → fight  ↺⇥ abort: both",
            "      ✖ enemy here now failure",
            "      ○ strike halted",
            "    ◐ rest",
        ];
        let both = rows("aborts", 8, 3);
        let plain = |row: &String| row.trim_start().trim_start_matches(['◐', '○', '✖', '✔', ' ']).to_owned();
        let names: Vec<String> = both.iter().map(plain).collect();
        assert_eq!(names, expected.map(|row| plain(&row.to_owned())), "{both:#?}");
        assert!(both[5].contains('◐') && both[3].contains('✖'), "{both:#?}");
        let none = rows("aborts", 8, 0);
        assert!(none[4].contains("◐ strike"), "it fights on: {none:#?}");
        assert!(none.iter().all(|row| !row.contains("halted") && !row.contains('↺')), "{none:#?}");
    }

    #[test]
    fn a_shorter_form_keeps_what_runs_and_what_the_last_tick_halted() {
        let plain = |rows: Vec<String>| -> Vec<String> {
            rows.iter().map(|row| row.trim_start_matches([' ', '◐', '○', '✖', '✔']).to_owned()).collect()
        };
        let both = ["→ fight  ↺⇥ abort: both", "enemy here now failure", "strike halted", "rest"];
        assert_eq!(plain(form("aborts", 8, 3, 1)), both);
        assert_eq!(form("aborts", 8, 3, 1)[1].find('✖'), Some(2), "below its parent");
        assert_eq!(plain(form("aborts", 8, 0, 1)), ["for ever", "? what first", "→ fight", "strike"]);
        assert_eq!(plain(form("aborts", 8, 0, 2)), ["strike"]);
        assert_eq!(plain(form("repeater", 40, 0, 1)), ["rounds", "→ one round", "to the shelf"]);
        assert_eq!(
            plain(form("groot", 81, 0, 1)),
            ["delay 500 ms", "→ when low now running", "GoTo", "→ round halted"]
        );
    }

    #[test]
    fn of_a_large_tree_the_running_path_is_shown() {
        let rows = rows("groot", 81, 0);
        assert!((3..=MOST_ROWS + 1).contains(&rows.len()), "{rows:#?}");
        assert!(rows[0].contains('◐'), "{rows:#?}");
    }
}
