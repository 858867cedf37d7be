//! Every kernel finds every line end, wherever it is, and nothing else.

use copartition::Kernel;

use crate::guarded::{Edge, Guarded};

#[test]
fn every_line_end_is_found_wherever_it_is_and_nothing_else() {
    let mut cases = 0;
    // From line ends alone to none, in blocks of all lengths around those that are looked at.
    let lengths = || (0..=200).chain([4095, 4096, 4097]).step_by(if cfg!(miri) { 29 } else { 1 });
    for (kernel, edge) in Kernel::available().flat_map(|it| Edge::BOTH.map(|edge| (it, edge))) {
        for length in lengths() {
            for step in [1, 2, 3, 7, 8, 9, 63, 64, 65, 1000] {
                let is_end = |at: &i32| at % step == step - 1;
                let byte = |at| if is_end(&at) { b'\n' } else { at as u8 | 0x80 };
                let block: Vec<u8> = (0..length).map(byte).collect();
                let mut found = vec![-1];
                kernel.line_ends(&Guarded::new(&block, edge), 5, &mut found);
                let places = (0..length).filter(is_end).map(|at| at + 5);
                let wanted: Vec<i32> = [-1].into_iter().chain(places).collect();
                assert_eq!(found, wanted, "{}: {length} bytes, every {step}", kernel.name());
                cases += 1;
            }
        }
    }
    assert_eq!(cases, Kernel::available().count() * 2 * lengths().count() * 10);
}

#[test]
fn no_other_byte_is_a_line_end() {
    for kernel in Kernel::available() {
        for byte in 0..=u8::MAX {
            let mut found = Vec::new();
            kernel.line_ends(&[byte; 65], i32::MAX - 64, &mut found);
            assert_eq!(found.len(), if byte == b'\n' { 65 } else { 0 }, "{byte}");
        }
    }
}
