//! Writes a changed scene into the text of its file, so that comments, order and formatting of the user stay.
//!
//! ```text
//! text of the file ─► syntax tree ──┐
//! scene as it was read ─► values ───┼─► only what differs is replaced ─► text
//! scene as it is now ───► values ───┘
//! ```
//!
//! Both scenes are written by [`write`](super::text) first, and their values are compared: a key that the user has written
//! although it has its default is not touched.

mod differences;
mod layout;

use jsonc_parser::ast::Value;
use jsonc_parser::cst::CstRootNode;
use jsonc_parser::{CollectOptions, ParseOptions, parse_to_ast};

use super::text::compact;
use crate::budget::Budget;
use crate::scene::document::Scene;
use crate::scene::levels::NoLevels;
use crate::scene::read::located::WrittenScene;
use crate::source::syntax::options;
use crate::source::text::without_mark;
use differences::merge_object;
use layout::Style;

/// The longest text that is changed in place, bytes. The syntax tree takes some 40 times as much memory, and a longer text
/// was hardly written by hand.
const LONGEST: usize = 8 << 20;

/// The text of a file with the changes that make it the text of `scene`. A text of an equal scene is returned unchanged.
/// `None` for a text that is not that of a valid scene, that is longer than 8 MiB, or that cannot be changed in place; the
/// scene is then written again.
pub fn rewrite(text: &str, scene: &Scene) -> Option<String> {
    if text.len() > LONGEST {
        return None;
    }
    let before = read(text)?;
    if before == *scene {
        return Some(text.to_owned());
    }
    let (old_text, new_text) = (compact(&before).ok()?, compact(scene).ok()?);
    let parsed = |text| parse_to_ast(text, &CollectOptions::default(), &ParseOptions::default()).ok()?.value;
    let (Value::Object(old), Value::Object(new)) = (parsed(&old_text)?, parsed(&new_text)?) else { return None };
    let (bare, mark) = without_mark(text);
    let root = CstRootNode::parse(bare, &options()).ok()?;
    merge_object(&root.object_value()?, &old, &new, &Style::of(&root, &new_text));
    let changed = format!("{}{root}", &text[..mark]);
    // The text is used only if it is that of the scene.
    (read(&changed)? == *scene).then_some(changed)
}

/// The scene of a text. `None` when it is not valid.
fn read(text: &str) -> Option<Scene> {
    let (scene, written) = WrittenScene::parse(text, "", &Budget::default()).ok()?;
    written.check(&scene, &NoLevels, None).ok()?;
    Some(scene)
}

#[cfg(test)]
mod tests;
