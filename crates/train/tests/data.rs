//! Shards: what is written is read back, and what is not what was written is refused by name.

use std::fs;
use std::path::{Path, PathBuf};

use quevedo_catalog::{Catalog, EvalRef};
use quevedo_core::Rng;
use quevedo_train::data::{
    DataError, Flags, Head, NO_MOVE, Sample, Shard, ShardReader, ShardWriter, draw_samples, evaluation_errors,
    export_arrays, export_csv, shuffle, survey,
};
use tempfile::tempdir;

fn head(planes: usize, squares: usize) -> Head {
    Head { encoding: "toy".into(), planes, squares, seed: 7, games: 3, count: 0 }
}

/// A sample with something everywhere.
fn random_sample(head: &Head, rng: &mut Rng) -> Sample {
    let planes = (0..head.planes).map(|_| rng.u128(..) >> (128 - head.squares)).collect();
    let square = |rng: &mut Rng| rng.u8(0..head.squares as u8);
    let steps = [square(rng), square(rng), 255];
    Sample {
        planes,
        score: rng.bool().then(|| rng.i16(-32_000..32_000)),
        result: rng.i8(-1..=1),
        best: if rng.bool() { steps } else { NO_MOVE },
        ply: rng.u16(..),
        flags: Flags(rng.u8(0..32)),
        policy: (0..rng.usize(0..4)).map(|_| (steps, rng.u16(..))).collect(),
        text: (0..rng.usize(0..9)).map(|_| rng.alphanumeric()).collect(),
    }
}

fn random_shard(planes: usize, squares: usize, count: usize, seed: u64) -> (Shard, Vec<Sample>) {
    let mut rng = Rng::with_seed(seed);
    let head = head(planes, squares);
    let samples: Vec<Sample> = (0..count).map(|_| random_sample(&head, &mut rng)).collect();
    let mut shard = Shard::new(head);
    for sample in &samples {
        shard.push(sample);
    }
    (shard, samples)
}

fn written(folder: &Path, name: &str, shard: &Shard) -> PathBuf {
    let path = folder.join(name);
    shard.write(&path).unwrap();
    path
}

#[test]
fn what_is_written_is_read_back() {
    let folder = tempdir().unwrap();
    for (planes, squares, count) in [(12, 64, 300), (2, 42, 57), (3, 100, 20), (4, 15, 9), (1, 128, 3), (2, 64, 0)] {
        let (shard, samples) = random_shard(planes, squares, count, 3);
        let read = Shard::read(&written(folder.path(), "a.qdat", &shard)).unwrap();
        assert_eq!(read, shard);
        assert_eq!(read.samples().collect::<Vec<_>>(), samples, "{planes} planes of {squares}");
    }
}

#[test]
fn inputs_are_numbered_plane_by_plane() {
    let mut shard = Shard::new(head(3, 10));
    let mut sample = random_sample(shard.head(), &mut Rng::with_seed(1));
    sample.planes[..3].copy_from_slice(&[0b1, 0b10, 0b10_0000_0100]);
    shard.push(&sample);
    let mut inputs = Vec::new();
    shard.each_feature(0, |input| inputs.push(input));
    assert_eq!(inputs, [0, 11, 22, 29]);
}

#[test]
fn every_game_fits_into_shards() {
    for game in Catalog::standard().games() {
        let spec = game.input_spec();
        assert!(spec.name.len() <= 16 && spec.squares() <= 128, "{}", game.id());
        let flipped = game.flipped_features();
        let twice = (0..spec.features()).map(|feature| usize::from(flipped[usize::from(flipped[feature])]));
        assert!(twice.eq(0..spec.features()), "{}", game.id());
    }
}

/// The byte after which a head is read as numbers.
const HEAD: usize = 64;

