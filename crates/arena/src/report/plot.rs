//! Plots, drawn by the `plotters` crate. `style.css` shows black in the colour of the text.

use std::ops::Range;

use plotters::coord::Shift;
use plotters::prelude::*;

use super::Table;

/// A bar plot with error bars.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct BarPlot {
    /// Its title.
    pub title: String,
    /// The unit of the values.
    pub unit: String,
    /// The bars, from the top.
    pub bars: Vec<Bar>,
}

/// A bar.
#[derive(Clone, Debug, PartialEq)]
pub struct Bar {
    /// Its name.
    pub name: String,
    /// Its length.
    pub value: f64,
    /// The 95 % confidence interval.
    pub interval: [f64; 2],
}

/// A line plot.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LinePlot {
    /// Its title.
    pub title: String,
    /// The names of the x axis and the y axis.
    pub axes: [String; 2],
    /// Whether each axis is logarithmic.
    pub log_scale: [bool; 2],
    /// The series of points.
    pub lines: Vec<Series>,
}

/// A series of points, joined by a line.
#[derive(Clone, Debug, PartialEq)]
pub struct Series {
    /// Its name.
    pub name: String,
    /// x, y, and half the width of the interval around y (0 for none), by increasing x.
    pub points: Vec<[f64; 3]>,
}

/// A plot as SVG shapes, without the `svg` element around them.
pub(super) struct Drawn {
    pub(super) title: String,
    pub(super) description: String,
    pub(super) size: (u32, u32),
    pub(super) shapes: String,
}

const WIDTH: u32 = 640;
const LINES_HEIGHT: u32 = 360;
const BAR_HEIGHT: u32 = 26;
/// Longer bars are cut: the rating of a player that always wins is infinite.
const MAX_BAR: f64 = 1200.0;
const LETTER: u32 = 7;
pub(crate) const FONT: (&str, u32) = ("sans-serif", 13);
/// A palette that colour-blind people can distinguish (Okabe and Ito 2008).
pub(crate) const COLOURS: [RGBColor; 6] = [
    RGBColor(0, 114, 178),
    RGBColor(213, 94, 0),
    RGBColor(0, 158, 115),
    RGBColor(204, 121, 167),
    RGBColor(230, 159, 0),
    RGBColor(86, 180, 233),
];

type Drawing = Result<(), Box<dyn std::error::Error>>;
type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;

impl BarPlot {
    /// The same figures as a table.
    pub fn table(&self) -> Table {
        let mut table = Table::new(&self.title, &["", &self.unit, "95 % interval"]);
        for bar in &self.bars {
            let [low, high] = bar.interval.map(number);
            table.push([bar.name.clone(), number(bar.value), format!("{low} to {high}")]);
        }
        table
    }

    pub(super) fn draw(&self) -> Drawn {
        let size = (WIDTH, 60 + BAR_HEIGHT * self.bars.len().max(1) as u32);
        let description =
            format!("{} bars with error whiskers, {}; the table holds the same figures.", self.bars.len(), self.unit);
        drawn(&self.title, description, size, |area| self.draw_on(area))
    }

    fn draw_on(&self, area: &Area) -> Drawing {
        let cut = |value: f64| if value.is_nan() { 0.0 } else { value.clamp(-MAX_BAR, MAX_BAR) };
        let ends = self.bars.iter().flat_map(|bar| [bar.value, bar.interval[0], bar.interval[1]]).map(cut);
        let reach = widened(ends.chain([0.0]));
        let longest = self.bars.iter().map(|bar| bar.name.chars().count()).max().unwrap_or(0) as u32;
        let mut chart = ChartBuilder::on(area)
            .margin(8)
            .x_label_area_size(40)
            .y_label_area_size((longest * LETTER + 14).min(WIDTH / 2))
            .build_cartesian_2d(reach, (0..self.bars.len().max(1)).into_segmented())?;
        let name = |place: &SegmentValue<usize>| match place {
            // The axis runs upwards, the bars are listed downwards.
            SegmentValue::CenterOf(index) => self.bars.iter().rev().nth(*index).map_or("", |bar| &bar.name).to_owned(),
            _ => String::new(),
        };
        chart
            .configure_mesh()
            .disable_y_mesh()
            .light_line_style(TRANSPARENT)
            .y_labels(self.bars.len().max(1))
            .y_label_formatter(&name)
            .x_label_formatter(&|value| tick(*value))
            .x_desc(&self.unit)
            .label_style(FONT)
            .draw()?;
        for (index, bar) in self.bars.iter().rev().enumerate() {
            let corners = [(0.0, SegmentValue::Exact(index)), (cut(bar.value), SegmentValue::Exact(index + 1))];
            let mut shape = Rectangle::new(corners, COLOURS[0].mix(0.6).filled());
            shape.set_margin(4, 4, 0, 0);
            chart.draw_series([shape])?;
            let [low, high] = bar.interval.map(cut);
            let middle = SegmentValue::CenterOf(index);
            chart.draw_series([ErrorBar::new_horizontal(middle, low, cut(bar.value), high, BLACK.filled(), 7)])?;
        }
        Ok(())
    }
}

impl LinePlot {
    /// The same figures as a table.
    pub fn table(&self) -> Table {
        let mut table = Table::new(&self.title, &["", &self.axes[0], &self.axes[1]]);
        for line in &self.lines {
            for [x, y, error] in &line.points {
                let error = if *error == 0.0 { String::new() } else { format!(" ± {}", number(*error)) };
                table.push([line.name.clone(), number(*x), format!("{}{error}", number(*y))]);
            }
        }
        table
    }

