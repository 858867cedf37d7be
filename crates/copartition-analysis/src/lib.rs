//! Analysis of keys and topics.
