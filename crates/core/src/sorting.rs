//! Sorting where no search waits for it.

/// Sorts stably by a number, the least first. Only the exchange of items depends on their type: the sort itself is compiled
/// once.
pub fn sort_by_number<T>(items: &mut [T], number: impl Fn(&T) -> i128) {
    let mut numbers = Vec::with_capacity(items.len());
    for item in &*items {
        numbers.push(number(item));
    }
    let mut from = sorted_order(&numbers);
    for at in 0..items.len() {
        // What stood there may have been exchanged already.
        while from[at] < at {
            from[at] = from[from[at]];
        }
        items.swap(at, from[at]);
    }
}

/// The indices of these numbers in their order.
fn sorted_order(numbers: &[i128]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..numbers.len()).collect();
    order.sort_by_key(|index| numbers[*index]);
    order
}

#[cfg(test)]
mod tests {
    use super::sort_by_number;
    use crate::Rng;

    #[test]
    fn it_is_the_stable_sort() {
        let mut rng = Rng::with_seed(1);
        for length in 0..100 {
            let items: Vec<(u8, usize)> = (0..length).map(|index| (rng.u8(..10), index)).collect();
            let (mut sorted, mut expected) = (items.clone(), items);
            sort_by_number(&mut sorted, |(number, _)| -i128::from(*number));
            expected.sort_by_key(|(number, _)| std::cmp::Reverse(*number));
            assert_eq!(sorted, expected);
        }
    }
}
