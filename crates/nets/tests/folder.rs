//! The folder of networks of a program. It is set once, so this test has a process of its own.

use quevedo_core::{Evaluator, Game, Planes};
use quevedo_games::HareHounds;
use quevedo_nets::registry::{AlreadySet, use_folder};
use quevedo_nets::{GameEvaluator, NetProblem};

#[test]
fn networks_of_the_folder_are_evaluators() {
    let folder = tempfile::tempdir().unwrap();
    let games = folder.path().join(HareHounds::NAME);
    std::fs::create_dir(&games).unwrap();
    std::fs::write(games.join("mine.qnet"), include_bytes!("data/hare-hounds-random.qnet")).unwrap();
    std::fs::write(games.join("best"), "mine").unwrap();
    let other = folder.path().join("mouse-cats");
    std::fs::create_dir(&other).unwrap();
    std::fs::write(other.join("best"), "lost").unwrap();

    assert_eq!(use_folder(folder.path()), Ok(()));
    assert_eq!(use_folder("elsewhere"), Err(AlreadySet));
    let [best, mine] = ["best", "mine"].map(|name| GameEvaluator::<HareHounds>::named(name).unwrap().unwrap());
    let start = HareHounds::start();
    assert_eq!((GameEvaluator::<HareHounds>::best(), best.evaluate(&start)), ("mine", mine.evaluate(&start)));
    let all = GameEvaluator::<HareHounds>::all();
    assert!(all.iter().any(|(name, _)| *name == "mine") && all[0].0 == "best", "{all:?}");

    let Some(Err(error)) = GameEvaluator::<quevedo_games::MouseCats>::named("best") else { panic!("a lost network") };
    assert!(matches!(&error.problem, NetProblem::UnknownBest(name) if name == "lost"), "{error}");
}
