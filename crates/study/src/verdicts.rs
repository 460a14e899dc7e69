//! The claims of a run and the verdicts on them.

use crate::claim::Verdict;

/// The verdicts on all claims of a run.
#[derive(Debug, Default)]
pub(crate) struct Verdicts {
    list: Vec<ClaimVerdict>,
}

#[derive(Debug)]
struct ClaimVerdict {
    study: String,
    claim: String,
    verdict: Verdict,
}

impl Verdicts {
    /// Adds a verdict; claims without one were not tested.
    pub(crate) fn add(&mut self, study: &str, claim: &str, verdict: Option<Verdict>) {
        let (study, claim) = (study.to_owned(), claim.to_owned());
        self.list.extend(verdict.map(|verdict| ClaimVerdict { study, claim, verdict }));
    }

    fn count(&self, verdict: Verdict) -> usize {
        self.list.iter().filter(|claim| claim.verdict == verdict).count()
    }

    /// A summary in one sentence.
    pub(crate) fn summary(&self) -> String {
        let [confirmed, contradicted, open] =
            [Verdict::Confirmed, Verdict::Contradicted, Verdict::WithinError].map(|verdict| self.count(verdict));
        format!(
            "Of {} claims tested, {confirmed} are confirmed, {contradicted} contradicted, and for {open} the figures are \
             within their error.",
            self.list.len()
        )
    }

    /// The claims that our figures contradict.
    pub(crate) fn contradicted(&self) -> Vec<String> {
        let contradicted = self.list.iter().filter(|claim| claim.verdict == Verdict::Contradicted);
        contradicted.map(|claim| format!("{}: {}", claim.study, claim.claim)).collect()
    }
}
