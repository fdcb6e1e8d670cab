//! The name of a cell in words.

use super::cell::Cell;

/// "cell 0o70 of level 2", "the root".
pub(super) fn name(cell: Cell) -> String {
    if cell == Cell::ROOT { "the root".to_owned() } else { format!("cell {} of level {}", cell.octal(), cell.level()) }
}
