//! 16 numbers of a matrix out of any text: from a debugger, a log, or the source of a program; column by column or row by row.
//!
//! The last row of a projection shows the order. It is (0, 0, ±1, 0) with perspective, and (0, 0, 0, 1) without it, so that the
//! place of the 1 or of the offsets differs between both orders.

/// The numbers of a matrix.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct MatrixText {
    /// Column by column.
    pub(crate) columns: [f64; 16],
    /// Which order was recognised, and why: sentences.
    pub(crate) words: String,
}

/// The indices of the last row in a text of columns, and in a text of rows.
const LAST: [[usize; 4]; 2] = [[3, 7, 11, 15], [12, 13, 14, 15]];

/// Reads the numbers of a matrix from a text.
///
/// # Errors
/// When there are not 16 finite numbers, as a sentence.
pub(crate) fn read(text: &str) -> Result<MatrixText, String> {
    let numbers = numbers(text)?;
    let given: [f64; 16] = numbers.as_slice().try_into().map_err(|_count| match numbers.len() {
        0 => "There is no number in this text. A matrix has 16.".to_owned(),
        1 => "This is 1 number. A matrix has 16.".to_owned(),
        count => format!("These are {count} numbers. A matrix has 16."),
    })?;
    let (is_by_rows, words) = order(&given);
    Ok(MatrixText { columns: if is_by_rows { transposed(&given) } else { given }, words })
}

/// The same matrix in the other order.
pub(crate) fn transposed(numbers: &[f64; 16]) -> [f64; 16] {
    std::array::from_fn(|i| numbers[i % 4 * 4 + i / 4])
}

/// All numbers of a text. Digits of names such as `mat4` and `m00` are no numbers; a number may end with an f, as in C.
fn numbers(text: &str) -> Result<Vec<f64>, String> {
    let text = text.replace('−', "-");
    let is_part = |c: char| c.is_alphanumeric() || matches!(c, '.' | '_' | '+' | '-');
    let mut found = Vec::new();
    for word in text.split(|c: char| !is_part(c)).filter(|word| !word.is_empty()) {
        let bare = word.trim_start_matches(['+', '-']);
        if !bare.starts_with(|c: char| c.is_ascii_digit() || c == '.') {
            if matches!(bare.to_lowercase().as_str(), "nan" | "inf" | "infinity") {
                return Err(format!("{word} is not a finite number."));
            }
            continue;
        }
        let number = word.trim_end_matches(['f', 'F']);
        match number.parse::<f64>() {
            Ok(number) if number.abs() <= f64::from(f32::MAX) => found.push(number),
            Ok(_) => return Err(format!("{word} is too large: numbers are finite in 32 bits, at most about 3.4e38.")),
            Err(_) => return Err(format!("{word} is not a number.")),
        }
    }
    Ok(found)
}

/// Whether the numbers are row by row, and the reason.
#[expect(clippy::float_cmp, reason = "entries of a projection that are exactly 0 or 1")]
fn order(given: &[f64; 16]) -> (bool, String) {
    const COLUMNS: &str = "Read column by column";
    const ROWS: &str = "Read row by row";
    const UNKNOWN: &str = "Use Transpose if the picture is wrong.";
    if *given == transposed(given) {
        return (false, "Both orders are the same: the matrix is symmetric.".to_owned());
    }
    let last = LAST.map(|row| row.map(|i| given[i]));
    // With perspective the last number is 0, and w is the depth.
    let is_depth = |[x, y, z, w]: [f64; 4]| x == 0.0 && y == 0.0 && z.abs() == 1.0 && w == 0.0;
    // Without perspective w is 1.
    let is_constant = |row: [f64; 4]| row == [0.0, 0.0, 0.0, 1.0];
    let ordinal = |by_rows: bool| if by_rows { "15th" } else { "12th" };
    match [last.map(is_depth), last.map(is_constant)] {
        [[true, false] | [false, true], _] => {
            let by_rows = is_depth(last[1]);
            let (order, value) = (if by_rows { ROWS } else { COLUMNS }, last[usize::from(by_rows)][2]);
            let sign = if value < 0.0 { "−1" } else { "1" };
            let place = ordinal(by_rows);
            let why = "that is the place of w = ±z in the last row of a perspective";
            (by_rows, format!("{order}: the {place} number is {sign} and the last one 0; {why} in this order."))
        }
        [_, [true, false] | [false, true]] => {
            let by_rows = is_constant(last[1]);
            let (order, places) = if by_rows { (ROWS, "4th, 8th and 12th") } else { (COLUMNS, "13th, 14th and 15th") };
            let other = if by_rows { "13th to 15th" } else { "4th, 8th and 12th" };
            let why = format!("the {other} numbers are 0, as in the last row of an orthographic projection");
            (by_rows, format!("{order}: {why}, and the {places} are its offsets."))
        }
        // Both the 12th and the 15th number are 1 or −1: the middle of the picture may decide.
        [[true, true], _] => {
            let is_off = |[a, b]: [usize; 2]| given[a] != 0.0 || given[b] != 0.0;
            match [is_off([8, 9]), is_off([2, 6])] {
                [true, false] => (false, format!("{COLUMNS}: the 9th and 10th number move the middle of the picture.")),
                [false, true] => (true, format!("{ROWS}: the 3rd and 7th number move the middle of the picture.")),
                _ => {
                    let why = "Both orders are possible, because the 12th and the 15th number are both 1 or −1.";
                    (false, format!("{why} {COLUMNS}, as in a scene file. {UNKNOWN}"))
                }
            }
        }
        _ => {
            let why = "Neither order has the last row of a perspective, (0, 0, ±1, 0), or of an orthographic projection, \
                       (0, 0, 0, 1).";
            (false, format!("{why} {COLUMNS}, as in a scene file. {UNKNOWN}"))
        }
    }
}