    pub(super) fn draw(&self) -> Drawn {
        let names: Vec<&str> = self.lines.iter().map(|line| line.name.as_str()).collect();
        let description = format!(
            "{} against {} for {}; the table holds the same figures.",
            self.axes[1],
            self.axes[0],
            names.join(", ")
        );
        drawn(&self.title, description, (WIDTH, LINES_HEIGHT), |area| self.draw_on(area))
    }

    /// The coordinate of a value on an axis.
    fn place(&self, axis: usize, value: f64) -> f64 {
        if self.log_scale[axis] { value.max(1e-9).log10() } else { value }
    }

    fn label(&self, axis: usize, place: f64) -> String {
        tick(if self.log_scale[axis] { 10f64.powf(place) } else { place })
    }

    fn draw_on(&self, area: &Area) -> Drawing {
        let points = || self.lines.iter().flat_map(|line| &line.points);
        let across = widened(points().map(|point| self.place(0, point[0])));
        let up = widened(points().flat_map(|[_, y, error]| [y - error, y + error]).map(|y| self.place(1, y)));
        let mut chart = ChartBuilder::on(area)
            .margin(10)
            .x_label_area_size(42)
            .y_label_area_size(70)
            .build_cartesian_2d(across, up)?;
        chart
            .configure_mesh()
            .light_line_style(TRANSPARENT)
            .x_label_formatter(&|place| self.label(0, *place))
            .y_label_formatter(&|place| self.label(1, *place))
            .x_desc(&self.axes[0])
            .y_desc(&self.axes[1])
            .label_style(FONT)
            .draw()?;
        for (line, colour) in self.lines.iter().zip(COLOURS.iter().cycle()) {
            let place = |[x, y, _]: &[f64; 3]| (self.place(0, *x), self.place(1, *y));
            chart
                .draw_series(LineSeries::new(line.points.iter().map(place), colour.stroke_width(2)))?
                .label(&line.name)
                .legend(|(x, y)| PathElement::new([(x, y), (x + 16, y)], colour.stroke_width(2)));
            chart.draw_series(line.points.iter().map(|[x, y, error]| {
                let [low, middle, high] = [y - error, *y, y + error].map(|y| self.place(1, y));
                ErrorBar::new_vertical(self.place(0, *x), low, middle, high, colour.filled(), 8)
            }))?;
        }
        if self.lines.len() > 1 {
            chart.configure_series_labels().label_font(FONT).border_style(BLACK.mix(0.2)).draw()?;
        }
        Ok(())
    }
}

/// Draws a plot, and strips the `svg` element: the HTML writer has its own.
fn drawn(title: &str, description: String, size: (u32, u32), draw: impl Fn(&Area) -> Drawing) -> Drawn {
    let mut svg = String::new();
    let result = draw(&SVGBackend::with_string(&mut svg, size).into_drawing_area());
    let body = svg.split_once('>').map_or("", |(_, body)| body).trim_end();
    let shapes = match result {
        Ok(()) => body.strip_suffix("</svg>").unwrap_or(body).to_owned(),
        Err(_) => String::new(),
    };
    Drawn { title: title.into(), description, size, shapes }
}

/// A range of all values with a margin; never empty.
pub(crate) fn widened(values: impl Iterator<Item = f64>) -> Range<f64> {
    let (low, high) = values
        .filter(|value| value.is_finite())
        .fold((f64::MAX, f64::MIN), |(low, high), value| (low.min(value), high.max(value)));
    if low > high {
        return 0.0..1.0;
    }
    let room = ((high - low) * 0.05).max(1e-3 * high.abs().max(1.0));
    low - room..high + room
}

/// A number with three significant digits, or all digits before the decimal point.
pub(crate) fn number(value: f64) -> String {
    let size = value.abs();
    match value {
        value if value.is_nan() => "–".into(),
        value if value.is_infinite() => if value > 0.0 { "∞" } else { "-∞" }.into(),
        _ if size < 1e-9 => "0".into(),
        _ if size >= 100.0 => format!("{value:.0}"),
        _ if size >= 10.0 => format!("{value:.1}"),
        _ if size >= 0.01 => format!("{value:.2}").trim_end_matches('0').trim_end_matches('.').into(),
        _ => format!("{value:.1e}"),
    }
}

/// A number on an axis: 50, not 50.0.
fn tick(value: f64) -> String {
    number(value).trim_end_matches(".0").to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn axes_have_round_numbers() {
        assert_eq!([-150.0, 50.0, 12.5, 0.0].map(tick), ["-150", "50", "12.5", "0"]);
        let bar = Bar { name: "a".into(), value: 40.0, interval: [10.0, 70.0] };
        let plot = BarPlot { title: "Elo".into(), unit: "Elo".into(), bars: vec![bar] };
        assert!(!plot.draw().shapes.contains(".0\n"), "an axis prints `50.0`: {}", plot.draw().shapes);
    }

    #[test]
    fn numbers_are_short() {
        assert_eq!([1234.4, 12.34, 1.0, 0.25, 1e-14, -7.5].map(number), ["1234", "12.3", "1", "0.25", "0", "-7.5"]);
        assert_eq!([f64::INFINITY, f64::NAN, 0.00012].map(number), ["∞", "–", "1.2e-4"]);
    }

    #[test]
    fn ranges_are_never_empty() {
        for values in [vec![], vec![0.0], vec![f64::INFINITY, 3.0], vec![-5.0, 5.0]] {
            let range = widened(values.iter().copied());
            assert!(range.start < range.end, "{values:?}");
        }
    }
}
