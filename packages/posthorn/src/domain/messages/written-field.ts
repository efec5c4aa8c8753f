import { type HeaderField, isPrivateField } from './header-field.ts';

type ValueKind = /** RFC 5322 §3.2.5. */ 'text' /** ASCII tokens or addresses. */ | 'ascii';

/** Drafts and mail servers set those of sender, transport, body and signer. */
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

/** RFC 5322 §3.6.8. Exchange adds its own to stored messages. */
const EXTENSION_NAME = /^x-(?!ms-exchange-)[a-z0-9][a-z0-9-]{0,74}$/i;
/** Long values fold at spaces into lines of 998 octets. */
const MAX_FIELD_CHARACTERS = 2_000;
const MAX_WORD_CHARACTERS = 900;
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused here
const CONTROLS = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/;
const ASCII_WORDS = /^[!-~]+(?: [!-~]+)*$/;

/** Mailing lists write about ten. */
export const MAX_WRITTEN_FIELDS = 50;

export const WRITABLE_NAMES = `${[...KINDS.keys()].join(', ')}, and names that begin with X-`;

/** True for fields authors may write. */
export function isWritableField(name: string): boolean {
  return KINDS_BY_LOWER_NAME.has(name.toLowerCase()) || isExtension(name);
}

/** True for repeatable fields. */
export function isRepeatableField(name: string): boolean {
  return isExtension(name) || name.toLowerCase() === 'comments';
}

/** ASCII words, single spaces: needs no encoding. */
export function isPlainValue(value: string): boolean {
  return ASCII_WORDS.test(value) && value.split(' ').every((word) => word.length <= MAX_WORD_CHARACTERS);
}

/** The invalid member and why, or undefined. */
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
