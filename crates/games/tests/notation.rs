//! What each game refuses, and how it says so.

use quevedo_core::{Game, Notation};
use quevedo_games::{Amazons, Connect4, FoxGeese, HareHounds, MouseCats, Othello};

/// Each position is refused with a message that contains the words behind it.
fn positions_refused<G: Notation>(cases: &[(&str, &str)]) {
    for (text, words) in cases {
        let error = G::parse(text).expect_err(text).to_string();
        assert!(error.contains(words), "`{text}` is refused with: {error}");
    }
}

/// Each move is refused in the position with a message that contains the words behind it.
fn moves_refused<G: Notation>(position: &str, cases: &[(&str, &str)]) {
    let position = G::parse(position).unwrap();
    for (text, words) in cases {
        let error = position.parse_move(text).expect_err(text).to_string();
        assert!(error.contains(words), "`{text}` is refused with: {error}");
    }
}

#[test]
fn othello() {
    let start = Othello::start().show();
    positions_refused::<Othello>(&[
        ("", "the board is missing: 64 squares"),
        ("X X", "64 squares"),
        ("XXOO", "64 squares"),
        (&start.replace(" X", " Y"), "side to move"),
        (start.trim_end_matches(" X"), "the side to move is missing: write `X` or `O`"),
        (&start.replacen('-', "*", 1), "X is black"),
        (&format!("{start} X"), "nothing may follow"),
        (&start.replacen('-', "--", 1), "not 65"),
    ]);
    moves_refused::<Othello>(
        &start,
        &[
            ("d4", "a disc already"),
            ("a1", "turn no disc"),
            ("pass", "there is a disc to be placed"),
            ("i1", "a square from a1 to h8"),
            ("d33", "a square from a1 to h8"),
            ("", "a square"),
        ],
    );
    // White has no move: only a pass will do.
    let forced = format!("XO{} X", "-".repeat(62)).replace("- X", "- O");
    moves_refused::<Othello>(&forced, &[("c1", "the move is `pass`")]);
    assert!(Othello::parse(&forced).unwrap().parse_move("pass").is_ok());
}

#[test]
fn connect4() {
    type Wide = Connect4<8, 7>;
    positions_refused::<Wide>(&[
        ("449", "a column from 1 to 8"),
        ("44444444", "move 8: `4` is not legal: the column is full"),
        ("11223345", "move 8: `5` is not legal: the game is over"),
        ("4 x", "nothing may follow"),
        ("......../......../......../......../......../......../........ x x", "nothing may follow"),
        ("......../......../......../......../......../......../x....... x", "cannot be with `x` to move"),
        ("......../......../......../......../......../x......./........ o", "hangs in the air in column 1"),
        ("......../......../......../......../......../......./........ x", "8 squares"),
        ("......../......../........ x", "7 rows"),
        ("......../......../......../......../......../......../z....... o", "x is the first player"),
        ("......../......../......../......../......../......o./xxxxooo. x", "four in line already"),
    ]);
    let full = [("4", "full"), ("0", "from 1 to 8"), ("9", "from 1 to 8"), ("04", "from 1"), ("", "from 1")];
    moves_refused::<Wide>("4444444", &full);
    moves_refused::<Wide>("1122334", &[("5", "over")]);
    assert_eq!(Wide::parse("").unwrap(), Wide::start());
    assert_eq!(Wide::parse("-").unwrap(), Wide::start());
    let played = Wide::parse("44453").unwrap();
    assert_eq!(played.show(), "......../......../......../......../...x..../...o..../..xxo... o");
    assert_eq!(Wide::parse(&played.show()).unwrap(), played);
}

#[test]
fn amazons() {
    type Large = Amazons<10>;
    let start = Large::start().show();
    assert_eq!(start, "3q2q3/10/10/q8q/10/10/Q8Q/10/10/3Q2Q3 w");
    positions_refused::<Large>(&[
        ("", "10 ranks"),
        ("3q2q3/10/10/q8q/10/10/Q8Q/10/10/3Q2Q4 w", "rank 1 has 10 places, not 11"),
        ("3q2q3/10/10/q8q/10/10/Q8Q/10/10/3Q2Q2z w", "Q is a white amazon"),
        ("3q2q3/10/10/q8q/10/10/10/10/10/10 w", "White (`Q`) has 0"),
        ("3q2q3/10/10/q8q/10/10/Q8Q/10/Q9/3Q2Q3 w", "White (`Q`) has 5"),
        ("3q2q3/10/10/q8q/10/10/Q8Q/10/10/3Q2Q3 x", "side to move"),
        ("3q2q3/10/10/q8q/10/10/Q8Q/10/10/3Q2Q3 w 1", "nothing may follow"),
        ("99999999999999999999/10/10/10/10/10/10/10/10/10 w", "places"),
    ]);
    moves_refused::<Large>(
        &start,
        &[
            ("d2-d3/d4", "no amazon of the side to move stands on d2"),
            ("d10-d9/d8", "no amazon of the side to move"),
            ("d1-e3/e4", "cannot go from d1 to e3"),
            ("d1-d10/d9", "cannot go from d1 to d10"),
            ("d1-d7/e9", "cannot fly from d7 to e9"),
            ("d1-d7", "from-to/arrow"),
            ("d1-d7/g7x", "nothing may follow"),
            ("d1-d11/a1", "from-to/arrow"),
            ("d1-d7/d7", "cannot fly"),
        ],
    );
    assert!(Large::start().parse_move("d1-d7/d1").is_ok(), "the square left is empty again");
}

