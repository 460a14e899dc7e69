//! All claims of a run and what became of them.

use super::claim::Verdict;

/// What was found.
#[derive(Debug, Default)]
pub(super) struct Findings {
    list: Vec<Finding>,
}

#[derive(Debug)]
struct Finding {
    study: String,
    claim: String,
    verdict: Verdict,
}

impl Findings {
    /// Notes a verdict; claims without one were not tried.
    pub(super) fn note(&mut self, study: &str, claim: &str, verdict: Option<Verdict>) {
        let (study, claim) = (study.to_owned(), claim.to_owned());
        self.list.extend(verdict.map(|verdict| Finding { study, claim, verdict }));
    }

    fn count(&self, verdict: Verdict) -> usize {
        self.list.iter().filter(|finding| finding.verdict == verdict).count()
    }

    /// One sentence over all.
    pub(super) fn summary(&self) -> String {
        let [confirmed, contradicted, open] =
            [Verdict::Confirmed, Verdict::Contradicted, Verdict::WithinError].map(|verdict| self.count(verdict));
        format!(
            "Of {} claims tried, {confirmed} are confirmed, {contradicted} contradicted, and for {open} the figures are \
             within their error.",
            self.list.len()
        )
    }

    /// The claims that our figures contradict; each is explained where it stands.
    pub(super) fn contradicted(&self) -> Vec<String> {
        let wrong = self.list.iter().filter(|finding| finding.verdict == Verdict::Contradicted);
        wrong.map(|finding| format!("{}: {}", finding.study, finding.claim)).collect()
    }
}
