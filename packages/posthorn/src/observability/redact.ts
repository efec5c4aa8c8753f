import { describeError } from './describe-error.ts';
import { scrubText } from './scrub-text.ts';

/** Also ends cycles. */
const MAX_DEPTH = 6;
/** Per object or list. */
const MAX_MEMBERS = 50;
/** A logged socket has tens of thousands. */
const MAX_VALUES = 500;

/** Lower case, without `-` and `_`. */
const SECRET_NAMES: ReadonlySet<string> = new Set([
  'authorization',
  'proxyauthorization',
  'xcnmaildata',
  'connectiondata',
  'cookie',
  'setcookie',
  'pass',
  'credentials',
]);
const SECRET_ENDINGS = /(?:password|passwd|passphrase|secret|token|apikey)$/;

/** Copies a value: secret fields become `[secret]`, addresses lose their local part, errors become descriptions. */
export function redact(value: unknown): unknown {
  let valuesLeft = MAX_VALUES;

  const visit = (current: unknown, depth: number): unknown => {
    valuesLeft -= 1;
    if (typeof current !== 'object' || current === null) return toScalar(current);
    if (current instanceof Error) return describeError(current);
    if (ArrayBuffer.isView(current)) return `[${current.byteLength} octets]`;
    if (depth === MAX_DEPTH || valuesLeft <= 0) return '[...]';
    if ('toJSON' in current && typeof current.toJSON === 'function')
      return visit(current.toJSON(), depth + 1);
    if (Array.isArray(current)) return current.slice(0, MAX_MEMBERS).map((item) => visit(item, depth + 1));
    const members = Object.entries(current).slice(0, MAX_MEMBERS);
    return Object.fromEntries(
      members.map(([name, member]) => [name, isSecretName(name) ? '[secret]' : visit(member, depth + 1)]),
    );
  };
  return visit(value, 0);
}

function toScalar(value: unknown): unknown {
  if (typeof value === 'string') return scrubText(value);
  return typeof value === 'bigint' ? String(value) : value;
}

function isSecretName(name: string): boolean {
  const plain = name.toLowerCase().replaceAll(/[-_]/g, '');
  return SECRET_NAMES.has(plain) || SECRET_ENDINGS.test(plain);
}
