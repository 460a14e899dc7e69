//! Whole moves out of a search through half moves.

use std::marker::PhantomData;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use quevedo_core::score::{loss_in, plies_to_end, win_in};
use quevedo_core::{Clock, Evaluator, Game, Half, Line, Score, SearchRequest, SearchResult, Split, Strategy, Term};

/// Plays a game by searching its game of halves.
///
/// The second half is read from the line of best play; a strategy that does not look that far is asked again.
pub struct Halved<G, S> {
    halves: S,
    game: PhantomData<fn(G)>,
}

/// A strategy that counts how often it tried one move after another.
pub trait CountsPairs<G: Game>: Strategy<G> {
    /// The first move, the second, and how often the last search tried them.
    fn pairs(&self) -> Vec<(G::Move, G::Move, u64)>;
}

impl<G: Split, S: CountsPairs<G::Halves>> Halved<G, S> {
    /// Plays as `halves` plays the game of halves.
    pub fn new(halves: S) -> Self {
        Self { halves, game: PhantomData }
    }
}

impl<G: Split, S: CountsPairs<G::Halves>> Halved<G, S> {
    fn choose_whole(
        &mut self,
        line: &Line<G>,
        request: &mut SearchRequest<'_, G::Move>,
    ) -> Option<SearchResult<G::Move>> {
        let asked = Instant::now();
        let mut halves = split_line(line);
        let SearchRequest { clock, limits, search_moves, stop, ref mut report } = *request;
        let asked_for = |choice: &SearchResult<G::Move>| search_moves.is_empty() || search_moves.contains(&choice.mv);
        let mut tell = |choice: &SearchResult<Half<G>>| {
            join_choice::<G>(choice).iter().filter(|choice| asked_for(choice)).for_each(&mut **report);
        };
        let first = self
            .halves
            .choose(&halves, &mut SearchRequest { clock, limits, search_moves: &[], stop, report: &mut tell })?;
        if let Some(choice) = join_choice::<G>(&first) {
            return Some(choice);
        }
        halves.play(first.mv);
        let clock = clock.map(|clock| Clock { left: clock.left.saturating_sub(asked.elapsed()), ..clock });
        let second = self
            .halves
            .choose(&halves, &mut SearchRequest { clock, limits, search_moves: &[], stop, report: &mut |_| {} })?;
        let mut pv = vec![first.mv];
        pv.extend(&second.pv);
        join_choice::<G>(&SearchResult { pv, nodes: first.nodes + second.nodes, depth: 1 + second.depth, ..first })
    }
}

impl<G: Split, S: CountsPairs<G::Halves>> Strategy<G> for Halved<G, S> {
    fn choose(&mut self, line: &Line<G>, request: &mut SearchRequest<'_, G::Move>) -> Option<SearchResult<G::Move>> {
        let choice = self.choose_whole(line, request)?;
        let pairs = self.halves.pairs();
        let whole = pairs.into_iter().filter_map(|(from, to, count)| Some((G::join(from, to)?, count)));
        let mut visits: Vec<(G::Move, u64)> = whole.collect();
        if request.search_moves.is_empty() {
            return Some(SearchResult { visits, ..choice });
        }
        visits.retain(|(mv, _)| request.search_moves.contains(mv));
        if request.search_moves.contains(&choice.mv) {
            return Some(SearchResult { visits, ..choice });
        }
        let most = visits.iter().max_by_key(|(_, count)| *count).map(|(mv, _)| *mv);
        let any = || request.moves(line.position()).first().copied();
        Some(SearchResult { visits, nodes: choice.nodes, ..SearchResult::of_move(most.or_else(any)?) })
    }
}

/// The same game in halves.
fn split_line<G: Split>(line: &Line<G>) -> Line<G::Halves> {
    let mut halves = Line::new(line.start().halves());
    line.moves().iter().flat_map(|mv| G::split(*mv)).for_each(|half| halves.play(half));
    halves
}

