// The JSON that server and page exchange. Written by `QUEVEDO_WRITE=1 cargo test -p quevedo-api --test typescript`
// from crates/api/src/wire; do not edit.

/**
 * Which games are decided before their end.
 */
export type AdjudicationSettings = { 
/**
 * Those that both players score as lost for the same side.
 */
resign: boolean, 
/**
 * Those that both players score as level for long.
 */
draw: boolean, 
/**
 * Those whose end a player has proved.
 */
proved: boolean, };

/**
 * What an analysis has found so far; one event of its answer.
 */
export type AnalysisEvent = { 
/**
 * The result.
 */
thought: SearchState, 
/**
 * Whether the analysis has ended.
 */
done: boolean, };

/**
 * A request for an analysis of the position at the end of a line.
 */
export type AnalysisRequest = { 
/**
 * The line.
 */
line: LineRequest, 
/**
 * The engine; the usual one if left out.
 */
spec?: string, 
/**
 * How many best lines are wanted.
 */
lines?: number, 
/**
 * How long to think, where the engine has no limit of its own kind; as the engine says if left out.
 */
time_ms?: number, 
/**
 * Which of several engines side by side; another request with the same number stops the one before.
 */
slot?: number, };

/**
 * A refusal.
 */
export type ApiFailure = { 
/**
 * What is wrong, for programs.
 */
code: string, 
/**
 * The arguments of the message: texts, numbers as text, texts in both languages, or messages with a code and
 * arguments of their own.
 */
args: { [name: string]: unknown }, 
/**
 * What is wrong, in the language of the reader.
 */
message: string, 
/**
 * The words of a parser, in English, for programmers.
 */
detail?: string, };

/**
 * The pieces of a position.
 */
export type Board = { 
/**
 * What stands on each place, in the order of the places of the shape.
 */
pieces: Array<Piece | null>, 
/**
 * Places in danger, by their index: a king in check.
 */
alerts: Array<number>, 
/**
 * The places that show why the game is over.
 */
decisive?: Array<DecisivePlace>, 
/**
 * The count of moves that ends the game when it runs out.
 */
countdown?: CountdownState, };

/**
 * Every position of a game, from the start on.
 */
export type Boards = { 
/**
 * As boards.
 */
boards: Array<Board>, 
/**
 * In position notation.
 */
positions: Array<string>, };

/**
 * The value of a move in an opening book.
 */
export type BookValue = { 
/**
 * How likely the first player is to win, from 0 to 1.
 */
chance: number, 
/**
 * The score for the first player in what people count in: pawns, discs; none where they do not.
 */
units: number | null, };

/**
 * What the receiver may do now.
 */
export type Can = { 
/**
 * Play a move.
 */
move: boolean, 
/**
 * Take moves back.
 */
undo: boolean, 
/**
 * Give up.
 */
resign: boolean, 
/**
 * Offer a draw.
 */
draw: boolean, 
/**
 * Ask for a hint.
 */
hint: boolean, 
/**
 * Pause and resume two machines.
 */
pause: boolean, 
/**
 * Make one move in a paused game.
 */
step: boolean, 
/**
 * Take the open seat.
 */
join: boolean, 
/**
 * Ask the other person to take a move back.
 */
takeback: boolean, 
/**
 * Ask the other person to open hints and analysis.
 */
help: boolean, 
/**
 * Play again, with the sides exchanged.
 */
rematch: boolean, };

/**
 * Everything there is to choose from.
 */
export type Catalog = { 
/**
 * The version of the program.
 */
version: string, 
/**
 * Every game and variant that is offered to play.
 */
games: Array<GameInfo>, 
/**
 * The games of lessons, which are found by their id alone.
 */
lesson_games: Array<GameInfo>, 
/**
 * Every machine player.
 */
players: Array<PlayerInfo>, 
/**
 * The names of the levels, from the weakest.
 */
levels: Array<string>, };

/**
 * A request for clocks.
 */
export type ClockRequest = { 
/**
 * The time of each player at the beginning.
 */
base_ms: number, 
/**
 * What is added after every move.
 */
increment_ms: number, };

/**
 * The clocks of a game. No clock runs before the first move.
 */
export type ClockState = { 
/**
 * The time of each player at the beginning.
 */
base_ms: number, 
/**
 * The increment after every move.
 */
increment_ms: number, 
/**
 * The time that each player has left when this is sent.
 */
left_ms: [number, number], 
/**
 * Whose clock is running.
 */
running: Side | null, };

/**
 * An edited position to be put together.
 */
export type ComposeRequest = { 
/**
 * Which game.
 */
game: string, 
/**
 * The position, taken apart.
 */
setup: SetupState, };

/**
 * An edited position: what it is, or what is wrong with it.
 */
export type Composed = { 
/**
 * The position taken apart, after everything in it was made to agree with the pieces.
 */
setup: SetupState, 
/**
 * Who may be to move.
 */
turns: Array<Side>, 
/**
 * The rights and counters of a position with these pieces.
 */
fields: Array<FieldInfo>, 
/**
 * The position as text, even where it is none.
 */
position: string, 
/**
 * Its board; none where it is no position.
 */
board: Board | null, 
/**
 * The end, if the game is over there.
 */
outcome: OutcomeState | null, 
/**
 * Why it is no position.
 */
problem: ApiFailure | null, };

/**
 * A count of moves that ends the game when it runs out.
 */
export type CountdownState = { 
/**
 * The side that must do something before it runs out.
 */
side: Side, 
/**
 * Moves of that side until the game ends.
 */
left: number, 
/**
 * The same when nothing has been counted.
 */
of: number, 
/**
 * What is counted, and what happens at the end, as words behind `3 more moves`.
 */
meaning: Text, };

/**
 * A place that shows why a game is over: a piece that decided it, or an empty place as territory.
 */
export type DecisivePlace = { 
/**
 * The index of the place.
 */
place: number, 
/**
 * Whose it is.
 */
side: Side, };

/**
 * A drawing of a piece on a square of 100 by 100, as data of SVG paths.
 */
export type DrawingInfo = { 
/**
 * The body, filled with the colour of the side.
 */
body: string, 
/**
 * Lines on the body.
 */
lines: string, };

/**
 * An event of the answer: a position that both have looked at.
 */
export type DuelEvent = { 
/**
 * How many positions there are.
 */
total: number, 
/**
 * What they saw; none in the last event, which ends the answer.
 */
row: DuelRowState | null, };

/**
 * Two players that shall look at the same positions.
 */
export type DuelRequest = { 
/**
 * Which game.
 */
game: string, 
/**
 * The two players.
 */
players: [string, string], 
/**
 * The positions, one a line, as positions or as moves from the start; openings of the game if left out.
 */
positions?: string, 
/**
 * How many openings, at most 40.
 */
count?: number, 
/**
 * The seed of the openings.
 */
seed?: number, 
/**
 * The budget for a position in plies.
 */
depth?: number, 
/**
 * The budget in nodes or simulations.
 */
nodes?: number, 
/**
 * The budget in milliseconds, at most 2,000.
 */
time_ms?: number, };

/**
 * What two players saw in a position.
 */
export type DuelRowState = { 
/**
 * The position.
 */
position: string, 
/**
 * Its board.
 */
board: Board, 
/**
 * Who moves.
 */
turn: Side, 
/**
 * What each player saw.
 */
seen: [SearchState, SearchState], 
/**
 * Whether each took more nodes than the budget.
 */
over_budget: [boolean, boolean], 
/**
 * Whether both chose the same move.
 */
same_move: boolean, };

/**
 * A request for the editor of a game.
 */
