/** Makes the subjects of replies and forwards. */
import { fitFieldText, MAX_SUBJECT_CHARACTERS } from './field-text.ts';

/** The reply prefixes of several languages, also counted (`Re[2]:`) and repeated. */
const REPLY_MARKS = /^(?:(?:re|aw|antw|sv|odp)(?:\[\d{1,4}\]|\(\d{1,4}\))? ?[:\uff1a] ?)+/i;
const FORWARD_MARKS = /^(?:(?:fwd?|wg|tr|rv|vb)(?:\[\d{1,4}\]|\(\d{1,4}\))? ?[:\uff1a] ?)+/i;

/** The subject with one `Re: ` in front, in place of all marks of a reply that it had. */
export function replySubject(subject: string): string {
  return withMark('Re: ', fitSubject(subject).replace(REPLY_MARKS, ''));
}

/** The subject with one `Fwd: ` in front, in place of all marks of a forward that it had. */
export function forwardSubject(subject: string): string {
  return withMark('Fwd: ', fitSubject(subject).replace(FORWARD_MARKS, ''));
}

function fitSubject(subject: string): string {
  return fitFieldText(subject, MAX_SUBJECT_CHARACTERS);
}

function withMark(mark: string, subject: string): string {
  return `${mark}${subject}`.trimEnd();
}
