//! The chunks of a PNG before its pixels (PNG, third edition, 2025, § 5.3), checked before the decoder reads them.

use std::io::{self, BufRead, Read};

/// The bytes before the first chunk.
const SIGNATURE: u64 = 8;
/// The bytes of the checksum after the data of a chunk.
const CHECKSUM: u64 = 4;

/// Refuses a palette whose length is not a multiple of 3 (§ 11.2.2), on which the decoder of `png` 0.18 panics. Other errors
/// are left to the decoder.
///
/// # Errors
/// With the reason.
pub(super) fn check_palette(source: &mut impl BufRead) -> Result<(), String> {
    // A PNG that ends here has no palette. The decoder has the message.
    let lengths = palettes(source).unwrap_or_default();
    match lengths.into_iter().find(|length| length % 3 != 0) {
        None => Ok(()),
        Some(length) => Err(format!("its palette has {length} bytes, but each colour of a palette has 3")),
    }
}

/// The lengths of the palettes before the pixels, of which there should be one at most.
fn palettes(source: &mut impl BufRead) -> io::Result<Vec<u32>> {
    /// No decoder accepts more.
    const MOST: usize = 2;
    let mut found = Vec::new();
    skip(source, SIGNATURE)?;
    while found.len() < MOST {
        let mut head = [0; 8];
        if source.read_exact(&mut head).is_err() {
            break;
        }
        let [a, b, c, d, kind @ ..] = head;
        let length = u32::from_be_bytes([a, b, c, d]);
        match &kind {
            b"PLTE" => found.push(length),
            b"IDAT" | b"IEND" => break,
            _ => {}
        }
        if skip(source, u64::from(length) + CHECKSUM).is_err() {
            break;
        }
    }
    Ok(found)
}

/// Reads over some bytes.
fn skip(source: &mut impl BufRead, bytes: u64) -> io::Result<()> {
    io::copy(&mut source.by_ref().take(bytes), &mut io::sink()).map(drop)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A PNG of chunks without checksums that fit.
    fn png(chunks: &[(&[u8; 4], usize)]) -> Vec<u8> {
        let chunk = |&(kind, length): &(&[u8; 4], usize)| {
            [&u32::try_from(length).unwrap().to_be_bytes()[..], kind, &vec![0; length + 4]].concat()
        };
        [b"\x89PNG\r\n\x1a\n".to_vec(), chunks.iter().flat_map(chunk).collect()].concat()
    }

    #[test]
    fn a_palette_has_three_bytes_a_colour() {
        for (chunks, is_right) in [
            (&[(b"IHDR", 13), (b"PLTE", 4), (b"IDAT", 1)][..], false),
            (&[(b"IHDR", 13), (b"tEXt", 70_000), (b"PLTE", 767), (b"IDAT", 1)], false),
            (&[(b"PLTE", 3), (b"PLTE", 5)], false),
            (&[(b"IHDR", 13), (b"PLTE", 768), (b"IDAT", 1)], true),
            (&[(b"IHDR", 13), (b"IDAT", 1), (b"PLTE", 4)], true),
            (&[], true),
        ] {
            let bytes = png(chunks);
            assert_eq!(check_palette(&mut &*bytes).is_ok(), is_right, "{chunks:?}");
        }
        for bytes in [&b""[..], b"\x89PNG", b"\x89PNG\r\n\x1a\n\0\0\0", b"\x89PNG\r\n\x1a\n\xff\xff\xff\xffIHDR"] {
            assert!(check_palette(&mut &*bytes).is_ok());
        }
    }
}
