//! The pages: the numbers of the analysis are in them, and nothing that a key could smuggle in.

use copartition::{PartitionCount, Partitioner, Placement, resolve};
use copartition_analysis::report::Report;
use copartition_analysis::samples::{Fields, InputFormat, LogEntry, open};
use copartition_analysis::{
    Moves, Observed, Shown, Side, Spread, SpreadReport, Topic, Unkeyed, compare_with_first,
    identify, key_digest, split, time_text,
};

type Result<T = ()> = std::result::Result<T, Box<dyn std::error::Error>>;

/// What would be markup, or would make a text look like another one.
const HOSTILE: [&str; 6] = [
    "</style></title><script>alert(1)</script>",
    "\"><img src=x onerror=alert(1)>",
    "' onload='alert(1)",
    "user\u{202e}1-resu\u{2066}",
    "nul\u{0}bell\u{7}escape\u{1b}[31m\u{85}",
    "zero\u{200b}width\u{feff}\u{e0041}",
];

fn count(n: i64) -> Result<PartitionCount> {
    Ok(PartitionCount::try_from(n)?)
}

/// A topic whose keys java and librdkafka placed, some of them both; each on its own label.
fn observed(keys: &[&str], n: i64) -> Result<Observed> {
    let (n, mut csv) = (count(n)?, String::from("key,partition,by,offset,at,value\n"));
    let rows = keys.iter().map(|key| key.to_string()).chain((0..60).map(|i| format!("user-{i}")));
    for (i, key) in rows.enumerate() {
        for (name, label) in [("java", "orders"), ("librdkafka", "<b>billing</b>")] {
            let placed = Partitioner::named(name)?.place(Some(key.as_bytes()), n);
            let (Placement::Partition(partition), quoted) = (placed, key.replace('"', "\"\""))
            else {
                continue;
            };
            let (at, value) = (1_796_004_608_500 + i * 60_000, if i % 2 == 0 { label } else { "" });
            csv += &format!("\"{quoted}\",{partition},{label},{i},{at},{value}\n");
        }
    }
    let named = |name: &str| Some(name.to_string());
    let fields = Fields {
        key: named("key"),
        partition: named("partition"),
        offset: named("offset"),
        timestamp: named("at"),
        value: named("value"),
        by: copartition_analysis::samples::By::named("field:by"),
        null_token: Some(Vec::new()),
        ..Fields::default()
    };
    let mut observed = Observed::new(n, usize::MAX);
    let input = Box::new(std::io::Cursor::new(csv.into_bytes()));
    observed.add(open(InputFormat::Csv, "topic.csv", input, &fields)?.as_mut())?;
    Ok(observed)
}

fn lines(keys: &[&str]) -> Result<Box<dyn copartition_analysis::samples::Source>> {
    // A line feed would be two keys.
    let text: String = keys.iter().map(|key| format!("{key}\n")).collect();
    let input = Box::new(std::io::Cursor::new(text.into_bytes()));
    Ok(open(InputFormat::Lines, "keys.txt", input, &Fields::default())?)
}

fn spread_of(keys: &[&str], n: i64) -> Result<SpreadReport> {
    let mut spread = Spread::new(Partitioner::named("java")?, count(n)?, Unkeyed::Apart, 0)?;
    spread.add(lines(keys)?.as_mut())?;
    Ok(spread.report(100))
}

fn moves_of(keys: &[&str], n: i64, m: i64) -> Result<Moves> {
    let side = |n| {
        Ok::<_, Box<dyn std::error::Error>>(Side {
            partitioner: Partitioner::named("java")?,
            count: count(n)?,
        })
    };
    let mut moves = Moves::new(side(n)?, side(m)?);
    moves.add(lines(keys)?.as_mut())?;
    Ok(moves)
}

fn topic(name: &str, observed: Observed) -> Topic {
    Topic { name: name.into(), input: name.into(), observed }
}

/// The five reports of a topic that holds these keys, under this name.
fn reports(name: &str, keys: &[&str], shown: &Shown) -> Result<Vec<Report>> {
    let topics = [topic(name, observed(keys, 6)?), topic(name, observed(keys, 8)?)];
    let observed = observed(keys, 6)?;
    Ok(vec![
        Report::spread(name, &resolve("java")?, &spread_of(keys, 6)?, shown),
        Report::identify(name, &observed, &identify(&observed), shown),
        Report::split(name, &observed, &split(&observed), shown),
        Report::compare(&topics, &compare_with_first(&topics), shown),
        Report::moves(Some(name), &moves_of(keys, 6, 12)?, shown),
    ])
}