/// A choice of halves as one of moves, if it looks as far as a whole move.
fn join_choice<G: Split>(choice: &SearchResult<Half<G>>) -> Option<SearchResult<G::Move>> {
    let pv: Vec<G::Move> = choice.pv.chunks_exact(2).map_while(|pair| G::join(pair[0], pair[1])).collect();
    let mv = *pv.first()?;
    Some(SearchResult {
        score: choice.score.map(whole_score),
        depth: choice.depth / 2,
        nodes: choice.nodes,
        pv,
        tt_hits: choice.tt_hits,
        hashfull: choice.hashfull,
        seldepth: choice.seldepth.map(|halves| halves / 2),
        proof: choice.proof,
        ..SearchResult::of_move(mv)
    })
}

/// A proved end counts plies: two halves are one.
fn whole_score(score: Score) -> Score {
    match plies_to_end(score).map(|halves| halves.div_ceil(2)) {
        Some(plies) if score > 0 => win_in(plies),
        Some(plies) => loss_in(plies),
        None => score,
    }
}

/// An evaluator of the whole game as one of its halves: see [`Split::whole`].
pub struct HalvesEvaluator<G, E> {
    whole: E,
    /// Whether it was asked about moves, and had an answer.
    knows_moves: AtomicBool,
    game: PhantomData<fn(G)>,
}

impl<G: Split, E: Evaluator<G>> HalvesEvaluator<G, E> {
    /// Judges as `whole` does.
    pub fn new(whole: E) -> Self {
        Self { whole, knows_moves: AtomicBool::new(false), game: PhantomData }
    }

    /// A first half is as likely as all whole moves that begin with it.
    fn priors_of_first(&self, before: &G, halves: &[Half<G>], priors: &mut [f32]) -> bool {
        let (mut moves, mut ends) = (Vec::new(), Vec::with_capacity(halves.len()));
        for half in halves {
            let mut between = before.halves();
            between.play(*half);
            between.each_move(|second| moves.extend(G::join(*half, second)));
            ends.push(moves.len());
        }
        let mut whole = vec![0.0; moves.len()];
        if !self.whole.priors(before, &moves, &mut whole) {
            return false;
        }
        let mut begin = 0;
        for (prior, end) in priors.iter_mut().zip(ends) {
            *prior = whole[begin..end].iter().sum();
            begin = end;
        }
        true
    }

    /// After the first half, the whole moves that go on from it are all there are.
    fn priors_of_second(&self, before: &G, first: Half<G>, halves: &[Half<G>], priors: &mut [f32]) -> bool {
        let moves: Vec<G::Move> = halves.iter().filter_map(|second| G::join(first, *second)).collect();
        moves.len() == halves.len() && self.whole.priors(before, &moves, priors)
    }
}

impl<G: Split, E: Evaluator<G>> Evaluator<G::Halves> for HalvesEvaluator<G, E> {
    #[inline]
    fn evaluate(&self, position: &G::Halves) -> Score {
        let whole = G::whole(position);
        let score = self.whole.evaluate(&whole);
        if whole.turn() == position.turn() { score } else { -score }
    }

    /// What is asked of the moves next is asked of the positions in which they were begun: those are looked at as well.
    fn evaluate_many(&self, positions: &[G::Halves], scores: &mut [Score]) {
        let mut wholes: Vec<G> = positions.iter().map(G::whole).collect();
        let begun = positions.iter().map(G::begun).filter(|_| self.knows_moves.load(Ordering::Relaxed));
        for (before, _) in begun {
            if !wholes.contains(&before) {
                wholes.push(before);
            }
        }
        let mut found = vec![0; wholes.len()];
        self.whole.evaluate_many(&wholes, &mut found);
        for ((score, found), (whole, position)) in scores.iter_mut().zip(found).zip(wholes.iter().zip(positions)) {
            *score = if whole.turn() == position.turn() { found } else { -found };
        }
    }

    fn each_term(&self, position: &G::Halves, visit: &mut dyn FnMut(Term)) {
        self.whole.each_term(&G::whole(position), visit);
    }

    fn scale(&self) -> Option<f64> {
        self.whole.scale()
    }

    /// As the whole moves are liked in the position in which the move was begun.
    fn priors(&self, position: &G::Halves, moves: &[Half<G>], priors: &mut [f32]) -> bool {
        let knows = match G::begun(position) {
            (before, None) => self.priors_of_first(&before, moves, priors),
            (before, Some(first)) => self.priors_of_second(&before, first, moves, priors),
        };
        self.knows_moves.store(knows, Ordering::Relaxed);
        knows
    }
}
