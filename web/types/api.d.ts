// The JSON that server and page exchange. Written by `QUEVEDO_WRITE=1 cargo test -p quevedo-server --test typescript`
// from crates/server/src/wire; do not edit.

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
alerts: Array<number>, };

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
join: boolean, };

/**
 * Everything there is to choose from.
 */
export type Catalog = { 
/**
 * The version of the program.
 */
version: string, 
/**
 * Every game and variant.
 */
games: Array<GameInfo>, 
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
 * An offer of a draw, or the answer to one.
 */
export type DrawAnswer = "offer" | "accept" | "decline";

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
eval?: string, };

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
terms: Array<TermValue>, };

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
answer: DrawAnswer, } | { "type": "undo" } | { "type": "hint" } | { "type": "pause" } | { "type": "resume" } | { "type": "step" } | { "type": "delay", 
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
 * The side whose machine searches.
 */
thinking: Side | null, 
/**
 * The least time a machine takes for a move.
 */
delay_ms: number, 
/**
 * How many spectators are connected.
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
 * Milliseconds it took.
 */
ms: number, };

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
 * Which game.
 */
game: string, 
/**
 * Where it begins; the start position if left out.
 */
position?: string, 
/**
 * Moves to play first.
 */
moves?: Array<string>, 
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
delay_ms?: number, };

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
text: Text, };

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
 * The status of a game.
 */
export type Status = "waiting" | "running" | "paused" | "finished";

/**
 * A tap within the tree. `change`: how it changes the board, the index of a place and of a piece of the tree in turn, -1
 * for no piece. `end`: the taps so far are a complete move, although others may follow; without `next` they always are.
 */
export type TapNode = { change?: Array<number>, end?: boolean, next?: { [tap: string]: TapNode } };

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
state: GameState, } | { "type": "thinking", 
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
done: boolean, } | { "type": "error" } & ApiFailure | { "type": "pong" };

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
