//! A client's configuration, in the words of librdkafka or of the Java client.

use crate::Error;

/// The settings of a client: those of files and those given one by one, of which the last of a name
/// holds.
///
/// Names are librdkafka's or the Java client's. What only Java has is said in librdkafka's words:
/// the login modules of `sasl.jaas.config` (PLAIN, SCRAM, OAUTHBEARER), and truststores and
/// keystores in PEM. Neither a value nor a line of a file is in any message: it may be a password.
///
/// ```
/// use copartition_analysis::samples::Properties;
///
/// let mut properties = Properties::default();
/// properties.add_file("a.properties", "security.protocol=SASL_SSL\nclient.id = a\\\n  udit\n")?;
/// properties.add_pair("security.protocol=ssl")?;
/// assert_eq!(properties.get("client.id"), Some("audit"));
/// assert_eq!(properties.get("security.protocol"), Some("ssl"));
/// # Ok::<(), copartition_analysis::Error>(())
/// ```
#[derive(Clone, Default)]
pub struct Properties {
    given: Vec<Property>,
}

/// One setting of a client.
#[derive(Clone)]
pub struct Property {
    /// Its name.
    pub name: String,
    /// Its value, which may be a password.
    pub value: String,
    /// Whether it is a file's, which may be other programs' too: a name that the client does not
    /// know is then no mistake.
    pub in_file: bool,
}

impl Properties {
    /// Adds the settings of a file; `name` is what messages call it.
    ///
    /// Lines are `name=value` or `name: value`; `#` and `!` start a comment, and a `\` at a line's
    /// end joins it with the next. Where a name is only Java's, `\` escapes as in Java's files;
    /// elsewhere it is itself, as in kcat's.
    ///
    /// # Errors
    ///
    /// A line that is neither, with its number.
    pub fn add_file(&mut self, name: &str, text: &str) -> Result<(), Error> {
        let mut pairs = Vec::new();
        for (number, line) in logical_lines(text) {
            let pair = split(&line).ok_or_else(|| {
                Error::at(name, number, "line must be name=value, got something else")
            })?;
            pairs.push((pair.0.to_string(), pair.1.to_string()));
        }
        let is_java = pairs.iter().any(|(name, _)| is_java(name));
        for (name, value) in pairs {
            let value = if is_java { unescaped(&value) } else { value };
            self.given.push(Property { name, value, in_file: true });
        }
        Ok(())
    }

    /// Adds one setting, as `name=value`.
    ///
    /// # Errors
    ///
    /// A text without a `=`, or without a name before it.
    pub fn add_pair(&mut self, pair: &str) -> Result<(), Error> {
        match pair.split_once('=') {
            Some((name, value)) if !name.trim().is_empty() => {
                self.add(name.trim(), value);
                Ok(())
            }
            _ => Err(Error::asked("property must be name=value, got something else")),
        }
    }

    /// Adds one setting.
    pub fn add(&mut self, name: &str, value: &str) {
        let (name, value) = (name.to_string(), value.to_string());
        self.given.push(Property { name, value, in_file: false });
    }

    /// Returns the settings as they were given, in their order.
    pub fn given(&self) -> &[Property] {
        &self.given
    }