/// The page's text: what stands between its tags, with the characters that were escaped.
fn text_of(page: &str) -> String {
    let body = page.split_once("<body").map_or(page, |(_, body)| body);
    let text: String = body
        .split('<')
        .map(|tag| tag.split_once('>').map_or(String::new(), |(_, text)| format!("{text} ")))
        .collect();
    text.replace("&lt;", "<")
        .replace("&gt;", ">")
        .replace("&quot;", "\"")
        .replace("&#39;", "'")
        .replace("&amp;", "&")
}

/// Asserts that a page has a text, such as a number between two tags.
fn has(page: &str, text: &str) {
    assert!(text_of(page).contains(text), "{text:?} must be in {}", text_of(page));
}

#[test]
fn a_spread_s_page_has_every_partition_s_records_and_keys_the_hot_keys_and_the_reasons() -> Result {
    let keys: Vec<String> = (0..500).map(|i| format!("user-{}", i % 90)).collect();
    let keys: Vec<&str> = keys.iter().map(String::as_str).collect();
    let spread = spread_of(&keys, 12)?;
    let page = Report::spread("orders", &resolve("java")?, &spread, &Shown::default()).page();
    let mut rows = 0;
    for load in &spread.partitions {
        for amount in [load.records, load.keys] {
            let row = format!("<th scope=\"row\" class=\"number\">{}</th>", load.partition);
            let is_row = |line: &&str| {
                line.contains(&row) && line.contains(&format!("<td class=\"number\">{amount}</td>"))
            };
            assert!(page.lines().any(|line| is_row(&line)), "{} {amount}", load.partition);
            rows += 1;
        }
    }
    assert_eq!(rows, 24);
    for hot in spread.hot_keys.iter().take(25) {
        has(&page, &String::from_utf8_lossy(&hot.key));
    }
    assert!(!spread.reasons().is_empty() && !spread.key_health.is_empty());
    spread.reasons().iter().for_each(|reason| has(&page, &reason.sentence));
    spread.key_health.iter().for_each(|finding| has(&page, &finding.verdict));
    let luck = spread.luck.ok_or("luck must be told")?;
    has(&page, &format!("{:.0} to {:.0} keys a partition", luck.fewest, luck.most));
    has(&page, "500 in 500 rows");
    Ok(())
}

#[test]
fn an_identification_s_page_has_each_part_with_its_share_of_each_label_and_where_it_lies() -> Result
{
    let observed = observed(&[], 6)?;
    let identified = identify(&observed);
    let page = Report::identify("orders", &observed, &identified, &Shown::default()).page();
    has(&page, &identified.sentence());
    assert_eq!(identified.parts.len(), 2);
    for part in &identified.parts {
        has(&page, &part.who());
        has(&page, &part.records.to_string());
        has(&page, &format!("{:.1}%", part.share * 100.0));
        assert!(!part.spans.is_empty());
        for span in &part.spans {
            let at = span.first.timestamp.ok_or("the input has times")?;
            has(&page, &time_text(at).replace('T', " "));
        }
    }
    observed.labels().iter().for_each(|label| has(&page, label));
    has(&page, "120");
    Ok(())
}

#[test]
fn a_split_s_page_has_each_key_s_last_record_on_each_partition_and_what_was_deleted() -> Result {
    let mut observed = Observed::new(count(6)?, usize::MAX);
    for (partition, offset, tombstone) in [(1, 40, Some(true)), (4, 71, Some(false))] {
        let log = LogEntry {
            offset: Some(offset),
            timestamp: Some(1_796_004_608_500 + offset),
            tombstone,
            ..LogEntry::default()
        };
        observed.add_key(Some(b"user-1"), partition, 3, log);
    }
    let page = Report::split("orders", &observed, &split(&observed), &Shown::default()).page();
    has(&page, "1 of 1 key lies on more than one partition");
    has(&page, "user-1");
    has(&page, "40");
    has(&page, "2026-11-30 02:10:08.540Z, deleted here");
    has(&page, "2026-11-30 02:10:08.571Z, alive here");
    has(&page, "1 deleted on one partition and alive on another: such a delete never took effect");
    Ok(())
}