export type EditorRequest = { 
/**
 * Which game.
 */
game: string, 
/**
 * The position to begin with, or a record, which stands for its last position; the start position if left out.
 */
position?: string, };

/**
 * The editor of a game.
 */
export type EditorState = { 
/**
 * The pieces that may be put on the board.
 */
palette: Array<PaletteInfo>, 
/**
 * The position to begin with.
 */
composed: Composed, };

/**
 * A player of a tournament that is asked for.
 */
export type EntrantRequest = { 
/**
 * Its spec.
 */
spec: string, 
/**
 * Its name in the tables; its spec if left out.
 */
name?: string, };

/**
 * A position to evaluate.
 */
export type EvaluateRequest = { 
/**
 * Which game.
 */
game: string, 
/**
 * The position.
 */
position: string, 
/**
 * By which evaluator; the best if left out.
 */
eval?: string, 
/**
 * Whether the layers are wanted: the terms on the board.
 */
layers?: boolean, };

/**
 * The evaluation of a position.
 */
export type Evaluated = { 
/**
 * Points for the first player.
 */
score: number, 
/**
 * How likely the first player is to win, from 0 to 1.
 */
chance: number, 
/**
 * The terms of the score.
 */
terms: Array<TermValue>, 
/**
 * What the places of the board add to it; empty if they were not asked for.
 */
layers: Array<LayerState>, };

/**
 * An evaluator.
 */
export type EvaluatorInfo = { 
/**
 * Its name in player specs.
 */
name: string, 
/**
 * What it looks at.
 */
meaning: Text, };

/**
 * What a move did to a proved value.
 */
export type ExactState = { 
/**
 * The value before the move.
 */
before: ExactValue, 
/**
 * The value after it.
 */
after: ExactValue, 
/**
 * Plies by which the win comes later, or the loss sooner, where known.
 */
plies_lost: number | null, 
/**
 * What the margin lost in the game's own count, where known: discs.
 */
margin_lost: number | null, };

/**
 * Who wins under best play, from the view of the side that moved.
 */
export type ExactValue = "win" | "draw" | "loss";

/**
 * The exact values of the moves of a position.
 */
export type Explored = { 
/**
 * Every legal move, the best one first.
 */
moves: Array<ExploredMove>, 
/**
 * Whether the value of every move is known.
 */
complete: boolean, };

/**
 * A move and its exact value.
 */
export type ExploredMove = { 
/**
 * In move notation.
 */
text: string, 
/**
 * As people write it.
 */
pretty: string, 
/**
 * The taps that make it.
 */
taps: Array<string>, 
/**
 * What it leads to under best play, counted from before the move; none where nobody knows.
 */
proof: ProofState | null, };

/**
 * What a player did wrong, in both languages.
 */
export type FaultText = { 
/**
 * In English.
 */
en: string, 
/**
 * In Spanish.
 */
es: string, };

/**
 * A right or a counter.
 */
export type FieldInfo = { 
/**
 * Its name for programs.
 */
key: string, 
/**
 * Its name for people.
 */
name: Text, 
/**
 * Its values.
 */
values: FieldValues, };

/**
 * The values of a right or a counter.
 */
export type FieldValues = { "kind": "flag", 
/**
 * The value that says yes.
 */
on: string, } | { "kind": "choice", 
/**
 * The values.
 */
values: Array<string>, } | { "kind": "counter", 
/**
 * The least.
 */
least: number, 
/**
 * The greatest.
 */
most: number, };

/**
 * From the page to the server.
 */
export type FromPage = { "type": "play", 
/**
 * How many moves precede it.
 */
ply: number, 
/**
 * The taps of the move.
 */
taps: Array<string>, } | { "type": "resign" } | { "type": "draw", 
/**
 * Which of these.
 */
answer: OfferAnswer, } | { "type": "takeback", 
/**
 * Which of these.
 */
answer: OfferAnswer, } | { "type": "help", 
/**
 * Which of these.
 */
answer: OfferAnswer, } | { "type": "undo" } | { "type": "hint" } | { "type": "pause" } | { "type": "resume" } | { "type": "step" } | { "type": "delay", 
/**
 * That time.
 */
ms: number, } | { "type": "join", 
/**
 * The name of the player.
 */
name?: string, } | { "type": "analyse", 
/**
 * How many moves were played before that position.
 */
ply: number, 
/**
 * The engine.
 */
spec?: string, 
/**
 * How many best lines are wanted.
 */
lines?: number, } | { "type": "analyse_stop" } | { "type": "ping" };

/**
 * A game or variant.
 */
export type GameInfo = { 
/**
 * Its name in addresses and commands: `fox-geese:13`.
 */
id: string, 
/**
 * The game it is a variant of, or itself.
 */
family: string, 
/**
 * The name of the game.
 */
name: Text, 
/**
 * What sets a variant apart.
 */
variant: Text | null, 
/**
 * The names of the two sides.
 */
sides: [Text, Text], 
/**
 * Whether the English name of each side is a plural.
 */
plural_sides: [boolean, boolean], 
/**
 * The measured Elo of presets and levels, by the text of the player; empty where nobody measured them.
 */
elos: { [key in string]: number }, 
/**
 * Whether a game can be drawn.
 */
has_draws: boolean, 
/**
 * What each tap of a move does, for the person who makes it; may be shorter than a move.
 */
instructions: Array<Text>, 
/**
 * Whether a move begins at a piece of its side; if not, at an empty place.
 */
moves_pieces: boolean, 
/**
 * The rules in one paragraph.
 */
rules: Text, 
/**
 * One line about it; may be empty.
 */
tagline: Text, 
/**
 * How a position is written; may be empty.
 */
position_hint: Text, 
/**
 * The kinds of its pieces.
 */
pieces: Array<PieceInfo>, 
/**
 * A piece of each side, as its badge.
 */
badges: [Piece, Piece], 
/**
 * The board.
 */
shape: Shape, 
/**
 * Where it begins.
 */
start: StartInfo, 
/**
 * Other starts, which people choose by number.
 */
numbered_starts: NumberedStartsInfo | null, 
/**
 * Whether its positions can be composed in the board editor.
 */
editor: boolean, 
/**
 * What people count scores in, where they do: pawns, discs.
 */
unit: Text | null, 
/**
 * Its evaluators, the best one first.
 */
evaluators: Array<EvaluatorInfo>, 
/**
 * What taps mean that are no places, in the order in which they are offered.
 */
choices: { [tap: string]: Text }, };

/**
 * A page of games, the latest first.
 */
export type GameList = { 
/**
 * The games of this page.
 */
games: Array<GameSummary>, 
/**
 * How many there are on all pages.
 */
total: number, 
/**
 * How many a page holds.
 */
page_size: number, };

/**
 * A position of a game and the moves from there.
 */
export type GamePosition = { 
/**
 * Which game.
 */
game: string, 
/**
 * The position, or a record, whose moves come first; the start position if left out.
 */
position?: string, 
/**
 * The moves from there.
 */
moves?: Array<string>, };

/**
 * The review of a game.
 */
export type GameReview = { 
/**
 * The accuracy of the first and of the second player, 0 to 100; none for a side that had no choice.
 */
accuracy: [number | null, number | null], 
/**
 * The moves.
 */
moves: Array<MoveReview>, 
/**
 * Every position, from the start on.
 */
points: Array<ReviewPoint>, 
/**
 * The nodes that were searched for each position.
 */
nodes: number, };

/**
 * The state of a game for one receiver.
 */