#[test]
fn mouse_cats() {
    let start = MouseCats::start().show();
    assert_eq!(start, "1c1c1c1c/8/8/8/8/8/8/4M3 m");
    positions_refused::<MouseCats>(&[
        ("1c1c1c1c/8/8/8/8/8/8/3M4 m", "dark squares"),
        ("1c1c1c2/8/8/8/8/8/8/4M3 m", "one mouse (M) and 4 cats (c), not 1 and 3"),
        ("1c1c1c1c/8/8/8/8/8/8/8 m", "not 0 and 4"),
        ("1c1c1c1x/8/8/8/8/8/8/4M3 m", "M is the mouse"),
        ("1c1c1c1c/8/8/8/8/8/8/4M3 d", "side to move"),
    ]);
    moves_refused::<MouseCats>(
        &start,
        &[
            ("e1e2", "one square diagonally"),
            ("d2e1", "no piece of the side to move stands on d2"),
            ("b8a7", "no piece of the side to move"),
            ("e1", "from and to"),
            ("e1d2d3", "from and to"),
        ],
    );
    moves_refused::<MouseCats>("1c1c1c2/8/8/8/8/8/5c2/4M3 m", &[("e1f2", "f2 is taken")]);
    moves_refused::<MouseCats>("1c1c1c2/8/8/8/8/4c3/8/4M3 c", &[("e3f4", "towards rank 1")]);
    moves_refused::<MouseCats>("1c1c1c1M/8/8/8/8/4c3/8/8 c", &[("e3d2", "over")]);
}

#[test]
fn hare_hounds() {
    let start = HareHounds::start().show();
    assert_eq!(start, "DD-D------h d 0");
    assert_eq!(HareHounds::start_center().show(), "DD-D-h----- d 0");
    positions_refused::<HareHounds>(&[
        ("DD-D-----h d 0", "11 points"),
        ("DD--------h d 0", "one hare (h) and 3 dogs (D), not 1 and 2"),
        ("DD-D------- d 0", "not 0 and 3"),
        ("DD-D------x d 0", "D is a dog"),
        ("DD-D------h d 11", "from 0 to 10"),
        ("DD-D------h d -1", "stall counter"),
        ("DD-D------h d +1", "stall counter"),
        ("DD-D------h d 0 0", "nothing may follow"),
    ]);
    assert_eq!(HareHounds::parse("DD-D------h d").unwrap().show(), start, "the stall counter may be left out");
    moves_refused::<HareHounds>(
        &start,
        &[
            ("a2b1", "b1 is taken"),
            ("b1a2", "a2 is taken"),
            ("e2d2", "no piece of the side to move stands on e2"),
            ("a2c2", "one step along a line"),
            ("a1b2", "eleven points"),
        ],
    );
    moves_refused::<HareHounds>("-DDD------h d 0", &[("b1a2", "never back")]);
    moves_refused::<HareHounds>("DD-D------h d 10", &[("a2b2", "over")]);
}

#[test]
fn fox_geese() {
    let start = FoxGeese::start().show();
    assert_eq!(start, "1F1/3/7/g5g/ggggggg/ggg/ggg g 0");
    assert_eq!(FoxGeese::start_13().show(), "1F1/3/7/7/ggggggg/ggg/ggg g 0");
    assert_eq!(FoxGeese::start_17().show(), "1F1/3/7/gg3gg/ggggggg/ggg/ggg g 0");
    positions_refused::<FoxGeese>(&[
        ("1F1/3/7/g5g/ggggggg/ggg g 0", "7 ranks"),
        ("1F2/3/7/g5g/ggggggg/ggg/ggg g 0", "rank 7 has 3 places, not 4"),
        ("3/3/7/g5g/ggggggg/ggg/ggg g 0", "not 0 and 15"),
        ("1F1/3/ggg4/ggggggg/ggggggg/ggg/ggg g 0", "at most 17 geese (g), not 1 and 23"),
        ("1F1/3/7/g5g/ggggggg/ggg/ggX g 0", "F is the fox"),
        ("1F1/3/7/g5g/ggggggg/ggg/ggg w 0", "side to move"),
        ("1F1/3/7/g5g/ggggggg/ggg/ggg g x", "stall counter"),
    ]);
    moves_refused::<FoxGeese>(
        &start,
        &[
            ("a1a2", "all on the cross"),
            ("c3", "the points of the path"),
            ("d7d6", "no piece of the side to move stands on d7"),
            ("a4a3", "never back"),
            ("b3c4", "one step along a line"), // no diagonal at b3
        ],
    );
    // A run that jumps twice, and one that claims a third jump.
    let run = FoxGeese::parse("3/3/3F3/3g3/7/1gg/g1g f 0").unwrap();
    let texts: Vec<String> = run.legal_moves().into_iter().map(|mv| run.show_move(mv)).collect();
    assert!(texts.contains(&"d5d3".into()) && texts.contains(&"d5d3d1".into()), "{texts:?}");
    moves_refused::<FoxGeese>(
        &run.show(),
        &[("d5d3d1b1", "cross"), ("d5d3d1f1", "cross"), ("d5d3f5", "jumps over geese")],
    );
}
