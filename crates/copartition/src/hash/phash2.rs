/// Hashes a key as `erlang:phash2/1` hashes a binary: 27 bits.
///
/// Behaviour: erlang/otp `erts/emulator/beam/erl_term_hashing.c`, run on OTP 25: Bob Jenkins' hash
/// of 1996 over groups of twelve bytes. The empty binary is not mixed at all.
pub(crate) fn phash2(key: &[u8]) -> u32 {
    const GOLDEN: u32 = 0x9e37_79b9;
    const START: u32 = 0x08d1_2e65;
    const BITS: u32 = 0x07ff_ffff;

    if key.is_empty() {
        return START & BITS;
    }
    let (groups, rest) = key.as_chunks::<12>();
    let mut state = [GOLDEN, GOLDEN, START];
    for group in groups {
        state = mix(add(state, *group));
    }
    // The low byte of the last word is the length's, so the bytes there stand one further up.
    let mut group = [0; 12];
    let (ab, c) = rest.split_at_checked(8).unwrap_or((rest, &[]));
    group.iter_mut().zip(ab).for_each(|(to, from)| *to = *from);
    group.iter_mut().skip(9).zip(c).for_each(|(to, from)| *to = *from);
    let [a, b, c] = add(state, group);
    let [_, _, h] = mix([a, b, c.wrapping_add(key.len() as u32)]);
    h & BITS
}

fn add(state: [u32; 3], group: [u8; 12]) -> [u32; 3] {
    let [a, b, c] = state;
    let [a0, a1, a2, a3, b0, b1, b2, b3, c0, c1, c2, c3] = group;
    [
        a.wrapping_add(u32::from_le_bytes([a0, a1, a2, a3])),
        b.wrapping_add(u32::from_le_bytes([b0, b1, b2, b3])),
        c.wrapping_add(u32::from_le_bytes([c0, c1, c2, c3])),
    ]
}

fn mix([mut a, mut b, mut c]: [u32; 3]) -> [u32; 3] {
    for (right, left, last) in [(13, 8, 13), (12, 16, 5), (3, 10, 15)] {
        a = a.wrapping_sub(b).wrapping_sub(c) ^ (c >> right);
        b = b.wrapping_sub(c).wrapping_sub(a) ^ (a << left);
        c = c.wrapping_sub(a).wrapping_sub(b) ^ (b >> last);
    }
    [a, b, c]
}
