//! Games in half moves: whole moves from a search of half moves.

use quevedo_core::platform::Instant;
use std::io;
use std::marker::PhantomData;
use std::sync::atomic::{AtomicBool, Ordering};

use quevedo_core::score::{loss_in, plies_to_end, win_in};
use quevedo_core::{
    Clock, Evaluator, Game, Half, Limits, Line, Score, SearchParams, SearchRequest, SearchResult, Split, Strategy,
    Tactics, Term,
};

use crate::AlphaBeta;
use crate::alphabeta::Settings;
use crate::halves_observer::HalvesObserver;

/// Nodes of the search for the second half of a move, where the principal variation has no second half.
const SECOND_HALF_NODES: u64 = 1000;

/// Plays a game by a strategy for its game of halves.
///
/// The second half is read from the principal variation. If that is too short, the strategy is called again.
pub struct Halved<G, S> {
    halves: S,
    game: PhantomData<fn(G)>,
}

/// A strategy that counts how often its last search visited each pair of moves.
pub trait CountsPairs<G: Game>: Strategy<G> {
    /// The first move, the second move, and the visits.
    fn pairs(&self) -> Vec<(G::Move, G::Move, u64)>;
}

impl<G: Split, S: CountsPairs<G::Halves>> Halved<G, S> {
    /// A player of the whole game by this strategy for the game of halves.
    pub fn new(halves: S) -> Self {
        Self { halves, game: PhantomData }
    }
}

impl<G: Split, S: CountsPairs<G::Halves>> Halved<G, S> {
    fn choose_move(
        &mut self,
        line: &Line<G>,
        request: &mut SearchRequest<'_, G::Move>,
    ) -> Option<SearchResult<G::Move>> {
        let start = Instant::now();
        let SearchRequest { clock, limits, stop, .. } = *request;
        choose_in_halves(&mut self.halves, line, request, limits, |search, halves, first, observer| {
            let clock = clock.map(|clock| Clock { left: clock.left.saturating_sub(start.elapsed()), ..clock });
            let (observer, mut report) = (observer.map(|observer| observer as _), |_: &SearchResult<Half<G>>| {});
            let request = &mut SearchRequest { clock, limits, observer, ..SearchRequest::new(stop, &mut report) };
            let second = search.choose(halves, request)?;
            Some(SearchResult { depth: 1 + second.depth, ..add_second(first, &second) })
        })
    }
}

impl<G: Split, S: CountsPairs<G::Halves>> Strategy<G> for Halved<G, S> {
    fn choose(&mut self, line: &Line<G>, request: &mut SearchRequest<'_, G::Move>) -> Option<SearchResult<G::Move>> {
        let result = self.choose_move(line, request)?;
        let pairs = self.halves.pairs();
        let whole = pairs.into_iter().filter_map(|(from, to, count)| Some((G::join(from, to)?, count)));
        let mut visits: Vec<(G::Move, u64)> = whole.collect();
        if request.search_moves.is_empty() {
            return Some(SearchResult { visits, ..result });
        }
        visits.retain(|(mv, _)| request.search_moves.contains(mv));
        if request.search_moves.contains(&result.mv) {
            return Some(SearchResult { visits, ..result });
        }
        let most = visits.iter().max_by_key(|(_, count)| *count).map(|(mv, _)| *mv);
        let any = || request.moves(line.position()).first().copied();
        Some(SearchResult { visits, nodes: result.nodes, ..SearchResult::of_move(most.or_else(any)?) })
    }
}

/// Alpha-beta in half moves: late move reductions and pruning act on the first halves as well, with all the second halves
/// behind them.
///
/// Limits and results count whole moves. Several best lines, and a choice among some moves only, need whole moves at the
/// root: these searches are made in whole moves.
pub struct HalvedAlphaBeta<G: Split + Tactics, E: Evaluator<G>> {
    halves: AlphaBeta<G::Halves, HalvesEvaluator<G, E>>,
    /// The search in whole moves, once it has been needed.
    whole: Option<AlphaBeta<G, E>>,
    evaluator: E,
    settings: Settings,
}

