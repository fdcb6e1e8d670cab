//! The objects of a long text, read in pieces by several threads.
//!
//! A piece starts where the text looks like the start of an object. It is used only when the piece before it ends exactly there,
//! so a wrong guess costs time and changes nothing.

use std::iter;
use std::ops::Range;

use serde::Deserialize;

use super::cursor::{Cursor, NotDirect};
use super::fast;
use crate::parallel;
use crate::scene::chunked_list::List;
use crate::scene::document::{Object, Scene};

/// The bytes of a piece, approximately: enough that the start of a thread takes little of the time, and few enough that
/// some pieces take little memory.
pub(in crate::scene) const PIECE: usize = 1 << 18;

/// The scene of a text, or `None` when the syntax tree must decide. The objects are read in pieces of about `piece` bytes.
pub(in crate::scene) fn read(text: &str, piece: usize) -> Option<Scene> {
    match objects(text, piece) {
        Some((objects, range)) => {
            let rest: Scene = fast::read(Cursor::of(text).without(range))?;
            Some(Scene { objects, ..rest })
        }
        None => fast::read(Cursor::of(text)),
    }
}

/// The objects of a text and the bytes between the brackets of their list. `None` when they are few, and when the pieces cannot
/// be read.
fn objects(text: &str, piece: usize) -> Option<(List<Object>, Range<usize>)> {
    let first = first_entry(text).ok()?;
    let starts = starts(text, first, piece)?;
    let mut list = List::default();
    let mut expected = first;
    let mut next = starts.iter();
    let read = |i: usize| TextPiece::read(text, starts[i], starts.get(i + 1).copied());
    let ended = parallel::in_order(starts.len(), read, |piece| match piece {
        Ok(TextPiece { objects, end }) if next.next() == Some(&expected) => {
            list.append(objects);
            match end {
                PieceEnd::Before(start) => {
                    expected = start;
                    Ok(())
                }
                PieceEnd::Of(list) => Err(Some(list)),
            }
        }
        _ => Err(None),
    });
    let Err(Some(end)) = ended else { return None };
    Some((list, first..end))
}

/// The place after the bracket that opens the list of the objects.
fn first_entry(text: &str) -> Result<usize, NotDirect> {
    let mut cursor = Cursor::of(text);
    cursor.open(b'{')?;
    let mut is_first = true;
    while cursor.has_entry(is_first, b'}')? {
        is_first = false;
        let key = cursor.string()?;
        cursor.expect(b':')?;
        if key == "objects" {
            cursor.open(b'[')?;
            return Ok(cursor.place());
        }
        serde::de::IgnoredAny::deserialize(&mut cursor)?;
    }
    Err(NotDirect)
}

/// Where pieces start: at `first`, and where the text between the first two objects is found again. `None` when there would
/// be only one piece.
fn starts(text: &str, first: usize, piece: usize) -> Option<Vec<usize>> {
    if text.len() < first + piece {
        return None;
    }
    let mut cursor = Cursor::in_list_of_root(text, first);
    Object::deserialize(&mut cursor).ok()?;
    let end = cursor.place();
    if !cursor.has_entry(false, b']').ok()? || cursor.peek().ok()? != b'{' {
        return None;
    }
    let between = &text[end..=cursor.place()];
    let mut starts = vec![first];
    let mut at = first;
    loop {
        let from = text.floor_char_boundary(at + piece);
        match text[from..].find(between) {
            Some(found) => at = from + found + between.len() - 1,
            None => return (starts.len() > 1).then_some(starts),
        }
        starts.push(at);
    }
}

/// Consecutive objects.
struct TextPiece {
    objects: List<Object>,
    end: PieceEnd,
}

/// Where a piece ends.
enum PieceEnd {
    /// Before the object that starts here.
    Before(usize),
    /// At this bracket, which closes the list.
    Of(usize),
}

impl TextPiece {
    /// Reads the objects from `start` up to one that starts at or after `until`, or up to the end of the list.
    fn read(text: &str, start: usize, until: Option<usize>) -> Result<Self, NotDirect> {
        let mut cursor = Cursor::in_list_of_root(text, start);
        let mut end = None;
        let next = || {
            end.is_none().then(|| {
                let object = Object::deserialize(&mut cursor)?;
                if !cursor.has_entry(false, b']')? {
                    end = Some(PieceEnd::Of(cursor.place() - 1));
                } else if until.is_some_and(|until| cursor.place() >= until) {
                    end = Some(PieceEnd::Before(cursor.place()));
                }
                Ok(object)
            })
        };
        let objects = iter::from_fn(next).collect::<Result<List<Object>, NotDirect>>()?;
        Ok(Self { objects, end: end.ok_or(NotDirect)? })
    }
}
