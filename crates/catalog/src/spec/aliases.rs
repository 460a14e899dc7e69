//! The player names of the founding thesis on the Amazons: `minimax_territory 2 5`.

use std::path::PathBuf;

use super::settings::Settings;
use super::{AlphaBetaSpec, EvalRef, GreedySpec, MctsSpec, PlayerSpec, SpecError};

/// Reads a name of the thesis with its options, separated by blanks; `None` for anything else.
///
/// ```text
/// greedy_territory                     greedy:eval=territory
/// minimax_territory 2 5                alphabeta:eval=territory,depth=2,time=5s
/// minimax_territory_table 2 5          … ,table=minimax_territory.history
/// mcts_ucb_cut 1000 10 1.4             mcts:policy=ucbcut,eval=mobility,sims=1000,time=10s,c=1.4,split=off
/// ```
pub(super) fn expand(text: &str) -> Option<Result<PlayerSpec, SpecError>> {
    let mut words = text.split_whitespace();
    let name = words.next()?;
    let options: Vec<&str> = words.collect();
    if let Some(eval) = name.strip_prefix("greedy_") {
        let eval = Some(EvalRef::new(eval));
        return options.is_empty().then(|| Ok(PlayerSpec::Greedy(GreedySpec { eval, ..GreedySpec::default() })));
    }
    if let Some(eval) = name.strip_prefix("minimax_") {
        return expand_minimax(eval, &options);
    }
    expand_mcts(name.strip_prefix("mcts_")?, &options)
}

fn expand_minimax(eval: &str, options: &[&str]) -> Option<Result<PlayerSpec, SpecError>> {
    let (eval, has_table) = eval.strip_suffix("_table").map_or((eval, false), |eval| (eval, true));
    let [depth, seconds] = options else { return None };
    let read = || {
        let written = AlphaBetaSpec::read("alphabeta", &find(&[("depth", depth), ("time", &format!("{seconds}s"))]))?;
        let table = has_table.then(|| PathBuf::from(format!("minimax_{eval}.history")));
        Ok(PlayerSpec::AlphaBeta(AlphaBetaSpec { eval: Some(EvalRef::new(eval)), table, ..written }))
    };
    Some(read())
}

fn expand_mcts(policy: &str, options: &[&str]) -> Option<Result<PlayerSpec, SpecError>> {
    let (policy, key) = match policy {
        "ucb" => ("ucb1", "c"),
        "ucb_cut" => ("ucbcut", "c"),
        "epsilon" => ("epsilon", "epsilon"),
        "epsilon_mod" => ("epsilonmod", "epsilon"),
        _ => return None,
    };
    let (sims, seconds, value) = match options {
        [sims, seconds] => (sims, seconds, None),
        [sims, seconds, value] => (sims, seconds, Some(value)),
        _ => return None,
    };
    let time = format!("{seconds}s");
    let mut pairs = vec![("policy", policy), ("sims", sims), ("time", &time), ("split", "off")];
    pairs.extend(value.map(|value| (key, *value)));
    pairs.extend((policy == "ucbcut").then_some(("eval", "mobility")));
    Some(MctsSpec::read("mcts", &find(&pairs)).map(PlayerSpec::Mcts))
}

/// Looks a key up among pairs.
fn find<'a>(pairs: &'a [(&str, &str)]) -> impl Fn(&str) -> Option<String> + 'a {
    |key| pairs.iter().find(|(known, _)| *known == key).map(|(_, value)| (*value).to_owned())
}
