//! The curve of the loss, drawn by the `plotters` crate.

use plotters::prelude::*;

use crate::fit::Epoch;

const SIZE: (u32, u32) = (640, 360);
const FONT: (&str, u32) = ("sans-serif", 13);
/// Colours that colour-blind people tell apart (Okabe and Ito 2008).
const TRAINING: RGBColor = RGBColor(0, 114, 178);
const VALIDATION: RGBColor = RGBColor(213, 94, 0);

type Drawing = Result<(), Box<dyn std::error::Error>>;

/// The losses of all epochs as a picture in SVG; empty if there is nothing to draw.
pub(super) fn loss_plot(name: &str, epochs: &[Epoch]) -> String {
    let mut svg = String::new();
    let drawn = draw(&mut svg, name, epochs);
    if drawn.is_ok() { svg } else { String::new() }
}

fn draw(svg: &mut String, name: &str, epochs: &[Epoch]) -> Drawing {
    let training: Vec<(f64, f64)> = epochs.iter().map(|epoch| (f64::from(epoch.epoch), epoch.loss)).collect();
    let validation: Vec<(f64, f64)> =
        epochs.iter().filter_map(|epoch| Some((f64::from(epoch.epoch), epoch.validation_loss?))).collect();
    let losses = || training.iter().chain(&validation).map(|(_, loss)| *loss);
    let (low, high) = (losses().fold(f64::INFINITY, f64::min), losses().fold(f64::NEG_INFINITY, f64::max));
    if !low.is_finite() || !high.is_finite() {
        return Err("no losses".into());
    }
    let room = ((high - low) * 0.05).max(1e-4);
    let area = SVGBackend::with_string(svg, SIZE).into_drawing_area();
    area.fill(&WHITE)?;
    let mut chart = ChartBuilder::on(&area)
        .caption(name, FONT)
        .margin(10)
        .x_label_area_size(42)
        .y_label_area_size(70)
        .build_cartesian_2d(1.0..(epochs.len() as f64).max(2.0), low - room..high + room)?;
    chart.configure_mesh().light_line_style(TRANSPARENT).x_desc("epoch").y_desc("loss").label_style(FONT).draw()?;
    for (label, line, colour) in [("training", training, TRAINING), ("validation", validation, VALIDATION)] {
        chart
            .draw_series(LineSeries::new(line, colour.stroke_width(2)))?
            .label(label)
            .legend(move |(x, y)| PathElement::new([(x, y), (x + 16, y)], colour.stroke_width(2)));
    }
    chart.configure_series_labels().label_font(FONT).background_style(WHITE).border_style(BLACK.mix(0.2)).draw()?;
    area.present()?;
    Ok(())
}
