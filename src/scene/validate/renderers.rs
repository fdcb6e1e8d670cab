//! Rules for the `renderers` of a project file.

use super::check::Check;
use crate::scene::document::CheckRenderer;
use crate::scene::read::hint::such_as_within;
use crate::source::error::quoted;
use crate::source::place::ValuePath;
use crate::source::rooted::is_plain_name;

impl Check<'_> {
    /// Each entry has the name of a folder and a text, and no entry before it has both its renderers.
    pub(super) fn renderers(&mut self, renderers: &[CheckRenderer], at: &ValuePath) {
        for (i, renderer) in renderers.iter().enumerate() {
            let at_entry = at.index(i);
            self.renderer_name(&renderer.name, &at_entry.key("name"));
            let is_same = |other: &CheckRenderer| other.name.to_lowercase() == renderer.name.to_lowercase();
            if let Some(before) = renderers[..i].iter().position(is_same) {
                let earlier = &renderers[before].name;
                let (message, help) = if *earlier == renderer.name {
                    let message = format!("the name {} is taken", quoted(&renderer.name));
                    (message, "each entry has a folder of its own; rename one of them")
                } else {
                    let message =
                        format!("the names {} and {} differ only by case", quoted(earlier), quoted(&renderer.name));
                    (message, "some systems have one folder for both; rename one of them")
                };
                self.push(at_entry.key("name"), message, Some(help));
                if let Some(violation) = self.violations.last_mut() {
                    violation.other = Some(at.index(before).key("name"));
                }
            }
            if renderer.matches.trim().is_empty() {
                let reason = "`matches` must not be empty: every renderer's name contains an empty text";
                self.push(at_entry.key("matches"), reason, such_as_within("renderers", "matches"));
                continue;
            }
            let has_its_renderers =
                |other: &CheckRenderer| !other.matches.trim().is_empty() && other.is_of(&renderer.matches);
            if let Some(before) = renderers[..i].iter().position(has_its_renderers) {
                let [earlier, text] = [&renderers[before].name, &renderer.matches].map(|text| quoted(text));
                let message = format!(
                    "this entry is never used: the entry {earlier} has each renderer whose name contains {text}"
                );
                self.push(
                    at_entry.key("matches"),
                    message,
                    Some("the first entry that fits counts: put this one first"),
                );
                if let Some(violation) = self.violations.last_mut() {
                    violation.other = Some(at.index(before).key("matches"));
                }
            }
        }
    }

    /// The name of a folder. A hidden folder is refused: `.git` would make the folder of the baselines a repository.
    fn renderer_name(&mut self, name: &str, at: &ValuePath) {
        let help = || such_as_within("renderers", "name");
        if name.trim().is_empty() {
            self.push(at.clone(), "a name must not be empty", help());
        } else if !is_plain_name(name) || name.starts_with('.') || name.contains(char::is_control) {
            let message = format!(
                "the name {} of a renderer is the name of a folder: it must not begin with `.`, or contain `/`, `\\` or control characters",
                quoted(name)
            );
            self.push(at.clone(), message, help());
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::scene::WrittenProject;

    fn error(renderers: &str) -> Option<String> {
        let text = format!("{{ \"eyeline_project\": 1, \"check\": {{ \"renderers\": [\n{renderers}] }} }}");
        WrittenProject::parse(&text, "p.json").err().map(|error| error.to_string())
    }

    fn entry(name: &str, matches: &str) -> String {
        format!("{{ \"name\": \"{name}\", \"matches\": \"{matches}\" }},\n")
    }

    #[test]
    fn an_entry_is_the_name_of_a_folder_and_a_text_of_its_own() {
        assert_eq!(error(""), None);
        assert_eq!(
            error(&[entry("rtx", "NVIDIA RTX"), entry("nvidia", "nvidia"), entry("サ", "llvmpipe")].concat()),
            None
        );
        for (entries, message) in [
            (entry("", "a"), "p.json:2:11: a name must not be empty"),
            (entry("a/b", "a"), "p.json:2:11: the name `a/b` of a renderer"),
            (entry("..", "a"), "the name `..` of a renderer"),
            (entry(".git", "a"), "the name `.git` of a renderer"),
            (entry("a\\\\b", "a"), "of a renderer is the name of a folder"),
            (entry("a", " "), "p.json:2:27: `matches` must not be empty"),
            ([entry("a", "x"), entry("a", "y")].concat(), "p.json:3:11: the name `a` is taken"),
            (
                [entry("Nvidia", "x"), entry("nvidia", "y")].concat(),
                "p.json:3:11: the names `Nvidia` and `nvidia` differ only by case",
            ),
            (
                [entry("a", "nvidia"), entry("b", "NVIDIA RTX")].concat(),
                "p.json:3:27: this entry is never used: the entry `a` has each",
            ),
        ] {
            let error = error(&entries).unwrap();
            assert!(error.contains(message), "{error}");
        }
    }
}