#[test]
fn a_comparison_s_page_has_every_check_the_keys_that_differ_the_remedy_and_the_advice() -> Result {
    let placed_by = |name: &str| {
        let mut observed = Observed::new(count(12)?, usize::MAX);
        for i in 0..40 {
            let key = format!("user-{i}");
            let placed = Partitioner::named(name)?.place(Some(key.as_bytes()), count(12)?);
            if let Placement::Partition(partition) = placed {
                observed.add_key(Some(key.as_bytes()), partition, 1, LogEntry::default());
            }
        }
        Ok::<_, Box<dyn std::error::Error>>(observed)
    };
    let names = ["orders", "payments"];
    let topics = [
        topic("orders", placed_by("java")?),
        topic("invoices", placed_by("java")?),
        topic("payments", placed_by("librdkafka")?),
    ];
    let compared = compare_with_first(&topics);
    let page = Report::compare(&topics, &compared, &Shown::default()).page();
    let [same, differ] = &compared[..] else { return Err("two comparisons must be made".into()) };
    has(&page, "Are orders, invoices, payments co-partitioned?");
    assert!(page.contains(&format!("<p class=\"verdict differs\">{}</p>", differ.sentence(names))));
    has(&page, &same.sentence(["orders", "invoices"]));
    assert_eq!(differ.checks(names).len(), 5);
    differ.checks(names).iter().for_each(|check| has(&page, &check.found));
    differ.different_keys.iter().take(25).for_each(|different| {
        has(&page, &String::from_utf8_lossy(&different.key));
    });
    has(&page, &format!("{} more keys are left out here.", differ.different_keys.len() - 25));
    has(&page, "partitioner=murmur2_random");
    has(&page, &differ.identified[1].sentence());
    same.not_checked(["orders", "invoices"]).iter().for_each(|item| has(&page, item));
    Ok(())
}

#[test]
fn a_change_s_page_has_every_flow_the_heaviest_keys_and_the_checklist() -> Result {
    let keys: Vec<String> = (0..200).map(|i| format!("user-{i}")).collect();
    let keys: Vec<&str> = keys.iter().map(String::as_str).collect();
    let moves = moves_of(&keys, 6, 9)?;
    let page = Report::moves(Some("orders"), &moves, &Shown::default()).page();
    has(&page, &moves.sentence());
    assert!(moves.flows().len() > 12);
    for flow in moves.flows() {
        let title = format!(
            "<title>{} to {}: {} records, {} keys</title>",
            flow.from, flow.to, flow.records, flow.keys
        );
        assert!(page.contains(&title), "{title}");
    }
    assert!(!moves.checklist().is_empty() && !moves.facts().is_empty());
    moves.checklist().iter().for_each(|item| has(&page, item));
    moves.facts().iter().for_each(|fact| has(&page, fact));
    has(&page, "The heaviest keys that move");
    let expected = moves_of(&[], 6, 9)?;
    let page = Report::moves(None, &expected, &Shown::default()).page();
    has(&page, "66.7% of all keys are expected to move");
    Ok(())
}

#[test]
fn nothing_that_a_key_a_label_a_name_or_a_command_says_becomes_markup_or_hides() -> Result {
    const TAGS: [&str; 35] = [
        "!doctype", "html", "head", "meta", "title", "style", "body", "main", "h1", "h2", "h3",
        "p", "ul", "li", "dl", "dt", "dd", "div", "span", "b", "br", "pre", "table", "thead",
        "tbody", "tr", "th", "td", "svg", "rect", "line", "path", "text", "tspan", "footer",
    ];
    let mut pages = 0;
    for hostile in HOSTILE {
        for report in reports(hostile, &HOSTILE, &Shown::default())? {
            let report = report.made_by(hostile).with_note(hostile);
            for page in [report.page(), report.fragment()] {
                for tag in page.split('<').skip(1) {
                    let name: String = tag
                        .trim_start_matches('/')
                        .chars()
                        .take_while(|c| c.is_ascii_alphanumeric() || *c == '!')
                        .collect();
                    assert!(TAGS.contains(&name.as_str()), "<{tag}");
                    let inside = tag.split('>').next().unwrap_or_default();
                    assert!(!inside.contains(" on"), "<{inside}>");
                }
                let hidden = |c: char| {
                    c.is_control() && c != '\n'
                        || matches!(
                            c,
                            '\u{200b}' | '\u{202e}' | '\u{2066}' | '\u{feff}' | '\u{e0041}'
                        )
                };
                assert!(!page.contains(hidden), "{page}");
                pages += 1;
            }
        }
    }
    assert_eq!(pages, HOSTILE.len() * 5 * 2);
    let page = reports("orders", &HOSTILE, &Shown::default())?.swap_remove(0).page();
    has(&page, "user\\u{202e}1-resu");
    assert!(page.contains("&lt;script&gt;alert(1)&lt;/script&gt;"), "{page}");
    Ok(())
}

