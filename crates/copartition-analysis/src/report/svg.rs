//! Bars and flows as drawings, with the numbers in them as text.

use super::html::escaped;
use super::{Bars, FlowLine};

/// Drawings are as wide as this, in their own units; the page scales them.
const WIDTH: f64 = 640.0;
const ROW: f64 = 22.0;
/// More than these are one table's matter.
const MOST_BARS: usize = 200;
const MOST_FLOWS: usize = 400;

pub(super) fn bars(bars: &Bars) -> String {
    let shown = bars.bars.iter().take(MOST_BARS);
    let most = bars.bars.iter().map(|(_, amount)| *amount).max().unwrap_or(0).max(1) as f64;
    let (left, right) = (90.0, 110.0);
    let scale = (WIDTH - left - right) / most;
    let height = ROW * (shown.len() as f64 + 1.0) + 6.0;
    let mut drawing = format!(
        "<svg viewBox=\"0 0 {WIDTH} {height}\" role=\"img\" aria-label=\"{} per {}\">\n\
         <text class=\"head\" x=\"{}\" y=\"15\" text-anchor=\"end\">{}</text>\
         <text class=\"head\" x=\"{left}\" y=\"15\">{}</text>\n",
        escaped(&bars.unit),
        escaped(&bars.of),
        left - 8.0,
        escaped(&bars.of),
        escaped(&bars.unit),
    );
    if let Some((low, high)) = bars.expected {
        let (x, width) = (left + low.max(0.0) * scale, (high.min(most) - low.max(0.0)) * scale);
        drawing += &format!(
            "<rect class=\"expected\" x=\"{x:.1}\" y=\"{ROW}\" width=\"{:.1}\" height=\"{:.1}\">\
             <title>expected: {low:.0} to {high:.0}</title></rect>\n",
            width.max(1.0),
            height - ROW - 4.0,
        );
    }
    for (i, (name, amount)) in shown.enumerate() {
        let y = ROW * (i as f64 + 1.0);
        let width = *amount as f64 * scale;
        drawing += &format!(
            "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{}</text>\
             <rect class=\"bar\" x=\"{left}\" y=\"{:.1}\" width=\"{width:.1}\" height=\"{:.1}\"/>\
             <text class=\"amount\" x=\"{:.1}\" y=\"{:.1}\">{amount}</text>\n",
            left - 8.0,
            y + 15.0,
            escaped(name),
            y + 3.0,
            ROW - 6.0,
            left + width + 6.0,
            y + 15.0,
        );
    }
    drawing += "</svg>\n";
    match bars.bars.len().checked_sub(MOST_BARS) {
        Some(more) if more > 0 => drawing + &format!("<p>{more} more are not drawn.</p>\n"),
        _ => drawing,
    }
}

/// A ribbon for each flow, from the left column to the right one.
pub(super) fn flows(flows: &[FlowLine]) -> String {
    let total: u64 = flows.iter().map(|flow| flow.amount).sum();
    let (froms, tos) = (sums(flows, |flow| &flow.from), sums(flows, |flow| &flow.to));
    let gap = 6.0;
    let height = (ROW * froms.len().max(tos.len()) as f64).max(200.0);
    let free = |columns: usize| height - gap * columns.saturating_sub(1) as f64;
    let scale = free(froms.len()).min(free(tos.len())) / total.max(1) as f64;
    let (left, right) = (110.0, WIDTH - 110.0);
    let mut drawing = format!(
        "<svg viewBox=\"0 0 {WIDTH} {:.0}\" role=\"img\" aria-label=\"flow\">\n",
        height + 8.0
    );
    let mut ends = [places(&froms, gap, scale), places(&tos, gap, scale)];
    for flow in flows.iter().take(MOST_FLOWS) {
        let width = flow.amount as f64 * scale;
        let [from, to] = &mut ends;
        let (y1, y2) = (taken(from, &flow.from, width), taken(to, &flow.to, width));
        let class = if flow.stays { "stays" } else { "moves" };
        let middle = (left + right) / 2.0;
        drawing += &format!(
            "<path class=\"{class}\" stroke-width=\"{:.2}\" d=\"M{left} {y1:.1} C{middle} {y1:.1} \
             {middle} {y2:.1} {right} {y2:.1}\"><title>{} to {}: {}</title></path>\n",
            width.max(0.4),
            escaped(&flow.from),
            escaped(&flow.to),
            flow.amount,
        );
    }
    for (column, x, anchor, shift) in [(&froms, left, "end", -8.0), (&tos, right, "start", 8.0)] {
        let mut y = 4.0;
        for (name, amount) in column {
            let tall = *amount as f64 * scale;
            drawing += &format!(
                "<rect class=\"node\" x=\"{:.1}\" y=\"{y:.1}\" width=\"4\" height=\"{:.1}\"/>\
                 <text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"{anchor}\">{} ({amount})</text>\n",
                x - 2.0,
                tall.max(1.0),
                x + shift,
                y + tall / 2.0 + 5.0,
                escaped(name),
            );
            y += tall + gap;
        }
    }
    drawing + "</svg>\n"
}

/// The amount of each name, in the order in which the names come.
fn sums<'a>(
    flows: &'a [FlowLine],
    name: impl Fn(&'a FlowLine) -> &'a String,
) -> Vec<(&'a str, u64)> {
    let mut sums: Vec<(&str, u64)> = Vec::new();
    for flow in flows {
        match sums.iter_mut().find(|(known, _)| known == name(flow)) {
            Some((_, sum)) => *sum += flow.amount,
            None => sums.push((name(flow), flow.amount)),
        }
    }
    sums
}

/// Where each name's first ribbon starts.
fn places<'a>(column: &[(&'a str, u64)], gap: f64, scale: f64) -> Vec<(&'a str, f64)> {
    let mut y = 4.0;
    column
        .iter()
        .map(|(name, amount)| {
            let place = (*name, y);
            y += *amount as f64 * scale + gap;
            place
        })
        .collect()
}

/// The middle of the next ribbon of a name, which then is taken.
fn taken(places: &mut [(&str, f64)], name: &str, width: f64) -> f64 {
    match places.iter_mut().find(|(known, _)| *known == name) {
        Some((_, y)) => {
            let middle = *y + width / 2.0;
            *y += width;
            middle
        }
        None => 0.0,
    }
}
