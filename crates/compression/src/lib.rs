//! Zstandard frames: by the C library, and in a browser by a reader in Rust.

use std::io;

/// Decompresses a frame; what is longer than `longest` is cut off. A damaged size in its head takes no memory.
#[cfg(not(target_arch = "wasm32"))]
pub fn decompress(bytes: &[u8], longest: u64) -> io::Result<Vec<u8>> {
    let size = zstd::zstd_safe::get_frame_content_size(bytes).ok().flatten().unwrap_or(0);
    read(zstd::stream::read::Decoder::new(bytes)?, size, longest)
}

/// Decompresses a frame; what is longer than `longest` is cut off. A damaged size in its head takes no memory.
#[cfg(target_arch = "wasm32")]
pub fn decompress(bytes: &[u8], longest: u64) -> io::Result<Vec<u8>> {
    read_in_rust(bytes, longest)
}

#[cfg(any(target_arch = "wasm32", test))]
fn read_in_rust(bytes: &[u8], longest: u64) -> io::Result<Vec<u8>> {
    let decoder = ruzstd::decoding::StreamingDecoder::new(bytes).map_err(io::Error::other)?;
    let size = decoder.decoder.content_size();
    read(decoder, size, longest)
}

fn read(decoder: impl io::Read, size: u64, longest: u64) -> io::Result<Vec<u8>> {
    use io::Read as _;
    let mut plain = Vec::new();
    // Without the memory the vector grows as it is filled.
    let _ = plain.try_reserve_exact(size.min(longest) as usize + 1);
    decoder.take(longest).read_to_end(&mut plain)?;
    Ok(plain)
}

/// Compresses into one frame.
#[cfg(not(target_arch = "wasm32"))]
pub fn compress(bytes: &[u8], level: i32) -> Vec<u8> {
    zstd::bulk::compress(bytes, level).expect("compression into memory does not fail")
}

/// Compresses into one frame. Nothing that the program writes in a browser is compressed well.
#[cfg(target_arch = "wasm32")]
pub fn compress(bytes: &[u8], _level: i32) -> Vec<u8> {
    ruzstd::encoding::compress_to_vec(bytes, ruzstd::encoding::CompressionLevel::Fastest)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_readers_read_the_same() {
        let plain: Vec<u8> = (0..200_000_u32).map(|number| (number.wrapping_mul(number) >> 7) as u8).collect();
        let packed = compress(&plain, 19);
        assert_eq!(decompress(&packed, u64::MAX).unwrap(), plain);
        assert_eq!(read_in_rust(&packed, u64::MAX).unwrap(), plain);
        assert_eq!(read_in_rust(&packed, 10).unwrap(), plain[..10]);
        assert!(decompress(&packed[..1000], u64::MAX).is_err() && read_in_rust(&packed[..1000], u64::MAX).is_err());
    }
}
