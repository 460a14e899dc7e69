//! Builds the tables of chess endings. A second run continues with the tables that are missing.

use std::path::PathBuf;
use std::time::Instant;

use clap::Parser;
use quevedo_solve::chess::Material;
use quevedo_solve_build::chess_tables::{Builder, Count, with_successors};

/// Builds the tables of chess endings into a folder, for `QUEVEDO_TABLES`; tables that are there are kept
#[derive(Parser)]
struct Arguments {
    /// The folder
    out: PathBuf,
    /// The most men, kings included
    #[arg(long, default_value_t = 4, value_parser = clap::value_parser!(u32).range(3..=4))]
    men: u32,
    /// Only these endings and those that they lead to, such as `KQvKR`
    #[arg(long, value_name = "ENDING", value_delimiter = ',', value_parser = ending)]
    only: Vec<Material>,
}

fn ending(name: &str) -> Result<Material, String> {
    Material::parse(name)
        .filter(|material| material.men() <= 4)
        .ok_or("write an ending of three or four men, such as KQvKR".into())
}

fn show(count: Count) -> String {
    let Count { won, drawn, lost, longest } = count;
    format!("{won} won, {drawn} drawn, {lost} lost, mate in {} at most", longest.div_ceil(2))
}

fn main() -> Result<(), String> {
    let arguments = Arguments::parse();
    std::fs::create_dir_all(&arguments.out).map_err(|error| format!("{}: {error}", arguments.out.display()))?;
    let materials =
        if arguments.only.is_empty() { Material::all(arguments.men) } else { with_successors(&arguments.only) };
    let mut builder = Builder::new(&arguments.out);
    for material in materials {
        let begin = Instant::now();
        let (is_new, bytes, [first, second]) = builder.make(material).map_err(|error| error.to_string())?;
        let verb = if is_new { "built" } else { "read" };
        println!("{material}: {verb} in {:.1} s, {bytes} bytes", begin.elapsed().as_secs_f64());
        let name = material.to_string();
        let (stronger, weaker) = name.split_once('v').unwrap_or_default();
        println!("  {stronger} to move: {}", show(first));
        println!("  {weaker} to move: {}", show(second));
    }
    Ok(())
}
