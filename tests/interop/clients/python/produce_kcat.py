"""Sends with kcat: produce_kcat.py BOOTSTRAP TOPIC < records.

kcat cuts its input at delimiters, so a key can hold any bytes but theirs: also none, and what has
no such delimiter has no key.
"""

import subprocess
import sys

from records import records

KEY_ENDS, RECORD_ENDS = b"<key ends>", b"<record ends>"

bootstrap, topic = sys.argv[1:]
sent = [value if key is None else key + KEY_ENDS + value for key, value in records()]
delimiters = ["-K", KEY_ENDS.decode(), "-D", RECORD_ENDS.decode()]
# It waits for every answer, and fails when one is bad.
subprocess.run(
    ["kcat", "-P", "-E", "-b", bootstrap, "-t", topic, *delimiters],
    input=b"".join(record + RECORD_ENDS for record in sent),
    check=True,
)
print(len(sent))
