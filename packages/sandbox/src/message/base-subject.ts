/** The base subject: what SORT SUBJECT compares (RFC 5256 §2.1). */

/** Subjects are compared by this much of their beginning. */
const MAX_SUBJECT_CHARACTERS = 1000;
const BLOB = /^\[[^[\]]*\]\s*/;
const REPLY_OR_FORWARD = /^(?:re|fwd?)\s*(?:\[[^[\]]*\])?\s*:\s*/i;
const FORWARD_TRAILER = /\(fwd\)\s*$/i;

/** The decoded subject without reply and forward marks and leading `[...]` tags, in upper case. */
export function baseSubject(subject: string): string {
  let text = subject.slice(0, MAX_SUBJECT_CHARACTERS).replace(/\s+/g, ' ').trim();
  for (;;) {
    const stripped = withoutForwardWrapper(withoutLeaders(withoutTrailers(text)));
    if (stripped === text) return text.toUpperCase();
    text = stripped;
  }
}

function withoutTrailers(text: string): string {
  let rest = text.trimEnd();
  while (FORWARD_TRAILER.test(rest)) rest = rest.replace(FORWARD_TRAILER, '').trimEnd();
  return rest;
}

function withoutLeaders(text: string): string {
  let rest = text;
  for (;;) {
    const next = withoutLeader(rest);
    if (next === rest) return rest;
    rest = next;
  }
}

function withoutLeader(text: string): string {
  const unblobbed = withoutBlobs(text);
  if (REPLY_OR_FORWARD.test(unblobbed)) return unblobbed.replace(REPLY_OR_FORWARD, '');
  // A leading blob goes too, unless the subject would be empty then (RFC 5256 §2.1 step 4).
  const withoutBlob = text.replace(BLOB, '');
  return withoutBlob === '' ? text : withoutBlob;
}

function withoutBlobs(text: string): string {
  let rest = text;
  while (BLOB.test(rest)) rest = rest.replace(BLOB, '');
  return rest;
}

function withoutForwardWrapper(text: string): string {
  return /^\[fwd:/i.test(text) && text.endsWith(']') ? text.slice(5, -1).trim() : text;
}
