//! The fast games against the plain ones of `reference`: the same moves, texts and endings in every position of
//! seeded random games, from the start positions, from the positions of the perft data and from scattered pieces.

mod reference;

use std::collections::BTreeSet;

use fastrand::Rng;
use quevedo_core::{Game, Notation, Outcome, Side};
use quevedo_games::{Amazons, Connect4, FoxGeese, HareHounds, MouseCats, Othello};
use reference::{Reference, amazons, connect4, fox_geese, hare_hounds, mouse_cats, othello, perft, write_rank};

/// Columns: game, position, depth, nodes, source.
const PERFT: &str = include_str!("data/perft.tsv");

/// The plain games count the data up to so many nodes a line.
const PERFT_NODES: u64 = 100_000;

/// The winner, `Some(true)` for the first player, and the reason.
type End = (Option<bool>, &'static str);

/// The lines of the data about one game: position, depth, nodes.
fn perft_lines(id: &str) -> Vec<(&'static str, u32, u64)> {
    let lines = PERFT.lines().filter(|line| !line.starts_with('#')).map(|line| line.split('\t').collect::<Vec<_>>());
    let read = |fields: Vec<&'static str>| {
        (fields[1], fields[2].parse().expect("a depth"), fields[3].parse().expect("a node count"))
    };
    let lines: Vec<_> = lines.filter(|fields| fields[0] == id).map(read).collect();
    assert!(!lines.is_empty(), "no perft data about {id}");
    lines
}

/// The positions of the data about one game, each once.
fn perft_positions(id: &str) -> BTreeSet<&'static str> {
    perft_lines(id).into_iter().map(|(position, _, _)| position).collect()
}

/// The plain game counts what the data says.
fn check_perft<R: Reference + Clone>(id: &str) {
    for (position, depth, nodes) in perft_lines(id) {
        if nodes <= PERFT_NODES {
            assert_eq!(perft(&R::parse(position), depth), nodes, "{id} to depth {depth} from {position}");
        }
    }
}

/// The end of a fast game in the words of the plain one.
fn plain_end(outcome: Outcome) -> End {
    (outcome.winner.map(|side| side == Side::First), outcome.reason.code)
}

/// Compares everything that both can say about one position; answers the legal moves, sorted.
fn compare<G: Notation, R: Reference>(fast: &G, plain: &R) -> Vec<String> {
    let shown = plain.show();
    assert_eq!(fast.show(), shown);
    assert_eq!(fast.turn() == Side::First, plain.first_to_move(), "the side to move in {shown}");
    let mut fast_moves: Vec<String> = fast.legal_moves().into_iter().map(|mv| fast.show_move(mv)).collect();
    let mut plain_moves = plain.legal();
    fast_moves.sort();
    plain_moves.sort();
    assert_eq!(fast_moves, plain_moves, "the legal moves in {shown}");
    assert_eq!(fast.outcome().map(plain_end), plain.outcome(), "the outcome in {shown}");
    plain_moves
}

/// Plays a move, given as text, in both.
fn play_both<G: Notation, R: Reference>(fast: &mut G, plain: &mut R, text: &str) {
    let mv = fast.parse_move(text).unwrap_or_else(|error| panic!("{text} in {}: {error}", plain.show()));
    fast.play(mv);
    plain.play(text);
}

/// Plays a random game to its end in both and compares every position; says how it ended. Every game here is
/// finite, by the stall counter where not by itself. The choice is among sorted texts, so that the games played
/// depend on the seed alone.
fn play_out<G: Notation, R: Reference>(mut fast: G, rng: &mut Rng) -> End {
    let mut plain = R::parse(&fast.show());
    loop {
        let moves = compare(&fast, &plain);
        let Some(text) = rng.choice(&moves) else {
            return plain.outcome().expect("a game without moves is over");
        };
        play_both(&mut fast, &mut plain, text);
    }
}

/// How the game stands, by both, after one move from a position.
fn end_after<G: Notation, R: Reference>(position: &str, text: &str) -> Option<End> {
    let mut fast = read_both::<G, R>(position);
    let mut plain = R::parse(position);
    play_both(&mut fast, &mut plain, text);
    compare(&fast, &plain);
    plain.outcome()
}

/// Reads a position in both and compares it before anything else could make them agree.
fn read_both<G: Notation, R: Reference>(text: &str) -> G {
    let fast = G::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"));
    compare(&fast, &R::parse(text));
    fast
}

/// Plays `games` games from the start and `games / 20`, at least one, from each position of the data. Every end in
/// `wanted` must have come up, so that none of them goes untested.
fn agree<G: Notation, R: Reference + Clone>(id: &str, start: &G, games: usize, wanted: &[End]) {
    check_perft::<R>(id);
    let mut rng = Rng::with_seed(games as u64);
    let mut ends = BTreeSet::new();
    for _ in 0..games {
        ends.insert(play_out::<G, R>(start.clone(), &mut rng));
    }
    for position in perft_positions(id) {
        let fast = read_both::<G, R>(position);
        for _ in 0..games.div_ceil(20) {
            ends.insert(play_out::<G, R>(fast.clone(), &mut rng));
        }
    }
    for end in wanted {
        assert!(ends.contains(end), "{id}: no game ended with {end:?}");
    }
}