    /// Returns the value that holds for a name.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.given.iter().rev().find(|given| given.name == name).map(|given| given.value.as_str())
    }

    /// Returns the settings in librdkafka's words, in the order in which they were given.
    ///
    /// Those about groups, commits and what a client may create or report are left out: whoever
    /// only reads decides them.
    ///
    /// # Errors
    ///
    /// A login module or a store that librdkafka cannot use, with what can be done about it.
    pub fn for_librdkafka(&self) -> Result<Vec<Property>, Error> {
        let mut settings = Vec::new();
        for (at, given) in self.given.iter().enumerate() {
            let mut later = self.given.iter().skip(at + 1);
            if !later.any(|later| later.name == given.name) {
                self.translate(given, &mut settings)?;
            }
        }
        let set = |name: &str| settings.iter().any(|setting: &Property| setting.name == name);
        let mechanism = self.get("sasl.mechanism").or(self.get("sasl.mechanisms"));
        // librdkafka would wait for a token that nobody fetches.
        if mechanism.is_some_and(|mechanism| mechanism.eq_ignore_ascii_case("OAUTHBEARER"))
            && !set("sasl.oauthbearer.method")
            && !set("enable.sasl.oauthbearer.unsecure.jwt")
        {
            return Err(Error::asked(
                "OAUTHBEARER needs sasl.oauthbearer.token.endpoint.url, got none",
            ));
        }
        Ok(settings)
    }

    fn translate(&self, given: &Property, settings: &mut Vec<Property>) -> Result<(), Error> {
        // kcat's prefix of what it sets for topics; librdkafka takes these names without it.
        let name = given.name.strip_prefix("topic.").unwrap_or(&given.name);
        let mut set = |name: &str, value: &str| {
            settings.push(Property { name: name.into(), value: value.into(), ..*given });
        };
        match name {
            _ if DECIDED_HERE.contains(&name) => {}
            "fetch.max.wait.ms" => set("fetch.wait.max.ms", &given.value),
            "ssl.endpoint.identification.algorithm" if given.value.is_empty() => set(name, "none"),
            "sasl.jaas.config" => {
                if self.protocol_has("SASL") {
                    self.login(&given.value, &mut set)?;
                }
            }
            "sasl.oauthbearer.token.endpoint.url" => {
                set(name, &given.value);
                if self.get("sasl.oauthbearer.method").is_none() {
                    set("sasl.oauthbearer.method", "oidc");
                }
            }
            "ssl.truststore.location" => {
                let has_own = ["ssl.ca.location", "ssl.ca.pem"].iter().any(|own| self.has(own));
                if self.protocol_has("SSL") && !has_own {
                    match self.store_type("ssl.truststore.type", &given.value, "JKS").as_str() {
                        "PEM" => set("ssl.ca.location", &given.value),
                        kind => return Err(truststore_refused(kind)),
                    }
                }
            }
            "ssl.truststore.certificates" => set("ssl.ca.pem", &given.value),
            "ssl.keystore.location" => {
                let has_own = ["ssl.certificate.location", "ssl.certificate.pem"];
                if self.protocol_has("SSL") && !has_own.iter().any(|own| self.has(own)) {
                    match self.store_type("ssl.keystore.type", &given.value, "PKCS12").as_str() {
                        "PEM" => {
                            set("ssl.certificate.location", &given.value);
                            set("ssl.key.location", &given.value);
                        }
                        // librdkafka reads these itself, and has no other kind.
                        "PKCS12" => set(name, &given.value),
                        kind => return Err(keystore_refused(kind)),
                    }
                }
            }
            "ssl.keystore.password" => {
                if self.get("ssl.keystore.type").is_none_or(|kind| kind != "PEM") {
                    set(name, &given.value);
                }
            }
            "ssl.keystore.certificate.chain" => set("ssl.certificate.pem", &given.value),
            "ssl.keystore.key" => set("ssl.key.pem", &given.value),
            "ssl.truststore.type"
            | "ssl.truststore.password"
            | "ssl.keystore.type"
            | "sasl.login.callback.handler.class" => {}
            _ => set(name, &given.value),
        }
        Ok(())
    }

    fn has(&self, name: &str) -> bool {
        self.get(name).is_some_and(|value| !value.is_empty())
    }

    /// Java looks at its stores and logins only where the protocol needs them.
    fn protocol_has(&self, part: &str) -> bool {
        let protocol = self.get("security.protocol").unwrap_or("plaintext").to_ascii_uppercase();
        protocol.split('_').any(|has| has == part)
    }

    /// A store's type in upper case: as said, or by its file's name, or what the client takes it
    /// for, which is JKS in Java and PKCS#12 in librdkafka.
    fn store_type(&self, name: &str, location: &str, otherwise: &str) -> String {
        if let Some(kind) = self.get(name) {
            return kind.to_ascii_uppercase();
        }
        let extension = location.rsplit_once('.').map_or("", |(_, extension)| extension);
        match extension.to_ascii_lowercase().as_str() {
            "p12" | "pfx" => "PKCS12",
            "pem" | "crt" => "PEM",
            "jks" => "JKS",
            _ => otherwise,
        }
        .into()
    }

    fn login(&self, jaas: &str, set: &mut dyn FnMut(&str, &str)) -> Result<(), Error> {
        let Some((module, options)) = login_module(jaas) else {
            return Err(Error::asked(
                "sasl.jaas.config must be a login module, required, its options and a semicolon, \
                 got something else",
            ));
        };
        let option = |name: &str| {
            let found = options.iter().find(|(option, _)| option == name);
            found.map(|(_, value)| value.as_str())
        };
        let needed = |name: &str| {
            option(name).ok_or_else(|| {
                Error::asked(format_args!("sasl.jaas.config must have the option {name}, got none"))
            })
        };
        match module.rsplit('.').next() {
            Some("PlainLoginModule" | "ScramLoginModule") => {
                set("sasl.username", needed("username")?);
                set("sasl.password", needed("password")?);
            }
            Some("OAuthBearerLoginModule") => {
                let names = [
                    ("clientId", "client.id"),
                    ("clientSecret", "client.secret"),
                    ("scope", "scope"),
                ];
                for (java, name) in names {
                    if let Some(value) = option(java) {
                        set(&format!("sasl.oauthbearer.{name}"), value);
                    }
                }
                let extensions: Vec<_> = options
                    .iter()
                    .filter_map(|(name, value)| {
                        Some(format!("{}={value}", name.strip_prefix("extension_")?))
                    })
                    .collect();
                if !extensions.is_empty() {
                    set("sasl.oauthbearer.extensions", &extensions.join(","));
                }
                if let Some(principal) = option("unsecuredLoginStringClaim_sub") {
                    set("enable.sasl.oauthbearer.unsecure.jwt", "true");
                    set("sasl.oauthbearer.config", &format!("principal={principal}"));
                }
            }
            _ => {
                return Err(Error::asked(format_args!(
                    "sasl.jaas.config must be a login module of PLAIN, SCRAM or OAUTHBEARER, got \
                     {module}"
                )));
            }
        }
        Ok(())
    }
}

