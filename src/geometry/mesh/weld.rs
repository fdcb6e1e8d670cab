//! Vertices at the same place.

use glam::Vec3;

/// For each vertex the least number of a vertex at the same place; −0 is 0.
pub(super) fn welded(positions: &[Vec3]) -> Vec<u32> {
    /// A free place of the table. No vertex has this number, because a triangle cannot refer to it.
    const FREE: u32 = u32::MAX;
    let mask = (2 * positions.len()).next_power_of_two() - 1;
    // Open addressing; at least half of the places stay free.
    let mut table = vec![FREE; mask + 1];
    let bits = |position: Vec3| (position + Vec3::ZERO).to_array().map(f32::to_bits);
    (0..)
        .zip(positions)
        .map(|(vertex, position)| {
            let own = bits(*position);
            let mut place = spread(own) & mask;
            while table[place] != FREE && bits(positions[table[place] as usize]) != own {
                place = (place + 1) & mask;
            }
            if table[place] == FREE {
                table[place] = vertex;
            }
            table[place]
        })
        .collect()
}

/// Mixes the bits of a position (the finaliser of `MurmurHash3` by Appleby).
#[expect(clippy::cast_possible_truncation, reason = "any bits will do")]
fn spread([x, y, z]: [u32; 3]) -> usize {
    let mix = |h: u64| {
        let h = (h ^ h >> 33).wrapping_mul(0xff51_afd7_ed55_8ccd);
        let h = (h ^ h >> 33).wrapping_mul(0xc4ce_b9fe_1a85_ec53);
        h ^ h >> 33
    };
    mix(mix(u64::from(x) | u64::from(y) << 32) ^ u64::from(z)) as usize
}
