//! Bars and flows as drawings, with the numbers beside them as text.
//!
//! Text is the page's own and stays as large as it is on a phone; only what has no letters is
//! stretched to the width that there is.

use super::html::escaped;
use super::{Bars, FlowLine, Stacks, percent};

/// A row of a table for each bar, so that numbers are aligned and can be read aloud.
pub(super) fn bars(bars: &Bars) -> String {
    let most = bars.bars.iter().map(|bar| bar.amount).max().unwrap_or(0) as f64;
    let most = most.max(bars.expected.map_or(0.0, |(_, most)| most)).max(bars.mean.unwrap_or(0.0));
    let along = |amount: f64| amount / most.max(1.0) * 100.0;
    let behind = bars.expected.map_or(String::new(), |(low, high)| {
        let (low, high) = (along(low), along(high));
        format!(
            "<rect class=\"expected\" x=\"{low:.2}%\" width=\"{:.2}%\" height=\"100%\"/>",
            (high - low).max(0.5)
        )
    });
    let line = bars.mean.map_or(String::new(), |mean| {
        let at = along(mean);
        format!("<line class=\"mean\" x1=\"{at:.2}%\" x2=\"{at:.2}%\" y1=\"0\" y2=\"100%\"/>")
    });
    let class = if bars.is_named { "bars named" } else { "bars" };
    let mut text = format!("<table class=\"{class}\">\n<thead><tr>");
    let name = format!("<th scope=\"col\">{}</th>", escaped(bars.of));
    text += &if bars.is_named {
        name
    } else {
        format!("{}<th></th>", name.replace("<th ", "<th class=\"number\" "))
    };
    for head in [bars.unit, bars.note] {
        text += &format!("<th scope=\"col\" class=\"number\">{}</th>", escaped(head));
    }
    text += "</tr></thead>\n<tbody>\n";
    for bar in &bars.bars {
        let name = escaped(&bar.name);
        text += &match bars.is_named {
            true => format!(
                "<tr class=\"name\"><th scope=\"row\" class=\"key\" colspan=\"3\">{name}</th>\
                 </tr>\n<tr>"
            ),
            false => format!("<tr><th scope=\"row\" class=\"number\">{name}</th>"),
        };
        text += &format!(
            "<td class=\"plot\"><svg aria-hidden=\"true\">{behind}<rect class=\"amount\" y=\"25%\" \
             width=\"{:.2}%\" height=\"50%\"/>{line}</svg></td><td class=\"number\">{}</td>\
             <td class=\"number dim\">{}</td></tr>\n",
            along(bar.amount as f64),
            bar.amount,
            escaped(&bar.note),
        );
    }
    text + "</tbody>\n</table>\n"
}

/// A bar of the width of the page for each label, divided by its parts.
pub(super) fn stacks(stacks: &Stacks) -> String {
    let mut text = String::from("<p class=\"legend\">");
    for (i, part) in stacks.parts.iter().enumerate() {
        text += &format!("<span>{}{}</span> ", swatch(part_class(stacks, i)), escaped(part));
    }
    text += "</p>\n<ul class=\"stacks\">\n";
    for (label, amounts) in &stacks.rows {
        let all = amounts.iter().sum::<u64>();
        let share = |amount: u64| amount as f64 / all.max(1) as f64;
        let (mut bar, mut shares, mut at) = (String::new(), Vec::new(), 0.0);
        for (i, (amount, part)) in amounts.iter().zip(&stacks.parts).enumerate() {
            let wide = share(*amount) * 100.0;
            if *amount > 0 {
                bar += &format!(
                    "<rect class=\"{}\" x=\"{at:.2}%\" width=\"{wide:.2}%\" height=\"100%\"/>",
                    part_class(stacks, i)
                );
                shares.push(format!("{} {}", percent(share(*amount)), escaped(part)));
            }
            at += wide;
        }
        text += &format!(
            "<li><div class=\"label\"><b>{}</b><span>{all}</span></div>\
             <svg aria-hidden=\"true\">{bar}</svg><div class=\"dim\">{}</div></li>\n",
            escaped(label),
            shares.join(", "),
        );
    }
    text + "</ul>\n"
}

/// The last part is the rest.
fn part_class(stacks: &Stacks, i: usize) -> String {
    if i + 1 == stacks.parts.len() { "rest".into() } else { format!("part-{}", i % 6) }
}

fn swatch(class: String) -> String {
    format!(
        "<svg aria-hidden=\"true\"><rect class=\"{class}\" width=\"100%\" height=\"100%\"/></svg>"
    )
}

/// The least that a name takes, in pixels of the page.
const LINE: f64 = 17.0;
const GAP: f64 = 5.0;
/// The ribbons' own height, when every node is as tall as its amount.
const TALL: f64 = 420.0;