#[test]
fn a_page_asks_for_nothing_from_elsewhere_and_runs_nothing() -> Result {
    let mut pages = 0;
    for report in reports("orders", &["user-1"], &Shown::default())? {
        let page = report.made_by("copartition").page();
        for asks in ["http:", "https:", "//", "src=", "href", "url(", "@import", "<script", "<link"]
        {
            assert!(!page.contains(asks), "{asks} in {page}");
        }
        assert!(page.contains("content=\"default-src 'none'; style-src 'unsafe-inline'\""));
        pages += 1;
    }
    assert_eq!(pages, 5);
    Ok(())
}

#[test]
fn a_redacted_page_has_digests_and_no_key() -> Result {
    let keys = ["secret-1", "secret-2", "secret-3", "secret-4", "secret-5", "secret-6"];
    let redacted = Shown { redact: true, ..Shown::default() };
    let (mut hidden, mut digests) = (0, 0);
    for (shown, is_hidden) in [(Shown::default(), false), (redacted, true)] {
        for report in reports("orders", &keys, &shown)? {
            let page = report.page();
            if is_hidden {
                assert!(!page.contains("secret"), "{page}");
                hidden += 1;
                let has = |key: &&str| page.contains(&key_digest(key.as_bytes()));
                digests += usize::from(keys.iter().any(has));
            }
        }
    }
    // Who placed the keys is told without showing any.
    assert_eq!((hidden, digests), (5, 4));
    Ok(())
}

#[test]
fn a_page_of_many_partitions_and_keys_is_small_and_says_what_it_leaves_out() -> Result {
    let long = "x".repeat(100_000);
    let keys: Vec<String> = (0..2_000).map(|i| format!("user-{i}")).chain([long]).collect();
    let keys: Vec<&str> = keys.iter().map(String::as_str).collect();
    let shown = Shown::default();
    let many = || {
        let mut observed = Observed::new(count(100)?, usize::MAX);
        for (key, i) in keys.iter().zip(0..) {
            for partition in [i % 100, (i + 7) % 100] {
                observed.add_key(Some(key.as_bytes()), partition, 1, LogEntry::default());
            }
        }
        for partition in 0..100 {
            observed.add_key(Some(b""), partition, 1, LogEntry::default());
        }
        Ok::<_, Box<dyn std::error::Error>>(observed)
    };
    let observed = many()?;
    let topics = [topic("orders", many()?), topic("payments", many()?)];
    let reports = [
        (
            Report::spread("orders", &resolve("java")?, &spread_of(&keys, 1000)?, &shown),
            "These are the 64 fullest of 1000 partitions; the other 936 have",
        ),
        (
            Report::identify("orders", &observed, &identify(&observed), &shown),
            "These are the 64 fullest of 100 partitions; the other 36 have",
        ),
        (
            Report::split("orders", &observed, &split(&observed), &shown),
            "1977 more keys are left out here.",
        ),
        (
            Report::compare(&topics, &compare_with_first(&topics), &shown),
            "1977 more keys are left out here.",
        ),
        (
            Report::moves(Some("orders"), &moves_of(&keys, 1000, 1500)?, &shown),
            "more flows are left out here.",
        ),
    ];
    let mut pages = 0;
    for (report, says) in reports {
        let page = report.page();
        assert!(page.len() < 100_000, "{}", page.len());
        has(&page, says);
        pages += 1;
    }
    assert_eq!(pages, 5);
    Ok(())
}

#[test]
fn a_report_without_records_says_that_it_cannot_tell() -> Result {
    let (empty, shown) = (Observed::new(count(6)?, 10), Shown::default());
    let topics =
        ["orders", "payments"].map(|name| count(6).map(|n| topic(name, Observed::new(n, 10))));
    let topics = topics.into_iter().collect::<Result<Vec<_>>>()?;
    let reports = [
        Report::spread("orders", &resolve("java")?, &spread_of(&[], 6)?, &shown),
        Report::identify("orders", &empty, &identify(&empty), &shown),
        Report::split("orders", &empty, &split(&empty), &shown),
        Report::compare(&topics, &compare_with_first(&topics), &shown),
        Report::moves(Some("orders"), &moves_of(&[], 6, 12)?, &shown),
    ];
    let unsure = reports.iter().filter(|report| report.page().contains("class=\"verdict unsure\""));
    assert_eq!(unsure.count(), 5);
    Ok(())
}
