//! The fuzz targets in small, in every test run and on every compiler: a few thousand inputs each, always the same
//! ones. They begin as valid positions, moves, records and players and are then damaged a little, because a text
//! that is nearly right goes deeper into a parser than noise does.

mod fuzz_bodies;

use std::fs;
use std::path::Path;

use bodies::CATALOG;
use fuzz_bodies as bodies;
use quevedo_catalog::{Key, PlayerDescription, PlayerSpec, Session};
use quevedo_core::Rng;

/// Pieces of the notations, and what tends to upset parsers.
#[rustfmt::skip]
const TOKENS: &[&str] = &[
    " ", "\n", "/", "-", "=", ":", ",", ".", "0", "1", "8", "10", "99", "18446744073709551616", "-1", "+1", "é", "♞",
    "\u{feff}", "\0", "\\", "\"", "a1", "e4", "h8", "j10", "pass", "PASS", "O-O", "O-O-O", "0-0", "Nf3", "exd5", "e8=Q",
    "e7e8n", "e1g1", "+", "#", "!?", " w", " b", " w KQkq - 0 1", " b - e3 99 120", "KQkq", "HAha", "8/8", "d1-d7/g7",
    "1.", "1...", "1-0", "0-1", "1/2-1/2", "*", "[FEN \"", "[Game \"", "\"]", "]", "{", "}", "(", ")", ";", "%", "$1",
    "(;", ";)", "B[F5]", "W[PA]", "BO[8 ", "GM[Othello]", "f5d6", "--", "H8:+64;", "seed=7", "depth=3", "time=5s", "human", "random",
];

/// What a fuzz target does with its bytes; tells whether they were accepted.
type Body = fn(&[u8]) -> bool;

/// Feeds `count` inputs to a body and returns how many it accepted. The first round is the seeds as they are.
fn feed(body: Body, seeds: &[Vec<u8>], count: usize) -> usize {
    let mut rng = Rng::with_seed(count as u64);
    let damaged = (seeds.len()..count).map(|_| damage(seeds, &mut rng));
    seeds.iter().cloned().chain(damaged).filter(|input| body(input)).count()
}

/// Asserts that the inputs of a text target are worth something: some are right and some are wrong.
fn assert_mixed(accepted: usize, count: usize) {
    assert!((count / 20..=count - count / 20).contains(&accepted), "{accepted} of {count} inputs were accepted");
}

/// A seed with up to three wounds.
fn damage(seeds: &[Vec<u8>], rng: &mut Rng) -> Vec<u8> {
    let mut input = pick(seeds, rng).clone();
    for _ in 0..rng.usize(0..4) {
        let at = rng.usize(0..=input.len());
        let end = (at + rng.usize(1..4)).min(input.len());
        match rng.u8(0..6) {
            0 if at < input.len() => input[at] ^= 1 << rng.u8(0..8),
            1 => drop(input.drain(at..end)),
            2 => input.insert(at, rng.u8(b' '..=b'~')),
            3 => drop(input.splice(at..end, pick(TOKENS, rng).bytes())),
            4 => drop(input.splice(at..at, pick(TOKENS, rng).bytes())),
            _ => {
                // The front of one seed, the back of another.
                let other = pick(seeds, rng);
                input.truncate(at);
                input.extend(&other[at.min(other.len())..]);
            }
        }
    }
    input
}

fn pick<'a, T>(list: &'a [T], rng: &mut Rng) -> &'a T {
    &list[rng.usize(0..list.len())]
}

/// A session of each game after that many plies, with the byte by which the bodies pick that game.
fn sessions(plies: u8) -> impl Iterator<Item = (u8, Box<dyn Session>)> {
    CATALOG.games().iter().enumerate().map(move |(index, entry)| {
        let mut session = entry.session(None).expect("every game has a start position");
        bodies::play_some(&mut *session, plies);
        (b'A'.wrapping_add(index as u8), session)
    })
}

/// The moves of a session as people write them, joined by blanks.
fn pretty_moves(session: &dyn Session) -> String {
    session.history().iter().map(|mv| mv.pretty.as_str()).collect::<Vec<_>>().join(" ")
}

#[test]
fn positions() {
    let seeds: Vec<Vec<u8>> = [0, 3, 10, 24]
        .into_iter()
        .flat_map(sessions)
        .map(|(game, session)| [&[game], session.position().as_bytes()].concat())
        .collect();
    assert_mixed(feed(bodies::position, &seeds, 4000), 4000);
}

#[test]
fn moves() {
    let mut seeds = Vec::new();
    let mut rng = Rng::with_seed(1);
    for plies in [0, 1, 6, 23] {
        for (game, session) in sessions(plies) {
            let legal = session.legal();
            for _ in 0..legal.len().min(4) {
                let mv = pick(&legal, &mut rng);
                seeds.push([&[game, plies], mv.text.as_bytes()].concat());
                seeds.push([&[game, plies], mv.pretty.as_bytes()].concat());
            }
        }
    }
    assert_mixed(feed(bodies::moves, &seeds, 4000), 4000);
}

