//! The parameters of the alpha-beta search: which techniques suit a game, and the numbers they work with.

use crate::{Score, Text};

/// A number of [`SearchParams`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Param {
    /// Its name in player specs.
    pub name: &'static str,
    /// What it means.
    pub meaning: Text,
    /// The least value that makes sense.
    pub min: i32,
    /// The greatest.
    pub max: i32,
}

macro_rules! search_params {
    (
        flags { $($(#[doc = $flag_meaning:literal])* $flag:ident;)* }
        numbers { $($number:ident: $default:literal in $min:literal..=$max:literal, $en:literal, $es:literal;)* }
    ) => {
        /// The search parameters of a game: which techniques suit it, and the numbers they work with. Scores are in the
        /// unit of its evaluators.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub struct SearchParams {
            $($(#[doc = $flag_meaning])* pub $flag: bool,)*
            /// The score of a clear advantage, a pawn in chess. It scales how weak levels err.
            pub unit: Score,
            $(#[doc = $en] pub $number: i32,)*
        }

        impl SearchParams {
            /// No selective technique; numbers that suit most games.
            pub const PLAIN: Self = Self { $($flag: false,)* unit: 100, $($number: $default,)* };

            /// Every number with its range.
            pub const TABLE: &'static [Param] = &[$(Param {
                name: stringify!($number),
                meaning: Text::new($en, $es),
                min: $min,
                max: $max,
            },)*];

            /// The number at an index of [`Self::TABLE`].
            pub fn get(&self, index: usize) -> i32 {
                [$(self.$number),*][index]
            }

            /// Sets the number at an index of [`Self::TABLE`], brought into its range.
            pub fn set(&mut self, index: usize, value: i32) {
                let Param { min, max, .. } = Self::TABLE[index];
                *[$(&mut self.$number),*][index] = value.clamp(min, max);
            }
        }
    };
}

search_params! {
    flags {
        /// The game has noisy moves for quiescence search, which resolves them before the static evaluation, and for ProbCut.
        quiescence;
        /// Null-move pruning.
        null_move;
        /// Late move reductions: moves late in the order are searched less deep.
        late_move_reductions;
        /// Killers and countermoves are left out: the game's own bonus orders moves better.
        no_killers;
        /// Late move pruning: quiet moves late in the order are left out near the leaves.
        late_move_pruning;
        /// At the last ply all children are evaluated in one loop, without move ordering. For games with few moves and
        /// a cheap evaluation.
        evaluate_last_ply;
    }
    numbers {
        min_table_depth: 2 in 1..=8,
            "Nodes with less depth left do not probe the transposition table.",
            "Los nodos con menos profundidad restante no consultan la tabla de transposiciones.";
        aspiration_window: 50 in 5..=1000,
            "Half the width of the first aspiration window.",
            "La mitad del ancho de la primera ventana de aspiración.";
        aspiration_min_depth: 4 in 2..=10,
            "Aspiration windows: from this depth on.",
            "Ventanas de aspiración: a partir de esta profundidad.";
        aspiration_growth: 400 in 110..=800,
            "Aspiration windows: on a fail they widen to this percentage.",
            "Ventanas de aspiración: si fallan, se ensanchan a este porcentaje.";
        etc_min_depth: 0 in 0..=20,
            "Enhanced transposition cutoffs: from this depth on; 0 for none.",
            "Cortes por transposición anticipados: a partir de esta profundidad; 0, nunca.";
        iir_min_depth: 4 in 2..=12,
            "Internal iterative reduction: from this depth on.",
            "Reducción iterativa interna: a partir de esta profundidad.";
        futility_margin: 0 in 0..=1000,
            "Futility pruning: the margin for each ply; 0 for none.",
            "Poda de futilidad: el margen por jugada de profundidad; 0, sin poda.";
        futility_base: 100 in 0..=1000,
            "Futility pruning: the constant part of the margin.",
            "Poda de futilidad: la parte constante del margen.";
        futility_max_depth: 7 in 0..=16,
            "Futility pruning: up to this depth, late move reduction taken off.",
            "Poda de futilidad: hasta esta profundidad, descontada la reducción de jugadas tardías.";
        reverse_futility_margin: 0 in 0..=1000,
            "Reverse futility pruning: the margin for each ply; 0 for none.",
            "Poda de futilidad inversa: el margen por jugada de profundidad; 0, sin poda.";
        reverse_futility_max_depth: 8 in 0..=16,
            "Reverse futility pruning: up to this depth.",
            "Poda de futilidad inversa: hasta esta profundidad.";
        razor_margin: 0 in 0..=2000,
            "Razoring: the margin for each ply; 0 for none.",
            "Razoring: el margen por jugada de profundidad; 0, sin razoring.";
        razor_max_depth: 3 in 0..=8,
            "Razoring: up to this depth.",
            "Razoring: hasta esta profundidad.";
        null_move_min_depth: 3 in 1..=10,
            "Null-move pruning: from this depth on.",
            "Poda por jugada nula: a partir de esta profundidad.";
        null_move_reduction: 4 in 1..=8,
            "Null-move pruning: the reduction in plies.",
            "Poda por jugada nula: la reducción en jugadas.";
        null_move_depth_divisor: 4 in 1..=12,
            "Null-move pruning: one more ply for each of these plies of depth.",
            "Poda por jugada nula: una jugada más por cada tantas jugadas de profundidad.";
        null_move_eval_divisor: 200 in 20..=1000,
            "Null-move pruning: one more ply for each of these points above beta, up to three.",
            "Poda por jugada nula: una jugada más por cada tantos puntos sobre beta, hasta tres.";
        null_move_verification_depth: 14 in 6..=100,
            "Null-move pruning is verified by a search from this depth on.",
            "La poda por jugada nula se verifica con una búsqueda a partir de esta profundidad.";
        probcut_margin: 0 in 0..=2000,
            "ProbCut: the margin above beta; 0 for none.",
            "ProbCut: el margen sobre beta; 0, sin ProbCut.";
        probcut_min_depth: 5 in 3..=12,
            "ProbCut: from this depth on.",
            "ProbCut: a partir de esta profundidad.";
        multi_probcut_min_depth: 4 in 3..=20,
            "Multi-ProbCut: from this depth on.",
            "Multi-ProbCut: a partir de esta profundidad.";
        multi_probcut_confidence: 150 in 50..=500,
            "Multi-ProbCut: the margin in hundredths of the standard deviation.",
            "Multi-ProbCut: el margen en centésimas de la desviación típica.";
        ordering_min_depth: 3 in 1..=20,
            "The game's own bonus for move ordering is used from this depth on.",
            "La bonificación propia del juego para ordenar las jugadas se usa a partir de esta profundidad.";
        eval_ordering_min_depth: 0 in 0..=20,
            "Moves are ordered by the static evaluation of the position after them from this depth on; 0 for never.",
            "Las jugadas se ordenan por la evaluación estática de la posición siguiente a partir de esta profundidad; 0, nunca.";
        eval_ordering_weight: 1000 in 0..=10_000,
            "Ordering by static evaluation: what a point counts, in hundredths of a point of history.",
            "Orden por evaluación estática: lo que cuenta un punto, en centésimas de un punto de historial.";
        lmp_max_depth: 4 in 0..=12,
            "Late move pruning: up to this depth.",
            "Poda de jugadas tardías: hasta esta profundidad.";
        lmp_base: 3 in 0..=40,
            "Late move pruning: the constant part of the number of moves searched.",
            "Poda de jugadas tardías: la parte constante del número de jugadas que se buscan.";
        lmp_factor: 200 in 10..=1000,
            "Late move pruning: the part that grows with the depth squared, in hundredths.",
            "Poda de jugadas tardías: la parte que crece con el cuadrado de la profundidad, en centésimas.";
        lmp_not_improving: 100 in 20..=100,
            "Late move pruning: this percentage of the moves where the position is not improving.",
            "Poda de jugadas tardías: este porcentaje de las jugadas donde la posición no mejora.";
        history_pruning_margin: 0 in 0..=20_000,
            "History pruning: quiet moves with a history of less than minus this for each ply are pruned; 0 for none.",
            "Poda por historial: se podan las jugadas tranquilas con un historial inferior a menos esto por jugada de profundidad; 0, sin poda.";
        history_pruning_max_depth: 5 in 0..=16,
            "History pruning: up to this depth, late move reduction taken off.",
            "Poda por historial: hasta esta profundidad, descontada la reducción de jugadas tardías.";
        see_max_depth: 3 in 0..=16,
            "Exchange pruning: up to this depth.",
            "Poda por cambios: hasta esta profundidad.";
        see_noisy_margin: 0 in 0..=500,
            "Exchange pruning: noisy moves may lose this for each ply.",
            "Poda por cambios: las jugadas ruidosas pueden perder esto por jugada de profundidad.";
        see_quiet_margin: 0 in 0..=500,
            "Exchange pruning: quiet moves may lose this for each ply squared, late move reduction taken off.",
            "Poda por cambios: las tranquilas pueden perder esto por el cuadrado de la profundidad, descontada la reducción de jugadas tardías.";
        lmr_min_depth: 3 in 2..=8,
            "Late move reductions: from this depth on.",
            "Reducción de jugadas tardías: a partir de esta profundidad.";
        lmr_min_tried: 2 in 1..=16,
            "Late move reductions: after this many moves.",
            "Reducción de jugadas tardías: después de tantas jugadas.";
        lmr_base: 50 in -100..=300,
            "Late move reductions: the constant term in hundredths of a ply.",
            "Reducción de jugadas tardías: el término constante, en centésimas de jugada.";
        lmr_divisor: 220 in 80..=800,
            "Late move reductions: the divisor of ln(depth) ln(tried), in hundredths.",
            "Reducción de jugadas tardías: el divisor de ln(profundidad) ln(probadas), en centésimas.";
        lmr_history_divisor: 8192 in 1000..=40_000,
            "Late move reductions: one ply less for each of these points of history.",
            "Reducción de jugadas tardías: una jugada menos por cada tantos puntos de historial.";
        lmr_score_divisor: 0 in 0..=100_000,
            "Late move reductions: one ply more for each of these points of the ordering score below the best move, up to three; 0 for none.",
            "Reducción de jugadas tardías: una jugada más por cada tantos puntos de la puntuación de orden bajo la mejor, hasta tres; 0, ninguna.";
        lmr_cut_node: 0 in 0..=300,
            "Late move reductions: hundredths of a ply more at expected cut nodes.",
            "Reducción de jugadas tardías: centésimas de jugada de más en los nodos donde se espera un corte.";
        lmr_not_improving: 0 in 0..=300,
            "Late move reductions: hundredths of a ply more where the position is not improving.",
            "Reducción de jugadas tardías: centésimas de jugada de más donde la posición no mejora.";
        lmr_pv: 100 in 0..=300,
            "Late move reductions: hundredths of a ply less at PV nodes.",
            "Reducción de jugadas tardías: centésimas de jugada de menos en los nodos de la variante principal.";
        lmr_killer: 0 in 0..=300,
            "Late move reductions: hundredths of a ply less for killers and countermoves.",
            "Reducción de jugadas tardías: centésimas de jugada de menos para jugadas asesinas y contrajugadas.";
        lmr_deeper_margin: 0 in 0..=1000,
            "Late move reductions: a re-search goes one ply deeper if the score is above the best by this; 0 for never.",
            "Reducción de jugadas tardías: la nueva búsqueda es una jugada más profunda si la puntuación supera en esto a la mejor; 0, nunca.";
        lmr_shallower_margin: 0 in 0..=200,
            "Late move reductions: a re-search goes one ply less deep if the score is not above the best by this.",
            "Reducción de jugadas tardías: la nueva búsqueda es una jugada menos profunda si la puntuación no supera en esto a la mejor.";
        singular_min_depth: 7 in 4..=20,
            "Singular extension: from this depth on.",
            "Extensión singular: a partir de esta profundidad.";
        singular_margin: 0 in 0..=2000,
            "Singular extension: the margin below the table score in hundredths of a point for each ply; 0 for none.",
            "Extensión singular: el margen bajo la puntuación de la tabla, en centésimas de punto por jugada de profundidad; 0, sin extensión.";
        double_extension_margin: 20 in 0..=500,
            "Double extension: the margin below the bound of the singular search.",
            "Extensión doble: el margen bajo la cota de la búsqueda singular.";
        delta_margin: 0 in 0..=2000,
            "Quiescence search: a capture must come within this of alpha (delta pruning); 0 for no limit.",
            "Búsqueda de reposo: una captura debe quedar a menos de esto de alfa (poda delta); 0, sin límite.";
        correction_weight: 50 in 0..=400,
            "Correction history: the weight of the mean errors, as a percentage of their sum.",
            "Historial de correcciones: el peso de los errores medios, como porcentaje de su suma.";
        history_bonus: 150 in 1..=1000,
            "History bonus: for each ply of depth.",
            "Bonificación de historial: por jugada de profundidad.";
        history_bonus_offset: 80 in 0..=1000,
            "History bonus: taken off.",
            "Bonificación de historial: lo que se descuenta.";
        history_bonus_max: 1500 in 100..=8000,
            "History bonus: at most this.",
            "Bonificación de historial: el máximo.";
        history_malus: 60 in 0..=400,
            "History malus: as a percentage of the bonus.",
            "Penalización de historial: como porcentaje de la bonificación.";
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_has_both_texts_and_a_default_in_its_range() {
        for (index, Param { name, meaning, min, max }) in SearchParams::TABLE.iter().enumerate() {
            for text in [meaning.en, meaning.es] {
                assert!(text.starts_with(char::is_uppercase) && text.ends_with('.'), "{name}: {text}");
            }
            assert_ne!(meaning.en, meaning.es, "{name}");
            assert!((*min..=*max).contains(&SearchParams::PLAIN.get(index)), "{name}");
        }
    }
}
