//! The matrix of a camera: its rows, what was found in it, and a field for 16 numbers in either order.

use eframe::egui::{Label, RichText};

use crate::app::kit::form::fields::ItemForm;
use crate::app::kit::units;
use crate::geometry::narrate::fine;
use crate::scene::{Camera, Projection};
use crate::workspace::edit::matrix_text;
use crate::workspace::edit::matrix_text::MatrixText;
use crate::world::unplaced_camera;

/// The label of the field.
const NUMBERS: &str = "16 numbers";

pub(super) fn show(form: &mut ItemForm, camera: &mut Camera) {
    let Projection::Matrix(columns) = &mut camera.projection else { return };
    for row in 0..4 {
        let text = [0, 4, 8, 12].map(|column| fine(columns[column + row])).join("   ");
        let help = "A row of clip_from_view. The file has the matrix column by column.";
        form.fact(&format!("row {}", row + 1), &text, help);
    }
    let id = form.ui().scope_id().with(("read matrix", &camera.name));
    let mut text = String::new();
    let help =
        "Paste an engine's clip_from_view, column by column or row by row: 16 numbers with anything between them.";
    form.long_text(NUMBERS, &mut text, help);
    let mut words = None;
    if !text.is_empty() {
        match matrix_text::read(&text) {
            Ok(MatrixText { columns: read, words: why }) => {
                *columns = read;
                words = Some(why);
            }
            Err(why) => words = Some(format!("The matrix stays. {why}")),
        }
    }
    if form.button("Transpose", "Exchanges rows and columns, for numbers that were read in the wrong order.") {
        *columns = matrix_text::transposed(columns);
        form.change(NUMBERS);
        words = Some("Rows and columns are exchanged.".to_owned());
    }
    let ui = form.ui();
    if let Some(words) = words {
        ui.data_mut(|data| data.insert_temp::<String>(id, words));
    }
    if let Some(words) = ui.data(|data| data.get_temp::<String>(id)) {
        ui.add(Label::new(RichText::new(words).weak()).wrap());
    }
    let units = units::in_use(ui.ctx());
    let placed = unplaced_camera(camera);
    form.fact("near", &units.length(placed.near), "Distance of the near plane from the eye, found in the matrix.");
    let far = if placed.far.is_finite() { units.length(placed.far) } else { "infinite".to_owned() };
    form.fact("far", &far, "Distance of the far plane from the eye, found in the matrix.");
}
