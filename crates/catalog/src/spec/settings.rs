//! What can be set about each player. A field is a key of the spec; one that is `None` was left open.

use std::path::PathBuf;
use std::time::Duration;

use quevedo_core::Text;
use quevedo_search::mcts::Policy;

use super::SpecError;
use super::value::{BookRef, EvalRef, ParamValues, RolloutKind, SpecValue, TextKind, ValueKind};

/// A key of a player.
#[derive(Debug)]
pub struct Key {
    /// Its name.
    pub name: &'static str,
    /// What it takes.
    pub kind: ValueKind,
    /// What it means, in one line.
    pub meaning: Text,
}

impl Key {
    const fn new(name: &'static str, (kind, meaning): (ValueKind, Text)) -> Self {
        Self { name, kind, meaning }
    }
}

/// A field of the settings: a value that is required, or an [`Option`] that may be left open.
trait Field: Sized {
    /// Reads the text given for a key, if any was.
    fn read(text: Option<&str>, player: &'static str, key: &Key) -> Result<Self, SpecError>;
    /// The value as text; `None` where it is left open.
    fn show(&self) -> Option<String>;
}

impl<T: SpecValue> Field for T {
    fn read(text: Option<&str>, player: &'static str, key: &Key) -> Result<Self, SpecError> {
        let Some(text) = text else {
            return Err(SpecError::Missing { player, key: key.name, expected: key.kind.expected() });
        };
        Self::read(text, key.kind).ok_or_else(|| SpecError::bad_value(key, text))
    }

    fn show(&self) -> Option<String> {
        Some(SpecValue::show(self))
    }
}

impl<T: SpecValue> Field for Option<T> {
    fn read(text: Option<&str>, _player: &'static str, key: &Key) -> Result<Self, SpecError> {
        text.map(|text| T::read(text, key.kind).ok_or_else(|| SpecError::bad_value(key, text))).transpose()
    }

