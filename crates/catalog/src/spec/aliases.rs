//! The player names of the founding thesis on the Amazons: `minimax_territory 2 5`.

/// Turns a name of the thesis with its options, separated by blanks, into a spec; `None` for anything else.
///
/// ```text
/// greedy_territory                     greedy:eval=territory
/// minimax_territory 2 5                alphabeta:eval=territory,depth=2,time=5s
/// minimax_territory_table 2 5          … ,table=minimax_territory.history
/// mcts_ucb_cut 1000 10 1.4             mcts:policy=ucbcut,eval=mobility,sims=1000,time=10s,c=1.4,split=off
/// ```
pub(super) fn expand(text: &str) -> Option<String> {
    let mut words = text.split_whitespace();
    let name = words.next()?;
    let options: Vec<&str> = words.collect();
    if let Some(eval) = name.strip_prefix("greedy_") {
        return options.is_empty().then(|| format!("greedy:eval={eval}"));
    }
    if let Some(eval) = name.strip_prefix("minimax_") {
        return expand_minimax(eval, &options);
    }
    expand_mcts(name.strip_prefix("mcts_")?, &options)
}

fn expand_minimax(eval: &str, options: &[&str]) -> Option<String> {
    let (eval, has_table) = eval.strip_suffix("_table").map_or((eval, false), |eval| (eval, true));
    let table = if has_table { format!(",table=minimax_{eval}.history") } else { String::new() };
    match options {
        [depth, seconds] => Some(format!("alphabeta:eval={eval},depth={depth},time={seconds}s{table}")),
        _ => None,
    }
}

fn expand_mcts(policy: &str, options: &[&str]) -> Option<String> {
    let (policy, key) = match policy {
        "ucb" => ("ucb1", "c"),
        "ucb_cut" => ("ucbcut", "c"),
        "epsilon" => ("epsilon", "epsilon"),
        "epsilon_mod" => ("epsilonmod", "epsilon"),
        _ => return None,
    };
    let eval = if policy == "ucbcut" { ",eval=mobility" } else { "" };
    match options {
        [sims, seconds] => Some(format!("mcts:policy={policy}{eval},sims={sims},time={seconds}s,split=off")),
        [sims, seconds, value] => {
            Some(format!("mcts:policy={policy}{eval},sims={sims},time={seconds}s,{key}={value},split=off"))
        }
        _ => None,
    }
}
