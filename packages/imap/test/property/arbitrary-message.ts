/** Envelopes and structures as generators of fast-check. */
import fc from 'fast-check';
import type { BodyStructure } from '../../src/responses/body-structure.ts';
import type { Envelope, EnvelopeAddress } from '../../src/responses/envelope.ts';

/** The value, or null. */
export function nullable<Value>(value: fc.Arbitrary<Value>): fc.Arbitrary<Value | null> {
  return fc.option(value, { nil: null });
}

/** Any text that UTF-8 can write. */
export const text = fc.oneof(
  fc.string({ maxLength: 30 }),
  fc.string({ unit: 'binary', maxLength: 10 }),
  fc.constantFrom(
    '',
    'NIL',
    'nil',
    'say "hi"',
    '\\',
    'a\r\nb',
    '{5}',
    '{5}\r\n',
    ')',
    'Grüße',
    '=?utf-8?Q?=C3=A4?=',
  ),
);
const nullableText = nullable(text);
/** A word of lower-case letters, as media types are. */
const word = fc.stringMatching(/^[a-z][a-z0-9.+-]{0,9}$/);

const address: fc.Arbitrary<EnvelopeAddress> = fc.record({
  name: nullableText,
  mailbox: nullableText,
  host: nullableText,
});
const addresses = fc.array(address, { maxLength: 3 });

export const envelope: fc.Arbitrary<Envelope> = fc.record({
  date: nullableText,
  subject: nullableText,
  from: addresses,
  sender: addresses,
  replyTo: addresses,
  to: addresses,
  cc: addresses,
  bcc: addresses,
  inReplyTo: nullableText,
  messageId: nullableText,
  isTruncated: fc.constant(false),
});

const parameters = fc
  .uniqueArray(fc.tuple(word, text), { maxLength: 3, selector: ([name]) => name })
  .map((entries): ReadonlyMap<string, string> => new Map(entries));

const extension = fc.record({
  disposition: nullable(fc.record({ type: word, parameters })),
  language: fc.array(text, { maxLength: 2 }),
  location: nullableText,
});

const basic = fc.record({
  parameters,
  id: nullableText,
  description: nullableText,
  encoding: fc.oneof(fc.constantFrom('7bit', '8bit', 'base64', 'quoted-printable'), word),
  octets: fc.nat({ max: 999_999_999_999_999 }),
});

const MULTIPART = {
  id: null,
  description: null,
  encoding: '7bit',
  octets: 0,
  lines: null,
  message: null,
} as const;

/** Paths are set when the tree is complete. */
const { part } = fc.letrec<{
  part: BodyStructure;
  leaf: BodyStructure;
  multipart: BodyStructure;
  message: BodyStructure;
}>((tie) => ({
  part: fc.oneof({ maxDepth: 3, withCrossShrink: true }, tie('leaf'), tie('multipart'), tie('message')),
  leaf: fc
    .tuple(basic, extension, fc.oneof(fc.constant('text'), word), word, nullable(fc.nat()))
    .filter(([, , type]) => type !== 'multipart' && type !== 'message')
    .map(([fields, rest, type, subtype, lines]) => ({
      ...{ path: '', type, subtype, ...fields, lines: type === 'text' ? lines : null },
      ...{ ...rest, message: null, children: [] },
    })),
  multipart: fc
    .tuple(fc.array(tie('part'), { minLength: 1, maxLength: 3 }), word, parameters, extension)
    .map(([children, subtype, fields, rest]) => ({
      ...{ path: '', type: 'multipart', subtype, parameters: fields, ...MULTIPART, ...rest, children },
    })),
  message: fc
    .tuple(basic, extension, fc.constantFrom('rfc822', 'global'), envelope, tie('part'), nullable(fc.nat()))
    .map(([fields, rest, subtype, inner, body, lines]) => ({
      ...{ path: '', type: 'message', subtype, ...fields, lines },
      ...{ ...rest, message: { envelope: inner, body }, children: [] },
    })),
}));

export const structure: fc.Arbitrary<BodyStructure> = part.map((root) =>
  root.type === 'multipart' ? withPath(root, '', '') : withPath(root, '1', '1.'),
);

/** `prefix` is what the numbers of the child parts stand after (RFC 9051 §6.4.5.1). */
function withPath(part: BodyStructure, path: string, prefix: string): BodyStructure {
  const children = part.children.map((child, index) =>
    withPath(child, `${prefix}${index + 1}`, `${prefix}${index + 1}.`),
  );
  if (!part.message) return { ...part, path, children };
  const { envelope, body } = part.message;
  const bodyPath = body.type === 'multipart' ? `${path}.TEXT` : `${path}.1`;
  const bodyPrefix = body.type === 'multipart' ? prefix : `${prefix}1.`;
  return { ...part, path, children, message: { envelope, body: withPath(body, bodyPath, bodyPrefix) } };
}
