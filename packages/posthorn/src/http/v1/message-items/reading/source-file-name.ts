const EXTENSION = '.eml';
const FALLBACK_NAME = 'message';
/** Headers cut long names in front, where subjects differ. */
const MAX_SUBJECT_CHARACTERS = 50;
/** Path separators, and characters that common systems refuse. */
const FORBIDDEN_IN_NAMES = /[/\\:*?"<>|]+/g;

/** The start of the subject with `.eml`. The caller removes control characters. */
export function sourceFileName(subject: string): string {
  const beginning = [...subject.replace(FORBIDDEN_IN_NAMES, ' ')].slice(0, MAX_SUBJECT_CHARACTERS).join('');
  const name = beginning.replace(/\s+/g, ' ').trim();
  return `${/^[. ]*$/.test(name) ? FALLBACK_NAME : name}${EXTENSION}`;
}