export type GameState = { 
/**
 * Its name in addresses.
 */
id: string, 
/**
 * Grows with every change.
 */
version: number, 
/**
 * Which game it is.
 */
game: string, 
/**
 * Whether it is being played.
 */
status: Status, 
/**
 * The first and the second player.
 */
seats: [SeatState, SeatState], 
/**
 * The first position.
 */
start: string, 
/**
 * The position now.
 */
position: string, 
/**
 * Who moves.
 */
turn: Side, 
/**
 * The pieces.
 */
board: Board, 
/**
 * The moves so far.
 */
moves: Array<MoveState>, 
/**
 * The legal moves, for a receiver who may move now.
 */
legal: TapTree | null, 
/**
 * The clocks, if the game has them.
 */
clock: ClockState | null, 
/**
 * How it ended.
 */
outcome: OutcomeState | null, 
/**
 * Who offers a draw.
 */
draw_offer: Side | null, 
/**
 * Who asks the other person to take a move back.
 */
undo_offer: Side | null, 
/**
 * Who asks the other person to open hints and analysis.
 */
help_offer: Side | null, 
/**
 * Whether hints, analyses and evaluations are closed: two persons play, and have not agreed to open them.
 */
help_closed: boolean, 
/**
 * The side whose machine searches.
 */
thinking: Side | null, 
/**
 * The least time a machine takes for a move.
 */
delay_ms: number, 
/**
 * How many spectators are connected, without the receiver.
 */
watchers: number, 
/**
 * What the receiver may do now.
 */
can: Can, 
/**
 * The game that follows this one.
 */
rematch: string | null, 
/**
 * When it was made, in milliseconds since 1970.
 */
created_ms: number, };

/**
 * A game in a list.
 */
export type GameSummary = { 
/**
 * Its name in addresses.
 */
id: string, 
/**
 * Which game it is.
 */
game: string, 
/**
 * The first and the second player.
 */
seats: [SeatState, SeatState], 
/**
 * Whether it is being played.
 */
status: Status, 
/**
 * How it ended.
 */
outcome: OutcomeState | null, 
/**
 * How many moves it has.
 */
plies: number, 
/**
 * Who moves.
 */
turn: Side, 
/**
 * Whether the receiver plays in it or made it.
 */
mine: boolean, 
/**
 * When it was made.
 */
created_ms: number, 
/**
 * When it was last changed.
 */
updated_ms: number, 
/**
 * The position now.
 */
position: string, 
/**
 * The pieces.
 */
board: Board, };

/**
 * A generation of self-play and training.
 */
export type GenerationState = { 
/**
 * Its number.
 */
number: number, 
/**
 * The number of training positions.
 */
positions: number, 
/**
 * The training loss.
 */
loss: number, 
/**
 * The validation loss.
 */
validation_loss: number | null, 
/**
 * The share of its moves that keep the game-theoretic value, by a solver; none if it was not measured.
 */
kept: number | null, 
/**
 * The Elo difference to the same search without a network, if they have played.
 */
elo: number | null, 
/**
 * Half of the 95 % confidence interval of that.
 */
elo_error: number | null, };

/**
 * The scores of a game.
 */
export type Graph = { 
/**
 * One point for every position from the start on; none where there is no score.
 */
points: Array<GraphPoint | null>, };

/**
 * The score of one position.
 */
export type GraphPoint = { 
/**
 * Points for the first player.
 */
score: number, 
/**
 * How likely the first player is to win, from 0 to 1.
 */
chance: number, 
/**
 * The score in what people count in: pawns, discs.
 */
units: number | null, };

/**
 * A key of a player spec.
 */
export type KeyInfo = { 
/**
 * Its name.
 */
name: string, 
/**
 * Whether it takes an evaluator of the game.
 */
is_evaluator: boolean, 
/**
 * The words to choose from; none where a value is typed.
 */
choices: Array<string>, 
/**
 * What may be typed, such as `1–100`, `≥ 0` or `500ms, 5s`; may be empty.
 */
example: string, 
/**
 * What it means.
 */
meaning: Text, };

/**
 * What the places of the board add to a term of an evaluation, or to a network.
 */
export type LayerState = { 
/**
 * The name of the term. Layers with the name of a term add up to it.
 */
name: Text, 
/**
 * Which part of the term it is, where the term has several layers; else empty.
 */
part: Text, 
/**
 * Points for the first player, by the index of a place. Other places add nothing.
 */
points: [number, number][], };

/**
 * An evaluation that shall learn.
 */
export type LearningRequest = { 
/**
 * Which game.
 */
game: string, 
/**
 * How many games it learns from, at most 5,000.
 */
games: number, 
/**
 * The seed of all random moves.
 */
seed: number, };

/**
 * What it has come to; one event of its answer.
 */
export type LearningState = { 
/**
 * Games it has learned from so far.
 */
games: number, 
/**
 * The mean logistic loss of the last games, each taken before it was learned from; none before the first.
 */
loss: number | null, 
/**
 * The share of the points against random moves.
 */
score: number, 
/**
 * What an own piece on each square adds to the log-odds of winning; rows from the bottom.
 */
own: Array<number>, 
/**
 * Squares in a row.
 */
width: number, 
/**
 * Whether it has ended.
 */
done: boolean, };

/**
 * A move of a line.
 */
export type LineMove = { 
/**
 * In move notation.
 */
text: string, 
/**
 * As people write it.
 */
pretty: string, 
/**
 * The taps that make it.
 */
taps: Array<string>, };

/**
 * The position at the end of a line.
 */
export type LinePosition = { 
/**
 * Where the line begins.
 */
start: string, 
/**
 * The moves of the line, those of a record included.
 */
moves: Array<LineMove>, 
/**
 * The position at its end.
 */
position: string, 
/**
 * Its board.
 */
board: Board, 
/**
 * Who moves.
 */
turn: Side, 
/**
 * The end, if it is one.
 */
outcome: OutcomeState | null, 
/**
 * The legal moves as a tree of taps.
 */
legal: TapTree, };

/**
 * A position and the moves from there.
 */
export type LineRequest = { 
/**
 * The taps of one more move.
 */
taps?: Array<string>, 
/**
 * Which game.
 */
game: string, 
/**
 * The position, or a record, whose moves come first; the start position if left out.
 */
position?: string, 
/**
 * The moves from there.
 */
moves?: Array<string>, };

/**
 * One of several best lines.
 */
export type LineState = { 
/**
 * The score for the side to move.
 */
score: number, 
/**
 * How likely the first player is to win, from 0 to 1.
 */
chance: number, 
/**
 * The score for the first player in what people count in.
 */
units: number | null, 
/**
 * What is proved.
 */
proof: ProofState | null, 
/**
 * The moves.
 */
pv: Array<string>, 
/**
 * The same as people write it.
 */
pretty: Array<string>, 
/**
 * The same as taps.
 */
taps: Array<Array<string>>, };

/**
 * A move of a line, and the board after it.
 */
export type LineStep = { 
/**
 * The move as people write it.
 */
pretty: string, 
/**
 * The taps that make it.
 */
taps: Array<string>, 
/**
 * The pieces after it.
 */
board: Board, };

/**
 * Where others find this server.
 */
export type Links = { 
/**
 * The address that the owner of the server gave, without a slash at the end.
 */
public_url: string | null, 
/**
 * The addresses of this machine in its networks, without a slash at the end; none if it listens to itself only.
 */
network: Array<string>, 
/**
 * Whether it listens to this machine only, so that nobody else can come.
 */
is_local: boolean, };

/**
 * The loss of a network after an epoch.
 */
export type LossState = { 
/**
 * From 1.
 */
epoch: number, 
/**
 * On the training set.
 */
loss: number, 
/**
 * On the validation set.
 */
validation_loss: number | null, };

/**
 * What the first games of a match say.
 */
