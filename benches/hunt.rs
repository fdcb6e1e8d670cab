//! The hunt: cases a second through the pipe, for a program that reads only the id of a case and always answers a miss, and for
//! the making of cases, their truth, and the judge alone. This executable is that program when it has the argument `--null-answerer`.

use std::hint::black_box;
use std::io::{BufRead, BufReader, BufWriter, Write};
use std::time::Duration;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group};
use eyeline::hunt::process::ProcessAnswerer;
use eyeline::hunt::{AnswererInfo, Family, HuntOptions, InsideRule, case, families, judge, run, truth};
use eyeline::mistakes::{Case, MistakeSet, SpatialQuestion, rules};

const CASES: u64 = 40_000;

const ASKED: [SpatialQuestion; 4] =
    [SpatialQuestion::RaySphere, SpatialQuestion::RayBox, SpatialQuestion::FrustumBox, SpatialQuestion::BoxBox];

fn cases(question: SpatialQuestion) -> Vec<Case> {
    let all: Vec<&Family> = families(question).iter().collect();
    (0..CASES).step_by(8).map(|index| case(question, 1, &all, index).1.case()).collect()
}

fn hunt(c: &mut Criterion) {
    let mut group = c.benchmark_group("hunt");
    group.sample_size(10).measurement_time(Duration::from_secs(5));
    for question in ASKED {
        let cases = cases(question);
        group.throughput(Throughput::Elements(cases.len() as u64));
        let info = AnswererInfo { is_conservative: true, ..AnswererInfo::default() };
        group.bench_function(BenchmarkId::new("judge", question.word()), |b| {
            b.iter(|| {
                for case in &cases {
                    let answer = rules::answer(case, MistakeSet::default());
                    black_box(judge(case, &truth(case, InsideRule::Solid), &answer, &info));
                }
            });
        });
        let program = std::env::current_exe().expect("this executable has a path");
        let ask = format!("'{}' --null-answerer", program.display());
        let options = HuntOptions { cases: Some(CASES), examples: 0, ..HuntOptions::default() };
        group.throughput(Throughput::Elements(CASES));
        group.bench_function(BenchmarkId::new("pipe", question.word()), |b| {
            b.iter(|| {
                let mut answerer = ProcessAnswerer::start(&ask, question).expect("this executable answers");
                let found = run(question, &mut answerer, &options, &());
                assert_eq!(found.cases, CASES);
                black_box(found)
            });
        });
    }
    group.finish();
}

/// Answers the same to every case.
fn null_answerer() -> std::io::Result<()> {
    let mut input = BufReader::with_capacity(1 << 16, std::io::stdin().lock());
    let mut output = BufWriter::new(std::io::stdout().lock());
    let mut line = String::new();
    input.read_line(&mut line)?;
    let answer = if line.contains("frustum") {
        "\"verdict\":\"visible\""
    } else if line.contains("box-box") {
        "\"overlap\":true"
    } else {
        "\"hit\":false"
    };
    output.write_all(b"{\"name\":\"null\",\"conservative\":true}\n")?;
    output.flush()?;
    loop {
        line.clear();
        if input.read_line(&mut line)? == 0 {
            return Ok(());
        }
        let id = line.split([':', ',']).nth(1).unwrap_or_default();
        writeln!(output, "{{\"id\":{id},{answer}}}")?;
        // Before the next read may wait.
        if !input.buffer().contains(&b'\n') {
            output.flush()?;
        }
    }
}

criterion_group!(benches, hunt);

fn main() {
    if std::env::args().any(|argument| argument == "--null-answerer") {
        let _closed = null_answerer();
        return;
    }
    benches();
    Criterion::default().configure_from_args().final_summary();
}
