//! The URL of a program.

use std::io::{self, ErrorKind};

use ureq::http::Uri;

/// Where `RemoteHttpPlugin` listens when the program does not give it another port.
const DEFAULT_PORT: u16 = 15702;

/// A URL to which requests can be sent. Without a port it gets that of Bevy.
///
/// # Errors
/// When it is no `http://` URL with a host, or it has a user name.
pub(super) fn checked(url: &str) -> io::Result<String> {
    let wrong = |message: &str| {
        let help = "such as http://127.0.0.1:15702";
        Err(io::Error::new(ErrorKind::InvalidInput, format!("{message}; {help}")))
    };
    let Some((scheme, rest)) = url.split_once("://") else {
        return wrong("the URL must begin with http://");
    };
    if scheme.eq_ignore_ascii_case("https") {
        return wrong(
            "Bevy's Remote Protocol has no encryption, so that the URL must begin with http:// and not with https://",
        );
    }
    if !scheme.eq_ignore_ascii_case("http") {
        return wrong("the URL must begin with http://");
    }
    let Ok(uri) = format!("http://{rest}").parse::<Uri>() else {
        return wrong("the URL is not valid");
    };
    let Some(authority) = uri.authority().filter(|authority| !authority.host().is_empty()) else {
        return wrong("the URL has no host");
    };
    if authority.as_str().contains('@') {
        return wrong("the URL has a user name, which Bevy's Remote Protocol does not have");
    }
    let host = authority.host();
    let port = match authority.as_str().strip_prefix(host) {
        Some("") => DEFAULT_PORT,
        Some(port) => match port.trim_start_matches(':').parse() {
            Ok(port) if port > 0 => port,
            _ => return wrong("the port of the URL must be from 1 to 65535"),
        },
        None => return wrong("the URL is not valid"),
    };
    Ok(format!("http://{host}:{port}{}", uri.path()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_http_with_a_host_is_accepted() {
        for (url, expected) in [
            ("http://127.0.0.1:15702", "http://127.0.0.1:15702/"),
            ("HTTP://localhost", "http://localhost:15702/"),
            ("http://[::1]:80/game", "http://[::1]:80/game"),
        ] {
            assert_eq!(checked(url).unwrap(), expected, "{url}");
        }
        for (url, part) in [
            ("", "http://"),
            ("127.0.0.1:15702", "http://"),
            ("ftp://localhost", "http://"),
            ("https://localhost", "encryption"),
            ("http://", "URL"),
            ("http:///", "URL"),
            ("http://:15702", "URL"),
            ("http://me:word@localhost", "user name"),
            ("http://localhost:0", "port"),
            ("http://localhost:70000", "URL"),
            ("http://local host", "not valid"),
            ("http://localhost\r\nX: y", "not valid"),
        ] {
            let error = checked(url).unwrap_err();
            assert_eq!(error.kind(), ErrorKind::InvalidInput, "{url}");
            assert!(error.to_string().contains(part), "{url}: {error}");
        }
    }
}