#[test]
fn a_file_that_was_changed_anywhere_is_refused_by_name() {
    let folder = tempdir().unwrap();
    let path = written(folder.path(), "changed.qdat", &random_shard(2, 42, 40, 5).0);
    let whole = fs::read(&path).unwrap();
    let step = (whole.len() / 60).max(1);
    for at in (0..HEAD).chain((HEAD..whole.len()).step_by(step)) {
        let mut bytes = whole.clone();
        bytes[at] ^= 0x10;
        fs::write(&path, &bytes).unwrap();
        let error = Shard::read(&path).unwrap_err();
        assert!(error.to_string().contains("changed.qdat"), "byte {at}: {error}");
        if at < HEAD {
            assert!(Head::read(&path).is_err(), "byte {at}");
        }
    }
}

#[test]
fn a_file_that_is_cut_short_or_too_long_is_refused() {
    let folder = tempdir().unwrap();
    let path = written(folder.path(), "cut.qdat", &random_shard(2, 42, 40, 5).0);
    let whole = fs::read(&path).unwrap();
    for length in [0, 7, 8, 20, 63, 64, 65, whole.len() - 1] {
        fs::write(&path, &whole[..length]).unwrap();
        let error = Shard::read(&path).unwrap_err();
        assert!(error.to_string().contains("cut.qdat"), "{length} bytes: {error}");
        assert!(Head::read(&path).is_err(), "{length} bytes");
    }
    fs::write(&path, [&whole[..], b"x"].concat()).unwrap();
    assert!(matches!(Shard::read(&path), Err(DataError::Damaged { .. })));
}

#[test]
fn another_version_and_other_files_are_told_apart() {
    let folder = tempdir().unwrap();
    let path = written(folder.path(), "other.qdat", &random_shard(2, 42, 4, 5).0);
    let mut bytes = fs::read(&path).unwrap();
    bytes[7] = 2;
    fs::write(&path, &bytes).unwrap();
    assert!(matches!(Shard::read(&path), Err(DataError::Version { found: 2, known: 1, .. })));
    fs::write(&path, "a text, and no shard at all; long enough to hold a head of sixty-four bytes").unwrap();
    assert!(matches!(Shard::read(&path), Err(DataError::NoShard { .. })));
}

/// A writer that does not know the rules, but knows how to count: its checksums are right.
fn forged(head: &Head, columns: &[u8]) -> Vec<u8> {
    let frame = zstd::encode_all(columns, 1).unwrap();
    let mut bytes = b"QVDATA\0\x01".to_vec();
    bytes.extend((head.count as u32).to_le_bytes());
    bytes.extend((head.planes as u16).to_le_bytes());
    bytes.extend((head.squares as u16).to_le_bytes());
    bytes.extend(head.seed.to_le_bytes());
    bytes.extend(b"toy\0\0\0\0\0\0\0\0\0\0\0\0\0");
    bytes.extend((frame.len() as u64).to_le_bytes());
    bytes.extend([0; 8]);
    bytes.extend(crc32fast::hash(&frame).to_le_bytes());
    bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
    bytes.extend(frame);
    bytes
}

#[test]
fn columns_that_cannot_be_are_refused_and_those_that_can_are_read() {
    let folder = tempdir().unwrap();
    let path = folder.path().join("forged.qdat");
    let head = Head { count: 1, ..head(1, 10) };
    // One plane of two bytes, score, result, best, ply, flags, no policy, a text.
    let good: &[u8] = &[0xff, 0x03, 5, 0, 1, 9, 255, 255, 4, 0, 16, 0, 0, b't'];
    let read = |columns: &[u8], head: &Head| {
        fs::write(&path, forged(head, columns)).unwrap();
        Shard::read(&path)
    };
    let sample = read(good, &head).unwrap().sample(0);
    assert_eq!((sample.planes[0], sample.score, sample.result), (0x3ff, Some(5), 1));
    assert_eq!((sample.best, sample.ply, sample.flags, sample.text.as_str()), ([9, 255, 255], 4, Flags::SECOND, "t"));
    let with = |at: usize, byte: u8| {
        let mut columns = good.to_vec();
        columns[at] = byte;
        columns
    };
    for (columns, why) in [
        (with(1, 0x07), "a piece beside the board"),
        (with(4, 2), "a result of two"),
        (with(5, 10), "a move beside the board"),
        (with(11, 1), "a policy that is not there"),
        (with(13, b'\n'), "two texts"),
        (with(13, 0xff), "no text"),
        (good[..8].to_vec(), "columns cut short"),
    ] {
        assert!(matches!(read(&columns, &head), Err(DataError::Damaged { .. })), "{why}");
    }
    let many = Head { count: u32::MAX as usize, ..head.clone() };
    assert!(read(good, &many).is_err(), "more positions than there are");
    assert!(read(good, &Head { planes: 0, ..head.clone() }).is_err(), "no planes");
    assert!(read(good, &Head { squares: 500, ..head }).is_err(), "too many squares");
}

