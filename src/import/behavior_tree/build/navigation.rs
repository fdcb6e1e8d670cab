//! The control nodes and decorators of Navigation2 (Open Navigation LLC, "BT Plugins" in the configuration guide at
//! docs.nav2.org, 2025): their parameters, and notes on how the simulation replaces what a robot provides.

use std::sync::Arc;

use super::super::kinds::ElementKind;
use super::super::tree_file::ElementNode;
use super::expand::Build;
use super::ports::{PortNumber, key};
use super::scope::ScopeId;
use crate::behavior::{Approach, Calls, MOST_STATES, NodeKind, Rates};
use crate::source::error::SceneError;

impl Build<'_> {
    pub(super) fn navigation_kind(
        &mut self,
        known: ElementKind,
        node: ElementNode,
        scope: ScopeId,
    ) -> Result<NodeKind, SceneError> {
        Ok(match known {
            ElementKind::PersistentSequence => {
                let port = self.element(node).attribute("current_child_idx").and_then(key);
                let key = port.map(|key| self.key_of(scope, key)).transpose()?;
                NodeKind::PersistentSequence { key, resets: self.truth(node, scope, "reset_on_failure", true)? }
            }
            ElementKind::RateController => {
                let hertz = self.positive(node, scope, "hz", 10.0)?;
                NodeKind::RateController { ticks: self.period(1.0 / hertz) }
            }
            ElementKind::DistanceController => {
                self.note(node, "`DistanceController` measures how far the body of the agent moves".to_owned());
                NodeKind::DistanceController { distance: self.number_from_0(node, scope, "distance", 1.0)? }
            }
            ElementKind::SpeedController => {
                let message =
                    "`SpeedController` measures the speed of the body of the agent, since the last tick of its child";
                self.note(node, message.to_owned());
                let rates = [("min_rate", 0.1), ("max_rate", 1.0)];
                let [least, most] = rates.map(|(name, default)| self.positive(node, scope, name, default));
                let speeds = [("min_speed", 0.0), ("max_speed", 0.5)];
                let [slow, fast] = speeds.map(|(name, default)| self.number_from_0(node, scope, name, default));
                let rates = Rates { hertz: [least?, most?], speeds: [slow?, fast?], tick_rate: self.setting.tick_rate };
                if rates.hertz[0] > rates.hertz[1] {
                    return Err(self.wrong(node, "min_rate", "must not be above `max_rate`"));
                }
                if rates.speeds[0] > rates.speeds[1] {
                    return Err(self.wrong(node, "min_speed", "must not be above `max_speed`"));
                }
                NodeKind::SpeedController { rates: Box::new(rates), goals: self.goals(node, scope)? }
            }
            ElementKind::GoalUpdatedController => {
                let goals = self.goals(node, scope)?;
                let message = format!(
                    "`GoalUpdatedController` compares the values of `{}` and `{}` on the blackboard",
                    goals[0], goals[1]
                );
                self.note(node, message);
                NodeKind::GoalUpdatedController { goals }
            }
            ElementKind::GoalUpdater => {
                let mut copies = Vec::new();
                for (from, to) in [("input_goal", "output_goal"), ("input_goals", "output_goals")] {
                    let port = |name| self.element(node).attribute(name).and_then(key);
                    if let (Some(from), Some(to)) = (port(from), port(to)) {
                        copies.push((self.key_of(scope, from)?, self.key_of(scope, to)?));
                    }
                }
                let message = "`GoalUpdater` receives no topic here: it copies its input goal to its output goal";
                self.note(node, message.to_owned());
                NodeKind::GoalUpdater { copies }
            }
            ElementKind::PathLongerOnApproach => {
                let path = self.element(node).attribute("path").and_then(key).unwrap_or("path");
                let path = self.key_of(scope, path)?;
                let message = format!(
                    "`PathLongerOnApproach` reads the path from the text `{path}` of the blackboard: points in metres, \
                     such as `0,0; 2,0; 2,3`"
                );
                self.note(node, message);
                let near = self.number_from_0(node, scope, "prox_len", 3.0)?;
                let factor = self.number_from_0(node, scope, "length_factor", 2.0)?;
                NodeKind::PathLongerOnApproach(Approach { path, near, factor })
            }
            ElementKind::PauseResumeController => {
                let children = self.document(node).children(node.element).count();
                if children > MOST_STATES {
                    let message = format!("`PauseResumeController` must have one to four children, found {children}");
                    let help = "their order: resumed, paused, on pause, on resume";
                    return Err(self.error(node, &message, Some(help)));
                }
                let [pause, resume] = [
                    self.service(node, scope, "pause_service_name")?,
                    self.service(node, scope, "resume_service_name")?,
                ];
                let message = format!(
                    "`PauseResumeController` has no services here: set `{pause}` or `{resume}` on the blackboard to true \
                     to call one"
                );
                self.note(node, message);
                NodeKind::PauseResumeController(Calls { pause, resume })
            }
            // Only one of the remaining nodes has parameters.
            _ => NodeKind::Recovery { retries: self.retries(node, scope)? },
        })
    }

    fn retries(&mut self, node: ElementNode, scope: ScopeId) -> Result<Option<u64>, SceneError> {
        let children = self.document(node).children(node.element).count();
        match children {
            0 | 2 => {}
            // A node has one child while the user builds it in the editor.
            1 => self.note(
                node,
                "`RecoveryNode` has no second child, so a failure has no recovery here; Navigation2 refuses it"
                    .to_owned(),
            ),
            _ => {
                let message = format!("`RecoveryNode` must have two children, found {children}");
                return Err(self.error(node, &message, Some("the second is the recovery when the first fails")));
            }
        }
        match self.whole(node, scope, "number_of_retries")? {
            PortNumber::Missing => Ok(Some(1)),
            PortNumber::Value(-1) => Ok(None),
            PortNumber::Value(count) => match u64::try_from(count) {
                Ok(count) => Ok(Some(count)),
                Err(_negative) => Err(self.wrong(node, "number_of_retries", "must be 0 or more, or -1 for no limit")),
            },
        }
    }

    /// The keys of the blackboard with the goal or the goals; without attributes, the names of Navigation2.
    fn goals(&mut self, node: ElementNode, scope: ScopeId) -> Result<[Arc<str>; 2], SceneError> {
        let name = |port: &'static str| self.element(node).attribute(port).and_then(key).unwrap_or(port);
        let (goal, goals) = (name("goal"), name("goals"));
        Ok([self.key_of(scope, goal)?, self.key_of(scope, goals)?])
    }

    /// The blackboard key of a service: its name, or the key that the port names.
    fn service(&mut self, node: ElementNode, scope: ScopeId, name: &'static str) -> Result<Arc<str>, SceneError> {
        let written = self.required(node, name)?;
        let name = key(written).unwrap_or(written);
        self.key_of(scope, name)
    }

    fn positive(&mut self, node: ElementNode, scope: ScopeId, name: &str, default: f64) -> Result<f64, SceneError> {
        match self.number(node, scope, name)? {
            None => Ok(default),
            Some(number) if number > 0.0 => Ok(number),
            Some(_) => Err(self.wrong(node, name, "must be a number above 0")),
        }
    }

    fn number_from_0(
        &mut self,
        node: ElementNode,
        scope: ScopeId,
        name: &str,
        default: f64,
    ) -> Result<f64, SceneError> {
        match self.number(node, scope, name)? {
            None => Ok(default),
            Some(number) if number >= 0.0 => Ok(number),
            Some(_) => Err(self.wrong(node, name, "must be a number from 0")),
        }
    }

    /// Seconds as ticks, rounded up and at least 1.
    fn period(&self, seconds: f64) -> u64 {
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "`as` stops at both ends")]
        let ticks = (seconds * self.setting.tick_rate * (1.0 - 1e-12)).ceil() as u64;
        ticks.max(1)
    }
}
