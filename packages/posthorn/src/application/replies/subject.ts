import { fitFieldText, MAX_SUBJECT_CHARACTERS } from './field-text.ts';

/** In several languages, also counted (`Re[2]:`) and repeated. */
const REPLY_MARKS = /^(?:(?:re|aw|antw|sv|odp)(?:\[\d{1,4}\]|\(\d{1,4}\))? ?[:\uff1a] ?)+/i;
const FORWARD_MARKS = /^(?:(?:fwd?|wg|tr|rv|vb)(?:\[\d{1,4}\]|\(\d{1,4}\))? ?[:\uff1a] ?)+/i;

/** Replaces reply prefixes by one `Re: `. */
export function replySubject(subject: string): string {
  return withMark('Re: ', fitSubject(subject).replace(REPLY_MARKS, ''));
}

/** Replaces forward prefixes by one `Fwd: `. */
export function forwardSubject(subject: string): string {
  return withMark('Fwd: ', fitSubject(subject).replace(FORWARD_MARKS, ''));
}

function fitSubject(subject: string): string {
  return fitFieldText(subject, MAX_SUBJECT_CHARACTERS);
}

function withMark(mark: string, subject: string): string {
  return `${mark}${subject}`.trimEnd();
}