#[test]
fn folders_are_read_in_order_and_hold_one_kind() {
    let folder = tempdir().unwrap();
    let (shard, samples) = random_shard(2, 42, 25, 9);
    let mut writer = ShardWriter::create(folder.path(), shard.head().clone(), 10).unwrap();
    for sample in &samples {
        writer.push(sample).unwrap();
    }
    assert_eq!(writer.finish().unwrap(), 3);
    let paths = [folder.path().to_owned()];
    let reader = ShardReader::open(&paths).unwrap();
    assert_eq!((reader.files().len(), reader.positions()), (3, 25));
    assert_eq!(reader.samples().collect::<Result<Vec<_>, _>>().unwrap(), samples);
    written(folder.path(), "zz.qdat", &random_shard(3, 42, 1, 9).0);
    assert!(matches!(ShardReader::open(&paths), Err(DataError::OtherGame { .. })));
}

#[test]
fn an_empty_folder_and_a_missing_one_are_told() {
    let folder = tempdir().unwrap();
    assert!(matches!(ShardReader::open(&[folder.path().to_owned()]), Err(DataError::Empty { .. })));
    let missing = folder.path().join("missing");
    assert!(ShardReader::open(&[missing]).unwrap_err().to_string().contains("missing"));
}

/// A folder of three shards and what is in them.
fn folder_of_shards() -> (tempfile::TempDir, ShardReader, Vec<Sample>) {
    let folder = tempdir().unwrap();
    let (shard, samples) = random_shard(2, 42, 250, 9);
    let mut writer = ShardWriter::create(folder.path(), shard.head().clone(), 100).unwrap();
    for sample in &samples {
        writer.push(sample).unwrap();
    }
    writer.finish().unwrap();
    let reader = ShardReader::open(&[folder.path().to_owned()]).unwrap();
    (folder, reader, samples)
}

fn sorted(mut samples: Vec<Sample>) -> Vec<Sample> {
    samples.sort_by_key(|sample| (sample.planes.clone(), sample.ply, sample.text.clone()));
    samples
}

#[test]
fn shuffling_keeps_every_position_and_is_repeatable() {
    let (_folder, reader, samples) = folder_of_shards();
    let out = tempdir().unwrap();
    let mix = |name: &str, seed: u64| {
        let path = out.path().join(name);
        assert_eq!(shuffle(&reader, &path, 60, seed, &mut || {}).unwrap(), 5);
        let mixed = ShardReader::open(std::slice::from_ref(&path)).unwrap();
        assert_eq!(fs::read_dir(&path).unwrap().count(), 5, "nothing else is left");
        mixed.samples().collect::<Result<Vec<_>, _>>().unwrap()
    };
    let mixed = mix("a", 1);
    assert_eq!(mixed, mix("b", 1));
    assert_ne!(mixed, mix("c", 2));
    assert_ne!(mixed, samples);
    assert_eq!(sorted(mixed), sorted(samples));
}

#[test]
fn a_few_positions_are_drawn_without_repetition() {
    let (_folder, reader, samples) = folder_of_shards();
    let drawn = draw_samples(&reader, 30, 4).unwrap();
    assert_eq!(drawn, draw_samples(&reader, 30, 4).unwrap());
    assert!(drawn.len() == 30 && drawn.iter().all(|sample| samples.contains(sample)));
    assert_eq!(draw_samples(&reader, 1000, 4).unwrap(), samples);
}

