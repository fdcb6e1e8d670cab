//! The numbers of an accessor. All of them are checked to exist before any is read.

use crate::geometry::narrate::counted;
use gltf::json::accessor::{ComponentType, Type};
use gltf::json::validation::Checked;
use gltf::json::{Accessor, accessor};

use super::source::{Bytes, GltfSource};
use crate::import::level::error::{LevelError, LevelPlace, Result, get};
use crate::import::level::stamps::Stamps;

/// The greatest number of elements of an accessor without bytes, whose elements are zero except a few sparse ones.
const MOST_ZEROS: u64 = 1 << 16;

/// The elements of an accessor, by index.
#[derive(Debug)]
pub(super) struct Elements {
    pub(super) place: LevelPlace,
    pub(super) count: usize,
    component: ComponentType,
    is_normalized: bool,
    /// The size of one element in bytes.
    size: usize,
    /// `None` for zeros.
    bytes: Option<Strided>,
    sparse: Option<Sparse>,
}

#[derive(Debug)]
struct Strided {
    bytes: Bytes,
    start: usize,
    stride: usize,
}

/// Elements that replace others.
#[derive(Debug)]
struct Sparse {
    /// Their indices, ascending.
    indices: Vec<u32>,
    values: Strided,
}

impl Elements {
    /// The accessor of that index, which must have elements of that type.
    pub(super) fn open(
        source: &mut GltfSource,
        index: usize,
        wanted: Type,
        by: &LevelPlace,
        stamps: &mut Stamps,
    ) -> Result<Self> {
        let accessor = get(&source.document.accessors, "accessors", index, by)?.clone();
        let place = LevelPlace::named("accessors", index, accessor.name.as_ref());
        let Checked::Valid(accessor::GenericComponentType(component)) = accessor.component_type else {
            return Err(LevelError::at(place, "its `componentType` is not valid in glTF"));
        };
        let lanes = match accessor.type_ {
            Checked::Valid(found) if found == wanted => lanes(wanted),
            _ => {
                let message = format!("must be {} for {by}", word(wanted));
                return Err(LevelError::at(place, message));
            }
        };
        let size = lanes * width(component);
        let count = usize::try_from(accessor.count.0).unwrap_or(usize::MAX);
        let bytes = match accessor.buffer_view {
            Some(view) => {
                let bytes = source.view(view.value(), &place, stamps)?;
                let stride = source.document.buffer_views[view.value()].byte_stride.map(|stride| stride.0);
                let stride = stride.unwrap_or(size);
                if stride < size {
                    let size = counted(size, "byte");
                    let message = format!("its elements take {size}, but the buffer view steps by {stride}");
                    return Err(LevelError::at(place, message));
                }
                let offset = accessor.byte_offset.map_or(0, |offset| offset.0);
                Some(Strided::new(bytes, offset, stride, size, accessor.count.0, &place)?)
            }
            None if accessor.count.0 > MOST_ZEROS => {
                let message = format!("has {} elements and no bytes for them", accessor.count.0);
                return Err(LevelError::at(place, message));
            }
            None => None,
        };
        let sparse = sparse(source, &accessor, size, &place, stamps)?;
        Ok(Self { count, component, is_normalized: accessor.normalized, size, bytes, sparse, place })
    }

    /// Refuses components other than floats and those of `KHR_mesh_quantization`.
    pub(super) fn expect_numbers(self) -> Result<Self> {
        match self.component {
            ComponentType::U32 => {
                Err(LevelError::at(self.place, "must hold floats or short integers, not UNSIGNED_INT"))
            }
            _ => Ok(self),
        }
    }

    /// Refuses components that are not unsigned integers.
    pub(super) fn expect_indices(self) -> Result<Self> {
        match self.component {
            ComponentType::U8 | ComponentType::U16 | ComponentType::U32 => Ok(self),
            _ => Err(LevelError::at(self.place, "must hold unsigned integers to be indices")),
        }
    }

    /// An element of numbers; normalised integers from −1 or 0 to 1. `i` is below `count`.
    pub(super) fn numbers<const LANES: usize>(&self, i: usize) -> [f32; LANES] {
        let Some(bytes) = self.element(i) else { return [0.0; LANES] };
        let width = width(self.component);
        std::array::from_fn(|lane| number(&bytes[lane * width..(lane + 1) * width], self.component, self.is_normalized))
    }

    /// An element of one unsigned integer. `i` is below `count`.
    pub(super) fn index(&self, i: usize) -> u32 {
        self.element(i).map_or(0, unsigned)
    }

    /// An element of several unsigned integers. `i` is below `count`.
    pub(super) fn indices<const LANES: usize>(&self, i: usize) -> [u32; LANES] {
        let Some(bytes) = self.element(i) else { return [0; LANES] };
        let width = width(self.component);
        std::array::from_fn(|lane| unsigned(&bytes[lane * width..(lane + 1) * width]))
    }

    /// Whether the components are integers of 32 bits.
    pub(super) fn is_u32(&self) -> bool {
        self.component == ComponentType::U32
    }

    /// The integer that stands for 1 in normalised unsigned integers; `None` for other numbers.
    pub(super) fn unit(&self) -> Option<u32> {
        match self.component {
            ComponentType::U8 if self.is_normalized => Some(255),
            ComponentType::U16 if self.is_normalized => Some(65_535),
            _ => None,
        }
    }

    /// The greatest integer, which would stand for 1 if the integers were normalised; `None` for floats and for integers that
    /// are.
    pub(super) fn unit_if_normalized(&self) -> Option<u32> {
        match self.component {
            _ if self.is_normalized => None,
            ComponentType::I8 => Some(127),
            ComponentType::U8 => Some(255),
            ComponentType::I16 => Some(32_767),
            ComponentType::U16 => Some(65_535),
            ComponentType::U32 | ComponentType::F32 => None,
        }
    }

