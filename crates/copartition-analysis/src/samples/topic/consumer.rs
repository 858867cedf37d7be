//! librdkafka's simple consumer, as far as reading a topic needs it.
//!
//! The `rdkafka` crate reads only with a group's name, and then looks for the group's coordinator,
//! for which a broker creates `__consumer_offsets`. librdkafka's simple consumer knows no group,
//! and gives records in batches. All that is unsafe about it is in this file.

use std::ffi::{CStr, CString, c_char, c_int, c_void};
use std::ops::ControlFlow;
use std::ptr::{self, NonNull};
use std::sync::{Mutex, PoisonError};
use std::thread::sleep;
use std::time::{Duration, Instant};

use rdkafka_sys as librdkafka;
use rdkafka_sys::rd_kafka_conf_res_t::{RD_KAFKA_CONF_OK, RD_KAFKA_CONF_UNKNOWN};
use rdkafka_sys::rd_kafka_resp_err_t::{self as ErrorCode, *};

use crate::samples::properties::Property;

/// A connection to a cluster, one topic of it, and the queue into which its records come.
///
/// It stays on its thread: librdkafka's own threads touch nothing of ours but `heard`.
pub(super) struct Consumer {
    client: NonNull<librdkafka::rd_kafka_t>,
    topic: NonNull<librdkafka::rd_kafka_topic_t>,
    queue: NonNull<librdkafka::rd_kafka_queue_t>,
    topic_name: CString,
    started: Vec<i32>,
    /// What librdkafka says of its connections; boxed, since librdkafka knows its address.
    heard: Box<Mutex<Heard>>,
}

#[derive(Default)]
struct Heard {
    last: Option<String>,
    /// Something that trying again does not mend.
    is_refused: bool,
    is_down: bool,
}

/// One record, borrowed from librdkafka until the callback returns.
pub(super) struct Message<'a> {
    pub(super) partition: i32,
    pub(super) offset: i64,
    pub(super) key: Option<&'a [u8]>,
    pub(super) value_bytes: Option<usize>,
    native: &'a librdkafka::rd_kafka_message_t,
}

/// What comes out of the queue.
pub(super) enum Event<'a> {
    Message(Message<'a>),
    /// All records before this offset were given, and the partition ends here now.
    End {
        partition: i32,
        offset: i64,
    },
    /// The partition gives no more, and why.
    Failed {
        partition: i32,
        why: String,
    },
}

/// How no broker answers.
pub(super) enum Unanswered {
    /// It took too long.
    InTime(String),
    /// Waiting longer would not help.
    Ever(String),
}

/// Whether to give the next event.
pub(super) type Next = ControlFlow<()>;

