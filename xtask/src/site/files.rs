//! The files of the site: the page as it is, one index, a service worker that knows them all.

use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use flate2::Compression;
use flate2::write::GzEncoder;
use sha2::{Digest, Sha256};

/// What the server's page has and a folder of files has not.
const LEFT_OUT: [&str; 18] = [
    "index.html",
    "embed.html",
    "manifest.webmanifest",
    "tsconfig.json",
    "types",
    "css/embed.css",
    "js/embed/embed.js",
    "js/embed/sources.js",
    "js/local/service-worker.js",
    "js/screens/new-tournament.js",
    "js/screens/tournament.js",
    "js/screens/tournaments.js",
    "js/tournament/boards.js",
    "js/tournament/draft.js",
    "js/tournament/entrants.js",
    "js/tournament/fields.js",
    "js/tournament/games.js",
    "js/tournament/pager.js",
];

/// The same policy as the server's, for a host that sends none.
const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; style-src 'self'; \
    img-src 'self' data:; connect-src 'self'; font-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'self'";

/// The size of a file in bytes.
pub(super) fn size(file: &Path) -> Result<u64> {
    Ok(fs::metadata(file).with_context(|| format!("cannot read {}", file.display()))?.len())
}

/// Compresses a file: hosts of plain files do not.
pub(super) fn compress(from: &Path, to: &Path) -> Result<()> {
    let bytes = fs::read(from).with_context(|| format!("cannot read {}", from.display()))?;
    let mut packed = GzEncoder::new(File::create(to)?, Compression::best());
    packed.write_all(&bytes)?;
    packed.finish()?;
    Ok(())
}

/// Copies the page, and writes what differs from the server's.
pub(super) fn copy_page(web: &Path, out: &Path) -> Result<()> {
    for path in files_below(web, web)? {
        if !LEFT_OUT.iter().any(|left_out| path.starts_with(left_out)) {
            let to = out.join(&path);
            fs::create_dir_all(to.parent().context("a file is in a folder")?)?;
            let is_code = path.extension().is_some_and(|extension| extension == "js" || extension == "css");
            if is_code {
                fs::write(to, shorten(&fs::read_to_string(web.join(&path))?))?;
            } else {
                fs::copy(web.join(&path), to)?;
            }
        }
    }
    let index = fs::read_to_string(web.join("index.html"))?;
    fs::write(out.join("index.html"), local_index(&index))?;
    // Hosts that answer unknown addresses with this file lead to the page.
    fs::copy(out.join("index.html"), out.join("404.html"))?;
    let manifest = fs::read_to_string(web.join("manifest.webmanifest"))?;
    let manifest = manifest.replace("\"/assets/", "\"").replace("\"start_url\": \"/\"", "\"start_url\": \"./\"");
    fs::write(out.join("manifest.webmanifest"), manifest)?;
    let worker = fs::read_to_string(web.join("js/local/service-worker.js"))?;
    fs::write(out.join("service-worker.js"), fill_worker(&worker, out)?)?;
    Ok(())
}

/// Code without indents, empty lines and comments that fill their lines: hosts of plain files do not compress. A file with a
/// template of several lines stays as it is.
fn shorten(code: &str) -> String {
    if code.lines().any(|line| line.matches('`').count() % 2 == 1) {
        return code.to_owned();
    }
    let mut in_comment = false;
    let is_kept = |line: &&str| {
        let begins = line.starts_with("/*");
        let was_in_comment = in_comment;
        in_comment = (in_comment || begins) && !line.contains("*/");
        let is_comment = was_in_comment || (begins && (in_comment || line.ends_with("*/"))) || line.starts_with("//");
        !line.is_empty() && !is_comment
    };
    let lines: Vec<&str> = code.lines().map(str::trim).filter(is_kept).collect();
    lines.join("\n") + "\n"
}

/// The page of a server as a file that may lie in any folder.
fn local_index(index: &str) -> String {
    let policy =
        format!("<meta charset=\"utf-8\" />\n    <meta http-equiv=\"content-security-policy\" content=\"{POLICY}\" />");
    let index = index.replacen("<html lang=\"en\">", "<html lang=\"en\" data-end=\"worker\">", 1);
    let index = index.replacen("<meta charset=\"utf-8\" />", &policy, 1);
    index.replace("\"/assets/", "\"").replace("href=\"/\"", "href=\"#/\"")
}

/// The service worker with the files of the page and a name for this version of them.
fn fill_worker(worker: &str, out: &Path) -> Result<String> {
    let all = files_below(out, out)?;
    let is_data = |path: &&PathBuf| {
        path.extension().is_some_and(|extension| ["qnet", "qvp", "book"].iter().any(|known| extension == *known))
    };
    let (data, page): (Vec<&PathBuf>, Vec<&PathBuf>) = all.iter().partition(is_data);
    let page: Vec<&PathBuf> = page.into_iter().filter(|path| path.as_os_str() != "404.html").collect();
    let names: Vec<String> = page.iter().map(|path| path.to_string_lossy().replace('\\', "/")).collect();
    let list = serde_json::to_string(&serde_json::to_string(&names)?)?;
    let worker = worker.replacen("@VERSION@", &digest(out, &page)?, 1).replacen("@DATA@", &digest(out, &data)?, 1);
    Ok(worker.replacen("\"@FILES@\"", &list, 1))
}

/// Names the contents of files.
fn digest(folder: &Path, files: &[&PathBuf]) -> Result<String> {
    let mut digest = Sha256::new();
    for file in files {
        digest.update(file.to_string_lossy().as_bytes());
        digest.update(fs::read(folder.join(file))?);
    }
    let start = digest.finalize()[..8].iter().fold(0_u64, |start, byte| start << 8 | u64::from(*byte));
    Ok(format!("{start:016x}"))
}

/// All files below a folder, relative to a root, in order.
fn files_below(root: &Path, folder: &Path) -> Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).with_context(|| format!("cannot read {}", folder.display()))? {
        let path = entry?.path();
        if path.is_dir() {
            files.extend(files_below(root, &path)?);
        } else {
            files.push(path.strip_prefix(root)?.to_path_buf());
        }
    }
    files.sort();
    Ok(files)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_and_indents_go() {
        let code = "// a\n/**\n * b\n */\nfunction f() {\n  /* c */\n  return 1; // d\n\n}\n";
        assert_eq!(shorten(code), "function f() {\nreturn 1; // d\n}\n");
        let template = "const a = `\n  // b\n`;\n";
        assert_eq!(shorten(template), template);
    }

    #[test]
    fn the_page_lies_in_any_folder() {
        let page =
            "<html lang=\"en\"><head><meta charset=\"utf-8\" /><link href=\"/assets/a.css\" /></head><a href=\"/\">";
        let local = local_index(page);
        assert!(local.contains("data-end=\"worker\"") && local.contains("wasm-unsafe-eval"));
        assert!(local.contains("href=\"a.css\"") && local.contains("href=\"#/\"") && !local.contains("/assets/"));
    }
}
