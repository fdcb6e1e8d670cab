//! The list as CSV: RFC 4180, in UTF-8, with a header. Numbers have a point; a text that a program for tables would take as a formula
//! has an apostrophe before it.

use std::io::{self, Write};

use super::row::ProblemList;
use crate::escape;

/// Writes the header and a line for each problem.
pub(super) fn write(list: &ProblemList, out: &mut impl Write) -> io::Result<()> {
    write!(out, "level,kind,object,count,x,y,z,place,file,line,column,message,fingerprint\r\n")?;
    for row in list.rows() {
        let number = |number: Option<usize>| number.map_or_else(String::new, |number| number.to_string());
        let [x, y, z] = row.at.map_or_else(Default::default, |at| at.map(|x| x.to_string()));
        let (object, place) = (escape::csv(row.object.as_deref().unwrap_or_default()), escape::csv(&row.place));
        let (file, line, column) = (escape::csv(&row.file), number(row.line), number(row.column));
        let (level, kind, count, message) = (row.level, row.kind, row.count, escape::csv(&row.message));
        let fingerprint = &row.fingerprint;
        write!(
            out,
            "{level},{kind},{object},{count},{x},{y},{z},{place},{file},{line},{column},{message},{fingerprint}\r\n"
        )?;
    }
    Ok(())
}