impl Consumer {
    /// Makes a client without asking a broker anything, and returns the names from files that
    /// librdkafka does not know.
    pub(super) fn new(
        topic: &str,
        settings: &[Property],
        own: &[(&str, &str)],
    ) -> Result<(Self, Vec<String>), String> {
        let topic_name = CString::new(topic).map_err(|_| "topic must be text without a NUL")?;
        let conf = Conf::new();
        let mut unknown = Vec::new();
        for Property { name, value, in_file } in settings {
            match conf.set(name, value) {
                Err(None) if *in_file => unknown.push(name.clone()),
                Err(None) => return Err(format!("librdkafka has no property {name}")),
                Err(Some(why)) => return Err(why),
                Ok(()) => {}
            }
        }
        for (name, value) in own {
            conf.set(name, value).map_err(|why| why.unwrap_or_default())?;
        }
        let heard = Box::new(Mutex::new(Heard::default()));
        let opaque = ptr::from_ref(&*heard).cast_mut().cast::<c_void>();
        let mut why = ErrorText::new();
        // SAFETY: `conf` is live, and librdkafka owns it once it has made a client. `heard`
        // outlives the client, which `drop` destroys first.
        let client = unsafe {
            librdkafka::rd_kafka_conf_set_opaque(conf.0, opaque);
            librdkafka::rd_kafka_conf_set_error_cb(conf.0, Some(hear));
            // Its log would go to stderr.
            librdkafka::rd_kafka_conf_set_log_cb(conf.0, None);
            librdkafka::rd_kafka_conf_enable_sasl_queue(conf.0, 1);
            let kind = librdkafka::rd_kafka_type_t::RD_KAFKA_CONSUMER;
            librdkafka::rd_kafka_new(kind, conf.0, why.as_mut_ptr(), ErrorText::SIZE)
        };
        let client = NonNull::new(client).ok_or_else(|| why.text())?;
        std::mem::forget(conf);
        // SAFETY: `client` is live and `topic_name` ends with a NUL. The background thread fetches
        // tokens while we wait in calls that serve no callbacks. No configuration is given.
        let (native_topic, queue) = unsafe {
            let failed = librdkafka::rd_kafka_sasl_background_callbacks_enable(client.as_ptr());
            if !failed.is_null() {
                librdkafka::rd_kafka_error_destroy(failed);
            }
            let topic = librdkafka::rd_kafka_topic_new(
                client.as_ptr(),
                topic_name.as_ptr(),
                ptr::null_mut(),
            );
            (NonNull::new(topic), NonNull::new(librdkafka::rd_kafka_queue_new(client.as_ptr())))
        };
        let (Some(native_topic), Some(queue)) = (native_topic, queue) else {
            // SAFETY: nothing else holds the client.
            unsafe { librdkafka::rd_kafka_destroy(client.as_ptr()) };
            return Err(format!("topic must have 1 to 512 bytes, got {}", topic.len()));
        };
        let consumer =
            Self { client, topic: native_topic, queue, topic_name, started: Vec::new(), heard };
        Ok((consumer, unknown))
    }

    /// Asks for the topic's partition count. The outer error is that no broker answers, the inner
    /// one what is wrong with the topic.
    pub(super) fn partition_count(
        &self,
        deadline: Instant,
    ) -> Result<Result<i32, String>, Unanswered> {
        // In slices, so that what makes waiting useless is heard between them.
        let mut slice = Duration::from_millis(250);
        loop {
            let slice_ends = deadline.min(Instant::now() + slice);
            let metadata = self.metadata(until(slice_ends));
            self.serve(Duration::ZERO);
            let why = match metadata {
                Ok(metadata) => {
                    self.forget();
                    return Ok(metadata.partition_count());
                }
                Err(why) => why,
            };
            if Instant::now() >= deadline {
                return Err(Unanswered::InTime(self.heard().unwrap_or(why)));
            }
            if self.is_hopeless(slice) {
                return Err(Unanswered::Ever(self.hung_up()));
            }
            self.serve(until(slice_ends));
            slice = (slice * 2).min(Duration::from_secs(10));
        }
    }

    /// Asks which broker leads each partition of the topic; `None` where none does.
    pub(super) fn leaders(&self, deadline: Instant) -> Result<Vec<Option<i32>>, String> {
        self.metadata(until(deadline)).map(|metadata| metadata.leaders())
    }

    /// Asks which broker is a group's coordinator: its id and its address.
    ///
    /// librdkafka asks only where it has more to ask of the coordinator, so that it is also asked to
    /// describe the group, which changes nothing.
    pub(super) fn coordinator(
        &self,
        group: &str,
        deadline: Instant,
    ) -> Result<(i32, String), String> {
        let group = CString::new(group).map_err(|_| "group must be text without a NUL")?;
        let within = milliseconds(until(deadline)).max(1);
        let mut why = ErrorText::new();
        // SAFETY: the client and `group` are live; options and queue are ours until we destroy them,
        // after the last use of the event that comes from it. An event of another type gives null.
        unsafe {
            let operation =
                librdkafka::rd_kafka_admin_op_t::RD_KAFKA_ADMIN_OP_DESCRIBECONSUMERGROUPS;
            let options = librdkafka::rd_kafka_AdminOptions_new(self.client.as_ptr(), operation);
            librdkafka::rd_kafka_AdminOptions_set_request_timeout(
                options,
                within,
                why.as_mut_ptr(),
                ErrorText::SIZE,
            );
            let queue = librdkafka::rd_kafka_queue_new(self.client.as_ptr());
            librdkafka::rd_kafka_DescribeConsumerGroups(
                self.client.as_ptr(),
                [group.as_ptr()].as_mut_ptr(),
                1,
                options,
                queue,
            );
            librdkafka::rd_kafka_AdminOptions_destroy(options);
            let event = librdkafka::rd_kafka_queue_poll(queue, within);
            let found = coordinator_of(event);
            if !event.is_null() {
                librdkafka::rd_kafka_event_destroy(event);
            }
            librdkafka::rd_kafka_queue_destroy(queue);
            found.map_err(|why| self.heard().filter(|_| why.is_empty()).unwrap_or(why))
        }
    }

