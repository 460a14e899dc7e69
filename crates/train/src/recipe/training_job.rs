//! The training step of a recipe: from shards to weights.

use std::ops::ControlFlow;
use std::path::Path;
use std::time::SystemTime;

use quevedo_arena::utc_date;
use quevedo_catalog::EvalRef;
use quevedo_core::hash::combine;
use quevedo_nets::patterns::show_set;
use quevedo_nets::{NetKind, WeightFile};

use super::check::RecipeError;
use super::plan::{NetPlan, NnuePlan, PatternsPlan, Recipe, TermsPlan};
use crate::data::{Flags, Sample, Shard, ShardReader};
use crate::fit::{
    Checkpoint, Epoch, Examples, InputEncoding, Model, Nnue, NnueShape, Parameters, PatternSet, Patterns, Pretrained,
    Split, TargetMix, TermExamples, Terms, TrainedWeights, TrainingProgress, train,
};

/// Everything that one training needs.
pub(super) struct TrainingJob<'a> {
    pub(super) recipe: &'a Recipe,
    pub(super) reader: &'a ShardReader,
    pub(super) checkpoint: &'a Path,
    pub(super) threads: usize,
}

/// Called with the progress of a training.
pub(super) type OnProgress<'a> = &'a mut dyn FnMut(&TrainingProgress<'_>);

/// A trained network, and the log of its training.
pub(super) struct TrainedNet {
    pub(super) file: WeightFile,
    pub(super) epochs: Vec<Epoch>,
}

impl TrainingJob<'_> {
    pub(super) fn run(&self, on_progress: OnProgress<'_>) -> Result<TrainedNet, RecipeError> {
        match &self.recipe.net {
            NetPlan::Terms(net) => self.train_terms(net, on_progress),
            NetPlan::Patterns(net) => self.train_patterns(net, on_progress),
            NetPlan::Nnue(net) => self.train_nnue(net, on_progress),
            NetPlan::Cnn(_) => Err(unusable("convolutional networks are trained by an external program")),
        }
    }

    fn train_nnue(&self, net: &NnuePlan, on_progress: OnProgress<'_>) -> Result<TrainedNet, RecipeError> {
        let examples = self.examples()?;
        let (hidden, phases) = (net.hidden, net.phases);
        let bad_size = || RecipeError::Unusable(format!("hidden = {hidden}: must be a multiple of 8 up to 4096"));
        let shape = NnueShape { hidden, phases, is_bucketed: net.buckets };
        let model = Nnue::new(&examples, shape, net.symmetries).ok_or_else(bad_size)?;
        let trained = self.train(&model, &self.split(&examples), examples.fingerprint(), on_progress)?;
        let file = self.file(trained.loss, &trained.weights, examples.len());
        let file = file.with("hidden", hidden).with("phases", phases);
        let mut file = file.with("pieces", examples.encoding.max_active_features);
        if net.buckets {
            file = file.with("buckets", model.buckets());
        }
        Ok(TrainedNet { file, epochs: trained.epochs })
    }

    fn train_patterns(&self, net: &PatternsPlan, on_progress: OnProgress<'_>) -> Result<TrainedNet, RecipeError> {
        let examples = self.examples()?;
        let size = [examples.encoding.width, examples.encoding.height];
        let set = PatternSet::read(size, net.symmetries, &net.patterns)
            .map_err(|error| RecipeError::Unusable(error.to_string()))?;
        let model = Patterns::new(&examples, set, net.phases, net.blend);
        let model = model.ok_or_else(|| unusable("patterns are for games with two kinds of pieces"))?;
        let trained = self.train(&model, &self.split(&examples), examples.fingerprint(), on_progress)?;
        let file = self.file(trained.loss, &model.exported(&trained.weights), examples.len());
        let file = file.with("phases", net.phases).with("pieces", examples.encoding.max_active_features);
        let file = file.with("patterns", show_set(&model.set().places));
        Ok(TrainedNet { file, epochs: trained.epochs })
    }

    fn train_terms(&self, net: &TermsPlan, on_progress: OnProgress<'_>) -> Result<TrainedNet, RecipeError> {
        let eval = net.eval.as_deref().unwrap_or_else(|| self.recipe.game.handmade_evaluators()[0]);
        let examples = self.term_examples(eval)?;
        let model = Terms::new(&examples, self.recipe.scale());
        let split = examples.split(self.recipe.train.validation, self.recipe.train.seed);
        let trained = self.train(&model, &split, examples.fingerprint(), on_progress)?;
        let file = self.file(trained.loss, &model.exported(&trained.weights), examples.len());
        let names = serde_json::Value::from(examples.names.clone());
        let file = file.with("eval", eval).with("names", names);
        Ok(TrainedNet { file, epochs: trained.epochs })
    }

    fn train(
        &self,
        model: &dyn Model,
        split: &Split,
        fingerprint: u64,
        on_progress: OnProgress<'_>,
    ) -> Result<TrainedWeights, RecipeError> {
        if split.training.is_empty() {
            return Err(unusable("there are no training positions: play more games"));
        }
        let checkpoint = Checkpoint::new(self.checkpoint, combine(fingerprint, self.recipe.fingerprint()?));
        let mut go_on = |progress: &TrainingProgress<'_>| {
            on_progress(progress);
            ControlFlow::Continue(())
        };
        let mut train = |model| train(model, split, &self.recipe.train, self.threads, Some(&checkpoint), &mut go_on);
        let Some(init) = self.recipe.init()? else { return Ok(train(model)?) };
        let weights = model.start_from(self.recipe.train.seed, &init.tensors, init.scale / self.recipe.scale());
        let weights = weights.map_err(|problem| {
            RecipeError::Unusable(format!("training cannot start from the network `{}`: {problem}", init.name))
        })?;
        Ok(train(&Pretrained { model, weights })?)
    }

    fn target_mix(&self) -> TargetMix {
        TargetMix { scale: self.recipe.scale(), result_share: self.recipe.train.result_share }
    }

    fn split(&self, examples: &Examples) -> Split {
        examples.split(self.recipe.train.validation, self.recipe.train.seed)
    }

    /// The weight file with its metadata.
    fn file(&self, loss: f64, weights: &Parameters, positions: usize) -> WeightFile {
        let recipe = self.recipe;
        let about = recipe.description(positions);
        let mut file = WeightFile::new(recipe.net.kind(), recipe.game.input_spec().name, &about, recipe.scale());
        file.tensors = weights.tensors();
        // Their tables are the largest, and are played with in 16 bits.
        if recipe.net.kind() == NetKind::Patterns {
            file = file.quantized();
        }
        file.with("recipe", &recipe.name)
            .with("data", positions)
            .with("seed", recipe.train.seed)
            .with("loss", format!("{loss:.6}"))
            .with("made", utc_date(SystemTime::now()).replace('.', "-"))
    }

    fn examples(&self) -> Result<Examples, RecipeError> {
        let spec = self.recipe.game.input_spec();
        let mut examples = Examples::new(InputEncoding::of(&self.recipe.game));
        let mut game = 0;
        for shard in self.reader.shards() {
            let shard = shard?;
            let targets = lambda_returns(&shard, self.target_mix(), self.recipe.train.lambda);
            for (index, target) in targets.into_iter().enumerate() {
                game += u32::from(begins_game(&shard, index));
                let mut inputs = Vec::with_capacity(spec.max_active_features);
                shard.each_feature(index, |input| inputs.push(input as u16));
                examples.push(inputs, target, game);
            }
        }
        Ok(examples)
    }

    /// Positions as their terms, from the view of the first player.
    fn term_examples(&self, eval: &str) -> Result<TermExamples, RecipeError> {
        let mut examples = TermExamples::new();
        let (game, target_mix) = (&self.recipe.game, self.target_mix());
        self.each_position(|shard, index, number| {
            let Sample { score, result, flags, text, .. } = shard.sample(index);
            let session = game.session(Some(&text)).map_err(|error| RecipeError::Unusable(error.to_string()))?;
            let terms = game.evaluate(&*session, &EvalRef::Named(eval.to_owned()))?.terms;
            let sign = if flags.has(Flags::SECOND) { -1.0 } else { 1.0 };
            let target = target_mix.target(score.map(|score| sign * f32::from(score)), sign * f32::from(result));
            examples.push(terms.iter().map(|term| (term.name.en, term.value)), target, number);
            Ok(())
        })?;
        Ok(examples)
    }

    /// Visits all positions with the number of their game.
    fn each_position(
        &self,
        mut visit: impl FnMut(&Shard, usize, u32) -> Result<(), RecipeError>,
    ) -> Result<(), RecipeError> {
        let mut game = 0;
        for shard in self.reader.shards() {
            let shard = shard?;
            for index in 0..shard.len() {
                game += u32::from(begins_game(&shard, index));
                visit(&shard, index, game)?;
            }
        }
        Ok(())
    }
}