#[test]
fn a_survey_counts_what_is_there_and_names_what_is_damaged() {
    let (folder, _, samples) = folder_of_shards();
    fs::write(folder.path().join("zz.qdat"), "QVDATA").unwrap();
    let survey = survey(&[folder.path().to_owned()]).unwrap();
    assert_eq!((survey.shards, survey.positions, survey.encoding.as_str()), (3, 250, "toy"));
    let with = |holds: &dyn Fn(&Sample) -> bool| samples.iter().filter(|sample| holds(sample)).count() as u64;
    assert_eq!(survey.results, [1, 0, -1].map(|result| with(&|sample| sample.result == result)));
    assert_eq!(survey.scored, with(&|sample| sample.score.is_some()));
    assert_eq!(survey.scores.iter().map(|(_, count)| count).sum::<u64>(), survey.scored);
    let level = survey.scores.iter().find(|(low, _)| *low == -30).unwrap().1;
    assert_eq!(level, with(&|sample| sample.score.is_some_and(|score| (-30..31).contains(&score))));
    assert_eq!(survey.flags, Flags::NAMED.map(|(flag, _)| with(&|sample| sample.flags.has(flag))));
    assert_eq!(survey.pieces.iter().map(|(_, count)| count).sum::<u64>(), 250);
    let [few, ..] = survey.pieces[..] else { panic!("no pieces") };
    assert_eq!(few.1, with(&|sample| sample.pieces() <= few.0));
    assert!(survey.damaged.len() == 1 && survey.damaged[0].contains("zz.qdat"), "{:?}", survey.damaged);
}

#[test]
fn a_table_has_a_line_for_every_position() {
    let (_folder, reader, samples) = folder_of_shards();
    let mut table = Vec::new();
    export_csv(&reader, &mut table, &mut |_| {}).unwrap();
    let mut rows = csv::Reader::from_reader(&table[..]);
    for (row, sample) in rows.records().map(Result::unwrap).zip(&samples) {
        assert_eq!(row[0], sample.text);
        assert_eq!(row[1].parse().ok(), sample.score);
        assert_eq!(row[2].parse(), Ok(sample.result));
        let best: Vec<u8> = row[3].split('-').filter_map(|step| step.parse().ok()).collect();
        assert!(sample.best.starts_with(&best) && sample.best[best.len()..].iter().all(|step| *step == 255));
        assert_eq!(row[10].split_whitespace().count(), sample.policy.len());
    }
    assert_eq!(std::str::from_utf8(&table).unwrap().lines().count(), 251);
}

#[test]
fn arrays_are_what_numpy_reads() {
    let (_folder, reader, samples) = folder_of_shards();
    let out = tempdir().unwrap();
    export_arrays(&reader, out.path(), &mut |_| {}).unwrap();
    let array = |name: &str, about: &str| {
        let bytes = fs::read(out.path().join(format!("{name}.npy"))).unwrap();
        assert_eq!((&bytes[..8], &bytes[8..10]), (&b"\x93NUMPY\x01\x00"[..], &118_u16.to_le_bytes()[..]));
        assert_eq!(std::str::from_utf8(&bytes[10..128]).unwrap().trim_end(), about);
        assert_eq!(bytes[127], b'\n');
        bytes[128..].to_vec()
    };
    let about =
        |kind: &str, shape: &str| format!("{{'descr': '{kind}', 'fortran_order': False, 'shape': ({shape}), }}");
    let scores = array("score", &about("<i2", "250, "));
    let expected: Vec<u8> = samples.iter().flat_map(|sample| sample.score.unwrap_or(i16::MIN).to_le_bytes()).collect();
    assert_eq!(scores, expected);
    assert_eq!(array("planes", &about("|u1", "250, 2, 6")).len(), 250 * 12);
    let best = array("best", &about("|u1", "250, 3"));
    assert_eq!(best, samples.iter().flat_map(|sample| sample.best).collect::<Vec<_>>());
    let entries: usize = samples.iter().map(|sample| sample.policy.len()).sum();
    assert_eq!(array("policy_share", &about("<u2", &format!("{entries}, "))).len(), 2 * entries);
    let meta: serde_json::Value = serde_json::from_slice(&fs::read(out.path().join("meta.json")).unwrap()).unwrap();
    assert_eq!((&meta["encoding"], &meta["count"], &meta["squares"]), (&"toy".into(), &250.into(), &42.into()));
}

