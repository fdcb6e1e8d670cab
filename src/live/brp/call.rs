//! Calls of methods: JSON-RPC 2.0, each a POST.

use std::time::Duration;

use serde::Deserialize;
use serde_json::value::RawValue;
use serde_json::{Value, json};
use ureq::Agent;

/// The longest answer in bytes.
const LONGEST: u64 = 16 << 20;

/// Why a call has no result.
#[derive(Debug, thiserror::Error)]
pub(super) enum CallError {
    /// Nothing answers at the URL, or the connection ended within an answer.
    #[error("no program answers: {0}")]
    Unreachable(String),
    /// The answer did not come in time. The program answers at the end of a frame, and one that is stopped in a debugger does not.
    #[error("no answer within {} s", .0.as_secs_f32())]
    Late(Duration),
    /// The answer is too long to be read.
    #[error("an answer is longer than 16 MiB; the plugin of eyeline for Bevy has no such limit")]
    TooLong,
    /// Something else answers.
    #[error("the answer is not one of Bevy's Remote Protocol: {0}")]
    Foreign(String),
    /// The program answers with an error.
    #[error("the program answers `{method}` with an error: {message}")]
    Refused {
        /// The method.
        method: &'static str,
        /// The message of the program.
        message: String,
    },
    /// The program lacks something without which nothing can be read.
    #[error("{0}")]
    Unusable(String),
}

impl CallError {
    fn of(error: ureq::Error, timeout: Duration) -> Self {
        match error {
            ureq::Error::Timeout(_) => Self::Late(timeout),
            ureq::Error::BodyExceedsLimit(_) => Self::TooLong,
            ureq::Error::Io(error) => Self::Unreachable(error.to_string()),
            ureq::Error::HostNotFound => Self::Unreachable("the host is not known".to_owned()),
            ureq::Error::ConnectionFailed => Self::Unreachable("the connection failed".to_owned()),
            other => Self::Foreign(other.to_string()),
        }
    }
}

/// The part of an answer that is read.
#[derive(Deserialize)]
struct RpcAnswer {
    #[serde(default)]
    result: Option<Box<RawValue>>,
    #[serde(default)]
    error: Option<MethodError>,
}

#[derive(Deserialize)]
struct MethodError {
    message: String,
}

/// Calls the methods of a program. The connection stays open between calls.
#[derive(Debug)]
pub(super) struct Caller {
    agent: Agent,
    url: String,
    timeout: Duration,
    calls: u64,
}

impl Caller {
    /// A caller for a URL that [was checked](super::address::checked). `timeout` is for a whole call.
    pub(super) fn new(url: String, timeout: Duration) -> Self {
        let config = Agent::config_builder()
            .timeout_global(Some(timeout))
            .http_status_as_error(false)
            .max_redirects(0)
            .max_redirects_will_error(false)
            // A proxy of the environment is for other machines.
            .proxy(None)
            .build();
        Self { agent: config.new_agent(), url, timeout, calls: 0 }
    }

    /// The URL to which requests are sent.
    pub(super) fn url(&self) -> &str {
        &self.url
    }

    /// The result of a method.
    ///
    /// # Errors
    /// When no answer comes, it is none of the protocol, or it is an error of the program.
    pub(super) fn call(&mut self, method: &'static str, params: Option<&Value>) -> Result<Box<RawValue>, CallError> {
        self.calls += 1;
        let mut request = json!({ "jsonrpc": "2.0", "id": self.calls, "method": method });
        if let Some(params) = params {
            request["params"] = params.clone();
        }
        let of_error = |error| CallError::of(error, self.timeout);
        let sent = self.agent.post(&self.url).header("Content-Type", "application/json").send(request.to_string());
        let mut response = sent.map_err(of_error)?;
        let status = response.status();
        if !status.is_success() {
            return Err(CallError::Foreign(format!("it has the HTTP status {status}")));
        }
        let body = response.body_mut().with_config().limit(LONGEST).read_to_vec().map_err(of_error)?;
        answer(method, &body)
    }
}

/// The result in the body of an answer.
fn answer(method: &'static str, body: &[u8]) -> Result<Box<RawValue>, CallError> {
    let foreign = |error: serde_json::Error| CallError::Foreign(error.to_string());
    match serde_json::from_slice(body).map_err(foreign)? {
        RpcAnswer { error: Some(error), .. } => Err(CallError::Refused { method, message: error.message }),
        RpcAnswer { result: Some(result), .. } => Ok(result),
        RpcAnswer { .. } => Err(CallError::Foreign("it has no `result`".to_owned())),
    }
}

/// A result, or a part of one, in its type.
///
/// # Errors
/// When it has another type.
pub(super) fn read<'a, T: Deserialize<'a>>(method: &'static str, result: &'a RawValue) -> Result<T, CallError> {
    serde_json::from_str(result.get())
        .map_err(|error| CallError::Foreign(format!("the result of `{method}` is not as in Bevy 0.19: {error}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_has_a_result_or_the_reason_why_not() {
        for (body, expected) in [
            ("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":[1]}", "[1]"),
            (
                "{\"id\":1,\"error\":{\"code\":-32601,\"message\":\"Method not found\"}}",
                "answers `m` with an error: Method not found",
            ),
            ("{\"error\":{\"code\":1},\"result\":[]}", "missing field `message`"),
            ("{}", "no `result`"),
            ("{\"result\":null}", "no `result`"),
            ("[]", "no `result`"),
            ("<html>", "not one of Bevy's Remote Protocol"),
            ("", "EOF"),
            ("{\"result\":[1,}", "not one of Bevy's Remote Protocol"),
            ("{\"result\":1,\"result\":2}", "duplicate field"),
        ] {
            let text =
                answer("m", body.as_bytes()).map_or_else(|error| error.to_string(), |result| result.get().to_owned());
            assert!(text.contains(expected), "{body}: {text}");
        }
        let deep = format!("{{\"result\":{}{}}}", "[".repeat(100_000), "]".repeat(100_000));
        assert!(answer("m", deep.as_bytes()).is_ok(), "without recursion");
        assert!(answer("m", b"{\"result\":\"\xff\"}").is_err());
    }
}
