//! A run: cases are made and their truth is found on several threads, one thread asks, and one compares.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use super::answerer::{Answerer, AnswererInfo, InsideRule, Reply};
use super::families::{BLOCK, Draw, Family, families};
use super::fault::FaultKind;
use super::findings::{Example, Findings};
use super::judge::{Judgement, judge};
use super::progress::Progress;
use super::recipe::Recipe;
use super::shrink::shrink;
use super::truth::{Truth, truth};
use crate::mistakes::{Answer, Case, SpatialQuestion};
use crate::random::{Random, mixed};

/// The cases of a batch.
const BATCH: u64 = 2048;

/// The batches that wait for the answerer, and for the judge.
const WAITING: usize = 4;

/// A run with a limited time may take this and a quarter of that time more to search for the smallest cases.
const SHRINKING: Duration = Duration::from_secs(2);

/// What a run asks.
#[derive(Clone, Debug)]
pub struct HuntOptions {
    /// The number of cases; `None` to ask until the time is over.
    pub cases: Option<u64>,
    /// The time after which no further batch is asked.
    pub time: Option<Duration>,
    /// The seed of the cases.
    pub seed: u64,
    /// The families; empty for all.
    pub families: Vec<&'static Family>,
    /// The most faults that are kept as examples and shrunk.
    pub examples: usize,
}

impl Default for HuntOptions {
    /// 100,000 cases of all families, seed 1, 50 examples.
    fn default() -> Self {
        Self { cases: Some(100_000), time: None, seed: 1, families: Vec::new(), examples: 50 }
    }
}

