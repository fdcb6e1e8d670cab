//! Unique names.

use std::collections::HashSet;

/// The names that a trace has at a time: objects and cameras share one set of names.
#[derive(Debug, Default)]
pub struct Names(HashSet<String>);

impl Names {
    /// Takes a name. When it is taken already, the result has a number after it, as in `crate#2`. Blank text becomes `unnamed`.
    pub fn take(&mut self, wanted: &str) -> String {
        let wanted = if wanted.trim().is_empty() { "unnamed" } else { wanted };
        let mut name = wanted.to_owned();
        let mut number = 2_u64;
        while self.0.contains(&name) {
            name = format!("{wanted}#{number}");
            number += 1;
        }
        self.0.insert(name.clone());
        name
    }

    /// Gives a name back, when its object or camera is removed.
    pub fn give_back(&mut self, name: &str) {
        self.0.remove(name);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_that_is_taken_gets_a_number() {
        let mut names = Names::default();
        let taken: Vec<String> = ["crate", "crate", "crate#2", "crate", " "].map(|name| names.take(name)).into();
        assert_eq!(taken, ["crate", "crate#2", "crate#2#2", "crate#3", "unnamed"]);
        names.give_back("crate");
        assert_eq!(names.take("crate"), "crate");
    }
}
