//! A quiz about the open scene: its questions are made on another thread, and are then shown in place of the scene's lesson.

use std::sync::Arc;
use std::task::Poll;
use std::time::Duration;

use super::depth::DepthRequests;
use super::lesson::{Quiz, StepsDone};
use super::lesson_mut::LessonMut;
use crate::files::{Content, Pace};
use crate::quiz::{QUIZ_SECTIONS, QuizRequest, quiz};
use crate::report::occlusion::without_depth;
use crate::workspace::job::Job;
use crate::workspace::notices::notice::{Notice, NoticeKind};

/// The greatest number of questions of a quiz.
const QUESTIONS: usize = 10;

impl LessonMut<'_> {
    /// Starts making a quiz about the scene at the current tick. A lesson or quiz that is shown ends.
    pub(crate) fn start_quiz(&mut self, seed: u64) {
        self.end();
        let workspace = &mut *self.workspace;
        let (scene, files, tick) = (Arc::clone(workspace.scene()), workspace.files().clone(), workspace.tick());
        let link = workspace.judging.depth.as_ref().map(DepthRequests::link);
        let request = QuizRequest { count: QUESTIONS, seed, sections: QUIZ_SECTIONS.to_vec() };
        let job = Job::quietly(move |_| {
            let content = Content { scene: &scene, files: &files };
            match link {
                Some(mut link) => quiz(content, tick, &request, &mut |world| link.answers(&scene, world)),
                None => quiz(content, tick, &request, &mut without_depth),
            }
        });
        workspace.judging.lesson.making = Some(job);
        // The window answers depth tests between its frames, so it must not wait.
        let waits = workspace.disk.reading.pace == Pace::AtOnce && workspace.world.occlusion.is_empty();
        self.take_quiz(if waits { Duration::from_hours(1) } else { Duration::ZERO });
    }

    /// Takes the questions when they are made. A scene without a clear answer adds a notice.
    pub(super) fn take_quiz(&mut self, most: Duration) {
        let workspace = &mut *self.workspace;
        let Some(job) = workspace.judging.lesson.making.take() else { return };
        match job.wait(most) {
            Poll::Pending => workspace.judging.lesson.making = Some(job),
            Poll::Ready(Some(steps)) if !steps.is_empty() => {
                workspace.judging.lesson.quiz = Some(Quiz { steps: steps.into(), done: StepsDone::default() });
            }
            Poll::Ready(_) => {
                let text = "No question can be asked about this scene: it has no answer that is clear enough. Add a camera, a ray or \
                            an octree, and objects.";
                workspace.notify(Notice::error(NoticeKind::NotChanged, text));
            }
        }
    }
}