export type MatchFiguresState = { 
/**
 * How many games.
 */
games: number, 
/**
 * Won by the first player.
 */
wins: number, 
/**
 * Drawn.
 */
draws: number, 
/**
 * Lost.
 */
losses: number, 
/**
 * The Elo difference; none where it is infinite.
 */
elo: number | null, 
/**
 * The lower end of its 95 % interval; none where it is infinite.
 */
low: number | null, 
/**
 * The upper end.
 */
high: number | null, 
/**
 * Whether there are too few games for the interval to be trusted.
 */
is_small: boolean, };

/**
 * How good a move is, by the expected score that it lost. The limits are those that chess players know from chess.com.
 */
export type MoveClass = "best" | "good" | "inaccuracy" | "mistake" | "blunder";

/**
 * A move of the game, judged.
 */
export type MoveReview = { 
/**
 * Who made it.
 */
side: Side, 
/**
 * How good it is.
 */
class: MoveClass, 
/**
 * The expected score that was lost, 0 to 1.
 */
loss: number, 
/**
 * The expected score of the side that moved by the best move.
 */
before: number, 
/**
 * The same by the move that was played.
 */
after: number, 
/**
 * The best move, in move notation; the one that was played where it is as good.
 */
best: string, 
/**
 * The better line as people write it; empty after a best move.
 */
line: Array<string>, 
/**
 * The taps of its first move.
 */
taps: Array<string>, 
/**
 * What the move did to a proved value.
 */
exact: ExactState | null, 
/**
 * Whether no other move was legal.
 */
forced: boolean, 
/**
 * Whether it decided who was winning.
 */
turning: boolean, };

/**
 * A move that was played.
 */
export type MoveState = { 
/**
 * In move notation.
 */
text: string, 
/**
 * As people of the game write it.
 */
pretty: string, 
/**
 * The taps that make it.
 */
taps: Array<string>, 
/**
 * Who played it.
 */
side: Side, 
/**
 * Milliseconds it took.
 */
ms: number, 
/**
 * What the machine thought that played it.
 */
thought: MoveThought | null, };

/**
 * What a machine thought before a move, in short.
 */
export type MoveThought = { 
/**
 * The depth in plies.
 */
depth: number, 
/**
 * Nodes or simulations.
 */
nodes: number, 
/**
 * How likely the first player is to win, from 0 to 1.
 */
chance: number | null, 
/**
 * The score for the first player in what people count in.
 */
units: number | null, 
/**
 * The principal variation as people write it.
 */
line: Array<string>, };

/**
 * A network.
 */
export type NetworkInfo = { 
/**
 * The games that it plays: all that have its input encoding.
 */
games: Array<string>, 
/**
 * Whether it is what `eval=best` means.
 */
best: boolean, 
/**
 * The input encoding.
 */
encoding: string, 
/**
 * Its name in player specs.
 */
name: string, 
/**
 * A description in one line; why its file cannot be used, if it cannot.
 */
about: string, 
/**
 * The kind of network: `nnue`, `patterns`, `terms` or `cnn`; empty if the file cannot be read.
 */
kind: string, 
/**
 * The recipe that made it.
 */
recipe: string | null, 
/**
 * The number of training positions.
 */
positions: number | null, 
/**
 * The seed of its training.
 */
seed: number | null, 
/**
 * The validation loss.
 */
loss: number | null, 
/**
 * The day it was made.
 */
made: string | null, 
/**
 * The size of its file.
 */
bytes: number, 
/**
 * SHA-256 of its file in hex.
 */
sha256: string, 
/**
 * How it was made and tested, if it has a record.
 */
record: NetworkRecord | null, 
/**
 * What is wrong with its files.
 */
problem: string | null, };

/**
 * All networks that come with the program.
 */
export type NetworkList = { 
/**
 * Those of one game beside each other.
 */
networks: Array<NetworkInfo>, };

/**
 * How a network was made and tested.
 */
export type NetworkRecord = { 
/**
 * The command that made it.
 */
command: string, 
/**
 * Its description in Spanish; the weight file has the one in English.
 */
about_es: string | null, 
/**
 * The player of the training games, if it was one player and not the network itself.
 */
player: string | null, 
/**
 * The number of training games.
 */
games: number | null, 
/**
 * The loss after every epoch of the training.
 */
losses: Array<LossState>, 
/**
 * Matches against other evaluators.
 */
tests: Array<NetworkTest>, 
/**
 * The generations of self-play and training, for a network trained by self-play.
 */
generations: Array<GenerationState>, };

/**
 * A match between two players that differ only in their evaluators.
 */
export type NetworkTest = { 
/**
 * The spec of both players, without the evaluator.
 */
player: string, 
/**
 * The evaluator of the opponent, or a player that needs none.
 */
against: string, 
/**
 * The number of games.
 */
games: number, 
/**
 * Games won by the network.
 */
wins: number, 
/**
 * Drawn games.
 */
draws: number, 
/**
 * Games lost by the network.
 */
losses: number, 
/**
 * The Elo difference in favour of the network; none if one side has all the points.
 */
elo: number | null, 
/**
 * Half of the 95 % confidence interval.
 */
elo_error: number | null, };

/**
 * A request for a new game.
 */
export type NewGame = { 
/**
 * Who plays first, and who second.
 */
seats: [SeatRequest, SeatRequest], 
/**
 * The clocks; none if left out.
 */
clock?: ClockRequest, 
/**
 * The least time a machine takes for a move.
 */
delay_ms?: number, 
/**
 * Which game.
 */
game: string, 
/**
 * The position, or a record, whose moves come first; the start position if left out.
 */
position?: string, 
/**
 * The moves from there.
 */
moves?: Array<string>, };

/**
 * A request for a tournament.
 */
export type NewTournament = { 
/**
 * Its name; that of its game if left out.
 */
name?: string, 
/**
 * Which game.
 */
game: string, 
/**
 * Who meets whom.
 */
format: TournamentFormat, 
/**
 * In a gauntlet: how many players, from the first, meet all others.
 */
challengers?: number, 
/**
 * In a Swiss tournament: how many rounds.
 */
rounds?: number, 
/**
 * The players, in the order of their seeding.
 */
players: Array<EntrantRequest>, 
/**
 * Games a pairing, an even number.
 */
games: number, 
/**
 * The openings.
 */
openings: OpeningsRequest, 
/**
 * The seed of all random numbers.
 */
seed: number, 
/**
 * The clocks; none if left out.
 */
clock?: ClockRequest, 
/**
 * Which games are decided before their end; none if left out.
 */
adjudication?: AdjudicationSettings, };

/**
 * What the next puzzle should be like.
 */
export type NextPuzzle = { 
/**
 * The rating that suits the visitor.
 */
rating: number, 
/**
 * The numbers of puzzles that were seen, the last one last.
 */
seen: Array<number>, };

/**
 * Start positions that people choose by number. One of them is written `word:NUMBER`.
 */
export type NumberedStartsInfo = { 
/**
 * The word before the number.
 */
word: string, 
/**
 * What people call a game from one of them.
 */
name: Text, 
/**
 * How many there are; the first is number 0.
 */
count: number, };

/**
 * An offer, or the answer to one.
 */
export type OfferAnswer = "offer" | "accept" | "decline";

/**
 * The openings of a tournament.
 */
export type OpeningsRequest = { "kind": "random", 
/**
 * How many.
 */
plies: number, } | { "kind": "shipped" };

/**
 * How a game ended.
 */
export type OutcomeState = { 
/**
 * Who won; nobody in a draw.
 */
winner: Side | null, 
/**
 * Why, as a key.
 */
reason: string, 
/**
 * Why, in words.
 */
text: Text, 
/**
 * Whether the position ends the game, rather than a clock or the players.
 */
by_rules: boolean, };