    /// Asks each of the partitions `0 .. count` for the offset of the first record of `time` or
    /// later, in milliseconds since 1970, or for its [`START`] or [`END`]; `None` where there is
    /// none.
    pub(super) fn offsets(
        &self,
        count: i32,
        time: i64,
        deadline: Instant,
    ) -> Result<Vec<Option<i64>>, String> {
        const PAUSE: Duration = Duration::from_millis(100);
        loop {
            let (failed, why) = match self.ask_offsets(count, time, until(deadline)) {
                Ok(offsets) => return Ok(offsets),
                Err(failed) => failed,
            };
            // A new topic's leaders are known a moment after the topic is, and leaders may move.
            let is_passing = [
                RD_KAFKA_RESP_ERR_UNKNOWN_TOPIC_OR_PART,
                RD_KAFKA_RESP_ERR_LEADER_NOT_AVAILABLE,
                RD_KAFKA_RESP_ERR_NOT_LEADER_FOR_PARTITION,
                RD_KAFKA_RESP_ERR_FENCED_LEADER_EPOCH,
                RD_KAFKA_RESP_ERR_UNKNOWN_LEADER_EPOCH,
                RD_KAFKA_RESP_ERR_OFFSET_NOT_AVAILABLE,
            ];
            if !is_passing.iter().any(|passing| *passing as c_int == failed)
                || until(deadline) < PAUSE
            {
                return Err(why);
            }
            sleep(PAUSE);
        }
    }

    /// Starts to fetch a partition.
    pub(super) fn start(&mut self, partition: i32, offset: i64) -> Result<(), String> {
        // SAFETY: the topic and the queue are this client's, and live as long as it does.
        let failed = unsafe {
            librdkafka::rd_kafka_consume_start_queue(
                self.topic.as_ptr(),
                partition,
                offset,
                self.queue.as_ptr(),
            )
        };
        if failed != 0 {
            // SAFETY: asks for this thread's last error.
            return Err(told(unsafe { librdkafka::rd_kafka_last_error() } as c_int));
        }
        self.started.push(partition);
        Ok(())
    }

    /// Stops fetching a partition; what was fetched of it is thrown away.
    pub(super) fn stop(&mut self, partition: i32) {
        if let Some(at) = self.started.iter().position(|started| *started == partition) {
            self.started.swap_remove(at);
            // SAFETY: the partition was started, and no callback is running.
            unsafe { librdkafka::rd_kafka_consume_stop(self.topic.as_ptr(), partition) };
        }
    }

    /// Gives what has come, and waits for it at most so long, until `each` breaks off.
    ///
    /// `each` must not panic: librdkafka calls it, and a panic cannot go through C.
    pub(super) fn poll<F: FnMut(Event<'_>) -> Next>(&self, within: Duration, mut each: F) {
        let mut given = Given { client: self.client, each: &mut each };
        let opaque = ptr::from_mut(&mut given).cast::<c_void>();
        // SAFETY: `give::<F>` takes `opaque` for the `Given<F>` that it is, only during this call.
        let served = unsafe {
            librdkafka::rd_kafka_consume_callback_queue(
                self.queue.as_ptr(),
                milliseconds(within),
                Some(give::<F>),
                opaque,
            )
        };
        self.serve(Duration::ZERO);
        if served > 0 {
            self.forget();
        }
    }

    /// Returns what librdkafka said last about its connections.
    fn heard(&self) -> Option<String> {
        self.heard.lock().unwrap_or_else(PoisonError::into_inner).last.clone()
    }

