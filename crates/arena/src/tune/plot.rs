//! The plot of a run: a panel for each parameter, its value over the iterations.

use plotters::coord::Shift;
use plotters::prelude::*;

use super::SpsaParam;
use crate::report::{COLOURS, FONT, number, widened};

const COLUMNS: usize = 3;
const PANEL: (u32, u32) = (300, 180);
/// Points of a line; of a longer run some are left out.
const MAX_POINTS: usize = 300;

/// Draws all panels.
pub(super) fn draw(params: &[SpsaParam], history: &[Vec<f64>]) -> String {
    let columns = params.len().clamp(1, COLUMNS);
    let rows = params.len().div_ceil(columns).max(1);
    let size = (PANEL.0 * columns as u32, PANEL.1 * rows as u32);
    let mut svg = String::new();
    {
        let area = SVGBackend::with_string(&mut svg, size).into_drawing_area();
        // Drawing into a string does not fail.
        let _ = area.fill(&WHITE);
        for ((index, param), panel) in params.iter().enumerate().zip(area.split_evenly((rows, columns))) {
            let values: Vec<f64> = history.iter().map(|values| values[index]).collect();
            let _ = draw_panel(param, &values, &panel);
        }
    }
    svg
}

fn draw_panel(
    param: &SpsaParam,
    values: &[f64],
    panel: &DrawingArea<SVGBackend, Shift>,
) -> Result<(), Box<dyn std::error::Error>> {
    let last = values.len().saturating_sub(1);
    let title = format!("{}: {} to {:.0}", param.name, param.start, values[last]);
    let mut chart = ChartBuilder::on(panel)
        .margin(8)
        .margin_right(16)
        .caption(title, FONT)
        .x_label_area_size(20)
        .y_label_area_size(42)
        .build_cartesian_2d(0.0..last.max(1) as f64, widened(values.iter().copied()))?;
    chart
        .configure_mesh()
        .light_line_style(TRANSPARENT)
        .x_labels(4)
        .y_labels(5)
        .x_label_formatter(&|x| number(*x))
        .y_label_formatter(&|y| number(*y))
        .draw()?;
    let step = values.len().div_ceil(MAX_POINTS).max(1);
    let points = (0..=last).filter(|index| index % step == 0 || *index == last);
    let line = LineSeries::new(points.map(|index| (index as f64, values[index])), COLOURS[0].stroke_width(2));
    chart.draw_series(line)?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_parameter_has_a_panel() {
        let param = |name: &str, start| SpsaParam { name: name.into(), start, min: 0, max: 100, c_end: 5.0 };
        let params = [param("alpha", 10), param("beta", 90), param("gamma", 5), param("delta", 7)];
        let history: Vec<Vec<f64>> = (0..1000).map(|k| vec![f64::from(k), 90.0, 5.0 - f64::from(k), 7.0]).collect();
        let svg = draw(&params, &history);
        let tree = roxmltree::Document::parse(&svg).unwrap();
        let texts: Vec<&str> = tree.descendants().filter_map(|node| node.text()).map(str::trim).collect();
        for title in ["alpha: 10 to 999", "beta: 90 to 90", "gamma: 5 to -994", "delta: 7 to 7"] {
            assert!(texts.contains(&title), "{title}: {texts:?}");
        }
        assert_eq!(
            tree.descendants()
                .filter(|node| node.has_tag_name("polyline") && node.attribute("stroke") == Some("#0072B2"))
                .count(),
            4
        );
        // A run that has not begun can be drawn too.
        assert!(roxmltree::Document::parse(&draw(&params, &history[..1])).is_ok());
    }
}
