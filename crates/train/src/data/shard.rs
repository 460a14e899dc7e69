//! Many samples in columns.
//!
//! ```text
//! planes   count × planes × ⌈squares / 8⌉ bytes; bit i of byte j is square 8·j + i
//! score    count × i16, -32768 for none         policy_len  count × u16
//! result   count × i8                           policy      entries of 3 × u8 and a u16, one after the other
//! best     count × 3 × u8, 255 for none         texts       to the end, joined by line feeds
//! ply      count × u16
//! flags    count × u8
//! ```

use quevedo_core::planes::NO_STEP;

use super::sample::MAX_STEPS;
use super::{Flags, Head, PolicyEntry, Sample};

/// In place of a score where there is none.
const NO_SCORE: i16 = i16::MIN;
/// Bytes of an entry of a policy.
const ENTRY: usize = MAX_STEPS + 2;

/// Positions in columns.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Shard {
    head: Head,
    planes: Vec<u8>,
    scores: Vec<i16>,
    results: Vec<i8>,
    best: Vec<[u8; MAX_STEPS]>,
    plies: Vec<u16>,
    flags: Vec<Flags>,
    policy: Vec<PolicyEntry>,
    /// Where the policy of each ends.
    policy_ends: Vec<usize>,
    texts: String,
    /// Where the text of each ends.
    text_ends: Vec<usize>,
}

/// The columns of a shard, each in the memory in which it was read where that is possible.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ShardColumns {
    /// What the shard says of itself.
    pub head: Head,
    /// The planes: see the head of this module.
    pub planes: Vec<u8>,
    /// Points of the searches; -32768 for none.
    pub scores: Vec<i16>,
    /// The ends of the games for the sides to move: 1, 0, -1.
    pub results: Vec<i8>,
    /// Three squares for each move that was played.
    pub best: Vec<u8>,
    /// The plies played before each position.
    pub plies: Vec<u16>,
    /// One bit for each fact.
    pub flags: Vec<u8>,
    /// Three squares for each entry of a policy.
    pub policy_steps: Vec<u8>,
    /// The share of each entry.
    pub policy_shares: Vec<u16>,
    /// Where the policy of each position ends.
    pub policy_ends: Vec<u64>,
    /// The positions in their notation.
    pub texts: Vec<String>,
}

impl Shard {
    /// Gives the columns away.
    pub fn into_columns(self) -> ShardColumns {
        ShardColumns {
            texts: (0..self.len()).map(|index| self.text(index).to_owned()).collect(),
            policy_steps: self.policy.iter().flat_map(|(steps, _)| *steps).collect(),
            policy_shares: self.policy.iter().map(|(_, share)| *share).collect(),
            policy_ends: self.policy_ends.iter().map(|end| *end as u64).collect(),
            flags: self.flags.iter().map(|flags| flags.0).collect(),
            best: self.best.into_flattened(),
            head: self.head,
            planes: self.planes,
            scores: self.scores,
            results: self.results,
            plies: self.plies,
        }
    }

    /// No positions yet.
    pub fn new(head: Head) -> Self {
        Self { head: Head { count: 0, ..head }, ..Self::default() }
    }

    /// What it says of itself.
    pub fn head(&self) -> &Head {
        &self.head
    }

    /// Says how many games its positions come from.
    pub fn set_games(&mut self, games: u32) {
        self.head.games = games;
    }