    /// Returns what is known of connections of which no broker kept any: one that is spoken to in
    /// another protocol hangs up, mostly without a word.
    fn hung_up(&self) -> String {
        let heard = self.heard.lock().unwrap_or_else(PoisonError::into_inner);
        let explains = |why: &String| {
            let starts = ["Connect to ", "Failed to resolve "];
            heard.is_refused || starts.iter().any(|start| why.starts_with(start))
        };
        let why = heard.last.as_deref().unwrap_or("every connection was closed");
        match heard.last.as_ref().is_some_and(explains) {
            true => why.into(),
            false => format!("{why}; security.protocol may be another one there"),
        }
    }

    /// Forgets what was said of connections: what comes now comes in spite of it.
    fn forget(&self) {
        *self.heard.lock().unwrap_or_else(PoisonError::into_inner) = Heard::default();
    }

    /// Whether waiting longer is of no use. A host may have two addresses of which only the second
    /// answers, so that a refused connection is hopeless only after the next attempts.
    fn is_hopeless(&self, waited: Duration) -> bool {
        let heard = self.heard.lock().unwrap_or_else(PoisonError::into_inner);
        heard.is_refused || heard.is_down && waited >= Duration::from_secs(1)
    }

    fn metadata(&self, within: Duration) -> Result<Metadata, String> {
        let mut metadata = ptr::null();
        // SAFETY: client and topic are live; on success `metadata` is ours to destroy.
        let failed = unsafe {
            librdkafka::rd_kafka_metadata(
                self.client.as_ptr(),
                0,
                self.topic.as_ptr(),
                &mut metadata,
                milliseconds(within),
            )
        };
        match NonNull::new(metadata.cast_mut()) {
            Some(metadata) if failed == RD_KAFKA_RESP_ERR_NO_ERROR => Ok(Metadata(metadata)),
            _ => Err(told(failed as c_int)),
        }
    }

    fn ask_offsets(
        &self,
        count: i32,
        time: i64,
        within: Duration,
    ) -> Result<Vec<Option<i64>>, (c_int, String)> {
        // SAFETY: the list is ours until it is destroyed; the topic's name is copied.
        let (failed, list) = unsafe {
            let list = librdkafka::rd_kafka_topic_partition_list_new(count);
            for partition in 0..count {
                let added = librdkafka::rd_kafka_topic_partition_list_add(
                    list,
                    self.topic_name.as_ptr(),
                    partition,
                );
                (*added).offset = time;
            }
            let failed = librdkafka::rd_kafka_offsets_for_times(
                self.client.as_ptr(),
                list,
                milliseconds(within),
            );
            (failed as c_int, List(list))
        };
        self.serve(Duration::ZERO);
        if failed != RD_KAFKA_RESP_ERR_NO_ERROR as c_int {
            return Err((failed, self.heard().unwrap_or_else(|| told(failed))));
        }
        let mut offsets = vec![None; usize::try_from(count).unwrap_or(0)];
        for (partition, offset, failed) in list.elements() {
            if failed != RD_KAFKA_RESP_ERR_NO_ERROR as c_int {
                return Err((failed, format!("partition {partition}: {}", told(failed))));
            }
            let at = usize::try_from(partition).ok().and_then(|at| offsets.get_mut(at));
            if let Some(at) = at {
                *at = (offset >= 0).then_some(offset);
            }
        }
        Ok(offsets)
    }

    /// Lets librdkafka call [`hear`], and waits until it has something to say, at most so long.
    fn serve(&self, within: Duration) {
        // SAFETY: the client is live.
        unsafe { librdkafka::rd_kafka_poll(self.client.as_ptr(), milliseconds(within)) };
    }
}

impl Drop for Consumer {
    fn drop(&mut self) {
        while let Some(partition) = self.started.last() {
            self.stop(*partition);
        }
        // SAFETY: all three are live, in the order in which they need each other, and are not used
        // again. This waits for librdkafka's threads, so that nothing holds `heard` any longer.
        unsafe {
            librdkafka::rd_kafka_topic_destroy(self.topic.as_ptr());
            librdkafka::rd_kafka_queue_destroy(self.queue.as_ptr());
            librdkafka::rd_kafka_destroy(self.client.as_ptr());
        }
    }
}

