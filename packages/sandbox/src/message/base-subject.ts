/** A subject without its marks. */
export interface BaseSubject {
  /** Upper case, without reply and forward marks and leading `[...]`. */
  readonly text: string;
  readonly isReplyOrForward: boolean;
}

const MAX_SUBJECT_CHARACTERS = 1000;
const BLOB = /^\[[^[\]]*\]\s*/;
const REPLY_OR_FORWARD = /^(?:re|fwd?)\s*(?:\[[^[\]]*\])?\s*:\s*/i;
const FORWARD_TRAILER = /\(fwd\)\s*$/i;

/** RFC 5256 §2.1, of a decoded subject. */
export function baseSubject(subject: string): BaseSubject {
  let text = subject.slice(0, MAX_SUBJECT_CHARACTERS).replace(/\s+/g, ' ').trim();
  let isReplyOrForward = false;
  for (;;) {
    const untrailed = withoutTrailers(text);
    const unmarked = withoutLeaders(untrailed);
    const stripped = withoutForwardWrapper(unmarked.text);
    isReplyOrForward ||= untrailed !== text || unmarked.isMarked || stripped !== unmarked.text;
    if (stripped === text) return { text: text.toUpperCase(), isReplyOrForward };
    text = stripped;
  }
}

function withoutTrailers(text: string): string {
  let rest = text;
  while (FORWARD_TRAILER.test(rest)) rest = rest.replace(FORWARD_TRAILER, '').trimEnd();
  return rest;
}

function withoutLeaders(text: string): { readonly text: string; readonly isMarked: boolean } {
  let rest = text;
  let isMarked = false;
  for (;;) {
    const unblobbed = withoutBlobs(rest);
    const hasMark = REPLY_OR_FORWARD.test(unblobbed);
    const next = hasMark ? unblobbed.replace(REPLY_OR_FORWARD, '') : withoutBlob(rest);
    if (next === rest) return { text: rest, isMarked };
    isMarked ||= hasMark;
    rest = next;
  }
}

/** RFC 5256 §2.1 step 4. */
function withoutBlob(text: string): string {
  return text.replace(BLOB, '') || text;
}

function withoutBlobs(text: string): string {
  let rest = text;
  while (BLOB.test(rest)) rest = rest.replace(BLOB, '');
  return rest;
}

function withoutForwardWrapper(text: string): string {
  return /^\[fwd:/i.test(text) && text.endsWith(']') ? text.slice(5, -1).trim() : text;
}
