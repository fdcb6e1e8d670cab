//! The views as CSV, a line each.

use std::fmt::Write;

use super::answer::CostAnswer;
use super::json::rounded;
use crate::cost::{Count, ViewCost};
use crate::escape;

const HEAD: &str = "column,row,tick,x,y,z,left_out,direction_x,direction_y,direction_z,objects,triangles,draw_calls,\
seen_objects,seen_triangles,seen_draw_calls,covered_objects,covered_triangles,covered_draw_calls,covered_most_by,cells,object_tests\n";

/// The text of the file. Positions that are left out have one line with the reason.
pub(super) fn csv(answer: &CostAnswer) -> String {
    let mut text = HEAD.to_owned();
    let survey = answer.survey;
    for tile in &survey.tiles {
        let [first, second] = tile.place;
        let place =
            if survey.plan.is_some() { format!("{first},{second},{}", answer.args.tick) } else { format!(",,{first}") };
        match &tile.cost {
            Err(reason) => {
                let [x, z] = tile.at;
                let _ = writeln!(text, "{place},{x},,{z},{}{}", reason.word(), ",".repeat(15));
            }
            Ok(cost) => {
                for view in &cost.views {
                    let [x, y, z] = cost.eye.to_array();
                    let _ = write!(text, "{place},{x},{y},{z},,");
                    line(&mut text, view);
                }
            }
        }
    }
    text
}

fn line(text: &mut String, view: &ViewCost) {
    let [x, y, z] = view.forward.to_array().map(rounded);
    let _ = write!(text, "{x},{y},{z}");
    for Count { objects, triangles, draws } in [view.in_frustum, view.seen, view.covered] {
        let _ = write!(text, ",{objects},{triangles},{draws}");
    }
    let cover = view.cover.as_ref().map_or("", |cover| &cover.name);
    let _ = writeln!(text, ",{},{},{}", escape::csv(cover), view.cells, view.object_tests);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_head_has_a_name_for_each_cell() {
        assert_eq!(HEAD.matches(',').count(), 21);
    }
}