/**
 * A piece that may be put on the board.
 */
export type PaletteInfo = { 
/**
 * The piece. Its letter tells it from all others.
 */
piece: Piece, 
/**
 * The indices of the places where it may stand; none for all.
 */
places: Array<number> | null, 
/**
 * The most there can be; none where only the board limits them.
 */
most: number | null, };

/**
 * A piece.
 */
export type Piece = { 
/**
 * What it is, the key of its artwork.
 */
kind: string, 
/**
 * Whose it is; arrows are nobody's.
 */
side: Side | null, 
/**
 * Its letter in position notation.
 */
letter: string, 
/**
 * A character that looks like it.
 */
glyph: string, };

/**
 * A kind of piece.
 */
export type PieceInfo = { 
/**
 * The key of its artwork.
 */
kind: string, 
/**
 * What people call it.
 */
name: Text, 
/**
 * Its letter in the moves that people write; may be empty.
 */
initial: Text, 
/**
 * The side whose it always is; where both have it, the side is named with the piece.
 */
side: Side | null, 
/**
 * The drawing that the game brings.
 */
drawing: DrawingInfo | null, };

/**
 * One place of a board.
 */
export type Place = { 
/**
 * Its name, as in move notation.
 */
name: string, 
/**
 * What touching it says.
 */
tap: string, 
/**
 * Columns from the left.
 */
column: number, 
/**
 * Rows from the top.
 */
row: number, };

/**
 * A move, and what came of it.
 */
export type PlayedMove = { 
/**
 * In move notation.
 */
text: string, 
/**
 * As people write it.
 */
pretty: string, 
/**
 * The taps that make it.
 */
taps: Array<string>, 
/**
 * Moves that are the same up to a symmetry of the board, as people write them. They are counted together.
 */
same: Array<string>, 
/**
 * Games in which it was played.
 */
games: number, 
/**
 * Those that the first player won.
 */
first_wins: number, 
/**
 * Those that were drawn.
 */
draws: number, 
/**
 * Those that the second player won.
 */
second_wins: number, 
/**
 * What the opening book says.
 */
book: BookValue | null, };

/**
 * The moves of a position that were played in finished games of this server, or that an opening book knows.
 */
export type PlayedMoves = { 
/**
 * In how many finished games a move followed here.
 */
games: number, 
/**
 * Whether the server has an opening book of this game.
 */
has_book: boolean, 
/**
 * The moves, the most played first.
 */
moves: Array<PlayedMove>, };

/**
 * A machine player.
 */
export type PlayerInfo = { 
/**
 * Its name in player specs.
 */
name: string, 
/**
 * What it does.
 */
meaning: Text, 
/**
 * What can be set.
 */
keys: Array<KeyInfo>, };

/**
 * A position as a board.
 */
export type PositionPreview = { 
/**
 * In canonical form.
 */
position: string, 
/**
 * The pieces.
 */
board: Board, 
/**
 * Who moves.
 */
turn: Side, 
/**
 * The end, if it is one.
 */
outcome: OutcomeState | null, };

/**
 * A position to check.
 */
export type PositionRequest = { 
/**
 * Which game.
 */
game: string, 
/**
 * The position.
 */
position: string, };

/**
 * What is proved about a position.
 */
export type ProofState = { 
/**
 * Who wins under best play; nobody in a draw.
 */
winner: Side | null, 
/**
 * How many plies until the end when the winner hurries and the loser delays, where it is known.
 */
plies: number | null, 
/**
 * By how much in the game's own count, where it has one: discs at the end.
 */
margin: number | null, };

/**
 * The index of a piece in the tree, and a set of places: letters and digits of base 64, six places each, the first place in
 * the lowest bit.
 */
export type PutTaps = [number, string];

/**
 * The answer to a try.
 */
export type PuzzleAnswer = { 
/**
 * Whether it is the move of the solution.
 */
right: boolean, 
/**
 * The move that was tried.
 */
tried: PuzzleMove, 
/**
 * The pieces after the move that was tried.
 */
board: Board, 
/**
 * After a move of the solution: the puzzle after the reply to it. After another move: the puzzle as it was.
 */
next: PuzzleState, };

/**
 * A game with puzzles.
 */
export type PuzzleGame = { 
/**
 * Which game it is.
 */
game: string, 
/**
 * How many puzzles it has. Their numbers begin with 1.
 */
count: number, 
/**
 * The puzzle of the day.
 */
daily: PuzzleState, };

/**
 * What has to be reached.
 */
export type PuzzleGoal = { 
/**
 * To win, to save the draw, to win fast, or the best margin.
 */
kind: PuzzleGoalKind, 
/**
 * For a fast win: within how many plies.
 */
plies: number | null, 
/**
 * For the best margin: how much, in the game's own count.
 */
score: number | null, };

/**
 * A kind of goal.
 */
export type PuzzleGoalKind = "win" | "draw" | "win_in" | "score";

/**
 * A hint.
 */
export type PuzzleHint = { 
/**
 * The first tap of the move.
 */
tap: string, };

/**
 * The games with puzzles.
 */
export type PuzzleList = { 
/**
 * The days since 1970, by the clock of the server in UTC.
 */
day: number, 
/**
 * The games.
 */
games: Array<PuzzleGame>, };

/**
 * A move of a puzzle.
 */
export type PuzzleMove = { 
/**
 * In move notation.
 */
text: string, 
/**
 * As people of the game write it.
 */
pretty: string, 
/**
 * The taps that make it.
 */
taps: Array<string>, };

/**
 * The proved value of a move, for the side that makes it.
 */
export type PuzzleMoveValue = { 
/**
 * The move.
 */
move: PuzzleMove, 
/**
 * Who wins after it; nothing where only that it misses the goal is known.
 */
value: "win" | "draw" | "loss" | null, 
/**
 * How many plies until the end, this move included, where it is known.
 */
plies: number | null, 
/**
 * The margin in the game's own count, where the game has one.
 */
score: number | null, };

/**
 * A puzzle, as far as it is solved.
 */
export type PuzzleState = { 
/**
 * Which game it is.
 */
game: string, 
/**
 * Its number, from 1.
 */
number: number, 
/**
 * How hard it is, from 800 to 2400.
 */
rating: number, 
/**
 * What has to be reached.
 */
goal: PuzzleGoal, 
/**
 * The side that solves it.
 */
side: Side, 
/**
 * How many plies of the solution are played.
 */
ply: number, 
/**
 * How many plies the solution has.
 */
plies: number, 
/**
 * The position.
 */
position: string, 
/**
 * The pieces.
 */
board: Board, 
/**
 * The legal moves; none once it is solved.
 */
legal: TapTree | null, 
/**
 * The last move, if there was one.
 */
last: PuzzleMove | null, 
/**
 * The end of the game, if the solution leads to it.
 */
outcome: OutcomeState | null, };

/**
 * A try to solve a puzzle: the next move.
 */
export type PuzzleTry = { 
/**
 * How many plies of the solution are played.
 */
ply: number, 
/**
 * The taps of the move.
 */
taps: Array<string>, };

/**
 * Why a move is the only one.
 */
export type PuzzleWhy = { 
/**
 * The whole solution.
 */
solution: Array<PuzzleMove>, 
/**
 * How many plies of the solution were played before the moves below.
 */
ply: number, 
/**
 * The value of every move there, the best first.
 */
values: Array<PuzzleMoveValue>, };

/**
 * A record to be stored as a finished game.
 */
export type RecordRequest = { 
/**
 * Which game.
 */
game: string, 
/**
 * The record: PGN, moves, or a format of the game's own. Of several games the first is taken.
 */
record: string, };

/**
 * The value of a position, for the first player.
 */