impl<G: Split + Tactics, E: Evaluator<G> + Clone> HalvedAlphaBeta<G, E> {
    /// A player with this evaluator of the whole game. Reads the history file if there is one.
    pub fn new(evaluator: E, settings: Settings) -> io::Result<Self> {
        let in_halves = Settings { limits: limits_in_halves(settings.limits), ..settings.clone() };
        let halves = AlphaBeta::new(HalvesEvaluator::new(evaluator.clone()), in_halves)?;
        Ok(Self { halves, whole: None, evaluator, settings })
    }

    /// Replaces the search parameters of the game of halves.
    #[must_use]
    pub fn with_params(mut self, params: SearchParams) -> Self {
        self.halves = self.halves.with_params(params);
        self
    }

    /// Searches in whole moves.
    fn choose_whole(
        &mut self,
        line: &Line<G>,
        request: &mut SearchRequest<'_, G::Move>,
    ) -> Option<SearchResult<G::Move>> {
        if self.whole.is_none() {
            self.whole = AlphaBeta::new(self.evaluator.clone(), self.settings.clone()).ok();
        }
        self.whole.as_mut()?.choose(line, request)
    }
}

impl<G: Split + Tactics, E: Evaluator<G> + Clone> Strategy<G> for HalvedAlphaBeta<G, E> {
    fn choose(&mut self, line: &Line<G>, request: &mut SearchRequest<'_, G::Move>) -> Option<SearchResult<G::Move>> {
        if self.settings.lines > 1 || !request.search_moves.is_empty() {
            return self.choose_whole(line, request);
        }
        let limits = limits_in_halves(request.limits);
        let nodes = self.settings.limits.intersect(limits).nodes.unwrap_or(u64::MAX);
        choose_in_halves(&mut self.halves, line, request, limits, |search, halves, first, observer| {
            let nodes = nodes.saturating_sub(first.nodes).min(SECOND_HALF_NODES);
            let limits = Limits { nodes: Some(nodes), ..Limits::default() };
            let (stop, mut report) = (AtomicBool::new(false), |_: &SearchResult<Half<G>>| {});
            let observer = observer.map(|observer| observer as _);
            let request = &mut SearchRequest { limits, observer, ..SearchRequest::new(&stop, &mut report) };
            let second = search.choose(halves, request)?;
            Some(add_second(first, &second))
        })
    }
}

/// Chooses a whole move by a strategy for halves. If its principal variation has no second half, `complete` searches one
/// in the game after the first half, and adds it.
fn choose_in_halves<G: Split, S: Strategy<G::Halves>>(
    search: &mut S,
    line: &Line<G>,
    request: &mut SearchRequest<'_, G::Move>,
    limits: Limits,
    complete: impl FnOnce(
        &mut S,
        &Line<G::Halves>,
        SearchResult<Half<G>>,
        Option<&mut HalvesObserver<'_, G>>,
    ) -> Option<SearchResult<Half<G>>>,
) -> Option<SearchResult<G::Move>> {
    let mut halves = split_line(line);
    let SearchRequest { clock, search_moves, stop, ref mut report, ref mut observer, .. } = *request;
    let mut observer = observer.as_mut().map(|observer| HalvesObserver::<G>::new(&mut **observer, halves.position()));
    let is_allowed = |result: &SearchResult<G::Move>| search_moves.is_empty() || search_moves.contains(&result.mv);
    let mut report = |result: &SearchResult<Half<G>>| {
        join_result::<G>(result).iter().filter(|result| is_allowed(result)).for_each(&mut **report);
    };
    let inner = observer.as_mut().map(|observer| observer as _);
    let narrowed = SearchRequest { clock, limits, observer: inner, ..SearchRequest::new(stop, &mut report) };
    let first = search.choose(&halves, &mut { narrowed })?;
    join_result::<G>(&first).or_else(|| {
        halves.play(first.mv);
        if let Some(observer) = &mut observer {
            observer.set_root(halves.position());
        }
        join_result::<G>(&complete(search, &halves, first, observer.as_mut())?)
    })
}