impl Message<'_> {
    /// Returns the record's time in milliseconds since 1970.
    pub(super) fn timestamp(&self) -> Option<i64> {
        let mut kind = librdkafka::rd_kafka_timestamp_type_t::RD_KAFKA_TIMESTAMP_NOT_AVAILABLE;
        // SAFETY: the message is live.
        let time = unsafe { librdkafka::rd_kafka_message_timestamp(self.native, &mut kind) };
        (time >= 0).then_some(time)
    }

    /// Returns the value of the last header of this name; an absent value is an empty one.
    pub(super) fn header(&self, name: &CStr) -> Option<&[u8]> {
        let mut headers = ptr::null_mut();
        let (mut value, mut length) = (ptr::null(), 0);
        // SAFETY: the message is live, and owns its headers and their values.
        unsafe {
            if librdkafka::rd_kafka_message_headers(self.native, &mut headers)
                != RD_KAFKA_RESP_ERR_NO_ERROR
                || librdkafka::rd_kafka_header_get_last(
                    headers,
                    name.as_ptr(),
                    &mut value,
                    &mut length,
                ) != RD_KAFKA_RESP_ERR_NO_ERROR
            {
                return None;
            }
            Some(bytes(value, length).unwrap_or_default())
        }
    }
}

/// The time that stands for a partition's first offset.
pub(super) const START: i64 = librdkafka::RD_KAFKA_OFFSET_BEGINNING as i64;
/// The time that stands for the offset behind a partition's last record; behind the last one of a
/// transaction that is over, where only committed ones are read.
pub(super) const END: i64 = librdkafka::RD_KAFKA_OFFSET_END as i64;

struct Given<'a, F> {
    client: NonNull<librdkafka::rd_kafka_t>,
    each: &'a mut F,
}