export type ReviewPoint = { 
/**
 * How likely the first player is to win, from 0 to 1.
 */
chance: number, 
/**
 * The score in what people count in: pawns, discs.
 */
units: number | null, 
/**
 * What is proved.
 */
proof: ProofState | null, };

/**
 * A position of a reviewed game, to try a better move.
 */
export type ReviewPosition = { 
/**
 * Who moves.
 */
turn: Side, 
/**
 * The pieces.
 */
board: Board, 
/**
 * The legal moves.
 */
legal: TapTree, 
/**
 * The better line.
 */
line: Array<LineStep>, };

/**
 * How far the review of a game is.
 */
export type ReviewState = { "state": "none" } | { "state": "running", 
/**
 * Positions that were examined.
 */
done: number, 
/**
 * Positions of the game.
 */
total: number, } | { "state": "done", 
/**
 * The review.
 */
review: GameReview, };

/**
 * The rules of a game in every language.
 */
export type Rules = { 
/**
 * In English.
 */
en: RulesPage, 
/**
 * In Spanish.
 */
es: RulesPage, };

/**
 * A position with marks.
 */
export type RulesDiagram = { 
/**
 * What it shows, in words.
 */
caption: string, 
/**
 * The variant it is of, if not of the game itself.
 */
game: string | null, 
/**
 * The position; the start if there is none.
 */
position: string | null, 
/**
 * The marks on it.
 */
marks: Array<RulesMark>, };

/**
 * A mark on a diagram.
 */
export type RulesMark = { "kind": "arrow", 
/**
 * The place where it begins.
 */
from: string, 
/**
 * The place where it ends.
 */
to: string, } | { "kind": "hint-to", 
/**
 * The place.
 */
place: string, } | { "kind": "capture", 
/**
 * The place.
 */
place: string, };

/**
 * The rules of a game.
 */
export type RulesPage = { 
/**
 * What the game is about; may be empty.
 */
lead: string, 
/**
 * The sections.
 */
sections: Array<RulesSection>, };

/**
 * A part of a section; words may have `code` and **strong** ones.
 */
export type RulesPart = { "text": string } | { "list": Array<string> } | { "diagram": RulesDiagram };

/**
 * A section of the rules.
 */
export type RulesSection = { 
/**
 * Its title; empty where the game has only one paragraph of rules.
 */
title: string, 
/**
 * What stands in it.
 */
parts: Array<RulesPart>, };

/**
 * A match to be played.
 */
export type SampleMatchRequest = { 
/**
 * Which game.
 */
game: string, 
/**
 * The two players.
 */
players: [string, string], 
/**
 * How many games, at most 2,000.
 */
games: number, 
/**
 * The seed of all random moves.
 */
seed: number, };

/**
 * A match that has been played.
 */
export type SampleMatchState = { 
/**
 * The points of the first player in each game, in halves.
 */
half_points: Array<number>, 
/**
 * What the first games say, for growing numbers of games.
 */
figures: Array<MatchFiguresState>, };

/**
 * The result of a search.
 */
export type SearchState = { 
/**
 * The best move.
 */
move: string, 
/**
 * The score for the side to move.
 */
score: number | null, 
/**
 * What is proved.
 */
proof: ProofState | null, 
/**
 * The depth in plies.
 */
depth: number, 
/**
 * Nodes or simulations.
 */
nodes: number, 
/**
 * Milliseconds.
 */
time_ms: number, 
/**
 * Nodes per second.
 */
nps: number, 
/**
 * The principal variation.
 */
pv: Array<string>, 
/**
 * The same as people write it.
 */
pretty: Array<string>, 
/**
 * The same as taps.
 */
taps: Array<Array<string>>, 
/**
 * The best lines of several, best first.
 */
lines: Array<LineState>, 
/**
 * The visits of each root move in a Monte Carlo search: the move, its visits, its taps.
 */
visits: [string, number, string[]][], 
/**
 * How many probes the transposition table answered.
 */
tt_hits: number | null, 
/**
 * How likely the first player is to win, from 0 to 1.
 */
chance: number | null, 
/**
 * The score for the first player in what people count in: pawns, discs; none where they do not, or where the end is
 * proved.
 */
units: number | null, 
/**
 * Whether the move comes from an opening book.
 */
book: boolean, };

/**
 * Who plays.
 */
export type SeatKind = "human" | "machine" | "open";

/**
 * A request for a seat.
 */
export type SeatRequest = { "kind": "human", 
/**
 * The name of the player.
 */
name?: string, } | { "kind": "machine", 
/**
 * Which one.
 */
spec: string, 
/**
 * Its name.
 */
name?: string, } | { "kind": "open" };

/**
 * A seat.
 */
export type SeatState = { 
/**
 * Who plays.
 */
kind: SeatKind, 
/**
 * The name; may be empty.
 */
name: string, 
/**
 * The machine player, in canonical form.
 */
spec: string | null, 
/**
 * Whether the person is connected; machines are.
 */
online: boolean, 
/**
 * Whether it is the receiver.
 */
mine: boolean, };

/**
 * A position taken apart. It may be none.
 */
export type SetupState = { 
/**
 * The letter of the piece on each place, in the order of the places of the shape.
 */
pieces: Array<string | null>, 
/**
 * Who moves.
 */
turn: Side, 
/**
 * Rights and counters by their keys; `-` for none.
 */
fields: { [key: string]: string }, };

/**
 * A board without pieces.
 */
export type Shape = { 
/**
 * How it is drawn.
 */
kind: "checkered" | "squares" | "points" | "columns", 
/**
 * Where pieces can stand.
 */
places: Array<Place>, 
/**
 * Pairs of places joined by a drawn line.
 */
lines: [number, number][], };

/**
 * A side: who moves first, or the other one.
 */
export type Side = "first" | "second";

/**
 * The place that a piece leaves, the piece, the piece that is put down at last, and by the tap that moves the piece the set
 * of the last taps as in [`PutTaps`].
 */
export type SlideTaps = [number, number, number, { [tap: string]: string }];

/**
 * A player spec, checked.
 */
export type SpecAnswer = { 
/**
 * In canonical form.
 */
spec: string, };

/**
 * A player spec to check.
 */
export type SpecRequest = { 
/**
 * Which game.
 */
game: string, 
/**
 * The spec.
 */
spec: string, };

/**
 * The distribution of numbers. Percentiles are by nearest rank.
 */
export type SpreadState = { 
/**
 * The minimum.
 */
min: number, 
/**
 * The median.
 */
median: number, 
/**
 * The mean.
 */
mean: number, 
/**
 * The 95th percentile.
 */
p95: number, 
/**
 * The maximum.
 */
max: number, };

/**
 * A player in the standings.
 */
export type StandingsRow = { 
/**
 * Its number in the plan, from 0.
 */
player: number, 
/**
 * Its name.
 */
name: string, 
/**
 * Its spec.
 */
spec: string, 
/**
 * Games played.
 */
games: number, 
/**
 * Rounds without an opponent.
 */
byes: number, 
/**
 * 1 for a win, a half for a draw; a bye counts like a won pairing.
 */
points: number, 
/**
 * The maximum likelihood rating, the mean of all players being 0; none before the first game.
 */
elo: number | null, 
/**
 * Half its 95 % interval.
 */
elo_error: number | null, 
/**
 * Games lost by a crash, an illegal move or a missing answer.
 */
faults: number, 
/**
 * Games lost on time.
 */
time_losses: number, 
/**
 * Microseconds a move.
 */
time_us: SpreadState | null, 
/**
 * Nodes or simulations a move, over the moves that report them.
 */
nodes: SpreadState | null, 
/**
 * Depth in plies, over the moves that report it.
 */
depth: SpreadState | null, 
/**
 * Games won.
 */
wins: number, 
/**
 * Games drawn.
 */
draws: number, 
/**
 * Games lost.
 */
losses: number, };