#[test]
fn arrays_keep_the_description_of_the_encoding() {
    let (folder, _, _) = folder_of_shards();
    let flipped: Vec<usize> = (0..84).collect();
    let encoding = serde_json::json!({
        "name": "toy", "width": 7, "height": 6, "planes": 2, "max_active_features": 42, "steps": 1, "scale": 250.0, "flipped": flipped
    });
    fs::write(folder.path().join("encoding.json"), encoding.to_string()).unwrap();
    let reader = ShardReader::open(&[folder.path().to_owned()]).unwrap();
    let out = tempdir().unwrap();
    export_arrays(&reader, out.path(), &mut |_| {}).unwrap();
    let kept: serde_json::Value = serde_json::from_slice(&fs::read(out.path().join("encoding.json")).unwrap()).unwrap();
    assert_eq!(kept["flipped"], encoding["flipped"]);
}

/// Somebody who does not read on.
struct Closed;

impl std::io::Write for Closed {
    fn write(&mut self, _: &[u8]) -> std::io::Result<usize> {
        Err(std::io::ErrorKind::BrokenPipe.into())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

#[test]
fn that_nobody_reads_on_is_told_as_what_it_is() {
    let (_folder, reader, _) = folder_of_shards();
    let error = export_csv(&reader, &mut Closed, &mut |_| {}).unwrap_err();
    let is_closed = matches!(&error, DataError::File { error, .. } if error.kind() == std::io::ErrorKind::BrokenPipe);
    assert!(is_closed, "{error}");
}

#[test]
fn errors_of_an_evaluator_are_counted_in_discs_by_phase() {
    let folder = tempdir().unwrap();
    let catalog = Catalog::standard();
    let game = catalog.find("othello").unwrap();
    let head = Head { encoding: "othello".into(), planes: 2, squares: 64, ..Head::default() };
    let mut shard = Shard::new(head);
    let exact = Flags::default().with(Flags::EXACT, true);
    // Four discs at the start, two a side; then five, one of them white's. `discs` counts them.
    let start = game.session(None).unwrap();
    let mut later = game.session(None).unwrap();
    later.play("f5").unwrap();
    let five = game.evaluate(&*later, &EvalRef::Named("discs".into())).unwrap().score;
    for (session, score, flags) in [
        (&start, Some(300), exact),
        (&start, Some(-100), Flags::default()),
        (&later, Some(five as i16), exact),
        (&start, Some(31_500), exact),
        (&start, None, exact),
    ] {
        let encoded = game.encode(&**session);
        let text = session.position();
        let sample =
            Sample { planes: encoded.planes, score, result: 0, best: NO_MOVE, ply: 0, flags, policy: vec![], text };
        shard.push(&sample);
    }
    written(folder.path(), "a.qdat", &shard);
    let reader = ShardReader::open(&[folder.path().into()]).unwrap();
    let errors = |exact| evaluation_errors(&reader, game, &EvalRef::Named("discs".into()), exact, &mut |_| {}).unwrap();
    let all = errors(false);
    assert_eq!(all.iter().map(|part| part.positions).sum::<u64>(), 3, "no score, or a proved one, is left out");
    // Zero against +3, -1 and its own value: the mean of 3, 1 and 0.
    assert_eq!(all[0].positions, 3);
    assert!((all[0].mean_absolute - 4.0 / 3.0).abs() < 1e-9 && (all[0].bias + 2.0 / 3.0).abs() < 1e-9, "{:?}", all[0]);
    assert!((all[0].root_mean_square - (10.0_f64 / 3.0).sqrt()).abs() < 1e-9);
    let solved = errors(true);
    assert!((solved[0].mean_absolute - 1.5).abs() < 1e-9, "{:?}", solved[0]);
}
