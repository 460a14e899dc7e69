//! From shards to weights: the step of a recipe that learns.

use std::ops::ControlFlow;
use std::path::Path;
use std::time::SystemTime;

use quevedo_arena::utc_date;
use quevedo_catalog::EvalRef;
use quevedo_core::hash::combine;
use quevedo_nets::patterns::show_set;
use quevedo_nets::{NetKind, WeightFile};

use super::check::RecipeError;
use super::plan::Recipe;
use crate::data::{Flags, Sample, Shard, ShardReader};
use crate::fit::{
    Aim, Checkpoint, Examples, Model, Moment, Nnue, Parameters, PatternSet, Patterns, Seen, Split, TermExamples, Terms,
    Trained, train,
};

/// The evaluator whose terms are weighed, unless the recipe says otherwise.
const HANDMADE: &str = "handmade";

/// What an evaluator is fitted by.
pub(super) struct Fitting<'a> {
    pub(super) recipe: &'a Recipe,
    pub(super) reader: &'a ShardReader,
    pub(super) checkpoint: &'a Path,
    pub(super) threads: usize,
}

/// Told how far a training is.
pub(super) type Watch<'a> = &'a mut dyn FnMut(&Moment<'_>);

/// Weights, and how they were found.
pub(super) struct Fitted {
    pub(super) file: WeightFile,
    pub(super) trained: Trained,
    pub(super) positions: usize,
}

impl Fitting<'_> {
    pub(super) fn fit(&self, watch: Watch<'_>) -> Result<Fitted, RecipeError> {
        match self.recipe.net.kind {
            NetKind::Terms => self.fit_terms(watch),
            NetKind::Patterns => self.fit_patterns(watch),
            NetKind::Nnue => self.fit_nnue(watch),
            NetKind::Cnn => Err(unusable("another program trains convolutional nets")),
        }
    }

    fn fit_nnue(&self, watch: Watch<'_>) -> Result<Fitted, RecipeError> {
        let examples = self.examples()?;
        let (hidden, phases) = (self.recipe.net.hidden.unwrap_or_default(), self.recipe.net.phases.unwrap_or(1));
        let symmetries = self.recipe.net.symmetries.unwrap_or_default();
        let model = Nnue::new(&examples, hidden, phases, symmetries)
            .ok_or_else(|| unusable("the hidden layer cannot be so"))?;
        let trained = self.train(&model, &self.split(&examples), examples.fingerprint(), watch)?;
        let file = self.file(&trained, &trained.weights, examples.len());
        let file = file.with("hidden", hidden).with("phases", phases).with("pieces", examples.seen.max_active_features);
        Ok(Fitted { file, trained, positions: examples.len() })
    }

    fn fit_patterns(&self, watch: Watch<'_>) -> Result<Fitted, RecipeError> {
        let net = &self.recipe.net;
        let examples = self.examples()?;
        let size = [examples.seen.width, examples.seen.height];
        let texts = net.patterns.as_deref().unwrap_or_default();
        let set = PatternSet::read(size, net.symmetries.unwrap_or_default(), texts)
            .map_err(|error| RecipeError::Unusable(error.to_string()))?;
        let phases = net.phases.unwrap_or(1);
        let model = Patterns::new(&examples, set, phases, net.blend.unwrap_or(0));
        let model = model.ok_or_else(|| unusable("patterns are for games with two kinds of pieces"))?;
        let trained = self.train(&model, &self.split(&examples), examples.fingerprint(), watch)?;
        let file = self.file(&trained, &model.written_out(&trained.weights), examples.len());
        let file = file.with("phases", phases).with("pieces", examples.seen.max_active_features);
        let file = file.with("patterns", show_set(&model.set().places));
        Ok(Fitted { file, trained, positions: examples.len() })
    }

    fn fit_terms(&self, watch: Watch<'_>) -> Result<Fitted, RecipeError> {
        let eval = self.recipe.net.eval.as_deref().unwrap_or(HANDMADE);
        let examples = self.term_examples(eval)?;
        let model = Terms::new(&examples, self.recipe.scale());
        let split = examples.split(self.recipe.train.validation, self.recipe.train.seed);
        let trained = self.train(&model, &split, examples.fingerprint(), watch)?;
        let file = self.file(&trained, &model.written_out(&trained.weights), examples.len());
        let names = serde_json::Value::from(examples.names.clone());
        let file = file.with("eval", eval).with("names", names);
        Ok(Fitted { file, trained, positions: examples.len() })
    }

    fn train(
        &self,
        model: &dyn Model,
        split: &Split,
        fingerprint: u64,
        watch: Watch<'_>,
    ) -> Result<Trained, RecipeError> {
        if split.training.is_empty() {
            return Err(unusable("there is no position to learn from: play more games"));
        }
        let checkpoint = Checkpoint::new(self.checkpoint, combine(fingerprint, self.recipe.fingerprint()));
        let mut tell = |moment: &Moment<'_>| {
            watch(moment);
            ControlFlow::Continue(())
        };
        Ok(train(model, split, &self.recipe.train, self.threads, Some(&checkpoint), &mut tell)?)
    }

    fn aim(&self) -> Aim {
        Aim { scale: self.recipe.scale(), result_share: self.recipe.train.result_share }
    }

    fn split(&self, examples: &Examples) -> Split {
        examples.split(self.recipe.train.validation, self.recipe.train.seed)
    }

    /// The weights with the words that say what they are and where they come from.
    fn file(&self, trained: &Trained, weights: &Parameters, positions: usize) -> WeightFile {
        let recipe = self.recipe;
        let about = recipe.description(positions);
        let mut file = WeightFile::new(recipe.net.kind, recipe.game.input_spec().name, &about, recipe.scale());
        file.tensors = weights.tensors();
        file.with("recipe", &recipe.name)
            .with("data", positions)
            .with("seed", recipe.train.seed)
            .with("loss", format!("{:.6}", trained.loss))
            .with("made", utc_date(SystemTime::now()).replace('.', "-"))
    }

    fn examples(&self) -> Result<Examples, RecipeError> {
        let spec = self.recipe.game.input_spec();
        let mut examples = Examples::new(Seen {
            name: spec.name.into(),
            width: spec.width,
            height: spec.height,
            planes: spec.planes,
            max_active_features: spec.max_active_features,
            turned: self.recipe.game.flipped_features(),
        });
        let aim = self.aim();
        self.each_position(|shard, index, game| {
            let mut inputs = Vec::with_capacity(spec.max_active_features);
            shard.each_feature(index, |input| inputs.push(input as u16));
            let target = aim.target(shard.score(index).map(f32::from), f32::from(shard.results()[index]));
            examples.push(inputs, target, game);
            Ok(())
        })?;
        Ok(examples)
    }

    /// Positions as their terms, from the view of the first player.
    fn term_examples(&self, eval: &str) -> Result<TermExamples, RecipeError> {
        let mut examples = TermExamples::new();
        let (game, aim) = (&self.recipe.game, self.aim());
        self.each_position(|shard, index, number| {
            let Sample { score, result, flags, text, .. } = shard.sample(index);
            let session = game.session(Some(&text)).map_err(|error| RecipeError::Unusable(error.to_string()))?;
            let terms = game.evaluate(&*session, &EvalRef::Named(eval.to_owned()))?.terms;
            let sign = if flags.has(Flags::SECOND) { -1.0 } else { 1.0 };
            let target = aim.target(score.map(|score| sign * f32::from(score)), sign * f32::from(result));
            examples.push(terms.iter().map(|term| (term.name, term.value)), target, number);
            Ok(())
        })?;
        Ok(examples)
    }

    /// Visits all positions with the number of their game: a game begins where the plies fall.
    fn each_position(
        &self,
        mut visit: impl FnMut(&Shard, usize, u32) -> Result<(), RecipeError>,
    ) -> Result<(), RecipeError> {
        let mut game = 0;
        for shard in self.reader.shards() {
            let shard = shard?;
            let plies = shard.plies();
            for index in 0..shard.len() {
                let begins = index == 0 || plies[index] < plies[index - 1];
                game += u32::from(begins);
                visit(&shard, index, game)?;
            }
        }
        Ok(())
    }
}

impl Recipe {
    /// A number that changes with anything in the recipe that decides the weights, but for the data.
    pub(super) fn fingerprint(&self) -> u64 {
        let text = format!("{} {} {:?} {:?}", self.game.id(), self.name, self.net, self.train);
        text.bytes().fold(0, |hash, byte| combine(hash, byte.into()))
    }
}

fn unusable(text: &str) -> RecipeError {
    RecipeError::Unusable(text.into())
}
