//! A chart of horizontal bars, as SVG that reads in light and in dark.

use std::fmt::Write as _;

/// What is drawn: a bar for each line, in groups.
pub(super) struct Chart {
    pub(super) title: String,
    /// Where and when it was measured.
    pub(super) from: String,
    pub(super) lines: Vec<Line>,
}

/// A measured ratio, its spread, and the one that is promised.
pub(super) struct Line {
    /// Lines of one group follow each other.
    pub(super) group: String,
    pub(super) label: String,
    pub(super) value: f64,
    pub(super) spread: (f64, f64),
    pub(super) bar: Option<f64>,
    /// Whether the bar is met; `None` where there is none.
    pub(super) met: Option<bool>,
}

const WIDTH: f64 = 760.0;
const GROUP_X: f64 = 12.0;
const LABEL_X: f64 = 232.0;
const BARS_X: f64 = 240.0;
const BARS_WIDTH: f64 = 400.0;
const ROW: f64 = 18.0;
const GAP: f64 = 10.0;
const TOP: f64 = 52.0;

const STYLE: &str = "\
  text { font: 12px system-ui, sans-serif; fill: #24292f; }
  .title { font-size: 14px; font-weight: 600; }
  .quiet { fill: #57606a; }
  .value { fill: #4078c0; }
  .missed { fill: #b35900; }
  .spread, .bar { stroke: #24292f; fill: none; }
  .bar { stroke-width: 2; }
  @media (prefers-color-scheme: dark) {
    text { fill: #e6edf3; }
    .quiet { fill: #9198a1; }
    .value { fill: #5b9bea; }
    .missed { fill: #e0823d; }
    .spread, .bar { stroke: #e6edf3; }
  }
";

impl Chart {
    /// Draws it. What is missed has another color and says so.
    pub(super) fn svg(&self) -> String {
        let end = |line: &Line| line.value.max(line.spread.1).max(line.bar.unwrap_or_default());
        let longest = self.lines.iter().map(end);
        let scale = BARS_WIDTH / longest.fold(1.0, f64::max);
        let mut body = String::new();
        let mut y = TOP;
        let mut group = "";
        for line in &self.lines {
            if line.group != group {
                y += if group.is_empty() { 0.0 } else { GAP };
                group = &line.group;
                push_text(&mut body, "", GROUP_X, y + 13.0, "start", group);
            }
            push_line(&mut body, line, scale, y);
            y += ROW;
        }
        let height = y + 34.0;
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height}\" \
             width=\"{WIDTH}\" height=\"{height}\" role=\"img\" aria-label=\"{}\">\n\
             <style>\n{STYLE}</style>\n",
            escaped(&self.title)
        );
        push_text(&mut svg, "title", GROUP_X, 22.0, "start", &self.title);
        let key = "A vertical line is the bar; a thin one is the spread, from the tenth to the \
                   ninetieth percentile.";
        push_text(&mut svg, "quiet", GROUP_X, 40.0, "start", key);
        svg += &body;
        push_text(&mut svg, "quiet", GROUP_X, height - 12.0, "start", &self.from);
        svg + "</svg>\n"
    }
}

fn push_line(svg: &mut String, line: &Line, scale: f64, y: f64) {
    let missed = line.met == Some(false);
    let class = if missed { "missed" } else { "value" };
    let width = line.value * scale;
    push_text(svg, "quiet", LABEL_X, y + 13.0, "end", &line.label);
    let _ = writeln!(
        svg,
        "<rect class=\"{class}\" x=\"{BARS_X}\" y=\"{:.1}\" width=\"{width:.1}\" height=\"12\"/>",
        y + 3.0
    );
    let (p10, p90) = line.spread;
    let (from, to, middle) = (BARS_X + p10 * scale, BARS_X + p90 * scale, y + 9.0);
    let _ = writeln!(svg, "<path class=\"spread\" d=\"M{from:.1} {middle:.1}H{to:.1}\"/>");
    let mut end = BARS_X + width.max(p90 * scale);
    if let Some(bar) = line.bar {
        let x = BARS_X + bar * scale;
        let _ = writeln!(svg, "<path class=\"bar\" d=\"M{x:.1} {:.1}v16\"/>", y + 1.0);
        end = end.max(x);
    }
    let digits = if line.value < 3.0 { 2 } else { 1 };
    let value = format!("{:.digits$}{}", line.value, if missed { ", missed" } else { "" });
    push_text(svg, "", end + 6.0, y + 13.0, "start", &value);
}

fn push_text(svg: &mut String, class: &str, x: f64, y: f64, anchor: &str, text: &str) {
    let text = escaped(text);
    let _ = writeln!(
        svg,
        "<text class=\"{class}\" x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\">{text}</text>"
    );
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('"', "&quot;")
}
