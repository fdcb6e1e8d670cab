//! An estimate of the size of the events of agents in a report.

use crate::report::section_source::{Estimate, ReportForm};
use crate::world::agents::AgentAt;

/// An estimate of the size of an agent's events and messages from a tick of the agent on.
pub(in crate::report) fn size_of_events(agent: &AgentAt, from: u64, form: ReportForm) -> Estimate {
    match form {
        ReportForm::Full => crate::report::agents::json::size_of_events(agent, from),
        ReportForm::Brief => crate::report::agents::brief::size_of_events(agent, from),
    }
}