    /// `None` for a zero.
    fn element(&self, i: usize) -> Option<&[u8]> {
        let patch = self.sparse.as_ref().and_then(|sparse| {
            let wanted = u32::try_from(i).ok()?;
            let at = sparse.indices.binary_search(&wanted).ok()?;
            Some(sparse.values.element(at, self.size))
        });
        patch.or_else(|| self.bytes.as_ref().map(|bytes| bytes.element(i, self.size)))
    }
}

impl Strided {
    /// Bytes from `offset` on, which must hold `count` elements of `size`.
    fn new(bytes: Bytes, offset: u64, stride: usize, size: usize, count: u64, place: &LevelPlace) -> Result<Self> {
        let length = bytes.as_slice().len() as u64;
        let last = (stride as u64).checked_mul(count.saturating_sub(1)).and_then(|way| way.checked_add(offset));
        let end = if count == 0 { Some(offset) } else { last.and_then(|last| last.checked_add(size as u64)) };
        if end.is_none_or(|end| end > length) {
            let message = if let Some(end) = end {
                let (elements, verb) = (counted(count, "element"), if count == 1 { "reaches" } else { "reach" });
                format!("its {elements} {verb} to byte {end}, but the buffer view has {length}")
            } else {
                let length = counted(length, "byte");
                format!("its {count} elements reach further than any buffer, and the view has {length}")
            };
            return Err(LevelError::at(place.clone(), message));
        }
        let start = usize::try_from(offset).unwrap_or(usize::MAX);
        Ok(Self { bytes, start, stride })
    }

    fn element(&self, i: usize, size: usize) -> &[u8] {
        let start = self.start + i * self.stride;
        &self.bytes.as_slice()[start..start + size]
    }
}

fn sparse(
    source: &mut GltfSource,
    accessor: &Accessor,
    size: usize,
    place: &LevelPlace,
    stamps: &mut Stamps,
) -> Result<Option<Sparse>> {
    let Some(sparse) = &accessor.sparse else { return Ok(None) };
    let count = sparse.count.0;
    if count > accessor.count.0 {
        let elements = counted(count, "element");
        let message = format!("its sparse data replaces {elements}, but it has only {}", accessor.count.0);
        return Err(LevelError::at(place.clone(), message));
    }
    let Checked::Valid(accessor::IndexComponentType(component)) = sparse.indices.component_type else {
        return Err(LevelError::at(place.clone(), "its sparse indices must be unsigned integers"));
    };
    let view = source.view(sparse.indices.buffer_view.value(), place, stamps)?;
    let width = width(component);
    let found = Strided::new(view, sparse.indices.byte_offset.0, width, width, count, place)?;
    let view = source.view(sparse.values.buffer_view.value(), place, stamps)?;
    let values = Strided::new(view, sparse.values.byte_offset.0, size, size, count, place)?;
    let count = usize::try_from(count).unwrap_or(usize::MAX);
    source.take(count, size_of::<u32>(), place)?;
    let indices: Vec<u32> = (0..count).map(|i| unsigned(found.element(i, width))).collect();
    let is_ascending = indices.windows(2).all(|pair| pair[0] < pair[1]);
    if !is_ascending || indices.last().is_some_and(|&last| u64::from(last) >= accessor.count.0) {
        let message = format!("its sparse indices must ascend and stay below {}", accessor.count.0);
        return Err(LevelError::at(place.clone(), message));
    }
    Ok(Some(Sparse { indices, values }))
}

/// Little-endian, of 1, 2 or 4 bytes.
fn unsigned(bytes: &[u8]) -> u32 {
    bytes.iter().rev().fold(0, |number, &byte| number << 8 | u32::from(byte))
}

/// glTF 2.0, section 3.11, "Animations", has the formulas for normalised integers.
#[expect(clippy::cast_possible_truncation, clippy::cast_possible_wrap, reason = "the bytes of narrower integers")]
fn number(bytes: &[u8], component: ComponentType, is_normalized: bool) -> f32 {
    let bits = unsigned(bytes);
    let (number, greatest) = match component {
        ComponentType::F32 => return f32::from_bits(bits),
        ComponentType::I8 => (f32::from(bits as u8 as i8), 127.0),
        ComponentType::U8 => (f32::from(bits as u8), 255.0),
        ComponentType::I16 => (f32::from(bits as u16 as i16), 32767.0),
        ComponentType::U16 => (f32::from(bits as u16), 65535.0),
        ComponentType::U32 => return bits as f32,
    };
    if is_normalized { (number / greatest).max(-1.0) } else { number }
}

fn width(component: ComponentType) -> usize {
    match component {
        ComponentType::I8 | ComponentType::U8 => 1,
        ComponentType::I16 | ComponentType::U16 => 2,
        ComponentType::U32 | ComponentType::F32 => 4,
    }
}

fn lanes(kind: Type) -> usize {
    match kind {
        Type::Scalar => 1,
        Type::Vec2 => 2,
        Type::Vec3 => 3,
        Type::Vec4 | Type::Mat2 => 4,
        Type::Mat3 => 9,
        Type::Mat4 => 16,
    }
}

fn word(kind: Type) -> &'static str {
    match kind {
        Type::Scalar => "SCALAR",
        Type::Vec2 => "VEC2",
        Type::Vec3 => "VEC3",
        Type::Vec4 => "VEC4",
        Type::Mat2 => "MAT2",
        Type::Mat3 => "MAT3",
        Type::Mat4 => "MAT4",
    }
}
