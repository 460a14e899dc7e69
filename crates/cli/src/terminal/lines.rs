//! A game line by line, where there is no screen: for pipes and scripts.

use std::io::{BufRead, Read, Write};

use anyhow::Result;
use quevedo_catalog::{Player, PlayerSpec, Session};
use quevedo_core::{MoveError, Side};

use super::Setup;
use crate::board::{PieceStyle, text_board};
use crate::output::{join, outcome_text, width, wrap};
use crate::terminal::words;

/// A longer line is no move; the rest of it is read as the next line.
const LONGEST_LINE: u64 = 4096;

/// Plays a game with the lines of `input` for moves. Errors go to `errors`, and the game goes on.
pub(crate) fn run_lines(
    setup: &Setup,
    input: &mut dyn BufRead,
    out: &mut dyn Write,
    errors: &mut dyn Write,
) -> Result<()> {
    let mut game = LineGame::new(setup)?;
    writeln!(out, "{}", setup.game.title(setup.language))?;
    if setup.players.iter().any(PlayerSpec::is_human) {
        writeln!(out, "{}", words::LINE_HELP.get(setup.language))?;
    }
    while game.machines_move(out)? {
        game.write_board(out)?;
        out.flush()?;
        if !game.person_moves(input, out, errors)? {
            writeln!(out, "{}", words::left_at(setup.language, &game.session.position()))?;
            return Ok(());
        }
    }
    game.write_board(out)
}

struct LineGame<'a> {
    setup: &'a Setup,
    session: Box<dyn Session>,
    players: [Option<Box<dyn Player>>; 2],
    /// Gives hints.
    adviser: Box<dyn Player>,
    /// Who made each move so far.
    movers: Vec<Side>,
}

impl<'a> LineGame<'a> {
    fn new(setup: &'a Setup) -> Result<Self> {
        let session = setup.game.session(setup.position.as_deref())?;
        let engine = |spec: &PlayerSpec| if spec.is_human() { Ok(None) } else { setup.game.player(spec).map(Some) };
        let [first, second] = setup.players.each_ref().map(engine);
        let adviser = setup.game.player(&setup.adviser())?;
        Ok(Self { setup, session, players: [first?, second?], adviser, movers: Vec::new() })
    }

    /// Lets the machines play until a person is to move; `false` if the game is over before.
    fn machines_move(&mut self, out: &mut dyn Write) -> Result<bool> {
        while self.session.outcome().is_none() {
            let side = self.session.turn();
            let Some(player) = self.players[side.index()].as_mut() else { return Ok(true) };
            let Some(text) = player.choose(&*self.session) else { return Ok(false) };
            let said = self.play(&text)?;
            writeln!(out, "{said}")?;
        }
        Ok(false)
    }

    /// Reads lines until one of them is a move or takes one back; `false` if the person leaves.
    fn person_moves(&mut self, input: &mut dyn BufRead, out: &mut dyn Write, errors: &mut dyn Write) -> Result<bool> {
        let language = self.setup.language;
        while let Some(line) = read_line(input)? {
            match line.trim() {
                "" => {}
                "quit" | "q" => return Ok(false),
                "board" => self.write_board(out)?,
                "moves" => self.write_moves(out)?,
                "hint" | "h" => self.write_hint(out)?,
                "help" | "?" => self.write_help(out)?,
                "undo" | "u" => {
                    if self.undo() {
                        return Ok(true);
                    }
                    writeln!(errors, "{}", words::NOTHING_TO_UNDO.get(language))?;
                }
                text => match self.play(text) {
                    Ok(said) => {
                        writeln!(out, "{said}")?;
                        return Ok(true);
                    }
                    Err(error) => writeln!(errors, "{error}")?,
                },
            }
            out.flush()?;
        }
        Ok(false)
    }

    /// Plays a move and says who played what.
    fn play(&mut self, text: &str) -> Result<String, MoveError> {
        let side = self.session.turn();
        let mv = self.session.play(text)?;
        self.movers.push(side);
        Ok(format!("{}: {}", self.setup.game.side_name(side).get(self.setup.language), mv.pretty))
    }

    /// Takes moves back to the last one a person made; `false` if there is none.
    fn undo(&mut self) -> bool {
        let last = self.movers.iter().rposition(|side| self.players[side.index()].is_none());
        let Some(last) = last else { return false };
        while self.movers.len() > last {
            self.session.undo();
            self.movers.pop();
        }
        true
    }

