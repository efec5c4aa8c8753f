/** Responses of each kind as generators of fast-check. */
import fc from 'fast-check';
import type { FetchResponse, Response, ResponseCode, Thread } from '../../src/responses/response.ts';
import type { MailboxName } from '../../src/wire/mailbox-name.ts';
import { NumberSet } from '../../src/wire/number-set.ts';
import { envelope, nullable, structure, text } from './arbitrary-message.ts';
import { printModifiedUtf7 } from './print-tokens.ts';

const MAX_UINT32 = 0xffff_ffff;

const uint32 = fc.oneof(fc.nat({ max: 100 }), fc.nat({ max: MAX_UINT32 }), fc.constant(MAX_UINT32));
const bigNumber = fc.bigInt({ min: 0n, max: 2n ** 63n - 1n });
const size = fc.nat({ max: Number.MAX_SAFE_INTEGER });
const set = fc
  .array(fc.tuple(uint32, uint32), { minLength: 1, maxLength: 5 })
  .map((ranges) => new NumberSet(Uint32Array.from(ranges.flat())));
const keyword = fc.stringMatching(/^[A-Z][A-Z0-9=.+-]{0,11}$/).filter((name) => name !== 'NIL');
const flag = fc.oneof(
  fc.constantFrom('\\Seen', '\\Answered', '\\Draft', '$Forwarded', '[Gmail]/x', 'a]b', '\\*'),
  fc.stringMatching(/^[A-Za-z$][A-Za-z0-9$_.-]{0,9}$/),
);
const flags = fc.array(flag, { maxLength: 4 });
const objectId = fc.stringMatching(/^[A-Za-z0-9_-]{1,20}$/).filter((id) => !/^nil$/i.test(id));
/** Text after a status has no line ends; a bracket at its beginning would be a code. */
const statusText = fc
  .string({ unit: 'binary', maxLength: 20 })
  .map((value) => value.replace(/[\r\n]/g, ' ').replace(/^[ [{]+/, ''));

/** A name as IMAP4rev1 sends it, or as IMAP4rev2 does. */
function mailboxName(isUtf8: boolean): fc.Arbitrary<MailboxName> {
  // Control characters and U+FFFD are shown as they came in modified UTF-7.
  const shown = isUtf8 ? text : text.map((value) => value.replace(/[\p{Cc}\uFFFD]/gu, ''));
  const name = shown.filter((value) => !/^inbox$/i.test(value));
  return fc.oneof(
    fc.constant({ text: 'INBOX', raw: 'INBOX' }),
    name.map((value) => ({ text: value, raw: isUtf8 ? value : printModifiedUtf7(value) })),
  );
}

const thread: fc.Arbitrary<Thread> = fc.letrec<{ thread: Thread }>((tie) => ({
  thread: fc
    .record({
      numbers: fc.array(uint32, { maxLength: 3 }),
      branches: fc.oneof(
        { maxDepth: 4 },
        fc.constant([]),
        fc.array(tie('thread'), { minLength: 1, maxLength: 3 }),
      ),
    })
    .map(({ numbers, branches }) =>
      numbers.length + branches.length === 0 ? { numbers: [1], branches } : { numbers, branches },
    ),
})).thread;

/** Codes whose data has a form of its own; any other name may have any data. */
const KNOWN_CODES = [
  ...[
    'CAPABILITY',
    'PERMANENTFLAGS',
    'UIDVALIDITY',
    'UIDNEXT',
    'UNSEEN',
    'HIGHESTMODSEQ',
    'APPENDUID',
    'COPYUID',
  ],
  ...['MODIFIED', 'MAILBOXID', 'INPROGRESS'],
];

const code: fc.Arbitrary<ResponseCode> = fc.oneof(
  fc.record({ name: fc.constant('CAPABILITY' as const), capabilities: fc.array(keyword, { maxLength: 4 }) }),
  fc.record({ name: fc.constant('PERMANENTFLAGS' as const), flags }),
  fc.record({
    name: fc.constantFrom('UIDVALIDITY' as const, 'UIDNEXT' as const, 'UNSEEN' as const),
    number: uint32,
  }),
  fc.record({ name: fc.constant('HIGHESTMODSEQ' as const), modSeq: bigNumber }),
  fc.record({ name: fc.constant('APPENDUID' as const), uidValidity: uint32, uids: set }),
  fc.record({ name: fc.constant('COPYUID' as const), uidValidity: uint32, sources: set, targets: set }),
  fc.record({ name: fc.constant('MODIFIED' as const), numbers: set }),
  fc.record({ name: fc.constant('MAILBOXID' as const), id: objectId }),
  fc.record({
    name: fc.constant('INPROGRESS' as const),
    tag: nullable(objectId),
    done: nullable(uint32),
    goal: nullable(uint32),
  }),
  fc.record({
    name: keyword.filter((name) => !KNOWN_CODES.includes(name)),
    data: nullable(fc.constantFrom('data', '"a ] b"', '(a "b" c)', 'imap://x/;UID=1', '\\x')),
  }),
);

const section = fc.oneof(
  fc.constantFrom('', 'HEADER', 'TEXT', '1', '1.2', '1.MIME', '2.3.HEADER', '4.TEXT'),
  fc
    .tuple(
      fc.constantFrom('HEADER.FIELDS', '1.HEADER.FIELDS', 'HEADER.FIELDS.NOT'),
      fc.uniqueArray(keyword, { minLength: 1, maxLength: 4 }),
    )
    .map(([name, fields]) => `${name} (${fields.sort().join(' ')})`),
);
const octets = nullable(fc.uint8Array({ maxLength: 200 }).map((array) => Buffer.from(array)));

function mapOf<Value>(
  key: fc.Arbitrary<string>,
  value: fc.Arbitrary<Value>,
): fc.Arbitrary<ReadonlyMap<string, Value>> {
  return fc
    .uniqueArray(fc.tuple(key, value), { maxLength: 2, selector: ([name]) => name })
    .map((entries) => new Map(entries));
}

const fetched: fc.Arbitrary<FetchResponse> = fc.record(
  {
    kind: fc.constant('fetch' as const),
    sequenceNumber: uint32,
    uid: uint32,
    flags,
    size,
    internalDate: fc.constantFrom('17-Jul-1996 02:44:25 -0700', ' 7-Dec-2023 10:00:00 +0000'),
    modSeq: bigNumber,
    envelope: nullable(envelope),
    structure,
    preview: nullable(text),
    emailId: nullable(objectId),
    threadId: nullable(objectId),
    sections: mapOf(section, octets),
    binarySections: mapOf(fc.constantFrom('1', '1.2', '3'), octets),
    binarySizes: mapOf(fc.constantFrom('1', '1.2', '3'), size),
  },
  { requiredKeys: ['kind', 'sequenceNumber', 'sections', 'binarySections', 'binarySizes'] },
);

const namespaces = fc.array(fc.record({ prefix: text, delimiter: nullable(fc.constantFrom('/', '.')) }), {
  maxLength: 2,
});

/** Generators by the name of what they generate. `isUtf8` is how mailbox names travel. */
export function responseArbitraries(isUtf8: boolean): Readonly<Record<string, fc.Arbitrary<Response>>> {
  const mailbox = mailboxName(isUtf8);
  const statusWord = fc.constantFrom('OK' as const, 'NO' as const, 'BAD' as const);
  const numbers = fc.array(uint32, { maxLength: 30 }).map((array) => Uint32Array.from(array));
  return {
    FETCH: fetched,
    status: fc.record({
      kind: fc.constant('status' as const),
      status: fc.oneof(statusWord, fc.constantFrom('BYE' as const, 'PREAUTH' as const)),
      code: nullable(code),
      text: statusText,
    }),
    tagged: fc.record({
      ...{
        kind: fc.constant('tagged' as const),
        tag: fc.stringMatching(/^[A-Z][A-Z0-9]{0,8}$/),
        status: statusWord,
      },
      ...{ code: nullable(code), text: statusText },
    }),
    continuation: fc.record({ kind: fc.constant('continuation' as const), text: statusText }),
    'CAPABILITY and ENABLED': fc.record({
      kind: fc.constantFrom('capability' as const, 'enabled' as const),
      capabilities: fc.array(keyword, { maxLength: 6 }),
    }),
    'EXISTS, RECENT and EXPUNGE': fc.record({
      kind: fc.constantFrom('exists' as const, 'recent' as const, 'expunge' as const),
      number: uint32,
    }),
    FLAGS: fc.record({ kind: fc.constant('flags' as const), flags }),
    LIST: fc.record({
      kind: fc.constant('list' as const),
      isSubscription: fc.boolean(),
      mailbox,
      delimiter: nullable(fc.constantFrom('/', '.', '\\', '"')),
      attributes: fc.array(fc.constantFrom('\\NOSELECT', '\\HASCHILDREN', '\\SENT', '\\X-A'), {
        maxLength: 3,
      }),
      childInfo: fc.array(fc.constantFrom('SUBSCRIBED', 'REMOTE'), { maxLength: 2 }),
      oldName: nullable(fc.constantFrom('old', 'a b')),
    }),
    STATUS: fc.record(
      {
        ...{ kind: fc.constant('mailbox-status' as const), mailbox, messages: uint32, uidNext: uint32 },
        ...{
          uidValidity: uint32,
          unseen: uint32,
          recent: uint32,
          deleted: uint32,
          size,
          highestModSeq: bigNumber,
        },
        ...{ appendLimit: nullable(uint32), mailboxId: objectId },
      },
      { requiredKeys: ['kind', 'mailbox'] },
    ),
    'SEARCH and SORT': fc.record({
      kind: fc.constantFrom('search' as const, 'sort' as const),
      numbers,
      modSeq: nullable(bigNumber),
    }),
    ESEARCH: fc.record(
      {
        ...{ kind: fc.constant('extended-search' as const), tag: nullable(objectId), isUid: fc.boolean() },
        ...{ min: uint32, max: uint32, count: uint32, all: set, modSeq: bigNumber },
        partial: fc.record({ range: fc.constantFrom('1:100', '-1:-100', '5:7'), numbers: nullable(set) }),
      },
      { requiredKeys: ['kind', 'tag', 'isUid'] },
    ),
    VANISHED: fc.record({ kind: fc.constant('vanished' as const), isEarlier: fc.boolean(), uids: set }),
    THREAD: fc.record({ kind: fc.constant('thread' as const), threads: fc.array(thread, { maxLength: 4 }) }),
    NAMESPACE: fc.record({
      ...{ kind: fc.constant('namespace' as const), personal: namespaces },
      ...{ otherUsers: namespaces, shared: namespaces },
    }),
    ID: fc.record({
      kind: fc.constant('id' as const),
      fields: nullable(mapOf(fc.stringMatching(/^[a-z-]{1,8}$/), nullable(text))),
    }),
    QUOTA: fc.record({
      kind: fc.constant('quota' as const),
      root: text,
      resources: fc.array(fc.record({ name: keyword, usage: size, limit: size }), { maxLength: 3 }),
    }),
    QUOTAROOT: fc.record({
      kind: fc.constant('quota-root' as const),
      mailbox,
      roots: fc.array(text, { maxLength: 3 }),
    }),
  };
}