/// The result of a first half, with the second half that another search found.
fn add_second<M: Copy>(first: SearchResult<M>, second: &SearchResult<M>) -> SearchResult<M> {
    let pv = std::iter::once(first.mv).chain(second.pv.iter().copied()).collect();
    SearchResult { pv, nodes: first.nodes + second.nodes, ..first }
}

/// The same limits in the game of halves: two plies for one.
fn limits_in_halves(limits: Limits) -> Limits {
    Limits { depth: limits.depth.map(|plies| plies.saturating_mul(2)), ..limits }
}

/// The same game in halves.
fn split_line<G: Split>(line: &Line<G>) -> Line<G::Halves> {
    let mut halves = Line::new(line.start().halves());
    line.moves().iter().flat_map(|mv| G::split(*mv)).for_each(|half| halves.play(half));
    halves
}

/// The result of a search of halves as one of whole moves, if its principal variation has a whole move.
fn join_result<G: Split>(result: &SearchResult<Half<G>>) -> Option<SearchResult<G::Move>> {
    let pv: Vec<G::Move> = result.pv.chunks_exact(2).map_while(|pair| G::join(pair[0], pair[1])).collect();
    let mv = *pv.first()?;
    Some(SearchResult {
        score: result.score.map(whole_score),
        depth: result.depth / 2,
        nodes: result.nodes,
        pv,
        tt_hits: result.tt_hits,
        hashfull: result.hashfull,
        seldepth: result.seldepth.map(|halves| halves / 2),
        proof: result.proof,
        ..SearchResult::of_move(mv)
    })
}

/// Two plies of halves are one ply of the whole game.
fn whole_score(score: Score) -> Score {
    match plies_to_end(score).map(|halves| halves.div_ceil(2)) {
        Some(plies) if score > 0 => win_in(plies),
        Some(plies) => loss_in(plies),
        None => score,
    }
}

/// An evaluator of the whole game, used for its halves: see [`Split::whole`].
pub struct HalvesEvaluator<G, E> {
    whole: E,
    /// Whether the evaluator has given priors.
    has_policy: AtomicBool,
    game: PhantomData<fn(G)>,
}

impl<G: Split, E: Evaluator<G>> HalvesEvaluator<G, E> {
    /// Evaluates halves by `whole`.
    pub fn new(whole: E) -> Self {
        Self { whole, has_policy: AtomicBool::new(false), game: PhantomData }
    }

    /// The prior of a first half is the sum over all whole moves that begin with it.
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

    /// The priors of second halves are those of the whole moves that begin with `first`.
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

    /// If the evaluator has a policy, the positions where the moves began are evaluated as well: `priors` will need
    /// them, and the evaluator may cache its forward pass.
    fn evaluate_many(&self, positions: &[G::Halves], scores: &mut [Score]) {
        let mut wholes: Vec<G> = positions.iter().map(G::whole).collect();
        let begun = positions.iter().map(G::begun).filter(|_| self.has_policy.load(Ordering::Relaxed));
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

    fn logistic_scale(&self) -> Option<f64> {
        self.whole.logistic_scale()
    }

    /// By the priors of whole moves in the position where the move began.
    fn priors(&self, position: &G::Halves, moves: &[Half<G>], priors: &mut [f32]) -> bool {
        let has_policy = match G::begun(position) {
            (before, None) => self.priors_of_first(&before, moves, priors),
            (before, Some(first)) => self.priors_of_second(&before, first, moves, priors),
        };
        self.has_policy.store(has_policy, Ordering::Relaxed);
        has_policy
    }
}