#[test]
fn san() {
    let chess = CATALOG.find("chess").expect("there is chess");
    let mut seeds = Vec::new();
    for plies in 0..=24 {
        let mut session = chess.session(None).expect("every game has a start position");
        bodies::play_some(&mut *session, plies);
        seeds.push(pretty_moves(&*session).into_bytes());
        // The same game, its first half as a position.
        let mut half = chess.session(None).expect("every game has a start position");
        let (begin, rest) = session.history().split_at(usize::from(plies) / 2);
        for mv in begin {
            half.play(&mv.text).expect("it was legal in the same game a moment ago");
        }
        let rest: Vec<&str> = rest.iter().map(|mv| mv.pretty.as_str()).collect();
        seeds.push(format!("{}\n{}", rest.join(" "), half.position()).into_bytes());
    }
    let legal = ["e8=N+ Kg7\n5k2/4P3/8/8/8/8/8/4K3 w - - 0 1", "O-O O-O-O\nr3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"];
    seeds.extend(legal.map(|text| text.as_bytes().to_vec()));
    assert_mixed(feed(bodies::san, &seeds, 3000), 3000);
}

#[test]
fn records() {
    let tags = [("Event", "A \"test\" \\ of\ttags"), ("Site", "?"), ("White", "Torres"), ("Black", "Quevedo")];
    let record = |session: &dyn Session| session.record(&tags).to_string();
    let mut seeds: Vec<Vec<u8>> =
        [1, 8, 24].into_iter().flat_map(sessions).map(|(_, session)| record(&*session).into_bytes()).collect();
    seeds.push(
        b"[Event \"a\"]\n1. e4! {best} e5 (1... c5 {(} (1... e6)) 2. Nf3 $1 Nc6?! ; and so on\n3. Bb5 1-0\n".to_vec(),
    );
    seeds.push(b"[FEN \"4k3/8/8/8/8/8/4P3/4K3 b - - 0 1\"]\n% escaped\n1... Kd7 2. e4 * 1. d4 d5 1/2-1/2".to_vec());
    assert_mixed(feed(bodies::pgn, &seeds, 4000), 4000);
}

#[test]
fn imports() {
    let texts = |session: &dyn Session| {
        let formats = session.entry().foreign_formats().iter().filter_map(|format| session.export(format, &[]));
        let own = [session.position(), session.record(&[]).to_string(), pretty_moves(session)];
        formats.chain(own).collect::<Vec<String>>()
    };
    let seeds: Vec<Vec<u8>> = [0, 1, 9, 24]
        .into_iter()
        .flat_map(sessions)
        .flat_map(|(game, session)| texts(&*session).into_iter().map(move |text| [&[game], text.as_bytes()].concat()))
        .collect();
    assert_mixed(feed(bodies::import, &seeds, 4000), 4000);
}

#[test]
fn specs() {
    let values = ["0", "1", "42", "7.5", "on", "off", "5s", "250ms", "best", "ucb1"];
    let mut seeds = Vec::new();
    for PlayerDescription { name, keys, .. } in PlayerSpec::all() {
        seeds.push(name.as_bytes().to_vec());
        for (index, Key { name: key, .. }) in keys.iter().enumerate() {
            seeds.extend(values.map(|value| format!("{name}:{key}={value}").into_bytes()));
            let other = keys[(index + 1) % keys.len()].name;
            seeds.extend(values.map(|value| format!("{name}:{key}={value},{other}=1").into_bytes()));
        }
    }
    assert_mixed(feed(bodies::spec, &seeds, 20_000), 20_000);
}

#[test]
fn games() {
    let mut rng = Rng::with_seed(1);
    let games = (0..CATALOG.games().len()).cycle().take(8 * CATALOG.games().len());
    let bytes = |game| {
        let moves = (0..rng.usize(20..120)).map(|_| rng.u8(..));
        std::iter::once(b'A'.wrapping_add(game as u8)).chain(moves).collect()
    };
    let seeds: Vec<Vec<u8>> = games.map(bytes).collect();
    assert!(feed(bodies::play, &seeds, 2 * seeds.len()) >= seeds.len());
}

/// The inputs real fuzzing begins with are no findings themselves.
#[test]
fn committed_seeds() {
    let targets: [(&str, Body); 7] = [
        ("position", bodies::position),
        ("moves", bodies::moves),
        ("san", bodies::san),
        ("pgn", bodies::pgn),
        ("import", bodies::import),
        ("spec", bodies::spec),
        ("play", bodies::play),
    ];
    for (target, body) in targets {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/seeds").join(target);
        let seeds = fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
        let accepted = seeds.flatten().filter(|seed| body(&fs::read(seed.path()).expect("a seed can be read"))).count();
        assert!(accepted > 0, "no seed of `{target}` is accepted");
    }
}
