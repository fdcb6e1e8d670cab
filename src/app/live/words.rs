//! Rates and states of a running program in words.

use crate::escape;
use crate::geometry::narrate::grouped;
use crate::live::ClientStatus;

/// What the bar says about the program.
pub(super) fn state(shown: Option<&ClientStatus>, others: usize, place: &str, listens: bool, is_ended: bool) -> String {
    let more = match others {
        0 => String::new(),
        1 => ", and 1 more program".to_owned(),
        _ => format!(", and {others} more programs"),
    };
    match shown {
        Some(client) if client.is_connected => match client.name {
            Some(_) => format!("{} at {}{more}", escape::shown(client.title()), escape::shown(&client.address)),
            None => format!("{}{more}", escape::shown(&client.address)),
        },
        Some(client) if listens && !is_ended => {
            format!("{} has ended; waiting for a program on {place}{more}", escape::shown(client.title()))
        }
        Some(client) => format!("{} has ended", escape::shown(client.title())),
        None if is_ended => format!("{place} has ended, and no keyframe came"),
        None if listens => format!("waiting for a program on {place}"),
        None => format!("waiting for a keyframe from {place}"),
    }
}

/// "3 lines left out"; `None` when there are none.
pub(super) fn left_out(lines: u64) -> Option<String> {
    match lines {
        0 => None,
        1 => Some("1 line left out".to_owned()),
        lines => Some(format!("{} lines left out", grouped(lines))),
    }
}

/// "60 lines/s, 1.2 MB/s".
pub(super) fn rates(lines: f64, bytes: f64) -> String {
    let bytes = match bytes {
        bytes if bytes >= 1e6 => format!("{:.1} MB/s", bytes / 1e6),
        bytes if bytes >= 1e3 => format!("{:.0} kB/s", bytes / 1e3),
        bytes => format!("{bytes:.0} B/s"),
    };
    format!("{lines:.0} lines/s, {bytes}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn states_are_clear_with_and_without_a_program() {
        let client = |name: Option<&str>, is_connected| ClientStatus {
            number: 1,
            name: name.map(Into::into),
            address: "127.0.0.1:5".to_owned(),
            is_connected,
            has_world: true,
            lines: 0,
            faults: 0,
        };
        let words = |client: Option<&ClientStatus>, others, listens, is_ended| {
            state(client, others, "127.0.0.1:7420", listens, is_ended)
        };
        assert_eq!(words(None, 0, true, false), "waiting for a program on 127.0.0.1:7420");
        assert_eq!(words(Some(&client(Some("game"), true)), 1, true, false), "game at 127.0.0.1:5, and 1 more program");
        assert_eq!(words(Some(&client(None, true)), 0, true, false), "127.0.0.1:5");
        assert_eq!(
            words(Some(&client(Some("game"), false)), 0, true, false),
            "game has ended; waiting for a program on 127.0.0.1:7420"
        );
        assert_eq!(words(Some(&client(Some("game"), false)), 0, false, true), "game has ended");
        assert_eq!(
            [0, 1, 1234].map(left_out),
            [None, Some("1 line left out".into()), Some("1,234 lines left out".into())]
        );
        assert_eq!(rates(59.6, 1_234_567.0), "60 lines/s, 1.2 MB/s");
        assert_eq!(rates(0.0, 12.0), "0 lines/s, 12 B/s");
    }
}