unsafe extern "C" fn give<F: FnMut(Event<'_>) -> Next>(
    message: *mut librdkafka::rd_kafka_message_t,
    opaque: *mut c_void,
) {
    // SAFETY: `poll` passes its own `Given<F>`, and librdkafka a message that lives until we
    // return.
    let (given, failed) =
        unsafe { (&mut *opaque.cast::<Given<'_, F>>(), code(&raw const (*message).err)) };
    // SAFETY: as above.
    let (partition, offset) = unsafe { ((*message).partition, (*message).offset) };
    let event = if failed == RD_KAFKA_RESP_ERR_NO_ERROR as c_int {
        // SAFETY: as above, and the message's error is one.
        let native = unsafe { &*message };
        // SAFETY: librdkafka's key is null or so long.
        let key = unsafe { bytes(native.key, native.key_len) };
        let value_bytes = (!native.payload.is_null()).then_some(native.len);
        Event::Message(Message { partition, offset, key, value_bytes, native })
    } else if failed == RD_KAFKA_RESP_ERR__PARTITION_EOF as c_int {
        Event::End { partition, offset }
    } else {
        // SAFETY: an error's text is its message's; it ends with a NUL or is null.
        let why = unsafe { text(librdkafka::rd_kafka_message_errstr(message)) };
        Event::Failed { partition, why: plain(&why) }
    };
    if (given.each)(event).is_break() {
        // SAFETY: called from a callback, as it must be.
        unsafe { librdkafka::rd_kafka_yield(given.client.as_ptr()) };
    }
}

unsafe extern "C" fn hear(
    _: *mut librdkafka::rd_kafka_t,
    code: c_int,
    why: *const c_char,
    opaque: *mut c_void,
) {
    // SAFETY: `Consumer::new` passes its `heard`, which outlives the client; `why` is librdkafka's.
    let (heard, why) = unsafe { (&*opaque.cast::<Mutex<Heard>>(), text(why)) };
    let mut heard = heard.lock().unwrap_or_else(PoisonError::into_inner);
    if code == RD_KAFKA_RESP_ERR__ALL_BROKERS_DOWN as c_int {
        // Its text only counts the brokers.
        heard.is_down = true;
    } else {
        let refusals = [RD_KAFKA_RESP_ERR__AUTHENTICATION, RD_KAFKA_RESP_ERR__SSL];
        heard.is_refused |= refusals.iter().any(|refusal| *refusal as c_int == code);
        heard.last = Some(plain(&why));
    }
}

/// A message of librdkafka without how long it took, and without the server that it was asked for.
fn plain(why: &str) -> String {
    let why = why.split(" (after ").next().unwrap_or_default();
    why.split_once("/bootstrap: ").map_or(why, |(_, why)| why).trim_end().to_string()
}

/// A configuration, until a client owns it.
struct Conf(*mut librdkafka::rd_kafka_conf_t);

impl Conf {
    fn new() -> Self {
        // SAFETY: always possible; librdkafka aborts when there is no memory.
        Self(unsafe { librdkafka::rd_kafka_conf_new() })
    }

    /// Sets a value. The error is `None` for a name that librdkafka does not know.
    fn set(&self, name: &str, value: &str) -> Result<(), Option<String>> {
        let (Ok(name), Ok(value)) = (CString::new(name), CString::new(value)) else {
            return Err(Some("property must be text without a NUL".into()));
        };
        let mut why = ErrorText::new();
        // SAFETY: the configuration is live, and all texts end with a NUL.
        let set = unsafe {
            librdkafka::rd_kafka_conf_set(
                self.0,
                name.as_ptr(),
                value.as_ptr(),
                why.as_mut_ptr(),
                ErrorText::SIZE,
            )
        };
        match set {
            RD_KAFKA_CONF_OK => Ok(()),
            RD_KAFKA_CONF_UNKNOWN => Err(None),
            _ => Err(Some(why.text())),
        }
    }
}

impl Drop for Conf {
    fn drop(&mut self) {
        // SAFETY: no client owns it: `Consumer::new` forgets it then.
        unsafe { librdkafka::rd_kafka_conf_destroy(self.0) };
    }
}

struct Metadata(NonNull<librdkafka::rd_kafka_metadata>);

impl Metadata {
    fn partition_count(&self) -> Result<i32, String> {
        // SAFETY: the metadata is live, and holds as many topics as it says.
        let (count, failed) = unsafe {
            let metadata = self.0.as_ref();
            if metadata.topic_cnt != 1 {
                return Err(format!("broker must tell of one topic, got {}", metadata.topic_cnt));
            }
            ((*metadata.topics).partition_cnt, code(&raw const (*metadata.topics).err))
        };
        if failed == RD_KAFKA_RESP_ERR_UNKNOWN_TOPIC_OR_PART as c_int {
            return Err("topic must exist, got no such one".into());
        }
        if failed != RD_KAFKA_RESP_ERR_NO_ERROR as c_int { Err(told(failed)) } else { Ok(count) }
    }
}

impl Metadata {
    fn leaders(&self) -> Vec<Option<i32>> {
        let count = self.partition_count().ok().and_then(|count| usize::try_from(count).ok());
        let mut leaders = vec![None; count.unwrap_or(0)];
        for at in 0..leaders.len() {
            // SAFETY: the metadata is live, and its one topic holds so many partitions.
            let (partition, leader) = unsafe {
                let partition = (*self.0.as_ref().topics).partitions.add(at);
                ((*partition).id, (*partition).leader)
            };
            let at = usize::try_from(partition).ok().and_then(|at| leaders.get_mut(at));
            if let Some(at) = at {
                *at = (leader >= 0).then_some(leader);
            }
        }
        leaders
    }
}

impl Drop for Metadata {
    fn drop(&mut self) {
        // SAFETY: it is ours and not used again.
        unsafe { librdkafka::rd_kafka_metadata_destroy(self.0.as_ptr()) };
    }
}

struct List(*mut librdkafka::rd_kafka_topic_partition_list_t);

impl List {
    /// Each partition, its offset, and its error.
    fn elements(&self) -> impl Iterator<Item = (i32, i64, c_int)> {
        // SAFETY: librdkafka's list is live.
        let (start, count) = unsafe { ((*self.0).elems, (*self.0).cnt) };
        (0..usize::try_from(count).unwrap_or(0)).map(move |at| {
            // SAFETY: the list holds `count` elements, and lives as long as `self` is borrowed.
            unsafe {
                let element = start.add(at);
                ((*element).partition, (*element).offset, code(&raw const (*element).err))
            }
        })
    }
}

impl Drop for List {
    fn drop(&mut self) {
        // SAFETY: it is ours and not used again.
        unsafe { librdkafka::rd_kafka_topic_partition_list_destroy(self.0) };
    }
}

/// Reads the coordinator out of the answer to `DescribeConsumerGroups` about one group; the error is
/// empty where nothing came.
///
/// # Safety
///
/// `event` is null, or live.
unsafe fn coordinator_of(
    event: *mut librdkafka::rd_kafka_event_t,
) -> Result<(i32, String), String> {
    if event.is_null() {
        return Err(String::new());
    }
    // SAFETY: the event is live, and owns all that is read of it. The answer is null in an event of
    // another type, and holds as many groups as it says.
    unsafe {
        if librdkafka::rd_kafka_event_error(event) != RD_KAFKA_RESP_ERR_NO_ERROR {
            return Err(plain(&text(librdkafka::rd_kafka_event_error_string(event))));
        }
        let answer = librdkafka::rd_kafka_event_DescribeConsumerGroups_result(event);
        let mut count = 0;
        if answer.is_null() {
            return Err("broker must tell of the group, got another answer".into());
        }
        let groups = librdkafka::rd_kafka_DescribeConsumerGroups_result_groups(answer, &mut count);
        if groups.is_null() || count != 1 {
            return Err(format!("broker must tell of one group, got {count}"));
        }
        let group = *groups;
        let failed = librdkafka::rd_kafka_ConsumerGroupDescription_error(group);
        if !failed.is_null() {
            return Err(text(librdkafka::rd_kafka_error_string(failed)));
        }
        let node = librdkafka::rd_kafka_ConsumerGroupDescription_coordinator(group);
        if node.is_null() {
            return Err("broker must tell the group's coordinator, got none".into());
        }
        let host = text(librdkafka::rd_kafka_Node_host(node));
        let port = librdkafka::rd_kafka_Node_port(node);
        Ok((librdkafka::rd_kafka_Node_id(node), format!("{host}:{port}")))
    }
}

/// Where librdkafka writes why something failed.
struct ErrorText([u8; Self::SIZE]);

impl ErrorText {
    const SIZE: usize = 512;

    fn new() -> Self {
        Self([0; Self::SIZE])
    }

    fn as_mut_ptr(&mut self) -> *mut c_char {
        self.0.as_mut_ptr().cast()
    }

    fn text(&self) -> String {
        let text = CStr::from_bytes_until_nul(&self.0).unwrap_or_default();
        text.to_string_lossy().into_owned()
    }
}

fn told(failed: c_int) -> String {
    match ErrorCode::try_from(failed) {
        // SAFETY: librdkafka has a static text for every code.
        Ok(failed) => unsafe { text(librdkafka::rd_kafka_err2str(failed)) },
        Err(_) => format!("error {failed} of Kafka's protocol"),
    }
}

/// Reads an error as a number: a broker that is newer than librdkafka may send others than the enum
/// has, which must not be looked at as one.
///
/// # Safety
///
/// `failed` can be read.
unsafe fn code(failed: *const ErrorCode) -> c_int {
    // SAFETY: as the caller says; the enum is an `i32`.
    unsafe { failed.cast::<c_int>().read() }
}

/// # Safety
///
/// `text` is null, or ends with a NUL and lives during the call.
unsafe fn text(text: *const c_char) -> String {
    match NonNull::new(text.cast_mut()) {
        // SAFETY: as the caller says.
        Some(text) => unsafe { CStr::from_ptr(text.as_ptr()) }.to_string_lossy().into_owned(),
        None => String::new(),
    }
}

/// # Safety
///
/// `start` is null, or `length` bytes from it live as long as `'a`.
unsafe fn bytes<'a>(start: *const c_void, length: usize) -> Option<&'a [u8]> {
    let start = NonNull::new(start.cast_mut().cast::<u8>())?;
    // SAFETY: as the caller says.
    Some(unsafe { std::slice::from_raw_parts(start.as_ptr(), length) })
}

fn until(deadline: Instant) -> Duration {
    deadline.saturating_duration_since(Instant::now())
}

fn milliseconds(duration: Duration) -> c_int {
    c_int::try_from(duration.as_millis()).unwrap_or(c_int::MAX)
}