/**
 * The standings of a tournament.
 */
export type StandingsState = { 
/**
 * Games played.
 */
games: number, 
/**
 * Games in all.
 */
planned: number, 
/**
 * Whether some player has played too few games for its rating to say anything.
 */
is_small_sample: boolean, 
/**
 * The players, best first.
 */
rows: Array<StandingsRow>, 
/**
 * The cross table, in the order of `rows`: `cross[a][b]` is the result of `a` against `b`.
 */
cross: Array<Array<WdlState>>, 
/**
 * The results of the side that moves first.
 */
first_side: WdlState, 
/**
 * The advantage of moving first, in Elo.
 */
first_move_elo: number, 
/**
 * Half the 95 % interval of that.
 */
first_move_error: number, 
/**
 * Plies of a game, the opening included.
 */
mean_plies: number, };

/**
 * The start position.
 */
export type StartInfo = { 
/**
 * In position notation.
 */
position: string, 
/**
 * As a board.
 */
board: Board, 
/**
 * Who moves.
 */
turn: Side, };

/**
 * What has changed in a game, for a page that knows the state before.
 */
export type StateChange = { 
/**
 * The version of the state that it changes.
 */
since: number, 
/**
 * How many of its moves remain; those of `state` come behind them.
 */
kept: number, 
/**
 * The places that have changed, with what stands there now.
 */
pieces: [number, Piece | null][], 
/**
 * The new state, without the pieces and the moves that remain, and with packed taps (`put`).
 */
state: GameState, };

/**
 * Positions that the same side wins in the same number of plies.
 */
export type StateLayer = { 
/**
 * How many plies it takes.
 */
plies: number, 
/**
 * Who wins.
 */
winner: Side, 
/**
 * How many positions.
 */
count: number, 
/**
 * Some of them.
 */
examples: Array<string>, };

/**
 * A request for the state space of a game.
 */
export type StateSpaceRequest = { 
/**
 * Which game.
 */
game: string, };

/**
 * The positions of a game, by who wins them and how far the end is.
 */
export type StateSpaceState = { 
/**
 * Positions that can be reached from the start.
 */
positions: number, 
/**
 * Moves from one of them to another.
 */
moves: number, 
/**
 * Positions in which the game is over.
 */
ended: number, 
/**
 * Positions that nobody can win by force.
 */
drawn: number, 
/**
 * The others, the nearest end first.
 */
layers: Array<StateLayer>, };

/**
 * The status of a game.
 */
export type Status = "waiting" | "running" | "paused" | "finished";

/**
 * A tap within the tree. `change`: how it changes the board, the index of a place and of a piece of the tree in turn, -1
 * for no piece. `end`: the taps so far are a complete move, although others may follow; without `next` they always are.
 * `put` and `slide`, in a `StateChange`: taps that may follow, packed.
 */
export type TapNode = { change?: Array<number>, end?: boolean, next?: { [tap: string]: TapNode }, put?: PutTaps, slide?: SlideTaps };

/**
 * The legal moves as a tree of taps.
 */
export type TapTree = { 
/**
 * The pieces that changes of the board put down.
 */
pieces: Array<Piece>, 
/**
 * The taps that may come first.
 */
next: { [tap: string]: TapNode }, };

/**
 * A term of an evaluation.
 */
export type TermValue = { 
/**
 * What it measures.
 */
name: Text, 
/**
 * Points for the first player.
 */
value: number, };

/**
 * A text in both languages.
 */
export type Text = { 
/**
 * In English.
 */
en: string, 
/**
 * In Spanish.
 */
es: string, };

/**
 * From the server to the page.
 */
export type ToPage = { "type": "state", 
/**
 * The game.
 */
state: GameState, } | { "type": "change" } & StateChange | { "type": "thinking", 
/**
 * Its side.
 */
side: Side, 
/**
 * The result so far.
 */
thought: SearchState, } | { "type": "hint", 
/**
 * The result.
 */
thought: SearchState, } | { "type": "analysis", 
/**
 * How many moves were played before that position.
 */
ply: number, 
/**
 * The result.
 */
thought: SearchState, 
/**
 * Whether the analysis has ended.
 */
done: boolean, } | { "type": "error" } & ApiFailure | { "type": "machine_failed" } & ApiFailure | { "type": "pong" };

/**
 * From the server to a spectator of a tournament.
 */
export type ToSpectator = { "type": "state", 
/**
 * The tournament.
 */
state: TournamentState, } | { "type": "boards", 
/**
 * The games.
 */
boards: Array<TournamentBoard>, } | { "type": "deleted" } | { "type": "pong" };

/**
 * A game of a tournament that is being played.
 */
export type TournamentBoard = { 
/**
 * Its number, from 1.
 */
number: number, 
/**
 * Who moved first, and who followed.
 */
players: [string, string], 
/**
 * Who moves now.
 */
turn: Side, 
/**
 * Plies so far.
 */
plies: number, 
/**
 * The pieces.
 */
board: Board, 
/**
 * The taps of the last move.
 */
last_move: Array<string>, };

/**
 * What the receiver may do with a tournament.
 */
export type TournamentCan = { 
/**
 * Stop it.
 */
stop: boolean, 
/**
 * Resume it.
 */
resume: boolean, 
/**
 * Delete it.
 */
delete: boolean, };

/**
 * Who meets whom.
 */
export type TournamentFormat = "round-robin" | "gauntlet" | "swiss" | "pairings";

/**
 * A game of a tournament that has been played.
 */
export type TournamentGame = { 
/**
 * Its id as a game.
 */
id: string, 
/**
 * Its number, from 1.
 */
number: number, 
/**
 * Its round, from 1.
 */
round: number, 
/**
 * Who moved first.
 */
first: string, 
/**
 * Who followed.
 */
second: string, 
/**
 * How it ended.
 */
outcome: OutcomeState, 
/**
 * Its plies, the opening included.
 */
plies: number, 
/**
 * What a player did wrong, if it lost by that.
 */
fault: FaultText | null, };

/**
 * A page of the games of a tournament, the latest first.
 */
export type TournamentGames = { 
/**
 * The games of this page.
 */
games: Array<TournamentGame>, 
/**
 * How many there are on all pages.
 */
total: number, 
/**
 * How many a page holds.
 */
page_size: number, };

/**
 * A page of tournaments, the newest first.
 */
export type TournamentList = { 
/**
 * The tournaments of this page.
 */
tournaments: Array<TournamentSummary>, 
/**
 * How many there are on all pages.
 */
total: number, 
/**
 * How many a page holds.
 */
page_size: number, };

/**
 * Where a tournament is played.
 */
export type TournamentSource = "page" | "command";

/**
 * The state of a tournament.
 */
