//! The declarations that the page is checked against are those of this API.

use std::path::Path;

#[test]
fn the_declarations_are_up_to_date() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/types/api.d.ts");
    let expected = quevedo_api::wire::declarations();
    if std::env::var_os("QUEVEDO_WRITE").is_some() {
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, &expected).unwrap();
    }
    let found = std::fs::read_to_string(&path).unwrap_or_default();
    let how = "write them by `QUEVEDO_WRITE=1 cargo test -p quevedo-api --test typescript`";
    assert!(found == expected, "web/types/api.d.ts is not up to date: {how}");
}