    fn show(&self) -> Option<String> {
        self.as_ref().map(SpecValue::show)
    }
}

/// The settings of a player as key and text.
pub(super) trait Settings: Sized {
    const KEYS: &'static [Key];
    /// Reads them; `find` gives the text of a key.
    fn read(player: &'static str, find: &dyn Fn(&str) -> Option<String>) -> Result<Self, SpecError>;
    /// Visits those that are set, in the order of the keys.
    fn each(&self, visit: impl FnMut(&'static str, String));
}

/// A row is a field with its kind and its meaning, or with one of the `shared_keys!`.
macro_rules! settings {
    ($($(#[$doc:meta])* $name:ident {
        $($field:ident: $type:ty $(= $shared:ident)? $(, $kind:expr, $en:literal, $es:literal)?;)*
    })*) => {$(
        $(#[$doc])*
        #[derive(Clone, Debug, PartialEq)]
        pub struct $name {
            $(
                $(#[doc = documentation!($shared)])?
                $(#[doc = $en])?
                pub $field: $type,
            )*
        }

        impl Settings for $name {
            const KEYS: &'static [Key] =
                &[$(Key::new(stringify!($field), $($shared)? $(($kind, Text::new($en, $es)))?)),*];

            #[allow(unused_variables, unused_mut, unused_assignments, reason = "a player may have no keys")]
            fn read(player: &'static str, find: &dyn Fn(&str) -> Option<String>) -> Result<Self, SpecError> {
                let mut keys = Self::KEYS.iter();
                Ok(Self {
                    $($field: {
                        let key = keys.next().expect("a key for every field");
                        Field::read(find(key.name).as_deref(), player, key)?
                    },)*
                })
            }

            #[allow(unused_variables, unused_mut, reason = "a player may have no keys")]
            fn each(&self, mut visit: impl FnMut(&'static str, String)) {
                $(if let Some(text) = Field::show(&self.$field) {
                    visit(stringify!($field), text);
                })*
            }
        }
    )*};
}

const COUNT: ValueKind = ValueKind::Number(1, u64::MAX);
const THREADS: ValueKind = ValueKind::Number(1, 1024);
const POLICIES: ValueKind = ValueKind::OneOf(&["ucb1", "ucbcut", "epsilon", "epsilonmod", "puct"]);
const ROLLOUTS: ValueKind = ValueKind::OneOf(&["random", "eval"]);
const OPTIONS: ValueKind = ValueKind::Text(TextKind::UciOptions);
const PARAMS: ValueKind = ValueKind::Text(TextKind::SearchParams);
const VARIANT: ValueKind = ValueKind::Text(TextKind::UciVariant);

/// Keys that several players have: a constant each, and their meanings as documentation.
macro_rules! shared_keys {
    ($($name:ident: $kind:expr, $en:literal, $es:literal;)*) => {
        $(const $name: (ValueKind, Text) = ($kind, Text::new($en, $es));)*

        macro_rules! documentation {
            $(($name) => { $en };)*
        }
    };
}

shared_keys! {
    EVAL: ValueKind::Evaluator,
        "the evaluator, or the path of a network; `best` by default", "la función de evaluación, o el archivo de una red; por defecto, `best`";
    DEPTH: ValueKind::Number(1, 100),
        "depth in plies", "profundidad en jugadas";
    TIME: ValueKind::Time,
        "time per move", "tiempo por jugada";
    NODES: COUNT,
        "nodes per move", "nodos por jugada";
    EFFORT: ValueKind::Real(0.01, 100.0),
        "multiplies the nodes and the time of the level; 1 by default", "multiplica los nodos y el tiempo del nivel; 1 por defecto";
    CMD: ValueKind::Text(TextKind::Command),
        "the program and its arguments; quote those that hold blanks", "el programa y sus argumentos; entre comillas los que llevan espacios";
    GRACE: ValueKind::Time,
        "tolerated delay beyond the time limit; 5s, 60s without a limit", "retraso que se tolera sobre el límite de tiempo; 5s, o 60s sin límite";
    SEED: ValueKind::Number(0, u64::MAX),
        "the same seed plays the same games", "la misma semilla juega las mismas partidas";
    TIES: ValueKind::Number(0, u64::MAX),
        "breaks ties between equally good moves", "desempata entre jugadas igual de buenas";
}

/// The switches of single techniques, by the names of their keys.
macro_rules! techniques {
    ($($field:ident)*) => {
        impl AlphaBetaSpec {
            /// The techniques that can be switched off.
            pub const TECHNIQUES: &'static [&'static str] = &[$(stringify!($field)),*];

            /// The switch of a technique.
            pub fn technique_mut(&mut self, name: &str) -> Option<&mut Option<bool>> {
                match name {
                    $(stringify!($field) => Some(&mut self.$field),)*
                    _ => None,
                }
            }
        }
    };
}

techniques! {
    tt history killers nullmove lmr quiescence aspiration pruning extensions iir continuation captures correction
    improving razoring probcut singular etc evalorder split
}

settings! {
    /// A person has nothing to set.
    #[derive(Default)]
    HumanSpec {}

    /// A uniformly random legal move.
    #[derive(Default)]
    RandomSpec {
        seed: Option<u64> = SEED;
    }

    /// The best position after one move.
    #[derive(Default)]
    GreedySpec {
        eval: Option<EvalRef> = EVAL;
        seed: Option<u64> = TIES;
    }

    /// Plain minimax.
    MinimaxSpec {
        eval: Option<EvalRef> = EVAL;
        depth: u32 = DEPTH;
        seed: Option<u64> = TIES;
    }

    /// The alpha-beta skeleton.
    #[derive(Default)]
    AlphaBetaSpec {
        eval: Option<EvalRef> = EVAL;
        depth: Option<u32> = DEPTH;
        time: Option<Duration> = TIME;
        nodes: Option<u64> = NODES;
        hash: Option<usize>, ValueKind::Number(1, 1 << 20),
            "MiB of the transposition table; 64 by default", "MiB de la tabla de transposiciones; 64 por defecto";
        threads: Option<usize>, THREADS,
            "search threads (simplified ABDADA)", "hilos de búsqueda (ABDADA simplificado)";
        lines: Option<usize>, ValueKind::Number(1, 100),
            "best lines to search (`MultiPV`); 1 by default", "mejores líneas que se buscan (`MultiPV`); 1 por defecto";
        table: Option<PathBuf>, ValueKind::File,
            "a history table kept on disk between games", "una tabla de historial que se guarda en disco entre partidas";
        tt: Option<bool>, ValueKind::Switch,
            "transposition table", "tabla de transposiciones";
        history: Option<bool>, ValueKind::Switch,
            "history heuristic in move ordering", "heurística de historial en el orden de las jugadas";
        killers: Option<bool>, ValueKind::Switch,
            "killer moves and countermoves", "jugadas asesinas y contrajugadas";
        nullmove: Option<bool>, ValueKind::Switch,
            "null-move pruning", "poda por jugada nula";
        lmr: Option<bool>, ValueKind::Switch,
            "late move reductions", "reducción de jugadas tardías";
        quiescence: Option<bool>, ValueKind::Switch,
            "quiescence search at the leaves", "búsqueda de reposo en las hojas";
        aspiration: Option<bool>, ValueKind::Switch,
            "aspiration windows", "ventanas de aspiración";
        pruning: Option<bool>, ValueKind::Switch,
            "futility, late move, history and exchange pruning", "podas de futilidad, de jugadas tardías, por historial y por cambios";
        extensions: Option<bool>, ValueKind::Switch,
            "check and single-reply extensions", "extensiones de jaque y de respuesta única";
        iir: Option<bool>, ValueKind::Switch,
            "internal iterative reduction", "reducción iterativa interna";
        continuation: Option<bool>, ValueKind::Switch,
            "continuation history, of pairs of moves", "historial de continuaciones, de pares de jugadas";
        captures: Option<bool>, ValueKind::Switch,
            "capture history", "historial de capturas";
        correction: Option<bool>, ValueKind::Switch,
            "correction history of the static evaluation", "historial de correcciones de la evaluación estática";
        improving: Option<bool>, ValueKind::Switch,
            "the improving flag: less pruning where the evaluation rises", "indicador de mejora: menos poda donde la evaluación sube";
        razoring: Option<bool>, ValueKind::Switch,
            "razoring", "razoring";
        probcut: Option<bool>, ValueKind::Switch,
            "ProbCut", "ProbCut";
        singular: Option<bool>, ValueKind::Switch,
            "singular extensions and multicut", "extensiones singulares y multicut";
        etc: Option<bool>, ValueKind::Switch,
            "enhanced transposition cutoffs", "cortes por transposición anticipados";
        evalorder: Option<bool>, ValueKind::Switch,
            "move ordering by static evaluation at high depth", "orden de las jugadas por evaluación a gran profundidad";
        split: Option<bool>, ValueKind::Switch,
            "moves of two steps searched as two plies; on where a game has them", "las jugadas de dos pasos se buscan como dos; sí donde el juego las tiene";
        params: Option<ParamValues>, PARAMS,
            "search parameters, as in `lmr_base:40;lmr_divisor:230`", "parámetros de búsqueda, como `lmr_base:40;lmr_divisor:230`";
        exact: Option<bool>, ValueKind::Switch,
            "endgame tables and solvers where they reach; off by default", "tablas de finales y demostradores donde alcanzan; por defecto, no";
        book: Option<BookRef>, ValueKind::Book,
            "the opening book of the game, or one of a file; off by default", "el libro de aperturas del juego, o uno de un archivo; por defecto, no";
        seed: Option<u64> = TIES;
    }

    /// The Monte Carlo tree search family.
    #[derive(Default)]
    MctsSpec {
        policy: Option<Policy>, POLICIES,
            "the tree policy; `ucb1` by default", "la política del árbol; por defecto, `ucb1`";
        eval: Option<EvalRef> = EVAL;
        sims: Option<u64>, COUNT,
            "simulations per move", "simulaciones por jugada";
        time: Option<Duration> = TIME;
        c: Option<f64>, ValueKind::Real(0.0, 100.0),
            "the exploration constant", "la constante de exploración";
        cbase: Option<f64>, ValueKind::Real(1.0, 1e9),
            "`c` grows by ln((1 + visits + cbase) / cbase); constant by default", "`c` crece con ln((1 + visitas + cbase) / cbase); constante por defecto";
        fpu: Option<f64>, ValueKind::Real(0.0, 1.0),
            "first-play urgency: an untried move counts the mean less this", "urgencia de la primera visita: una jugada sin probar vale la media menos esto";
        epsilon: Option<f64>, ValueKind::Real(0.0, 1.0),
            "probability of exploring, for the epsilon policies", "probabilidad de explorar, en las políticas épsilon";
        width: Option<usize>, ValueKind::Number(1, 100_000),
            "children kept by `ucbcut`; 48 by default", "hijos que conserva `ucbcut`; 48 por defecto";
        rollout: Option<RolloutKind>, ROLLOUTS,
            "score simulations by random games, or by the evaluator", "puntúa las simulaciones con partidas al azar o con la función de evaluación";
        plies: Option<u32>, ValueKind::Number(0, 1000),
            "random plies before `rollout=eval` evaluates", "jugadas al azar antes de que `rollout=eval` evalúe";
        widening: Option<bool>, ValueKind::Switch,
            "progressive widening", "ensanche progresivo";
        noise: Option<f64>, ValueKind::Real(0.0, 1.0),
            "share of Dirichlet noise in the root priors, for self-play", "parte de ruido de Dirichlet en los priores de la raíz, para jugar contra sí mismo";
        batch: Option<usize>, ValueKind::Number(1, 256),
            "leaves evaluated in one batch; 1 by default", "hojas que se evalúan en un lote; 1 por defecto";
        solver: Option<bool>, ValueKind::Switch,
            "proved values backed up the tree (MCTS-Solver)", "valores demostrados que suben por el árbol (MCTS-Solver)";
        split: Option<bool>, ValueKind::Switch,
            "moves of two steps searched as two plies", "las jugadas de dos pasos se buscan como dos";
        threads: Option<usize>, THREADS,
            "search threads, all in one tree (virtual loss)", "hilos de búsqueda, todos en un árbol (pérdida virtual)";
        tree: Option<usize>, ValueKind::Number(1000, 1 << 32),
            "tree nodes kept in memory, at most", "nodos del árbol en memoria, como mucho";
        seed: Option<u64> = SEED;
    }

    /// A preset of a game: `easy`, `medium`, `hard`, `max`, `perfect`.
    #[derive(Default)]
    PresetSpec {
        effort: Option<f64> = EFFORT;
        book: Option<BookRef>, ValueKind::Book,
            "the opening book of the game, or one of a file; on for `max` and `perfect`", "el libro de aperturas del juego, o uno de un archivo; sí en `max` y `perfect`";
        seed: Option<u64> = SEED;
    }

    /// One of ten levels.
    LevelSpec {
        level: u32, ValueKind::Number(1, 10),
            "1 is the weakest, 10 the strongest", "1 es el más débil, 10 el más fuerte";
        effort: Option<f64> = EFFORT;
        seed: Option<u64> = SEED;
    }

    /// A strength between the levels, where those of the game are rated.
    EloSpec {
        elo: u32, ValueKind::Number(400, 4000),
            "the Elo to play at, on the scale of docs/levels.md", "el Elo con que juega, en la escala de docs/levels.md";
        effort: Option<f64> = EFFORT;
        seed: Option<u64> = SEED;
    }

    /// An external program that speaks UCI.
    UciSpec {
        cmd: String = CMD;
        depth: Option<u32> = DEPTH;
        time: Option<Duration> = TIME;
        nodes: Option<u64> = NODES;
        options: Option<String>, OPTIONS,
            "UCI options, as in `Hash:16;Skill Level:5`", "opciones UCI, como `Hash:16;Skill Level:5`";
        variant: Option<String>, VARIANT,
            "the program's name of the game, where it is not the usual one", "cómo llama el programa al juego, si no es el nombre habitual";
        grace: Option<Duration> = GRACE;
    }

    /// An external program that speaks `NBoard`.
    NBoardSpec {
        cmd: String = CMD;
        depth: Option<u32> = DEPTH;
        grace: Option<Duration> = GRACE;
    }
}
