//! Values in egui's memory that stay from one run to the next. All other values belong to widgets and are removed
//! at the next start.

use eframe::egui::util::id_type_map::SerializableAny;
use eframe::egui::{Context, Id};

/// Writes a value back after the memory was cleared.
pub(in crate::app) type StoredValue = Box<dyn FnOnce(&Context)>;

/// A stored value, to be written back.
pub(in crate::app) fn keep<T: SerializableAny>(ctx: &Context, id: Id) -> StoredValue {
    let value = ctx.data_mut(|data| data.get_persisted::<T>(id));
    Box::new(move |ctx| {
        if let Some(value) = value {
            ctx.data_mut(|data| data.insert_persisted(id, value));
        }
    })
}
