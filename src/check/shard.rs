//! `--shard`: one of several equal parts of the scenes.

use std::fmt;
use std::str::FromStr;

/// One of several equal parts of the scenes, to divide a check among several machines: `2/3`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    /// The number of this part, from 1 to `count`.
    pub index: usize,
    /// The number of parts, at least 1.
    pub count: usize,
}

impl Shard {
    /// Whether the scene with this index in the order belongs to this part.
    pub fn has(self, at: usize) -> bool {
        at % self.count == self.index - 1
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.index, self.count)
    }
}

impl FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let parts = text.split_once('/').and_then(|(index, count)| Some((index.parse().ok()?, count.parse().ok()?)));
        let (index, count): (usize, usize) = parts.ok_or("write the part and the number of parts, such as 1/3")?;
        if index == 0 || index > count {
            return Err(format!("parts are counted from 1 to {count}"));
        }
        Ok(Self { index, count })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shards_cover_each_scene_once() {
        assert_eq!("2/3".parse(), Ok(Shard { index: 2, count: 3 }));
        for wrong in ["", "1", "0/3", "4/3", "0/0", "1/0", "-1/3", "1/3/4", "a/b", "1.0/3"] {
            assert!(wrong.parse::<Shard>().is_err(), "{wrong}");
        }
        for at in 0..10 {
            let owners = (1..=3).filter(|&index| Shard { index, count: 3 }.has(at)).count();
            assert_eq!(owners, 1, "{at}");
        }
    }
}
