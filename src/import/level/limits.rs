//! The limits of a level, and what its triangles take.

/// The largest file of a level, and most bytes of all its buffers together: 2 GiB.
pub const LARGEST_LEVEL: u64 = 2 << 30;
/// Most objects and cameras of one level, instances counted one by one.
pub const MOST_OBJECTS: usize = 1_000_000;

/// An estimate of the bytes of a triangle in the tree for rays and the data for the exact reference. These take 64 to 90
/// bytes; 30 more while the tree is built, and 60 to 90 more while the faults of the mesh are searched.
pub(crate) const READY: usize = 150;