/// A ribbon for each flow, from the partitions before on the left to those after on the right.
pub(super) fn flows(flows: &[FlowLine]) -> String {
    let all = flows.iter().map(|flow| flow.amount as f64).sum::<f64>().max(1.0);
    let scale = TALL / all;
    let mut froms = nodes(flows, |flow| flow.from, scale);
    let mut tos = nodes(flows, |flow| flow.to, scale);
    let bottom = |nodes: &[Node]| nodes.last().map_or(0.0, |node| node.top + node.slot);
    let height = bottom(&froms).max(bottom(&tos)) + 2.0;
    let mut ribbons = String::new();
    for flow in flows {
        let wide = flow.amount as f64 * scale;
        let (from, to) = (taken(&mut froms, flow.from, wide), taken(&mut tos, flow.to, wide));
        let (from_end, to_end) = (from + wide.max(0.3), to + wide.max(0.3));
        let class = if flow.from == flow.to { "stays" } else { "moves" };
        ribbons += &format!(
            "<path class=\"{class}\" d=\"M0 {from:.1}C50 {from:.1} 50 {to:.1} 100 {to:.1}V\
             {to_end:.1}C50 {to_end:.1} 50 {from_end:.1} 0 {from_end:.1}Z\"><title>{} to {}: {} \
             records, {} keys</title></path>\n",
            flow.from, flow.to, flow.amount, flow.keys,
        );
    }
    let names = |nodes: &[Node], is_left: bool| {
        let wide = 30.0 + 8.0 * nodes.iter().map(Node::letters).max().unwrap_or(0) as f64;
        let (bar, name, anchor) = match is_left {
            true => (wide - 4.0, wide - 10.0, "end"),
            false => (0.0, 10.0, "start"),
        };
        let names = nodes.iter().map(|node| {
            let amount = format!("<tspan class=\"dim\">{}</tspan>", node.amount);
            let text = match is_left {
                true => format!("{amount} &#160;{}", node.partition),
                false => format!("{}&#160; {amount}", node.partition),
            };
            format!(
                "<rect class=\"node\" x=\"{bar}\" y=\"{:.1}\" width=\"4\" height=\"{:.1}\"/>\
                 <text x=\"{name}\" y=\"{:.1}\" text-anchor=\"{anchor}\">{text}</text>\n",
                node.top,
                node.tall.max(1.0),
                node.top + node.tall / 2.0 + 4.5,
            )
        });
        let names = names.collect::<String>();
        format!("<svg width=\"{wide}\" height=\"{height:.0}\">\n{names}</svg>\n")
    };
    format!(
        "<p class=\"legend\"><span>{}moves</span> <span>{}stays</span></p>\n\
         <div class=\"flow-heads\"><span>before</span><span>after</span></div>\n\
         <div class=\"flows\" role=\"img\" aria-label=\"records from each partition to each\">\n{}\
         <svg class=\"ribbons\" height=\"{height:.0}\" viewBox=\"0 0 100 {height:.1}\" \
         preserveAspectRatio=\"none\">\n{ribbons}</svg>\n{}</div>\n",
        swatch("moves".into()),
        swatch("stays".into()),
        names(&froms, true),
        names(&tos, false),
    )
}

/// A partition beside the ribbons.
struct Node {
    partition: u32,
    amount: u64,
    /// Where its line starts, and how much of the page it takes: room for its name at the least.
    top: f64,
    slot: f64,
    tall: f64,
    /// How much of it ribbons have.
    taken: f64,
}

impl Node {
    /// How many characters its name takes.
    fn letters(&self) -> usize {
        self.partition.to_string().len() + self.amount.to_string().len()
    }
}

/// The partitions on one side, in their order, one below the other.
fn nodes(flows: &[FlowLine], side: impl Fn(&FlowLine) -> u32, scale: f64) -> Vec<Node> {
    let mut sums = std::collections::BTreeMap::<u32, u64>::new();
    for flow in flows {
        *sums.entry(side(flow)).or_default() += flow.amount;
    }
    let mut y = 1.0;
    let node = |(partition, amount): (u32, u64)| {
        let tall = amount as f64 * scale;
        let slot = tall.max(LINE) + GAP;
        let top = y + (slot - GAP - tall) / 2.0;
        y += slot;
        Node { partition, amount, top, slot, tall, taken: 0.0 }
    };
    sums.into_iter().map(node).collect()
}

/// Where the next ribbon of a partition starts.
fn taken(nodes: &mut [Node], partition: u32, wide: f64) -> f64 {
    match nodes.iter_mut().find(|node| node.partition == partition) {
        Some(node) => {
            let at = node.top + node.taken;
            node.taken += wide;
            at
        }
        None => 0.0,
    }
}