/// A game begins where the ply number decreases.
fn begins_game(shard: &Shard, index: usize) -> bool {
    index == 0 || shard.plies()[index] < shard.plies()[index - 1]
}

/// The targets of all positions of a shard, each mixed with the targets of the positions that follow it in its game: λ-returns
/// (Sutton, *Learning to predict by the methods of temporal differences*, 1988). An exact value stays as it is. Sibling
/// positions are not part of the game.
fn lambda_returns(shard: &Shard, target_mix: TargetMix, lambda: f32) -> Vec<f32> {
    let flags = shard.flags();
    // The target of the next position, and whose it is.
    let mut next: Option<(f32, bool)> = None;
    let mut targets: Vec<f32> = Vec::with_capacity(shard.len());
    for index in (0..shard.len()).rev() {
        let own = target_mix.target(shard.score(index).map(f32::from), f32::from(shard.results()[index]));
        let is_second = flags[index].has(Flags::SECOND);
        let target = match next {
            Some((later, by_second)) if !flags[index].has(Flags::EXACT) && !flags[index].has(Flags::SIBLING) => {
                let later = if by_second == is_second { later } else { 1.0 - later };
                (1.0 - lambda) * own + lambda * later
            }
            _ => own,
        };
        targets.push(target);
        if !flags[index].has(Flags::SIBLING) {
            next = Some((target, is_second));
        }
        if begins_game(shard, index) {
            next = None;
        }
    }
    targets.reverse();
    targets
}

