//! The machine on which times are measured.

use std::fs;
use std::thread;

/// Its processor and number of cores, as far as the system reports them.
pub(crate) fn describe() -> String {
    let count = thread::available_parallelism().map_or(1, usize::from);
    let name = fs::read_to_string("/proc/cpuinfo").ok().and_then(|text| model(&text));
    format!(
        "{} with {count} cores ({}, {})",
        name.unwrap_or_else(|| "a machine".into()),
        std::env::consts::OS,
        std::env::consts::ARCH
    )
}

fn model(text: &str) -> Option<String> {
    let line = text.lines().find(|line| line.starts_with("model name"))?;
    Some(line.split_once(':')?.1.trim().into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_processor_is_found() {
        let text = "processor\t: 0\nmodel name\t: Some Processor @ 2.00GHz\n";
        assert_eq!(model(text).as_deref(), Some("Some Processor @ 2.00GHz"));
        assert_eq!(model("processor: 0"), None);
    }
}