/// Groups, commits, creating and reporting.
const DECIDED_HERE: [&str; 17] = [
    "allow.auto.create.topics",
    "auto.commit.enable",
    "auto.commit.interval.ms",
    "auto.offset.reset",
    "enable.auto.commit",
    "enable.auto.offset.store",
    "enable.metrics.push",
    "enable.partition.eof",
    "group.id",
    "group.instance.id",
    "group.protocol",
    "group.protocol.type",
    "group.remote.assignor",
    "heartbeat.interval.ms",
    "max.poll.interval.ms",
    "partition.assignment.strategy",
    "session.timeout.ms",
];

fn truststore_refused(kind: &str) -> Error {
    let remedy = match kind {
        "PKCS12" => "openssl pkcs12 -in STORE -nokeys -out ca.pem",
        _ => "keytool -list -rfc -keystore STORE > ca.pem",
    };
    Error::asked(format_args!(
        "ssl.truststore.type must be PEM, got {kind}; `{remedy}` writes one, for -X \
         ssl.ca.location=ca.pem"
    ))
}

fn keystore_refused(kind: &str) -> Error {
    Error::asked(format_args!(
        "ssl.keystore.type must be PEM or PKCS12, got {kind}; `keytool -importkeystore \
         -srckeystore STORE -destkeystore key.p12 -deststoretype PKCS12` writes one, for -X \
         ssl.keystore.location=key.p12 -X ssl.keystore.type=PKCS12"
    ))
}

/// Whether a file with this name in it is Java's.
fn is_java(name: &str) -> bool {
    let ends = ["serializer", ".class", ".classes", ".reporters"];
    ["sasl.jaas.config", "ssl.keystore.type", "ssl.protocol", "default.api.timeout.ms"]
        .contains(&name)
        || name.starts_with("ssl.truststore.")
        || ends.iter().any(|end| name.ends_with(end))
}

/// Returns the lines that hold something, each with its number, joined where they say so.
fn logical_lines(text: &str) -> Vec<(u64, String)> {
    let mut lines = Vec::new();
    let mut numbered = (1..).zip(text.trim_start_matches('\u{feff}').lines());
    while let Some((number, line)) = numbered.next() {
        let mut line = line.trim().to_string();
        if line.is_empty() || line.starts_with(['#', '!']) {
            continue;
        }
        while (line.len() - line.trim_end_matches('\\').len()) % 2 == 1 {
            line.pop();
            match numbered.next() {
                Some((_, next)) => line.push_str(next.trim()),
                None => break,
            }
        }
        lines.push((number, line));
    }
    lines
}