export type TournamentState = { 
/**
 * Why it cannot continue.
 */
problem: string | null, 
/**
 * In a gauntlet: how many players meet all others.
 */
challengers: number | null, 
/**
 * In a Swiss tournament: how many rounds.
 */
rounds: number | null, 
/**
 * Games a pairing.
 */
games: number, 
/**
 * Random plies before the players begin; none where openings come from a list.
 */
random_plies: number | null, 
/**
 * The seed of all random numbers.
 */
seed: number, 
/**
 * The clocks, as text: `1s+10ms`.
 */
clock: string | null, 
/**
 * Which games are decided before their end.
 */
adjudication: AdjudicationSettings, 
/**
 * Seconds until the last game ends, at the speed so far.
 */
eta_s: number | null, 
/**
 * The standings.
 */
standings: StandingsState, 
/**
 * What the receiver may do.
 */
can: TournamentCan, 
/**
 * Its name in addresses.
 */
id: string, 
/**
 * Its name.
 */
name: string, 
/**
 * Which game is played.
 */
game: string, 
/**
 * Who meets whom.
 */
format: TournamentFormat, 
/**
 * How many players.
 */
players: number, 
/**
 * Whether it is being played.
 */
status: TournamentStatus, 
/**
 * By whom.
 */
source: TournamentSource, 
/**
 * Whether the receiver made it.
 */
mine: boolean, 
/**
 * Games played.
 */
played: number, 
/**
 * Games to be played in all.
 */
planned: number, 
/**
 * When it was made, in milliseconds since 1970.
 */
created_ms: number, };

/**
 * Whether a tournament is being played.
 */
export type TournamentStatus = "running" | "finished" | "stopped" | "failed";

/**
 * A tournament in a list.
 */
export type TournamentSummary = { 
/**
 * Its name in addresses.
 */
id: string, 
/**
 * Its name.
 */
name: string, 
/**
 * Which game is played.
 */
game: string, 
/**
 * Who meets whom.
 */
format: TournamentFormat, 
/**
 * How many players.
 */
players: number, 
/**
 * Whether it is being played.
 */
status: TournamentStatus, 
/**
 * By whom.
 */
source: TournamentSource, 
/**
 * Whether the receiver made it.
 */
mine: boolean, 
/**
 * Games played.
 */
played: number, 
/**
 * Games to be played in all.
 */
planned: number, 
/**
 * When it was made, in milliseconds since 1970.
 */
created_ms: number, };

/**
 * A search as events.
 */
export type Trace = { 
/**
 * The player in canonical form.
 */
spec: string, 
/**
 * The position in canonical form.
 */
position: string, 
/**
 * Who moves there.
 */
turn: Side, 
/**
 * The pieces there.
 */
board: Board, 
/**
 * The pieces that the changes of boards name by their letters.
 */
pieces: Array<Piece>, 
/**
 * The chosen move, as people write it.
 */
move: string, 
/**
 * The score for the side to move.
 */
value: number | null, 
/**
 * The depth in plies.
 */
depth: number, 
/**
 * Nodes or simulations that were searched.
 */
nodes: number, 
/**
 * Nodes or simulations among the events.
 */
recorded: number, 
/**
 * Nodes whose search ended before all moves were searched.
 */
cuts: number, 
/**
 * Whether the server stopped the search before its end: values are then those of an unfinished search.
 */
stopped: boolean, 
/**
 * Scores of at least this, either way, prove the end of the game.
 */
proved: number, 
/**
 * The score of a game that is won here and now.
 */
win: number, 
/**
 * What happened.
 */
events: Array<TraceEvent>, };

/**
 * The terms of a child, for the side that chooses.
 */
export type TraceChild = { 
/**
 * The move that leads there.
 */
move: string, 
/**
 * Its visits.
 */
visits: number, 
/**
 * Its mean, 0 to 1; none before the first visit.
 */
mean: number | null, 
/**
 * The exploration term.
 */
exploration: number | null, 
/**
 * The prior of PUCT.
 */
prior: number | null, 
/**
 * What is proved of it.
 */
proof: "win" | "draw" | "loss" | null, };

/**
 * An event of a search. Values and windows are for the side to move at their node.
 */
export type TraceEvent = { "event": "root", 
/**
 * The number of the node.
 */
id: number, 
/**
 * The nominal depth in plies.
 */
depth: number, 
/**
 * The window, where the search has one.
 */
alpha: number | null, 
/**
 * Its upper end.
 */
beta: number | null, 
/**
 * Which of several best lines, from 0.
 */
line: number, 
/**
 * Whether the last value was outside the aspiration window.
 */
again: boolean, } | { "event": "enter", 
/**
 * The number of the node.
 */
id: number, 
/**
 * The number of the node above.
 */
parent: number, 
/**
 * The move that leads there; none for a null move and for another search of the same position.
 */
move: string | null, 
/**
 * Which half of a move of two steps it is.
 */
half: number | null, 
/**
 * Who moves at the node.
 */
turn: Side | null, 
/**
 * Plies left to search.
 */
depth: number, 
/**
 * The window, where the search has one.
 */
alpha: number | null, 
/**
 * Its upper end.
 */
beta: number | null, 
/**
 * What the node is searched for.
 */
purpose: string, 
/**
 * How the board differs from the node above: places by their index, and the letter of the piece there.
 */
change: [number, string | null][], } | { "event": "leave", 
/**
 * The number of the node.
 */
id: number, 
/**
 * Its value: exact inside the window, else a bound.
 */
value: number, 
/**
 * Why its search ended.
 */
reason: string, 
/**
 * The moves that were not searched.
 */
pruned: Array<TracePruned>, 
/**
 * How many nodes below it were searched but are not among the events.
 */
omitted: number, } | { "event": "simulation", 
/**
 * Its number, from 1.
 */
number: number, 
/**
 * The choices from the root on.
 */
path: Array<TraceSelection>, 
/**
 * How many children the tree got at the end of the path.
 */
expanded: number, 
/**
 * The points of the first player, 0 to 1.
 */
points: number, 
/**
 * Whether the points are certain.
 */
proved: boolean, };

/**
 * Moves that were not searched for the same reason.
 */
export type TracePruned = { 
/**
 * Why.
 */
reason: string, 
/**
 * How many.
 */
count: number, 
/**
 * Their names, of the first ones only where there are many.
 */
moves: Array<string>, };

/**
 * A search to trace.
 */
export type TraceRequest = { 
/**
 * The player that searches.
 */
spec: string, 
/**
 * How many events at most, a sample of the search beyond half of them.
 */
events?: number, 
/**
 * Which game.
 */
game: string, 
/**
 * The position, or a record, whose moves come first; the start position if left out.
 */
position?: string, 
/**
 * The moves from there.
 */
moves?: Array<string>, };

/**
 * The choice of a child in a simulation.
 */
export type TraceSelection = { 
/**
 * The number of the child.
 */
id: number, 
/**
 * The move that leads there.
 */
move: string, 
/**
 * Which half of a move of two steps it is.
 */
half: number | null, 
/**
 * Who chose it.
 */
turn: Side, 
/**
 * The terms of the children before the choice.
 */
children: Array<TraceChild>, 
/**
 * At the first visit: how its board differs from the node above.
 */
change: [number, string | null][] | null, };

/**
 * What the try is worth.
 */
export type TryAnswer = { 
/**
 * The move as people write it.
 */
pretty: string, 
/**
 * Whether it is good enough: the best move, or hardly worse.
 */
solved: boolean, 
/**
 * How good it is.
 */
class: MoveClass, 
/**
 * The expected score that it loses, 0 to 1.
 */
loss: number, 
/**
 * What it does to a proved value.
 */
exact: ExactState | null, 
/**
 * The pieces after it.
 */
board: Board, };

/**
 * A try of a better move.
 */
export type TryRequest = { 
/**
 * The taps of the move.
 */
taps: Array<string>, };

/**
 * The visitor.
 */
export type Visitor = { 
/**
 * Its id, which only the visitor and the server know.
 */
id: string, 
/**
 * Its name; may be empty.
 */
name: string, };

/**
 * A request for another name.
 */
export type VisitorRequest = { 
/**
 * The new name.
 */
name: string, };

/**
 * Wins, draws and losses.
 */
export type WdlState = { 
/**
 * Games won.
 */
wins: number, 
/**
 * Games drawn.
 */
draws: number, 
/**
 * Games lost.
 */
losses: number, };
