//! The wire of `eyeline hunt` for the runners in Rust: one JSON object a line on standard input and output.

use std::io::{self, BufRead, BufReader, BufWriter, Write};

use serde_json::{Value, json};

/// A question that an engine answers.
pub struct Question {
    /// Its name.
    pub name: &'static str,
    /// The further fields of the hello.
    pub says: Value,
    /// From a case to the fields of its answer.
    pub answer: fn(&Value) -> Value,
}

/// Answers one question until the input ends.
///
/// # Errors
/// When standard input or output cannot be used, or the engine does not answer the question.
pub fn serve(engine: &str, version: &str, questions: &[Question]) -> io::Result<()> {
    let mut input = BufReader::with_capacity(1 << 16, io::stdin());
    let mut output = BufWriter::with_capacity(1 << 16, io::stdout());
    let mut line = String::new();
    input.read_line(&mut line)?;
    let asked: Value = serde_json::from_str(&line)?;
    let Some(question) = questions.iter().find(|question| asked["question"] == question.name) else {
        let known: Vec<&str> = questions.iter().map(|question| question.name).collect();
        eprintln!("{engine} has no answer to {}; it answers {}", asked["question"], known.join(", "));
        std::process::exit(1);
    };
    writeln!(output, "{}", merged(json!({ "name": engine, "version": version }), question.says.clone()))?;
    loop {
        // The next read blocks when no whole line is in the buffer: send the answers first.
        if !input.buffer().contains(&b'\n') {
            output.flush()?;
        }
        line.clear();
        if input.read_line(&mut line)? == 0 {
            return Ok(());
        }
        let case: Value = serde_json::from_str(&line)?;
        writeln!(output, "{}", merged(json!({ "id": case["id"] }), (question.answer)(&case)))?;
    }
}

fn merged(mut fields: Value, more: Value) -> Value {
    if let (Some(fields), Value::Object(more)) = (fields.as_object_mut(), more) {
        fields.extend(more);
    }
    fields
}

/// The numbers of a list in a case.
pub fn list<const N: usize>(value: &Value) -> [f64; N] {
    std::array::from_fn(|i| number(&value[i]))
}

/// A number of a case.
pub fn number(value: &Value) -> f64 {
    value.as_f64().unwrap_or(f64::NAN)
}
