//! Cases in which some numbers are moved by one unit in the last place.

/// The difference of a number and the next larger one of its size.
pub(super) fn ulp(x: f32) -> f64 {
    let x = x.abs();
    f64::from(x.next_up()) - f64::from(x)
}

/// Numbers that are moved together because they are equal: their places in a list. Zeros, and numbers that are `fixed`, stay.
pub(super) fn groups(numbers: &[f32], fixed: impl Fn(usize, f32) -> bool) -> Vec<Vec<usize>> {
    let mut groups: Vec<(u32, Vec<usize>)> = Vec::with_capacity(numbers.len());
    for (i, x) in numbers.iter().enumerate() {
        if *x == 0.0 || fixed(i, *x) {
            continue;
        }
        match groups.iter_mut().find(|(bits, _)| *bits == x.to_bits()) {
            Some((_, places)) => places.push(i),
            None => groups.push((x.to_bits(), vec![i])),
        }
    }
    groups.into_iter().map(|(_, places)| places).collect()
}

/// The greatest and the least value of a function of the numbers when each group is moved by one unit in the last place in the
/// worst direction, to first order: the value itself, and the sums of what each group adds and takes.
pub(super) fn extremes(
    numbers: &[f32],
    groups: &[Vec<usize>],
    value: f64,
    function: impl Fn(&[f32]) -> f64,
) -> [f64; 2] {
    let (mut least, mut most) = (value, value);
    let mut moved = numbers.to_vec();
    for places in groups {
        let first = numbers[places[0]];
        let (mut down, mut up) = (0.0_f64, 0.0_f64);
        for to in [first.next_up(), first.next_down()] {
            for i in places {
                moved[*i] = to;
            }
            let change = function(&moved) - value;
            down = down.max(-change);
            up = up.max(change);
        }
        for i in places {
            moved[*i] = first;
        }
        least -= down;
        most += up;
    }
    [least, most]
}
