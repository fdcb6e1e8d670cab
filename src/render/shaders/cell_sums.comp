// One invocation for each column of pixels and SLAB rows: it adds up alpha until a row of cells ends, and gives what it
// has to the cell. Neighbours in a group read neighbouring pixels.

layout(local_size_x = 64) in;

layout(std430, binding = 0) readonly buffer Pixels { uint words[]; };
// The low and the high half of each sum.
layout(std430, binding = 1) buffer Sums { uint sums[]; };

// How the image is cut: pixels, cells and pixels covered along each axis, and the block of odd_block, or 0.
uniform uvec2 size;
uniform uvec2 cells;
uniform uvec2 covered;
uniform uvec2 block;
// The rows of pixels in the buffer: first, and how many.
uniform uvec2 rows;
// Bytes of a pixel, where its alpha begins, and bits of that.
uniform uvec3 format;
// The alpha of all pixels when the image has none of its own, or 0.
uniform uint opaque;

// Where cell i begins: i·w/n rounded down, or i blocks.
uint edge(uint i, int axis) {
    return block[axis] > 0u ? i * block[axis] : i * size[axis] / cells[axis];
}

// The cell of a pixel: the greatest i whose edge is not after it.
uint cell_of(uint pixel, int axis) {
    if (block[axis] > 0u) {
        return pixel / block[axis];
    }
    return ((pixel + 1u) * cells[axis] + size[axis] - 1u) / size[axis] - 1u;
}

uint alpha(uint x, uint y) {
    if (opaque > 0u) {
        return opaque;
    }
    uint at = (y * size.x + x) * format.x + format.y;
    return words[at >> 2u] >> (8u * (at & 3u)) & (format.z == 16u ? 0xffffu : 0xffu);
}

// 64 bits: of all additions to the low half, each that wraps around carries one.
void give(uint cell, uint sum) {
    uint before = atomicAdd(sums[2u * cell], sum);
    if (before + sum < before) {
        atomicAdd(sums[2u * cell + 1u], 1u);
    }
}

void main() {
    uint x = gl_GlobalInvocationID.x;
    uint y = rows.x + gl_WorkGroupID.y * SLAB;
    uint end = min(y + SLAB, min(rows.x + rows.y, covered.y));
    if (x >= covered.x || y >= end) {
        return;
    }
    uint i = cell_of(x, 0);
    uint j = cell_of(y, 1);
    uint next = edge(j + 1u, 1);
    uint sum = 0u;
    for (; y < end; ++y) {
        if (y == next) {
            give(j * cells.x + i, sum);
            sum = 0u;
            ++j;
            next = edge(j + 1u, 1);
        }
        sum += alpha(x, y - rows.x);
    }
    give(j * cells.x + i, sum);
}