/// Plays a game from each of `count` scattered positions. Every end in `wanted` must have come up.
fn agree_scattered<G: Notation, R: Reference>(count: usize, wanted: &[End], scatter: impl Fn(&mut Rng) -> String) {
    let mut rng = Rng::with_seed(count as u64);
    let mut ends = BTreeSet::new();
    for _ in 0..count {
        let fast = read_both::<G, R>(&scatter(&mut rng));
        ends.insert(play_out::<G, R>(fast, &mut rng));
    }
    for end in wanted {
        assert!(ends.contains(end), "no scattered game ended with {end:?}");
    }
}

/// So many cells with the pieces on random ones, the rest empty.
fn scattered(rng: &mut Rng, cells: usize, empty: char, pieces: &[(char, usize)]) -> Vec<char> {
    let placed = pieces.iter().flat_map(|&(piece, count)| vec![piece; count]);
    let mut board: Vec<char> = placed.chain(std::iter::repeat(empty)).take(cells).collect();
    rng.shuffle(&mut board);
    board
}

/// Ranks of the given widths, from the top.
fn ranks(cells: &[char], widths: &[usize]) -> String {
    let mut rest = cells;
    let mut texts = Vec::new();
    for &width in widths {
        let (rank, after) = rest.split_at(width);
        texts.push(write_rank(rank));
        rest = after;
    }
    texts.join("/")
}

/// One of two letters.
fn either(rng: &mut Rng, first: char, second: char) -> char {
    if rng.bool() { first } else { second }
}

const FIRST: Option<bool> = Some(true);
const SECOND: Option<bool> = Some(false);

#[test]
fn othello() {
    let ends = [(FIRST, "discs"), (SECOND, "discs"), (None, "discs")];
    agree::<Othello, othello::Othello>("othello", &Othello::start(), 300, &ends);
}

#[test]
fn othello_scattered() {
    agree_scattered::<Othello, othello::Othello>(500, &[(FIRST, "discs"), (SECOND, "discs")], |rng| {
        let (black, white) = (rng.usize(1..=32), rng.usize(1..=32));
        let cells: String = scattered(rng, 64, '-', &[('X', black), ('O', white)]).into_iter().collect();
        format!("{cells} {}", either(rng, 'X', 'O'))
    });
}

#[test]
fn connect4() {
    let wins = [(FIRST, "four_in_line"), (SECOND, "four_in_line")];
    agree::<Connect4<8, 7>, connect4::Connect4<8, 7>>("connect4", &Connect4::start(), 500, &wins);
}

#[test]
fn connect4_classic() {
    let ends = [(FIRST, "four_in_line"), (SECOND, "four_in_line"), (None, "board_full")];
    agree::<Connect4<7, 6>, connect4::Connect4<7, 6>>("connect4:7x6", &Connect4::start(), 2000, &ends);
}

const STUCK: [End; 2] = [(FIRST, "no_moves"), (SECOND, "no_moves")];

#[test]
fn amazons() {
    agree::<Amazons<10>, amazons::Amazons<10>>("amazons", &Amazons::start(), 8, &STUCK);
}

#[test]
fn amazons_8x8() {
    agree::<Amazons<8>, amazons::Amazons<8>>("amazons:8x8", &Amazons::start(), 30, &STUCK);
}

#[test]
fn amazons_6x6() {
    agree::<Amazons<6>, amazons::Amazons<6>>("amazons:6x6", &Amazons::start(), 200, &STUCK);
}

#[test]
fn amazons_scattered() {
    agree_scattered::<Amazons<10>, amazons::Amazons<10>>(20, &STUCK, |rng| scatter_amazons(rng, 10));
    agree_scattered::<Amazons<8>, amazons::Amazons<8>>(60, &STUCK, |rng| scatter_amazons(rng, 8));
    agree_scattered::<Amazons<6>, amazons::Amazons<6>>(200, &STUCK, |rng| scatter_amazons(rng, 6));
}

/// Four amazons a side among any number of arrows.
fn scatter_amazons(rng: &mut Rng, size: usize) -> String {
    let arrows = rng.usize(0..=size * size - 12);
    let cells = scattered(rng, size * size, '.', &[('Q', 4), ('q', 4), ('*', arrows)]);
    format!("{} {}", ranks(&cells, &vec![size; size]), either(rng, 'w', 'b'))
}

const MOUSE_CATS: [End; 3] = [(FIRST, "goal_reached"), (FIRST, "no_moves"), (SECOND, "no_moves")];

