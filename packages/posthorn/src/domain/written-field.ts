/** Header fields that an author may write, other than those that have a meaning of their own here. */
import { type HeaderField, isPrivateField } from './header-field.ts';

/** How the value of a field is written. */
type ValueKind =
  /** Any text (RFC 5322 §3.2.5). */ 'text' /** Tokens or addresses, which are ASCII. */ | 'ascii';

/**
 * All but `X-`. Fields that name the sender, the transport, the body or the signer of a message are missing here: a draft has
 * that once, from its own attributes or from a mail server.
 */
const KINDS: ReadonlyMap<string, ValueKind> = new Map([
  ['Auto-Submitted', 'ascii'],
  ['Comments', 'text'],
  ['Expires', 'ascii'],
  ['Feedback-ID', 'ascii'],
  ['Importance', 'ascii'],
  ['Keywords', 'text'],
  ['List-Archive', 'ascii'],
  ['List-Help', 'ascii'],
  ['List-Id', 'text'],
  ['List-Owner', 'ascii'],
  ['List-Post', 'ascii'],
  ['List-Subscribe', 'ascii'],
  ['List-Unsubscribe', 'ascii'],
  ['List-Unsubscribe-Post', 'ascii'],
  ['Organization', 'text'],
  ['Precedence', 'ascii'],
  ['Priority', 'ascii'],
  ['Sensitivity', 'ascii'],
]);
const KINDS_BY_LOWER_NAME = new Map([...KINDS].map(([name, kind]) => [name.toLowerCase(), kind]));

/** A name of the author's own, without the colon (RFC 5322 §3.6.8). Exchange writes its own ones into each message that it stores. */
const EXTENSION_NAME = /^x-(?!ms-exchange-)[a-z0-9][a-z0-9-]{0,74}$/i;
/** The limit of a written field: a line of a message has 998 octets, and long values are folded at spaces. */
const MAX_FIELD_CHARACTERS = 2_000;
const MAX_WORD_CHARACTERS = 900;
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused here
const CONTROLS = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/;
const ASCII_WORDS = /^[!-~]+(?: [!-~]+)*$/;

/** Of one message: mailing lists write about ten. */
export const MAX_WRITTEN_FIELDS = 50;

/** The names that may be written, for error texts. */
export const WRITABLE_NAMES = `${[...KINDS.keys()].join(', ')}, and names that begin with X-`;

/** True for the name of a field that an author may write. */
export function isWritableField(name: string): boolean {
  return KINDS_BY_LOWER_NAME.has(name.toLowerCase()) || isExtension(name);
}

/** True for a field that one message may have several times. */
export function isRepeatableField(name: string): boolean {
  return isExtension(name) || name.toLowerCase() === 'comments';
}

/** True for a value that needs no encoding in a header: words of ASCII separated by single spaces. */
export function isPlainValue(value: string): boolean {
  return ASCII_WORDS.test(value) && value.split(' ').every((word) => word.length <= MAX_WORD_CHARACTERS);
}

/** Which member of the field cannot be written, and why; undefined when the field can be written. */
export function fieldProblem({
  name,
  value,
}: HeaderField): { readonly member: keyof HeaderField; readonly problem: string } | undefined {
  if (!isWritableField(name)) {
    return { member: 'name', problem: `cannot be written; there are ${WRITABLE_NAMES}` };
  }
  const problem = valueProblem(value, KINDS_BY_LOWER_NAME.get(name.toLowerCase()) ?? 'text');
  return problem === undefined ? undefined : { member: 'value', problem };
}

function valueProblem(value: string, kind: ValueKind): string | undefined {
  if (value.trim() === '') return 'must not be empty';
  if (value.length > MAX_FIELD_CHARACTERS) return `must have at most ${MAX_FIELD_CHARACTERS} characters`;
  if (CONTROLS.test(value)) return 'must not have line breaks or other control characters';
  if (!value.isWellFormed()) return 'contains half a character (an unpaired surrogate)';
  if (kind === 'ascii' && !isPlainValue(value)) {
    return `must be words of ASCII with single spaces between them, each of at most ${MAX_WORD_CHARACTERS} characters`;
  }
  return undefined;
}

function isExtension(name: string): boolean {
  return EXTENSION_NAME.test(name) && !isPrivateField(name);
}
