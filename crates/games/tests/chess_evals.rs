//! The evaluators of chess and its hints to a search, held against laws and against slower ways to the same answer.

use cozy_chess::{Board, Color, Move, Piece, Square};
use quevedo_core::{Evaluator, Game, HasEvaluators, Line, Notation, Outcome, Rng, Score, Side, Tactics};
use quevedo_games::Chess;
use quevedo_games::chess::reasons::MATE;
use quevedo_games::chess::{ChessMove, Eval};

const EVALUATORS: [Eval; 2] = [Eval::Best, Eval::Classic];

fn position(fen: &str) -> Chess {
    Chess::parse(fen).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

/// Visits every position of some random games, from the start and from richer positions.
fn each_random_position(seed: u64, games: usize, mut visit: impl FnMut(&Chess)) {
    let starts = [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        "r2q1rk1/pP1p2pp/Q4n2/bbp1p3/Np6/1B3NBn/pPPP1PPP/R3K2R b KQ - 0 1",
        "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
        "8/5k2/1b2p1p1/p6p/P4P2/1P2B1KP/8/8 w - - 0 1",
    ];
    let mut rng = Rng::with_seed(seed);
    for game in 0..games {
        let mut current = position(starts[game % starts.len()]);
        while let Some(mv) = current.random_move(&mut rng).filter(|_| current.ended().is_none()) {
            visit(&current);
            current.play(mv);
        }
    }
}

/// The same position with the colours exchanged and the board turned upside down.
fn swap_colors(fen: &str) -> String {
    let fields: Vec<&str> = fen.split(' ').collect();
    let swap = |text: &str| -> String {
        let other = |c: char| if c.is_lowercase() { c.to_ascii_uppercase() } else { c.to_ascii_lowercase() };
        text.chars().map(other).collect()
    };
    let ranks: Vec<String> = fields[0].split('/').rev().map(swap).collect();
    let turn = if fields[1] == "w" { "b" } else { "w" };
    let en_passant = fields[3].replace('3', "+").replace('6', "3").replace('+', "6");
    format!("{} {turn} {} {en_passant} 0 1", ranks.join("/"), swap(fields[2]))
}

/// The same position with the left and the right side of the board exchanged, without castling.
fn swap_wings(fen: &str) -> String {
    let fields: Vec<&str> = fen.split(' ').collect();
    let ranks: Vec<String> = fields[0].split('/').map(|rank| rank.chars().rev().collect()).collect();
    format!("{} {} - - 0 1", ranks.join("/"), fields[1])
}

#[test]
fn colors_do_not_matter() {
    each_random_position(1, 60, |position| {
        let fen = position.show();
        let swapped = self::position(&swap_colors(&fen));
        for evaluator in EVALUATORS {
            assert_eq!(evaluator.evaluate(position), evaluator.evaluate(&swapped), "{evaluator:?} of {fen}");
            for (term, other) in evaluator.terms(position).iter().zip(evaluator.terms(&swapped)) {
                assert!((term.value + other.value).abs() < 0.01, "{} of {fen}", term.name.en);
            }
        }
    });
}

#[test]
fn wings_do_not_matter() {
    each_random_position(2, 60, |position| {
        let fen = position.show();
        let swapped = self::position(&swap_wings(&fen));
        for evaluator in EVALUATORS {
            assert_eq!(evaluator.evaluate(position), evaluator.evaluate(&swapped), "{evaluator:?} of {fen}");
        }
    });
}

#[test]
fn the_start_is_worth_the_move() {
    assert!((1..=40).contains(&Eval::Best.evaluate(&Chess::start())));
    assert_eq!(Eval::Classic.evaluate(&Chess::start()), 0);
    assert_eq!(Chess::evaluator("handmade"), Some(Eval::Best));
    assert_eq!(Chess::evaluator("classic"), Some(Eval::Classic));
    assert_eq!(Chess::EVALUATORS[0].name, "handmade");
}

/// Positions with any pieces at all, as far as the rules let them stand.
#[test]
fn no_position_is_too_strange_to_judge() {
    let mut rng = Rng::with_seed(3);
    let mut evaluated = 0;
    while evaluated < 20_000 {
        let mut squares: Vec<Square> = Square::ALL.to_vec();
        rng.shuffle(&mut squares);
        let mut builder = cozy_chess::BoardBuilder::empty();
        let kinds: &[Piece] = if rng.bool() { &Piece::ALL[..5] } else { &[Piece::Queen] };
        for color in Color::ALL {
            *builder.square_mut(squares.pop().unwrap()) = Some((Piece::King, color));
            for _ in 0..rng.usize(0..=15) {
                *builder.square_mut(squares.pop().unwrap()) = Some((kinds[rng.usize(0..kinds.len())], color));
            }
        }
        let Some(position) = builder.build().ok().and_then(|board| Chess::parse(&board.to_string()).ok()) else {
            continue;
        };
        for evaluator in EVALUATORS {
            let score = evaluator.evaluate(&position);
            assert!(score.abs() < 20_000, "{evaluator:?} says {score} of {}", position.show());
            assert!(evaluator.terms(&position).iter().all(|term| term.value.is_finite()));
        }
        evaluated += 1;
    }
}

#[test]
fn better_is_better() {
    let best = |fen: &str| Eval::Best.evaluate(&position(fen));
    let pairs = [
        ("a passed pawn further up", "4k3/8/1P6/8/8/8/5p2/R3K2r w - -", "4k3/8/8/8/1P6/8/5p2/R3K2r w - -"),
        ("a rook on an open file", "r5k1/5ppp/8/8/8/8/4PPPP/2R3K1 w - -", "r5k1/5ppp/8/8/8/8/4PPPP/4R1K1 w - -"),
        ("no doubled pawns", "4k3/ppp5/8/8/8/8/PPP5/4K3 w - -", "4k3/ppp5/8/8/2P5/8/P1P5/4K3 w - -"),
        ("a pawn shield", "r2q1rk1/5ppp/8/8/8/8/5PPP/R2Q1RK1 w - -", "r2q1rk1/5ppp/8/8/8/8/PPP5/R2Q1RK1 w - -"),
        ("a knight out of a pawn's reach", "r3k3/8/8/3p4/8/4N3/8/R3K3 w - -", "r3k3/8/8/3p4/4N3/8/8/R3K3 w - -"),
    ];
    for (why, good, bad) in pairs {
        assert!(best(good) > best(bad), "{why}: {} against {}", best(good), best(bad));
    }
}

#[test]
fn dead_draws_are_near_zero() {
    let draws = [
        ("two knights", "8/8/4k3/8/8/3KNN2/8/8 w - -"),
        ("the wrong bishop", "k7/8/8/8/P7/8/3BK3/8 w - -"),
        ("rook against bishop", "8/8/2b1k3/8/8/3K4/4R3/8 b - -"),
        ("bishop against pawn", "8/8/3pk3/8/8/2K1B3/8/8 w - -"),
        ("queen held by a pawn on the seventh", "7K/8/8/8/8/8/1kp5/7Q w - -"),
    ];
    for (why, fen) in draws {
        let score = Eval::Best.evaluate(&position(fen));
        assert!(score.abs() < 100, "{why}: {score}");
    }
}

#[test]
fn bishop_and_knight_drive_to_their_own_corner() {
    let score = |fen: &str| Eval::Best.evaluate(&position(fen));
    // h1 is light; the knight and the own king stand alike for both.
    let light = score("8/8/8/8/3B4/4KN2/8/7k w - -");
    let dark = score("8/8/8/8/4B3/4KN2/8/7k w - -");
    assert!(dark > light + 200, "a light bishop wants the corner h1: {dark} against {light}");
    assert!(light > 2_000, "both are won");
}

/// Plain alpha-beta, a few plies deep.
fn search(position: &Chess, depth: usize, mut alpha: Score, beta: Score) -> Score {
    let moves = position.legal_moves();
    if moves.is_empty() {
        return if position.in_check() { -30_000 - depth as Score } else { 0 };
    }
    if position.ended().is_some() {
        return 0;
    }
    if depth == 0 {
        return Eval::Best.evaluate(position);
    }
    for mv in moves {
        let mut next = position.clone();
        next.play(mv);
        alpha = alpha.max(-search(&next, depth - 1, -beta, -alpha));
        if alpha >= beta {
            break;
        }
    }
    alpha
}

/// The best move that way; a position that was there before is worth nothing.
fn best_move(line: &Line<Chess>, depth: usize) -> ChessMove {
    let worth = |mv: &ChessMove| {
        let mut next = line.clone();
        next.play(*mv);
        if next.occurrences() > 1 { 0 } else { -search(next.position(), depth - 1, -32_000, 32_000) }
    };
    line.position().legal_moves().into_iter().max_by_key(worth).unwrap()
}

#[test]
fn won_endings_are_brought_home_with_little_search() {
    let endings = [
        "8/8/8/4k3/8/8/8/KQ6 w - -",
        "8/8/8/4k3/8/8/8/KR6 w - -",
        "8/8/4k3/8/8/1K6/1P6/8 w - -",
        "3k4/8/8/8/8/8/PP6/7K w - -",
        "8/8/3b4/4k3/8/8/8/KQ6 w - -",
    ];
    for fen in endings {
        let mut line = Line::new(position(fen));
        while line.outcome().is_none() {
            line.play(best_move(&line, 4));
        }
        assert_eq!(line.outcome(), Some(Outcome::win(Side::First, &MATE)), "{fen}");
    }
}

/// King and pawn against king by plain sweeps over all positions, with the moves of the generator.
mod pawn_ending {
    use super::*;

    /// A position, the pawn being White's.
    #[derive(Clone, Copy)]
    struct Node {
        white_to_move: bool,
        king: Square,
        enemy: Square,
        pawn: Square,
    }

    impl Node {
        fn all() -> impl Iterator<Item = Self> {
            (0..2 << 18).map(|index: usize| Self {
                white_to_move: index >> 18 == 0,
                king: Square::index(index & 63),
                enemy: Square::index(index >> 6 & 63),
                pawn: Square::index(index >> 12 & 63),
            })
        }

        fn of(board: &Board) -> Self {
            Self {
                white_to_move: board.side_to_move() == Color::White,
                king: board.king(Color::White),
                enemy: board.king(Color::Black),
                pawn: board.pieces(Piece::Pawn).next_square().unwrap(),
            }
        }

        fn index(self) -> usize {
            let turn = usize::from(!self.white_to_move);
            turn << 18 | (self.pawn as usize) << 12 | (self.enemy as usize) << 6 | self.king as usize
        }

        fn board(self) -> Option<Board> {
            // The generator does not mind kings side by side.
            if cozy_chess::get_king_moves(self.king).has(self.enemy) {
                return None;
            }
            let mut builder = cozy_chess::BoardBuilder::empty();
            for (square, piece) in [
                (self.king, (Piece::King, Color::White)),
                (self.enemy, (Piece::King, Color::Black)),
                (self.pawn, (Piece::Pawn, Color::White)),
            ] {
                if builder.square(square).is_some() {
                    return None;
                }
                *builder.square_mut(square) = Some(piece);
            }
            builder.side_to_move = if self.white_to_move { Color::White } else { Color::Black };
            builder.build().ok()
        }
    }

    fn moves(board: &Board) -> Vec<Move> {
        let mut moves = Vec::new();
        board.generate_moves(|some| {
            moves.extend(some);
            false
        });
        moves
    }

    /// What a move leads to.
    enum Next {
        Won,
        Drawn,
        Known(usize),
    }

    fn next(board: &Board, mv: Move) -> Next {
        let mut after = board.clone();
        after.play(mv);
        if after.occupied().len() < 3 {
            return Next::Drawn;
        }
        if !after.pieces(Piece::Pawn).is_empty() {
            return Next::Known(Node::of(&after).index());
        }
        let mates = !(after.pieces(Piece::Queen) | after.pieces(Piece::Rook)).is_empty();
        let answers = moves(&after);
        let stalemate = answers.is_empty() && after.checkers().is_empty();
        let taken = answers.iter().any(|answer| after.occupied().has(answer.to));
        if mates && !stalemate && !taken { Next::Won } else { Next::Drawn }
    }

    /// Whether White wins, by index; `None` where no such position exists.
    fn solve() -> Vec<Option<bool>> {
        let mut won: Vec<Option<bool>> = Node::all().map(|node| node.board().map(|_| false)).collect();
        let graph: Vec<(Node, Vec<Next>)> = Node::all()
            .filter_map(|node| node.board().map(|board| (node, board)))
            .map(|(node, board)| (node, moves(&board).into_iter().map(|mv| next(&board, mv)).collect()))
            .collect();
        let mut changed = true;
        while changed {
            changed = false;
            for (node, nexts) in &graph {
                let wins = |next: &Next| match next {
                    Next::Won => true,
                    Next::Drawn => false,
                    Next::Known(index) => won[*index].unwrap(),
                };
                let now = if node.white_to_move {
                    nexts.iter().any(wins)
                } else {
                    // Without a move it is stalemate: a pawn and a king cannot mate.
                    !nexts.is_empty() && nexts.iter().all(wins)
                };
                changed |= won[node.index()] != Some(now);
                won[node.index()] = Some(now);
            }
        }
        won
    }

    #[test]
    fn is_judged_exactly() {
        let solution = solve();
        let mut wins = 0;
        for node in Node::all() {
            let (Some(board), Some(won)) = (node.board(), solution[node.index()]) else { continue };
            let score = Eval::Best.evaluate(&position(&board.to_string()));
            let for_white = if node.white_to_move { score } else { -score };
            let evaluated = if won { for_white >= 400 } else { for_white == 0 };
            assert!(evaluated, "{board} is {} and evaluated {for_white}", if won { "won" } else { "drawn" });
            wins += usize::from(won);
        }
        assert_eq!(wins, 2 * 111_282, "on eight files twice as many as are known on four");
    }
}

/// The legal moves with what they are to the generator.
fn both_moves(position: &Chess) -> Vec<(ChessMove, Move)> {
    let mut inner = Vec::new();
    position.inner().generate_moves(|moves| {
        inner.extend(moves);
        false
    });
    position.legal_moves().into_iter().zip(inner).collect()
}

/// Exchanges on a board of plain squares, by looking outwards from the target for whoever takes next.
struct Mailbox([Option<(Piece, Color)>; 64]);

const VALUES: [Score; 6] = [100, 300, 300, 500, 900, 0];

impl Mailbox {
    fn new(board: &Board) -> Self {
        Self(Square::ALL.map(|square| board.piece_on(square).zip(board.color_on(square))))
    }

    fn attacks(&self, from: Square, target: Square) -> bool {
        let Some((piece, color)) = self.0[from as usize] else { return false };
        let files = target.file() as i8 - from.file() as i8;
        let ranks = target.rank() as i8 - from.rank() as i8;
        let (far, near) = (files.abs().max(ranks.abs()), files.abs().min(ranks.abs()));
        let forward = if color == Color::White { 1 } else { -1 };
        let slides = |straight: bool| {
            let line = if straight { near == 0 } else { near == far };
            line && far > 0
                && (1..far).all(|step| {
                    let (file, rank) = (files.signum() * step, ranks.signum() * step);
                    self.0[from.offset(file, rank) as usize].is_none()
                })
        };
        match piece {
            Piece::Pawn => files.abs() == 1 && ranks == forward,
            Piece::Knight => (far, near) == (2, 1),
            Piece::Bishop => slides(false),
            Piece::Rook => slides(true),
            Piece::Queen => slides(true) || slides(false),
            Piece::King => far == 1,
        }
    }

    fn takers(&self, target: Square, side: Color) -> Vec<Square> {
        let own = |square: &Square| self.0[*square as usize].is_some_and(|(_, color)| color == side);
        let mut takers: Vec<Square> =
            Square::ALL.into_iter().filter(own).filter(|square| self.attacks(*square, target)).collect();
        takers.sort_by_key(|square| self.0[*square as usize].map(|(piece, _)| piece as usize));
        takers
    }

    /// The best that `side` can get by taking on the target or leaving it.
    fn best(&mut self, target: Square, side: Color) -> Score {
        let takers = self.takers(target, side);
        let Some(from) = takers.first().copied() else { return 0 };
        let Some((victim, _)) = self.0[target as usize] else { return 0 };
        let taker = self.0[from as usize].take();
        self.0[target as usize] = taker;
        let king = taker.is_some_and(|(piece, _)| piece == Piece::King);
        if king && !self.takers(target, !side).is_empty() {
            return 0;
        }
        (VALUES[victim as usize] - self.best(target, !side)).max(0)
    }

    fn exchange(mut self, mv: Move, side: Color) -> Score {
        let Some((mut piece, color)) = self.0[mv.from as usize].take() else { return 0 };
        let mut won = self.0[mv.to as usize].map_or(0, |(victim, _)| VALUES[victim as usize]);
        if piece == Piece::Pawn && mv.from.file() != mv.to.file() && won == 0 {
            won = VALUES[Piece::Pawn as usize];
            self.0[Square::new(mv.to.file(), mv.from.rank()) as usize] = None;
        }
        if let Some(promotion) = mv.promotion {
            won += VALUES[promotion as usize] - VALUES[piece as usize];
            piece = promotion;
        }
        self.0[mv.to as usize] = Some((piece, color));
        won - self.best(mv.to, !side)
    }
}

#[test]
fn exchanges_agree_with_a_slow_search() {
    let (mut seen, mut lossy) = (0, 0);
    each_random_position(4, 60, |position| {
        let board = position.inner();
        let side = board.side_to_move();
        for (mv, inner) in both_moves(position) {
            let castling = board.colors(side).has(inner.to);
            let slow = if castling { 0 } else { Mailbox::new(board).exchange(inner, side) };
            assert_eq!(position.static_exchange(mv), slow, "{} in {}", position.show_move(mv), position.show());
            seen += 1;
            lossy += usize::from(slow < 0);
        }
    });
    assert!(seen > 100_000 && lossy > 10_000, "{seen} moves, {lossy} of them losing");
}

#[test]
fn exchanges_by_hand() {
    let exchange = |fen: &str, mv: &str| {
        let position = position(fen);
        position.static_exchange(position.parse_move(mv).unwrap())
    };
    assert_eq!(exchange("1k1r4/1pp4p/p7/4p3/8/P5P1/1PP4P/2K1R3 w - -", "e1e5"), 100);
    assert_eq!(exchange("1k1r3q/1ppn3p/p4b2/4p3/8/P2N2P1/1PP1R1BP/2K1Q3 w - -", "d3e5"), -200);
    assert_eq!(exchange("4k3/8/8/3pP3/8/8/8/4K3 w - d6", "e5d6"), 100, "en passant");
    assert_eq!(exchange("4k3/P7/8/8/8/8/8/4K3 w - -", "a7a8q"), 800, "a queen for a pawn");
    assert_eq!(exchange("1r2k3/P7/8/8/8/8/8/4K3 w - -", "a7a8q"), -100, "and lost again");
    assert_eq!(exchange("4k3/8/3p4/8/8/8/8/3QK3 w - -", "d1d5"), 0, "nobody takes");
    assert_eq!(exchange("4k3/8/3p4/8/8/8/8/3QK3 w - -", "d1d6"), 100);
}

#[test]
fn noise_is_what_changes_the_material() {
    each_random_position(5, 30, |position| {
        let material = |position: &Chess| position.inner().occupied().len();
        for (mv, inner) in both_moves(position) {
            let mut after = position.clone();
            after.play(mv);
            let noisy = material(&after) < material(position) || inner.promotion == Some(Piece::Queen);
            assert_eq!(position.is_noisy(mv), noisy, "{} in {}", position.show_move(mv), position.show());
            assert_eq!(position.urgency(mv) > 0, noisy, "what is noisy is urgent, nothing else is");
            assert!(position.history_keys(mv).into_iter().all(|index| index < Chess::HISTORY_KEYS));
            assert_ne!(position.history_keys(mv)[0], position.history_keys(mv)[1]);
        }
        assert_eq!(position.is_threatened(), position.in_check());
    });
}

#[test]
fn great_victims_and_small_takers_come_first() {
    let position = position("4k3/8/8/2q1r3/3P4/5N2/8/7K w - -");
    let mut takes: Vec<_> = position.legal_moves().into_iter().filter(|mv| position.is_noisy(*mv)).collect();
    takes.sort_by_key(|mv| -position.urgency(*mv));
    let takes: Vec<String> = takes.into_iter().map(|mv| position.show_move(mv)).collect();
    assert_eq!(takes, ["d4c5", "d4e5", "f3e5"]);
}

#[test]
fn passing_leaves_a_position() {
    let mut passed = 0;
    each_random_position(6, 30, |position| {
        let Some(after) = position.pass() else { return };
        passed += 1;
        assert!(!position.in_check());
        assert_ne!(after.turn(), position.turn());
        assert_eq!(after.hash(), after.hash_from_scratch());
        // A board that the rules accept, with the same moves as one that is read anew.
        let anew = self::position(&after.show());
        assert_eq!(after.legal_moves(), anew.legal_moves(), "{}", after.show());
    });
    assert!(passed > 1_000, "{passed}");
    let pawns_only = position("4k3/pp6/8/8/8/8/PP6/4K2R b - -");
    assert!(pawns_only.pass().is_none(), "zugzwang is too likely");
}