/// The recipe of a case of a run, and its family as a place in `families`. The same seed and families make the same recipes.
///
/// # Panics
/// When `families` is empty.
pub fn case(question: SpatialQuestion, seed: u64, families: &[&'static Family], index: u64) -> (usize, Recipe) {
    let (family, mut block) = block(question, seed, families, index / BLOCK);
    let at = usize::try_from(index % BLOCK).expect("less than a block");
    (family, block.swap_remove(at))
}

/// A block of recipes of one family.
fn block(question: SpatialQuestion, seed: u64, chosen: &[&'static Family], number: u64) -> (usize, Vec<Recipe>) {
    let count = chosen.len() as u64;
    let at = usize::try_from(number % count).expect("less than the number of families");
    let family = chosen[at];
    // Its own numbers, whichever other families are asked.
    let place = families(question).iter().position(|other| other.name == family.name).unwrap_or(0) as u64;
    let state =
        mixed(mixed(mixed(seed).wrapping_add(question as u64)).wrapping_add(place)).wrapping_add(number / count);
    (at, (family.make)(&mut Draw(Random(mixed(state))), question))
}

/// Cases that are asked together.
struct Batch {
    /// The number of its first case.
    first: u64,
    families: Vec<u8>,
    cases: Vec<Case>,
    truths: Vec<Truth>,
}

/// A batch with its replies.
struct Answered {
    batch: Batch,
    replies: Vec<Reply>,
}

/// Asks an answerer cases of a question, judges its answers, names its mistakes and shrinks its faults.
///
/// The findings depend on the seed, the families and the number of cases only, not on threads or on the order of answers.
pub fn run(
    question: SpatialQuestion,
    answerer: &mut dyn Answerer,
    options: &HuntOptions,
    progress: &dyn Progress,
) -> Findings {
    let chosen: Vec<&'static Family> =
        if options.families.is_empty() { families(question).iter().collect() } else { options.families.clone() };
    let info = answerer.info().clone();
    let findings =
        Findings::new(question, options.seed, info.inside, options.examples, chosen.iter().map(|family| family.name));
    let started = Instant::now();
    let is_over = || progress.is_cancelled() || options.time.is_some_and(|time| started.elapsed() >= time);
    let (next, stop) = (AtomicU64::new(0), AtomicBool::new(false));
    let makers = thread::available_parallelism().map_or(1, usize::from).min(8);
    let (made_sender, made) = sync_channel::<Batch>(WAITING);
    let (to_judge, judged) = sync_channel::<Answered>(WAITING);
    let mut strays = Vec::new();
    let mut findings = thread::scope(|scope| {
        for _ in 0..makers {
            let (sender, next, stop, chosen) = (made_sender.clone(), &next, &stop, &chosen);
            scope.spawn(move || make(question, options, chosen, info.inside, next, stop, &sender));
        }
        drop(made_sender);
        let judging = scope.spawn(|| compare(findings, judged, &info, options.seed, &chosen, progress));
        let mut has_ended = false;
        let mut waiting = BTreeMap::new();
        let mut expected = 0;
        while let Ok(batch) = made.recv() {
            waiting.insert(batch.first, batch);
            while let Some(batch) = waiting.remove(&expected) {
                expected += batch.cases.len() as u64;
                if has_ended || is_over() {
                    stop.store(true, Ordering::Relaxed);
                    continue;
                }
                let replies = answerer.ask(&batch.cases, &is_over);
                has_ended = replies.contains(&Reply::NotAsked);
                strays.extend(answerer.stray_faults());
                if to_judge.send(Answered { batch, replies }).is_err() {
                    has_ended = true;
                }
            }
        }
        drop(to_judge);
        let mut findings = judging.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
        findings.has_ended_early = has_ended && !is_over();
        findings
    });
    for (kind, _) in &strays {
        findings.faults[*kind as usize] += 1;
    }
    findings.strays = strays;
    findings.mistakes = findings.naming.named();
    findings.choose_examples();
    let is_late = || options.time.is_some_and(|time| started.elapsed() >= time + time / 4 + SHRINKING);
    shrink_all(&mut findings, answerer, progress, &|| progress.is_cancelled() || is_late());
    answerer.finish();
    findings
}

fn shrink_all(
    findings: &mut Findings,
    answerer: &mut dyn Answerer,
    progress: &dyn Progress,
    is_over: &dyn Fn() -> bool,
) {
    let all = findings.examples.len();
    for (done, example) in findings.examples.iter_mut().enumerate() {
        if is_over() {
            break;
        }
        progress.shrinking(done, all);
        if example.kind.is_of_answers() {
            example.shrunk = shrink(&example.recipe, example.kind, answerer, is_over);
        }
    }
    progress.shrinking(all, all);
}

/// Makes batches until there are enough.
fn make(
    question: SpatialQuestion,
    options: &HuntOptions,
    chosen: &[&'static Family],
    inside: InsideRule,
    next: &AtomicU64,
    stop: &AtomicBool,
    sender: &SyncSender<Batch>,
) {
    let all = options.cases.unwrap_or(u64::MAX);
    loop {
        let first = next.fetch_add(BATCH, Ordering::Relaxed);
        if first >= all || stop.load(Ordering::Relaxed) {
            return;
        }
        let count = BATCH.min(all - first);
        let mut batch = Batch { first, families: Vec::new(), cases: Vec::new(), truths: Vec::new() };
        for number in first / BLOCK..(first + count).div_ceil(BLOCK) {
            let (family, recipes) = block(question, options.seed, chosen, number);
            for recipe in recipes {
                if (batch.cases.len() as u64) < count {
                    let case = recipe.case();
                    batch.families.push(u8::try_from(family).expect("few families"));
                    batch.truths.push(truth(&case, inside));
                    batch.cases.push(case);
                }
            }
        }
        if sender.send(batch).is_err() {
            return;
        }
    }
}

/// Judges the answers of all batches.
fn compare(
    mut findings: Findings,
    answered: Receiver<Answered>,
    info: &AnswererInfo,
    seed: u64,
    chosen: &[&'static Family],
    progress: &dyn Progress,
) -> Findings {
    for Answered { batch, replies } in answered {
        for (i, reply) in replies.into_iter().enumerate() {
            let (case, truth, family) = (&batch.cases[i], &batch.truths[i], usize::from(batch.families[i]));
            let (judgement, answer, said) = match reply {
                Reply::NotAsked => continue,
                Reply::Answer(answer) => (judge(case, truth, &answer, info), Some(answer), None),
                Reply::Failed(kind, said) => (Judgement::Fault(kind), None, Some(said)),
            };
            count(&mut findings, family, case, truth, judgement, answer.as_ref());
            if let Judgement::Fault(kind) = judgement {
                let index = batch.first + i as u64;
                let example = |name| Example {
                    kind,
                    family: name,
                    index,
                    recipe: self::case(case.question(), seed, chosen, index).1,
                    case: case.clone(),
                    answer,
                    said,
                    truth: *truth,
                    shrunk: None,
                };
                if let Some(first) = findings.add_fault(family, example, kind) {
                    progress.found(first);
                }
            }
        }
        progress.judged(findings.cases, findings.fault_count());
    }
    findings
}

fn count(
    findings: &mut Findings,
    family: usize,
    case: &Case,
    truth: &Truth,
    judgement: Judgement,
    answer: Option<&Answer>,
) {
    findings.cases += 1;
    findings.families[family].cases += 1;
    findings.undecided += u64::from(judgement == Judgement::Undecided);
    if matches!(truth, Truth::View { is_visible: false, .. }) && answer.is_some() {
        findings.outside[0] += 1;
        let is_needless = matches!(judgement, Judgement::Needless | Judgement::Fault(FaultKind::Needless));
        findings.outside[1] += u64::from(is_needless);
    }
    if let Some(answer) = answer {
        findings.naming.add(case, truth, answer);
    }
}