    fn write_board(&self, out: &mut dyn Write) -> Result<()> {
        writeln!(out)?;
        for line in text_board(&self.setup.game.shape(), &self.session.board(), PieceStyle::Letter) {
            writeln!(out, "  {line}")?;
        }
        let (language, game) = (self.setup.language, &self.setup.game);
        let status = self.session.outcome().map_or_else(
            || words::to_move(language, game.side_name(self.session.turn()).get(language)),
            |outcome| outcome_text(language, game, outcome),
        );
        writeln!(out, "\n{status}")?;
        Ok(())
    }

    /// Says what the adviser would play.
    fn write_hint(&mut self, out: &mut dyn Write) -> Result<()> {
        let text = self.adviser.choose(&*self.session);
        let legal = self.session.legal();
        if let Some(mv) = legal.iter().find(|mv| Some(&mv.text) == text.as_ref()) {
            writeln!(out, "{}", words::hint(self.setup.language, &mv.pretty))?;
        }
        Ok(())
    }

    fn write_help(&self, out: &mut dyn Write) -> Result<()> {
        let language = self.setup.language;
        writeln!(out, "{}", words::LINE_HELP.get(language))?;
        for line in wrap(self.setup.game.about().rules.get(language), width()) {
            writeln!(out, "{line}")?;
        }
        Ok(())
    }

    fn write_moves(&self, out: &mut dyn Write) -> Result<()> {
        let legal = self.session.legal();
        for line in join(legal.iter().map(|mv| mv.pretty.as_str()), "  ", width()) {
            writeln!(out, "{line}")?;
        }
        Ok(())
    }
}

/// A line without its end; `None` when there are no more. Bytes that are no text cannot be a move either.
fn read_line(input: &mut dyn BufRead) -> Result<Option<String>> {
    let mut bytes = Vec::new();
    let length = input.take(LONGEST_LINE).read_until(b'\n', &mut bytes)?;
    Ok((length > 0).then(|| String::from_utf8_lossy(&bytes).into_owned()))
}

#[cfg(test)]
mod tests {
    use crate::testing;
    use quevedo_core::Language;

    use super::*;

    fn talk(game: &str, players: [&str; 2], input: &str) -> (String, String) {
        let setup = Setup {
            game: testing::game(game),
            position: None,
            players: players.map(|spec| spec.parse::<PlayerSpec>().unwrap()),
            language: Language::English,
            style: PieceStyle::Letter,
        };
        let (mut out, mut errors) = (Vec::new(), Vec::new());
        run_lines(&setup, &mut input.as_bytes(), &mut out, &mut errors).unwrap();
        (String::from_utf8(out).unwrap(), String::from_utf8(errors).unwrap())
    }

    #[test]
    fn two_people_play_to_the_end() {
        let (out, errors) = talk("connect4:7x6", ["human", "human"], "1\n2\n1\n2\n1\n2\n1\n");
        assert!(out.contains("Yellow: 1\n") && out.contains("Red: 2\n"), "{out}");
        assert!(out.ends_with("Yellow won: four in line\n"), "{out}");
        assert_eq!(errors, "");
    }

    #[test]
    fn a_wrong_move_is_told_and_the_game_goes_on() {
        let (out, errors) = talk("chess", ["human", "human"], "e2e5\n\u{0}\u{fffd}\ne2e3\n");
        assert_eq!(errors.lines().count(), 2, "{errors}");
        assert!(out.contains("White: e3\n"), "{out}");
        assert!(out.ends_with("rnbqkbnr/pppppppp/8/8/8/4P3/PPPP1PPP/RNBQKBNR b KQkq - 0 1\n"), "{out}");
    }

    #[test]
    fn undo_takes_the_machines_answer_back_too() {
        let (out, errors) = talk("fox-geese", ["human", "random:seed=1"], "undo\nc3c4\nundo\nmoves\nquit\n");
        assert_eq!(errors, "There is no move to take back.\n");
        let fresh = testing::game("fox-geese").session(None).unwrap().position();
        assert!(out.trim_end().ends_with(&fresh), "{out}");
    }

    #[test]
    fn a_hint_is_a_move_that_can_be_played() {
        let (out, errors) = talk("hare-hounds", ["human", "easy:seed=1"], "hint\nh\n");
        let hints: Vec<&str> = out.lines().filter_map(|line| line.strip_prefix("Hint: ")).collect();
        assert_eq!((hints.len(), errors.as_str()), (2, ""), "{out}");
        let legal = testing::game("hare-hounds").session(None).unwrap().legal();
        assert!(hints.iter().all(|hint| legal.iter().any(|mv| mv.pretty == *hint)), "{hints:?}");
    }

    #[test]
    fn two_machines_need_nobody() {
        let (out, _) = talk("othello", ["random:seed=1", "random:seed=2"], "");
        assert!(out.contains("Black: ") && out.contains("White: "), "{out}");
        assert!(out.trim_end().ends_with(": disc count"), "{out}");
    }
}