fn split(line: &str) -> Option<(&str, &str)> {
    let (name, value) = line.split_once(['=', ':'])?;
    let name = name.trim();
    let is_name = !name.is_empty() && !name.contains(char::is_whitespace);
    is_name.then_some((name, value.trim()))
}

/// Returns a value with the escapes of Java's files resolved.
fn unescaped(value: &str) -> String {
    let mut text = String::with_capacity(value.len());
    let mut rest = value.chars();
    // A \u is a UTF-16 unit, so that a character may take two.
    let mut units = Vec::new();
    while let Some(c) = rest.next() {
        let escaped = if c == '\\' { rest.next() } else { None };
        if escaped == Some('u') {
            let digits: String = rest.by_ref().take(4).collect();
            units.push(u16::from_str_radix(&digits, 16).unwrap_or(0xfffd));
            continue;
        }
        text.push_str(&String::from_utf16_lossy(&units));
        units.clear();
        text.push(match escaped {
            Some('t') => '\t',
            Some('n') => '\n',
            Some('r') => '\r',
            Some('f') => '\u{c}',
            Some(other) => other,
            None => c,
        });
    }
    text + &String::from_utf16_lossy(&units)
}

type LoginModule = (String, Vec<(String, String)>);

/// Parses `a.b.LoginModule required name="value" ...;`, of which Java runs the first.
fn login_module(jaas: &str) -> Option<LoginModule> {
    let mut words = jaas_words(jaas)?.into_iter();
    let (module, flag) = (words.next()?, words.next()?);
    let flags = ["required", "requisite", "sufficient", "optional"];
    if !flags.contains(&flag.to_ascii_lowercase().as_str()) {
        return None;
    }
    let mut options = Vec::new();
    loop {
        let name = words.next()?;
        if name == ";" {
            return Some((module, options));
        }
        if words.next()? != "=" {
            return None;
        }
        options.push((name, words.next()?));
    }
}

