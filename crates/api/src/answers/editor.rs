//! The board editor. What may stand where, and what is wrong, the game says.

use quevedo_catalog::{Catalog, Composer, GameEntry};
use quevedo_core::Language;
use quevedo_core::compose::Setup;

use crate::Problem;
use crate::live::open_position;
use crate::messages;
use crate::wire::{ComposeRequest, Composed, EditorRequest, EditorState, Failure};

/// Most fields that a request may set; no game has as many.
const MAX_FIELDS: usize = 32;

fn composer(entry: &GameEntry) -> Result<Box<dyn Composer>, Problem> {
    entry.composer().ok_or_else(|| Problem::unprocessable(messages::no_editor()))
}

/// The editor of a game, with a position taken apart.
pub fn open(catalog: &Catalog, request: &EditorRequest, language: Language) -> Result<EditorState, Problem> {
    let entry = catalog.find(&request.game)?;
    let composer = composer(entry)?;
    let setup = composer.take_apart(&*open_position(entry, request.position.as_deref())?);
    Ok(EditorState {
        palette: composer.palette().into_iter().map(Into::into).collect(),
        composed: put_together(entry, &*composer, setup, language),
    })
}

/// An edited position put together: its text and board, or what is wrong with it.
pub fn compose(catalog: &Catalog, request: ComposeRequest, language: Language) -> Result<Composed, Problem> {
    let entry = catalog.find(&request.game)?;
    let composer = composer(entry)?;
    let setup = Setup::from(request.setup);
    let places = entry.shape().places.len();
    if setup.pieces.len() != places {
        return Err(Problem::unprocessable(messages::wrong_piece_count(places, setup.pieces.len())));
    }
    let palette = composer.palette();
    let unknown =
        setup.pieces.iter().flatten().find(|letter| palette.iter().all(|known| known.piece.letter != **letter));
    if let Some(letter) = unknown {
        return Err(Problem::unprocessable(messages::unknown_piece(*letter)));
    }
    if setup.fields.len() > MAX_FIELDS {
        return Err(Problem::unprocessable(messages::bad_field("fields")));
    }
    Ok(put_together(entry, &*composer, setup, language))
}

fn put_together(entry: &GameEntry, composer: &dyn Composer, mut setup: Setup, language: Language) -> Composed {
    let options = composer.settle(&mut setup);
    let text = composer.text(&setup);
    let found = entry.session(Some(&text));
    let session = found.as_ref().ok();
    Composed {
        setup: setup.into(),
        turns: options.turns.into_iter().map(Into::into).collect(),
        fields: options.fields.into_iter().map(Into::into).collect(),
        board: session.map(|session| session.board().into()),
        outcome: session.and_then(|session| session.outcome()).map(Into::into),
        problem: found.as_ref().err().map(|error| Failure::new(&error.expected, language, None)),
        position: found.as_ref().map_or(text, |session| session.position()),
    }
}
