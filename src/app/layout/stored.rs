//! Stores the layout between runs, in eframe's storage.

use eframe::Storage;
use serde::{Deserialize, Serialize};

use super::arrangement::Part;
use super::{Layout, Pane};

/// The key in the storage.
const KEY: &str = "panels";

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Stored {
    arrangement: Part,
    closed: Vec<Pane>,
    has_hints: bool,
}

impl Layout {
    /// The layout of the last run, or the default if there is no valid one.
    pub(in crate::app) fn restored(storage: &dyn Storage) -> Self {
        let Some(stored) = eframe::get_value::<Stored>(storage, KEY) else { return Self::default() };
        let Some(arrangement) = stored.arrangement.checked() else {
            return Self { has_hints: stored.has_hints, ..Self::default() };
        };
        let mut layout = Self { tree: arrangement.tree(), has_hints: stored.has_hints, ..Self::default() };
        for pane in stored.closed {
            layout.close(pane);
        }
        layout
    }

    /// Stores the user's arrangement for the next run.
    pub(in crate::app) fn store(&self, storage: &mut dyn Storage) {
        let Some((arrangement, closed)) = self.own() else { return };
        let stored = Stored { arrangement, closed, has_hints: self.has_hints };
        eframe::set_value(storage, KEY, &stored);
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;

    #[derive(Default)]
    struct Shelf(HashMap<String, String>);

    impl Storage for Shelf {
        fn get_string(&self, key: &str) -> Option<String> {
            self.0.get(key).cloned()
        }

        fn set_string(&mut self, key: &str, value: String) {
            self.0.insert(key.to_owned(), value);
        }

        fn remove_string(&mut self, key: &str) {
            self.0.remove(key);
        }

        fn flush(&mut self) {}
    }

    fn again(layout: &Layout) -> Layout {
        let mut shelf = Shelf::default();
        layout.store(&mut shelf);
        Layout::restored(&shelf)
    }

    fn is_same(a: &Layout, b: &Layout) -> bool {
        Part::of(&a.tree) == Part::of(&b.tree) && a.closed == b.closed && a.has_hints == b.has_hints
    }

    #[test]
    fn a_stored_layout_is_restored() {
        let mut layout = Layout::default();
        assert!(is_same(&again(&layout), &layout));
        layout.close(Pane::About);
        layout.reveal(Pane::Plots);
        layout.has_hints = false;
        let back = again(&layout);
        assert!(is_same(&back, &layout));
        assert!(!back.shows(Pane::About) && back.shows(Pane::Plots) && !back.shows(Pane::Explain));
    }

    #[test]
    fn an_invalid_layout_gives_the_default() {
        let mut shelf = Shelf::default();
        Layout::default().store(&mut shelf);
        let good = shelf.0[KEY].clone();
        for bad in [
            String::new(),
            "()".to_owned(),
            good[..good.len() / 2].to_owned(),
            good.replacen("View", "Outliner", 1),
            good.replacen("View", "Teapot", 1),
            good.replacen("262", "-1", 1),
            good.replacen("262", "NaN", 1),
            "(".repeat(100_000),
        ] {
            assert_ne!(bad, good);
            shelf.set_string(KEY, bad.clone());
            assert!(is_same(&Layout::restored(&shelf), &Layout::default()), "{bad:.80}");
        }
    }

    #[test]
    fn the_view_is_open_even_when_a_file_has_it_closed() {
        let mut shelf = Shelf::default();
        let stored = Stored { arrangement: Part::default(), closed: vec![Pane::View, Pane::About], has_hints: true };
        eframe::set_value(&mut shelf, KEY, &stored);
        let layout = Layout::restored(&shelf);
        assert!(layout.shows(Pane::View) && !layout.shows(Pane::About));
    }
}