#[cfg(test)]
#[expect(clippy::float_cmp, reason = "the numbers of a text are taken as they are")]
mod tests {
    use super::*;
    use glam::dcamera::rh::proj::{directx, opengl};
    use glam::{DMat4, DVec3};
    use proptest::prelude::*;

    fn text(numbers: &[f64; 16]) -> String {
        numbers.map(|number| number.to_string()).join(" ")
    }

    #[test]
    fn both_orders_of_usual_projections_are_recognised() {
        for (case, matrix) in [
            ("OpenGL", opengl::perspective(1.0, 1.5, 0.1, 100.0)),
            ("Vulkan", directx::perspective(1.0, 1.5, 0.1, 100.0)),
            ("reversed, infinite", directx::perspective_infinite_reverse(1.0, 1.5, 0.1)),
            ("off centre", opengl::frustum(-0.1, 0.3, -0.1, 0.2, 0.5, 20.0)),
            (
                "off centre, near 1",
                directx::perspective_infinite_reverse(1.0, 1.5, 1.0)
                    + DMat4::from_cols_array(&[0., 0., 0., 0., 0., 0., 0., 0., 0.25, 0., 0., 0., 0., 0., 0., 0.]),
            ),
            ("orthographic", opengl::orthographic(-1.0, 3.0, -1.0, 1.0, 0.1, 9.0)),
            ("left-handed", directx::perspective(1.0, 1.5, 0.1, 100.0) * DMat4::from_scale(DVec3::new(1.0, 1.0, -1.0))),
        ] {
            let columns = matrix.to_cols_array();
            let found = read(&text(&columns)).unwrap();
            assert!(
                found.columns == columns && found.words.starts_with("Read column by column: "),
                "{case}: {found:?}"
            );
            let found = read(&text(&transposed(&columns))).unwrap();
            assert!(found.columns == columns && found.words.starts_with("Read row by row: "), "{case}: {found:?}");
        }
    }

    #[test]
    fn what_both_orders_may_be_is_said() {
        let near_1 = directx::perspective_infinite_reverse(1.0, 1.5, 1.0).to_cols_array();
        let found = read(&text(&near_1)).unwrap();
        assert!(found.words.contains("Both orders are possible"), "{found:?}");
        assert_eq!(found.columns, near_1);
        let same = read(&text(&DMat4::IDENTITY.to_cols_array())).unwrap();
        assert!(same.words.contains("symmetric"), "{same:?}");
        let other = read("1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16").unwrap();
        assert!(other.words.contains("Neither order") && other.words.contains("column by column"), "{other:?}");
    }

    #[test]
    fn texts_of_programs_and_logs_are_read() {
        let expected = [1.5, 0.0, 0.0, 0.0, 0.0, 2.0, 0.0, 0.0, 0.0, 0.0, -1.002, -1.0, 0.0, 0.0, -0.2002, 0.0];
        for text in [
            "[1.5, 0, 0, 0, 0, 2, 0, 0, 0, 0, -1.002, -1, 0, 0, -0.2002, 0]",
            "glm::mat4(vec4(1.5f, 0.f, 0, 0), vec4(0, 2.0F, 0, 0), vec4(0, 0, -1.002f, -1.0f), vec4(0, 0, -2.002e-1f, 0))",
            "m00=1.5 m10=0 m20=0 m30=0\nm01=0 m11=+2 m21=0 m31=0\nm02=0; m12=0; m22=−1.002; m32=−1\n{0|0|-.2002|0}",
        ] {
            assert_eq!(read(text).map(|found| found.columns), Ok(expected), "{text}");
        }
        for (text, expected) in [
            ("", "no number"),
            ("mat4", "no number"),
            ("1", "1 number."),
            ("1 2 3", "3 numbers"),
            ("1.2.3", "1.2.3 is not a number"),
            ("nan 1", "nan is not a finite"),
            ("-inf", "-inf is not a finite"),
            ("1e39", "1e39 is too large"),
        ] {
            let error = read(text).unwrap_err();
            assert!(error.contains(expected), "{text}: {error}");
        }
    }

    proptest! {
        #[test]
        fn any_text_is_read_or_refused(text in "\\PC*", numbers in prop::collection::vec(any::<f32>(), 0..20)) {
            let _ = read(&text);
            let joined = numbers.iter().map(f32::to_string).collect::<Vec<_>>().join(",");
            let is_whole = numbers.len() == 16 && numbers.iter().all(|number| number.is_finite());
            prop_assert_eq!(read(&joined).is_ok(), is_whole);
        }
    }
}
