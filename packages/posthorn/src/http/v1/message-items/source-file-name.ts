/** The name under which a message is saved. */

const EXTENSION = '.eml';
const FALLBACK_NAME = 'message';
/** Long names are cut at their front where they are sent, and subjects differ there. */
const MAX_SUBJECT_CHARACTERS = 50;
/** What separates directories, or is refused in file names by one of the common systems. */
const FORBIDDEN_IN_NAMES = /[/\\:*?"<>|]+/g;

/** The beginning of the subject with `.eml`. The caller removes control characters. */
export function sourceFileName(subject: string): string {
  const beginning = [...subject.replace(FORBIDDEN_IN_NAMES, ' ')].slice(0, MAX_SUBJECT_CHARACTERS).join('');
  const name = beginning.replace(/\s+/g, ' ').trim();
  return `${/^[. ]*$/.test(name) ? FALLBACK_NAME : name}${EXTENSION}`;
}