impl Recipe {
    /// A hash of everything in the recipe that decides the weights, except for the data.
    pub(super) fn fingerprint(&self) -> Result<u64, RecipeError> {
        let init = self.init()?.map(|file| file.checksum());
        let identity = serde_json::json!([self.game.id(), self.name, self.net, self.train, init]);
        Ok(identity.to_string().bytes().fold(0, |hash, byte| combine(hash, byte.into())))
    }

    /// The network whose weights training starts from.
    fn init(&self) -> Result<Option<WeightFile>, RecipeError> {
        Ok(self.train.init.as_deref().map(WeightFile::load).transpose()?)
    }
}

fn unusable(text: &str) -> RecipeError {
    RecipeError::Unusable(text.into())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::{Head, NO_MOVE};

    /// A position whose target is the given share, of the given side.
    fn sample(ply: u16, score: i16, flags: Flags) -> Sample {
        Sample {
            planes: vec![0],
            score: Some(score),
            result: 0,
            best: NO_MOVE,
            ply,
            flags,
            policy: vec![],
            text: String::new(),
        }
    }

    #[test]
    fn later_positions_of_the_game_count_by_lambda() {
        let mut shard = Shard::new(Head { planes: 1, squares: 64, ..Head::default() });
        let (first, second) = (Flags::default(), Flags::default().with(Flags::SECOND, true));
        let exact = second.with(Flags::EXACT, true);
        let sibling = second.with(Flags::SIBLING, true);
        for (ply, score, flags) in
            [(0, 0, first), (1, 300, sibling), (1, 0, second), (2, 0, first), (3, 100, exact), (0, 50, first)]
        {
            shard.push(&sample(ply, score, flags));
        }
        let target_mix = TargetMix { scale: 100.0, result_share: 0.0 };
        let own = |score: f32| target_mix.target(Some(score), 0.0);
        let close = |found: &[f32], expected: &[f32]| {
            assert!(found.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-6), "{found:?} {expected:?}");
        };
        // The last position of the first game is exact and of the second player: 1 - x for the first.
        let last = own(100.0);
        let third = 0.5 * 0.5 + 0.5 * (1.0 - last);
        let second = 0.5 * 0.5 + 0.5 * (1.0 - third);
        let first = 0.5 * 0.5 + 0.5 * (1.0 - second);
        close(&lambda_returns(&shard, target_mix, 0.5), &[first, own(300.0), second, third, last, own(50.0)]);
        close(&lambda_returns(&shard, target_mix, 0.0), &[0.5, own(300.0), 0.5, 0.5, last, own(50.0)]);
    }
}