#[test]
fn mouse_cats() {
    agree::<MouseCats, mouse_cats::MouseCats>("mouse-cats", &MouseCats::start(), 500, &MOUSE_CATS);
}

#[test]
fn mouse_cats_scattered() {
    agree_scattered::<MouseCats, mouse_cats::MouseCats>(1000, &MOUSE_CATS, |rng| {
        let dark = scattered(rng, 32, '.', &[('M', 1), ('c', 4)]);
        let mut cells = vec!['.'; 64];
        for (index, piece) in dark.into_iter().enumerate() {
            // From the top, dark squares begin on file b in ranks 8, 6, 4, 2 and on file a in the others.
            let row = index / 4;
            cells[row * 8 + index % 4 * 2 + (row + 1) % 2] = piece;
        }
        format!("{} {}", ranks(&cells, &[8; 8]), either(rng, 'm', 'c'))
    });
}

const HARE_HOUNDS: [End; 4] =
    [(SECOND, "goal_reached"), (SECOND, "stalled"), (FIRST, "no_moves"), (SECOND, "no_moves")];

#[test]
fn hare_hounds() {
    agree::<HareHounds, hare_hounds::HareHounds>("hare-hounds", &HareHounds::start(), 500, &HARE_HOUNDS);
}

#[test]
fn hare_hounds_center() {
    let start = HareHounds::start_center();
    agree::<HareHounds, hare_hounds::HareHounds>("hare-hounds:center", &start, 500, &HARE_HOUNDS);
}

#[test]
fn hare_hounds_scattered() {
    agree_scattered::<HareHounds, hare_hounds::HareHounds>(2000, &HARE_HOUNDS, |rng| {
        let cells: String = scattered(rng, 11, '-', &[('D', 3), ('h', 1)]).into_iter().collect();
        format!("{cells} {} {}", either(rng, 'd', 'h'), rng.u8(0..10))
    });
}

/// The tenth stalling move decides although it leaves the hare stuck; the ninth does not.
#[test]
fn hare_hounds_stall_beats_stuck() {
    let end = end_after::<HareHounds, hare_hounds::HareHounds>;
    assert_eq!(end("-D--h-DD--- d 9", "c3c2"), Some((SECOND, "stalled")));
    assert_eq!(end("-D--h-DD--- d 8", "c3c2"), Some((FIRST, "no_moves")));
}

const FOX_GEESE: [End; 4] =
    [(SECOND, "goal_reached"), (SECOND, "too_few_left"), (SECOND, "stalled"), (SECOND, "no_moves")];

#[test]
fn fox_geese() {
    agree::<FoxGeese, fox_geese::FoxGeese>("fox-geese", &FoxGeese::start(), 300, &FOX_GEESE);
}

#[test]
fn fox_geese_13() {
    agree::<FoxGeese, fox_geese::FoxGeese>("fox-geese:13", &FoxGeese::start_13(), 300, &FOX_GEESE);
}

#[test]
fn fox_geese_17() {
    agree::<FoxGeese, fox_geese::FoxGeese>("fox-geese:17", &FoxGeese::start_17(), 300, &FOX_GEESE);
}

#[test]
fn fox_geese_scattered() {
    let ends: Vec<End> = FOX_GEESE.into_iter().chain([(FIRST, "no_moves")]).collect();
    agree_scattered::<FoxGeese, fox_geese::FoxGeese>(3000, &ends, |rng| {
        let geese = rng.usize(4..=17);
        let cells = scattered(rng, 33, '.', &[('F', 1), ('g', geese)]);
        format!("{} {} {}", ranks(&cells, &[3, 3, 7, 7, 7, 3, 3]), either(rng, 'g', 'f'), rng.u8(0..10))
    });
}

/// The tenth stalling move decides although it leaves the fox stuck; the ninth does not.
#[test]
fn fox_geese_stall_beats_stuck() {
    let end = end_after::<FoxGeese, fox_geese::FoxGeese>;
    assert_eq!(end("gFg/g2/3g3/7/7/3/3 g 9", "c6d6"), Some((SECOND, "stalled")));
    assert_eq!(end("gFg/g2/3g3/7/7/3/3 g 8", "c6d6"), Some((FIRST, "no_moves")));
}

/// A run counts when it is over: it wins on rank 1, whatever else it brings about, and may pass over it.
#[test]
fn fox_geese_runs_end_where_they_stop() {
    let end = end_after::<FoxGeese, fox_geese::FoxGeese>;
    assert_eq!(end("3/3/7/ggg4/2F4/g2/3 f 0", "c3c1"), Some((SECOND, "goal_reached")));
    assert_eq!(end("3/3/7/ggg4/2F4/gg1/3 f 0", "c3c1e3"), Some((SECOND, "too_few_left")));
    assert_eq!(end("3/3/7/ggg3g/2F4/gg1/3 f 0", "c3c1e3"), None);
}
