//! Loops on one thread and on several have the same results.

use super::*;

#[test]
fn results_are_the_same_and_in_order_on_any_number_of_threads() {
    for count in [0, 1, 1023, 1024, 5000] {
        let all: Vec<usize> = (0..count).collect();
        let some = |i: usize| i.is_multiple_of(3).then_some(i);
        let several = |i: usize| vec![i; i % 3];
        assert_eq!(collect(count, |i| i), all);
        #[cfg(feature = "scene")]
        assert_eq!(collect_by_weight(count, |i| i, |i| i), all);
        #[cfg(feature = "scene")]
        {
            let mut list = vec![0; count];
            fill_by_weight(&mut list, |i| i, |i| i);
            assert_eq!(list, all);
            list.reverse();
            sort_unstable(&mut list);
            assert_eq!(list, all);
            list.reverse();
            one_thread::sort_unstable(&mut list);
            assert_eq!(list, all);
            one_thread::fill(&mut list, |i| i + 1);
            assert_eq!(list, all.iter().map(|i| i + 1).collect::<Vec<_>>());
        }
        assert_eq!(unzip(count, |i| (i, some(i))), one_thread::unzip(count, |i| (i, some(i))));
        assert_eq!(map(count, |i| i), all);
        assert_eq!(one_thread::map(count, |i| i), all);
        assert_eq!(map_owned(all.clone(), |i| i), all);
        assert_eq!(one_thread::map_owned(all.clone(), |i| i), all);
        assert_eq!(filter_map(count, some), all.iter().copied().step_by(3).collect::<Vec<_>>());
        assert_eq!(filter_map(count, some), one_thread::filter_map(count, some));
        assert_eq!(flat_map(count, several), all.iter().flat_map(|&i| several(i)).collect::<Vec<_>>());
        assert_eq!(flat_map(count, several), one_thread::flat_map(count, several));
    }
    assert_eq!(join(|| 1, || 2), (1, 2));
    assert_eq!(one_thread::join(|| 1, || 2), (1, 2));
    assert!(thread_count() >= one_thread::thread_count());
}

#[test]
fn items_are_taken_in_order_until_one_cannot_be() {
    for count in [0, 1, 2, 7, 500] {
        let mut taken = Vec::new();
        let all: Result<(), ()> = in_order(
            count,
            |i| i,
            |i| {
                taken.push(i);
                Ok(())
            },
        );
        assert_eq!((all, taken), (Ok(()), (0..count).collect()));
    }
    let mut taken = Vec::new();
    let some = in_order(
        500,
        |i| i,
        |i| {
            taken.push(i);
            if i < 40 { Ok(()) } else { Err("full") }
        },
    );
    assert_eq!((some, taken), (Err("full"), (0..=40).collect()));
    let mut sum = 0;
    let one = one_thread::in_order(
        5,
        |i| i,
        |i| {
            sum += i;
            if i < 3 { Ok(()) } else { Err(i) }
        },
    );
    assert_eq!((one, sum), (Err(3), 6));
}

#[test]
fn a_sort_is_stable() {
    for count in [5, 5000] {
        let mut list: Vec<(usize, usize)> = (0..count).map(|i| (i % 3, i)).collect();
        sort_by(&mut list, |(a, _), (b, _)| a.cmp(b));
        assert!(list.is_sorted(), "{count}");
    }
}

/// Items with different work, of which those up to a limit are kept: the same on every thread count.
#[test]
fn a_limit_of_work_keeps_the_same_items_on_any_number_of_threads() {
    /// The numbers of a part and of an item in it, which are its work.
    type Item = (usize, usize);
    const MOST: usize = 1000;
    let make = |limit: &WorkLimit, part: usize| {
        let mut work = 0;
        let mut items = Vec::new();
        for item in 0..part % 17 {
            if limit.is_exceeded_by(work) {
                break;
            }
            work += 1 + item;
            items.push((work, (part, item)));
        }
        (work, items)
    };
    let kept = |is_alone: bool| {
        let limit = WorkLimit::new(MOST);
        let mut kept: Vec<Item> = Vec::new();
        let one = |part: usize| make(&limit, part);
        let take = |(work, items): (usize, Vec<(usize, Item)>)| {
            let room = limit.take(work);
            kept.extend(items.into_iter().take_while(|(work, _)| *work <= room).map(|(_, item)| item));
            if work > room { Err(()) } else { Ok(()) }
        };
        let ended = if is_alone { one_thread::in_order(500, one, take) } else { in_order(500, one, take) };
        assert_eq!(ended, Err(()));
        kept
    };
    let alone = kept(true);
    let work: usize = alone.iter().map(|(_, item)| 1 + item).sum();
    assert!((MOST - 17..=MOST).contains(&work), "{work}");
    for _ in 0..20 {
        assert_eq!(kept(false), alone);
    }
}

#[cfg(feature = "render")]
#[test]
fn jobs_give_their_results_in_order_and_a_panic_to_the_caller() {
    use std::panic::{AssertUnwindSafe, catch_unwind};
    use std::time::Duration;

    for most in [0, 1, 3, 100] {
        let mut jobs = OrderedJobs::new(most);
        let job = |i: u64| {
            move || {
                std::thread::sleep(Duration::from_millis(i * 7 % 5));
                i
            }
        };
        let mut taken: Vec<u64> = (0..20).filter_map(|i| jobs.start(job(i))).collect();
        assert_eq!(taken.len(), 20_usize.saturating_sub(most));
        taken.extend(std::iter::from_fn(|| jobs.take_oldest()));
        assert_eq!(taken, (0..20).collect::<Vec<_>>());
    }
    // Jobs that wait keep their order when none may wait any more.
    let mut jobs = OrderedJobs::new(2);
    assert_eq!([jobs.start(|| 1), jobs.start(|| 2)], [None, None]);
    jobs.set_most(0);
    assert_eq!([jobs.start(|| 3), jobs.take_oldest(), jobs.take_oldest(), jobs.start(|| 4)], [1, 2, 3, 4].map(Some));
    let fails = || -> u8 { panic!("a job fails") };
    let mut jobs = OrderedJobs::new(2);
    assert_eq!([jobs.start(|| 1), jobs.start(fails)], [None, None]);
    assert_eq!(jobs.take_oldest(), Some(1));
    let panic = catch_unwind(AssertUnwindSafe(|| jobs.take_oldest())).unwrap_err();
    assert_eq!(panic.downcast_ref(), Some(&"a job fails"));
    // Within the pool.
    rayon::scope(|scope| {
        scope.spawn(|_| {
            let mut jobs = OrderedJobs::new(1);
            assert_eq!([jobs.start(|| 1), jobs.start(|| 2), jobs.take_oldest()], [None, Some(1), Some(2)]);
        });
    });
}