    /// How many positions there are.
    pub fn len(&self) -> usize {
        self.head.count
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Adds a position.
    pub fn push(&mut self, sample: &Sample) {
        let bytes = self.head.plane_bytes();
        for plane in &sample.planes {
            self.planes.extend(&plane.to_le_bytes()[..bytes]);
        }
        self.scores.push(sample.score.unwrap_or(NO_SCORE));
        self.results.push(sample.result);
        self.best.push(sample.best);
        self.plies.push(sample.ply);
        self.flags.push(sample.flags);
        self.policy.extend(&sample.policy);
        self.policy_ends.push(self.policy.len());
        self.texts.push_str(&sample.text);
        self.text_ends.push(self.texts.len());
        self.head.count += 1;
    }

    /// A position with everything known of it.
    pub fn sample(&self, index: usize) -> Sample {
        Sample {
            planes: self.planes(index).collect(),
            score: self.score(index),
            result: self.results[index],
            best: self.best[index],
            ply: self.plies[index],
            flags: self.flags[index],
            policy: self.policy(index).to_vec(),
            text: self.text(index).to_owned(),
        }
    }

    /// All positions, in order.
    pub fn samples(&self) -> impl Iterator<Item = Sample> {
        (0..self.len()).map(|index| self.sample(index))
    }

    /// The squares of every plane of a position.
    pub fn planes(&self, index: usize) -> impl Iterator<Item = u128> {
        let bytes = self.head.plane_bytes();
        let row = &self.planes[index * bytes * self.head.planes..];
        row.chunks_exact(bytes).take(self.head.planes).map(move |squares| {
            let mut word = [0; 16];
            word[..bytes].copy_from_slice(squares);
            u128::from_le_bytes(word)
        })
    }

    /// Visits the inputs that hold, in rising order: `plane · squares + square`.
    pub fn each_feature(&self, index: usize, mut visit: impl FnMut(usize)) {
        for (plane, mut squares) in self.planes(index).enumerate() {
            while squares != 0 {
                visit(plane * self.head.squares + squares.trailing_zeros() as usize);
                squares &= squares - 1;
            }
        }
    }

    /// Points of the search for the side to move, where there was one.
    pub fn score(&self, index: usize) -> Option<i16> {
        Some(self.scores[index]).filter(|score| *score != NO_SCORE)
    }

    /// The ends of the games for the sides to move: 1, 0, -1.
    pub fn results(&self) -> &[i8] {
        &self.results
    }

    /// The moves that were played, by their steps.
    pub fn best(&self) -> &[[u8; MAX_STEPS]] {
        &self.best
    }

    /// The plies played before each position.
    pub fn plies(&self) -> &[u16] {
        &self.plies
    }

    /// What else is known of each position.
    pub fn flags(&self) -> &[Flags] {
        &self.flags
    }

    /// The share of each move in the visits; empty without visit counts.
    pub fn policy(&self, index: usize) -> &[PolicyEntry] {
        &self.policy[part(&self.policy_ends, index)]
    }

    /// A position in its notation.
    pub fn text(&self, index: usize) -> &str {
        &self.texts[part(&self.text_ends, index)]
    }

    /// The columns one after the other.
    pub(super) fn columns(&self) -> Vec<u8> {
        let column = |name| self.column(name);
        ["planes", "score", "result", "best", "ply", "flags", "policy_len", "policy", "texts"].map(column).concat()
    }

    /// A column as bytes, by its name; nothing for an unknown one.
    pub(super) fn column(&self, name: &str) -> Vec<u8> {
        match name {
            "planes" => self.planes.clone(),
            "score" => self.scores.iter().flat_map(|score| score.to_le_bytes()).collect(),
            "result" => self.results.iter().map(|result| *result as u8).collect(),
            "best" => self.best.as_flattened().to_vec(),
            "ply" => self.plies.iter().flat_map(|ply| ply.to_le_bytes()).collect(),
            "flags" => self.flags.iter().map(|flags| flags.0).collect(),
            "policy_len" => (0..self.len()).flat_map(|index| (self.policy(index).len() as u16).to_le_bytes()).collect(),
            "policy" => self.policy.iter().flat_map(entry_bytes).collect(),
            "policy_steps" => self.policy.iter().flat_map(|(steps, _)| *steps).collect(),
            "policy_share" => self.policy.iter().flat_map(|(_, share)| share.to_le_bytes()).collect(),
            "texts" => (0..self.len()).map(|index| self.text(index)).collect::<Vec<_>>().join("\n").into_bytes(),
            _ => Vec::new(),
        }
    }

    /// Reads the columns, and refuses impossible values.
    pub(super) fn from_columns(head: Head, bytes: &[u8]) -> Result<Self, String> {
        let count = head.count;
        let mut rest = Columns(bytes);
        let planes = rest.take(count * head.planes * head.plane_bytes())?.to_vec();
        let scores = rest.words(count)?.map(u16::cast_signed).collect();
        let results: Vec<i8> = rest.take(count)?.iter().map(|byte| byte.cast_signed()).collect();
        let best: Vec<[u8; MAX_STEPS]> = rest.take(count * MAX_STEPS)?.as_chunks().0.to_vec();
        let plies = rest.words(count)?.collect();
        let flags = rest.take(count)?.iter().map(|byte| Flags(*byte)).collect();
        let policy_ends: Vec<usize> = running(rest.words(count)?.map(usize::from));
        let entries = rest.take(policy_ends.last().copied().unwrap_or(0) * ENTRY)?;
        let policy: Vec<PolicyEntry> = entries.as_chunks::<ENTRY>().0.iter().map(entry).collect();
        let texts = std::str::from_utf8(rest.0).map_err(|_| "its position texts are no text")?;
        let lines: Vec<&str> = if count == 0 { Vec::new() } else { texts.split('\n').collect() };
        if lines.len() != count {
            return Err(format!("it has {} position texts for {count} positions", lines.len()));
        }
        let text_ends = running(lines.iter().map(|line| line.len()));
        let texts = lines.concat();
        let shard = Self { head, planes, scores, results, best, plies, flags, policy, policy_ends, texts, text_ends };
        shard.check().map(|()| shard)
    }

    /// Refuses impossible values.
    fn check(&self) -> Result<(), String> {
        let squares = self.head.squares;
        let is_step = |step: &u8| *step == NO_STEP || usize::from(*step) < squares;
        let policy = self.policy.iter().flat_map(|(steps, _)| steps);
        if !self.best.as_flattened().iter().chain(policy).all(is_step) {
            return Err("a move has a square outside of the board".into());
        }
        if !self.results.iter().all(|result| (-1..=1).contains(result)) {
            return Err("a result is neither won, drawn nor lost".into());
        }
        let beyond = 0xff_u8.checked_shl(squares as u32 % 8).filter(|_| squares % 8 != 0).unwrap_or(0);
        if self.planes.chunks_exact(self.head.plane_bytes()).any(|plane| plane[plane.len() - 1] & beyond != 0) {
            return Err("a feature is active outside of the board".into());
        }
        Ok(())
    }
}

/// Where the part of `index` lies, when each part begins where the one before ends.
fn part(ends: &[usize], index: usize) -> std::ops::Range<usize> {
    index.checked_sub(1).map_or(0, |before| ends[before])..ends[index]
}

/// Sums from the beginning on.
fn running(lengths: impl Iterator<Item = usize>) -> Vec<usize> {
    let add = |sum: &mut usize, length: usize| {
        *sum += length;
        Some(*sum)
    };
    lengths.scan(0, add).collect()
}

fn entry_bytes((steps, share): &PolicyEntry) -> [u8; ENTRY] {
    let [low, high] = share.to_le_bytes();
    [steps[0], steps[1], steps[2], low, high]
}

fn entry(bytes: &[u8; ENTRY]) -> PolicyEntry {
    ([bytes[0], bytes[1], bytes[2]], u16::from_le_bytes([bytes[3], bytes[4]]))
}

/// What is left to read of the columns.
struct Columns<'a>(&'a [u8]);

impl<'a> Columns<'a> {
    fn take(&mut self, bytes: usize) -> Result<&'a [u8], String> {
        let (taken, rest) = self.0.split_at_checked(bytes).ok_or("its columns end too early")?;
        self.0 = rest;
        Ok(taken)
    }

    fn words(&mut self, count: usize) -> Result<impl Iterator<Item = u16> + use<'a>, String> {
        Ok(self.take(2 * count)?.as_chunks().0.iter().map(|bytes| u16::from_le_bytes(*bytes)))
    }
}