/// Splits at white space; `=` and `;` outside quotes are words of their own.
fn jaas_words(jaas: &str) -> Option<Vec<String>> {
    let mut words = Vec::new();
    let mut rest = jaas.chars().peekable();
    while let Some(c) = rest.next() {
        match c {
            _ if c.is_whitespace() => {}
            '=' | ';' => words.push(c.to_string()),
            '"' | '\'' => {
                let mut word = String::new();
                loop {
                    match rest.next()? {
                        quote if quote == c => break,
                        '\\' => word.push(match rest.next()? {
                            'n' => '\n',
                            't' => '\t',
                            'r' => '\r',
                            other => other,
                        }),
                        other => word.push(other),
                    }
                }
                words.push(word);
            }
            _ => {
                let mut word = c.to_string();
                let ends = |c: &char| c.is_whitespace() || ['=', ';'].contains(c);
                while let Some(next) = rest.next_if(|next| !ends(next)) {
                    word.push(next);
                }
                words.push(word);
            }
        }
    }
    Some(words)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(text: &str) -> Properties {
        let mut properties = Properties::default();
        properties.add_file("f", text).unwrap_or_default();
        properties
    }

    fn told(properties: &Properties) -> Result<Vec<(String, String)>, String> {
        let settings = properties.for_librdkafka().map_err(|why| why.to_string())?;
        Ok(settings.into_iter().map(|setting| (setting.name, setting.value)).collect())
    }

    #[track_caller]
    fn becomes(text: &str, expected: &[(&str, &str)]) {
        let expected: Vec<_> =
            expected.iter().map(|(name, value)| (name.to_string(), value.to_string())).collect();
        assert_eq!(told(&file(text)), Ok(expected), "{text}");
    }

    #[track_caller]
    fn refused(text: &str, expected: &str) {
        let got = told(&file(text)).err().unwrap_or_default();
        assert!(got.contains(expected), "{text}: {got}");
    }

    const PLAIN: &str = "org.apache.kafka.common.security.plain.PlainLoginModule";
    const OAUTH: &str = "org.apache.kafka.common.security.oauthbearer.OAuthBearerLoginModule";

    #[test]
    fn lines_are_names_and_values_with_comments_and_joined_lines() {
        becomes(
            "\u{feff}# a=1\r\n! b=2\r\n\r\nclient.id = x y \r\nclient.rack: r=1\nempty=\n\
             bootstrap.servers=a:1,\\\n   b:2\n",
            &[
                ("client.id", "x y"),
                ("client.rack", "r=1"),
                ("empty", ""),
                ("bootstrap.servers", "a:1,b:2"),
            ],
        );
    }

    #[test]
    fn a_line_that_is_no_pair_is_named_by_its_number_and_never_shown() {
        for text in ["a=1\n\\\nsecret\n", "a=1\n\nsecret", "a=1\n#\nsecret x=1", "\n\n=secret"] {
            let got = Properties::default().add_file("f.properties", text);
            let got = got.err().map(|why| why.to_string()).unwrap_or_default();
            let place = got.strip_suffix(": line must be name=value, got something else");
            assert!(place.is_some_and(|place| place.starts_with("f.properties:")), "{got}");
        }
        let got = Properties::default().add_pair("secret").err().map(|why| why.to_string());
        assert_eq!(got.as_deref(), Some("property must be name=value, got something else"));
    }

    #[test]
    fn the_last_value_of_a_name_holds_wherever_it_was_given() {
        let mut properties = file("client.id=a\nclient.rack=r\nclient.id=b\n");
        properties.add("client.rack", "s");
        let expected = [("client.id", "b"), ("client.rack", "s")];
        let expected = expected.map(|(name, value)| (name.to_string(), value.to_string()));
        assert_eq!(told(&properties), Ok(expected.to_vec()));
    }

    #[test]
    fn a_backslash_escapes_only_in_javas_files() {
        becomes(r"ssl.key.password=a\\b\u0041", &[("ssl.key.password", r"a\\b\u0041")]);
        becomes(
            "key.serializer=x\nssl.key.password=a\\\\b\\u0041\\ud83d\\ude00\\t\\=",
            &[("key.serializer", "x"), ("ssl.key.password", "a\\bA😀\t=")],
        );
    }

    #[test]
    fn groups_commits_and_what_a_reader_must_not_do_are_left_out() {
        let text: String =
            DECIDED_HERE.iter().flat_map(|name| [name, "=x\n", "topic.", name, "=y\n"]).collect();
        becomes(&text, &[]);
        becomes("topic.consume.callback.max.messages=5", &[("consume.callback.max.messages", "5")]);
    }

    #[test]
    fn a_jaas_login_becomes_a_user_and_a_password() {
        let login = |module: &str, user: &str| {
            format!(
                "security.protocol=SASL_SSL\nsasl.mechanism=PLAIN\n\
                 sasl.jaas.config={module} required \\\n  username=\"{user}\" \\\n  \
                 password='p;= \\\\\\\\\"';\n"
            )
        };
        let expected = |user| {
            [
                ("security.protocol", "SASL_SSL"),
                ("sasl.mechanism", "PLAIN"),
                ("sasl.username", user),
                ("sasl.password", "p;= \\\""),
            ]
        };
        becomes(&login(PLAIN, "us\\\\\"er"), &expected("us\"er"));
        becomes(&login("a.scram.ScramLoginModule", "u"), &expected("u"));
    }

    #[test]
    fn an_oauthbearer_login_becomes_a_client_at_its_token_endpoint() {
        becomes(
            &format!(
                "security.protocol=sasl_ssl\nsasl.mechanism=OAUTHBEARER\n\
                 sasl.login.callback.handler.class=a.OAuthBearerLoginCallbackHandler\n\
                 sasl.oauthbearer.token.endpoint.url=https://issuer/token\n\
                 sasl.jaas.config={OAUTH} required clientId=c clientSecret=\"s\" scope=\"a b\" \
                 extension_logicalCluster=lkc-1 extension_identityPoolId=p;"
            ),
            &[
                ("security.protocol", "sasl_ssl"),
                ("sasl.mechanism", "OAUTHBEARER"),
                ("sasl.oauthbearer.token.endpoint.url", "https://issuer/token"),
                ("sasl.oauthbearer.method", "oidc"),
                ("sasl.oauthbearer.client.id", "c"),
                ("sasl.oauthbearer.client.secret", "s"),
                ("sasl.oauthbearer.scope", "a b"),
                ("sasl.oauthbearer.extensions", "logicalCluster=lkc-1,identityPoolId=p"),
            ],
        );
        becomes(
            &format!(
                "security.protocol=SASL_PLAINTEXT\n\
                 sasl.jaas.config={OAUTH} required unsecuredLoginStringClaim_sub=\"alice\";"
            ),
            &[
                ("security.protocol", "SASL_PLAINTEXT"),
                ("enable.sasl.oauthbearer.unsecure.jwt", "true"),
                ("sasl.oauthbearer.config", "principal=alice"),
            ],
        );
    }

    #[test]
    fn a_login_that_cannot_be_used_is_refused_without_its_secrets() {
        let protocol = "security.protocol=SASL_SSL\nsasl.jaas.config=";
        let krb = "com.sun.security.auth.module.Krb5LoginModule";
        refused(
            &format!("{protocol}{krb} required useKeyTab=true;"),
            &format!("must be a login module of PLAIN, SCRAM or OAUTHBEARER, got {krb}"),
        );
        refused(
            &format!("{protocol}{PLAIN} required username=u;"),
            "sasl.jaas.config must have the option password, got none",
        );
        for wrong in ["required password=secret;", "secret", "required p=\"secret;", "needed p=q;"]
        {
            refused(&format!("{protocol}{PLAIN} {wrong}"), "sasl.jaas.config must ");
            let got = told(&file(&format!("{protocol}{PLAIN} {wrong}"))).err().unwrap_or_default();
            assert!(!got.contains("secret"), "{got}");
        }
        becomes(&format!("sasl.jaas.config={krb} required;"), &[]);
        refused(
            "sasl.mechanism=OAUTHBEARER",
            "OAUTHBEARER needs sasl.oauthbearer.token.endpoint.url",
        );
    }

    #[test]
    fn stores_in_pem_are_translated() {
        becomes(
            "security.protocol=SSL\nssl.truststore.type=PEM\nssl.truststore.location=ca.pem\n\
             ssl.truststore.password=x\nssl.keystore.type=PEM\nssl.keystore.location=me.pem\n\
             ssl.keystore.password=x\nssl.key.password=y\n\
             ssl.endpoint.identification.algorithm=\n",
            &[
                ("security.protocol", "SSL"),
                ("ssl.ca.location", "ca.pem"),
                ("ssl.certificate.location", "me.pem"),
                ("ssl.key.location", "me.pem"),
                ("ssl.key.password", "y"),
                ("ssl.endpoint.identification.algorithm", "none"),
            ],
        );
        becomes(
            "ssl.truststore.certificates=C\nssl.keystore.certificate.chain=D\nssl.keystore.key=K\n",
            &[("ssl.ca.pem", "C"), ("ssl.certificate.pem", "D"), ("ssl.key.pem", "K")],
        );
        for store in ["me.p12", "me"] {
            becomes(
                &format!(
                    "security.protocol=SSL\nssl.keystore.location={store}\n\
                     ssl.keystore.password=x\n"
                ),
                &[
                    ("security.protocol", "SSL"),
                    ("ssl.keystore.location", store),
                    ("ssl.keystore.password", "x"),
                ],
            );
        }
    }

    #[test]
    fn other_stores_are_refused_with_the_remedy_unless_they_are_replaced_or_not_needed() {
        let trust = "security.protocol=SSL\nssl.truststore.location=t.jks\n";
        refused(trust, "must be PEM, got JKS; `keytool -list -rfc -keystore STORE > ca.pem`");
        refused(&format!("{trust}ssl.truststore.type=PKCS12"), "`openssl pkcs12 -in STORE");
        let key = "security.protocol=SSL\nssl.keystore.location=k.jks\n";
        refused(key, "must be PEM or PKCS12, got JKS; `keytool -importkeystore");
        becomes(
            &format!("{trust}ssl.ca.location=ca.pem"),
            &[("security.protocol", "SSL"), ("ssl.ca.location", "ca.pem")],
        );
        becomes("ssl.truststore.location=t.jks\nssl.keystore.location=k.jks\n", &[]);
    }
}
