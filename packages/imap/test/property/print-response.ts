/** Prints responses as a server may (RFC 9051 §9 and the RFCs of extensions), without regard to how the reader reads them. */
import type { Random } from '../../fuzz/random.ts';
import type {
  ExtendedSearchResponse,
  FetchResponse,
  ListResponse,
  MailboxStatusResponse,
  NamespaceResponse,
  Response,
  ResponseCode,
  SearchResponse,
  Thread,
  VanishedResponse,
} from '../../src/responses/response.ts';
import type { MailboxName } from '../../src/wire/mailbox-name.ts';
import { printEnvelope, printStructure } from './print-structure.ts';
import {
  type Octets,
  printAnyValue,
  printCase,
  printList,
  printListOrNil,
  printNullable,
  printOctets,
  printSet,
  printString,
  shuffled,
  utf8,
} from './print-tokens.ts';

type Printer<Kind extends Response['kind']> = (
  response: Extract<Response, { readonly kind: Kind }>,
  random: Random,
) => Octets;

const PRINTERS: { readonly [Kind in Response['kind']]?: Printer<Kind> } = {
  continuation: ({ text }) => `+ ${utf8(text)}`,
  tagged: ({ tag, status, code, text }, random) => `${tag} ${printStatus({ status, code, text }, random)}`,
  status: (response, random) => `* ${printStatus(response, random)}`,
  capability: ({ capabilities }, random) => ['*', printCase('CAPABILITY', random), ...capabilities].join(' '),
  enabled: ({ capabilities }, random) => ['*', printCase('ENABLED', random), ...capabilities].join(' '),
  exists: ({ number }, random) => `* ${number} ${printCase('EXISTS', random)}`,
  recent: ({ number }, random) => `* ${number} ${printCase('RECENT', random)}`,
  expunge: ({ number }, random) => `* ${number} ${printCase('EXPUNGE', random)}`,
  flags: ({ flags }) => `* FLAGS ${printList(flags)}`,
  list: printListResponse,
  'mailbox-status': printMailboxStatus,
  vanished: printVanished,
  search: (response) => printSearch('SEARCH', response),
  sort: (response) => printSearch('SORT', response),
  'extended-search': printExtendedSearch,
  thread: ({ threads }) => `* THREAD ${threads.map(printThread).join('')}`,
  namespace: printNamespace,
  id: ({ fields }, random) => `* ID ${printId(fields, random)}`,
  quota: ({ root, resources }, random) =>
    `* QUOTA ${printString(root, random)} ${printList(resources.map(({ name, usage, limit }) => `${name} ${usage} ${limit}`))}`,
  'quota-root': ({ mailbox, roots }, random) =>
    ['* QUOTAROOT', printMailbox(mailbox, random), ...roots.map((root) => printString(root, random))].join(
      ' ',
    ),
  fetch: printFetch,
};

/** The octets of the response with its CRLF. */
export function printResponse(response: Response, random: Random): Octets {
  const print = PRINTERS[response.kind] as Printer<Response['kind']> | undefined;
  if (!print) throw new Error(`No server sends a response of the kind ${response.kind}.`);
  return `${print(response, random)}\r\n`;
}

function printStatus(
  {
    status,
    code,
    text,
  }: { readonly status: string; readonly code: ResponseCode | null; readonly text: string },
  random: Random,
): Octets {
  return [printCase(status, random), code && `[${printCode(code, random)}]`, utf8(text)]
    .filter((part) => part !== null)
    .join(' ');
}

function printCode(code: ResponseCode, random: Random): Octets {
  const name = printCase(code.name, random);
  if ('capabilities' in code) return [name, ...code.capabilities].join(' ');
  if ('flags' in code) return `${name} ${printList(code.flags)}`;
  if ('number' in code) return `${name} ${code.number}`;
  if ('modSeq' in code) return `${name} ${code.modSeq}`;
  if ('sources' in code) {
    return `${name} ${code.uidValidity} ${printSet(code.sources.ranges)} ${printSet(code.targets.ranges)}`;
  }
  if ('uids' in code) return `${name} ${code.uidValidity} ${printSet(code.uids.ranges)}`;
  if ('numbers' in code) return `${name} ${printSet(code.numbers.ranges)}`;
  if ('id' in code) return `${name} (${code.id})`;
  if ('goal' in code)
    return `${name} (${code.tag === null ? 'NIL' : `"${code.tag}"`} ${code.done ?? 'NIL'} ${code.goal ?? 'NIL'})`;
  return 'data' in code && code.data !== null ? `${name} ${code.data}` : name;
}

function printMailbox({ raw }: MailboxName, random: Random): Octets {
  return raw === 'INBOX' ? printCase(raw, random) : printString(raw, random);
}

function printListResponse(response: ListResponse, random: Random): Octets {
  const { isSubscription, mailbox, delimiter, attributes, childInfo, oldName } = response;
  const extended = shuffled(
    [
      ...(childInfo.length > 0 ? [`"CHILDINFO" ${printList(childInfo.map((info) => `"${info}"`))}`] : []),
      ...(oldName === null ? [] : [`"OLDNAME" (${printString(oldName, random)})`]),
      ...(random.oneIn(5) ? [`"X-OTHER" ${printAnyValue(random)}`] : []),
    ],
    random,
  );
  return [
    '*',
    printCase(isSubscription ? 'LSUB' : 'LIST', random),
    printList(attributes.map((attribute) => printCase(attribute, random))),
    delimiter === null ? 'NIL' : printOctets(utf8(delimiter), random),
    printMailbox(mailbox, random),
    ...(extended.length > 0 ? [printList(extended)] : []),
  ].join(' ');
}

const STATUS_ITEMS = [
  ['messages', 'MESSAGES'],
  ['uidNext', 'UIDNEXT'],
  ['uidValidity', 'UIDVALIDITY'],
  ['unseen', 'UNSEEN'],
  ['recent', 'RECENT'],
  ['deleted', 'DELETED'],
  ['size', 'SIZE'],
  ['highestModSeq', 'HIGHESTMODSEQ'],
  ['appendLimit', 'APPENDLIMIT'],
] as const;

function printMailboxStatus(response: MailboxStatusResponse, random: Random): Octets {
  const items = STATUS_ITEMS.filter(([member]) => response[member] !== undefined).map(
    ([member, name]) => `${printCase(name, random)} ${response[member] ?? 'NIL'}`,
  );
  if (response.mailboxId !== undefined) items.push(`MAILBOXID (${response.mailboxId})`);
  if (random.oneIn(5)) items.push(`X-OTHER ${printAnyValue(random)}`);
  return `* STATUS ${printMailbox(response.mailbox, random)} ${printList(shuffled(items, random))}`;
}

function printVanished({ isEarlier, uids }: VanishedResponse, random: Random): Octets {
  return `* ${printCase('VANISHED', random)} ${isEarlier ? `(${printCase('EARLIER', random)}) ` : ''}${printSet(uids.ranges)}`;
}

function printSearch(name: 'SEARCH' | 'SORT', { numbers, modSeq }: SearchResponse): Octets {
  return ['*', name, ...numbers, ...(modSeq === null ? [] : [`(MODSEQ ${modSeq})`])].join(' ');
}

function printExtendedSearch(response: ExtendedSearchResponse, random: Random): Octets {
  const { tag, isUid, min, max, count, all, partial, modSeq } = response;
  const data = shuffled(
    [
      ...(min === undefined ? [] : [`MIN ${min}`]),
      ...(max === undefined ? [] : [`MAX ${max}`]),
      ...(count === undefined ? [] : [`COUNT ${count}`]),
      ...(all === undefined ? [] : [`ALL ${printSet(all.ranges)}`]),
      ...(modSeq === undefined ? [] : [`MODSEQ ${modSeq}`]),
      ...(partial === undefined
        ? []
        : [`PARTIAL (${partial.range} ${partial.numbers ? printSet(partial.numbers.ranges) : 'NIL'})`]),
      ...(random.oneIn(5) ? ['X-OTHER (1:2 "a" (b))'] : []),
    ],
    random,
  );
  const correlator = tag === null ? [] : [`(${printCase('TAG', random)} "${tag}")`];
  return ['*', printCase('ESEARCH', random), ...correlator, ...(isUid ? ['UID'] : []), ...data].join(' ');
}

function printThread({ numbers, branches }: Thread): Octets {
  const text = branches.map(printThread).join('');
  return `(${[...numbers, ...(text === '' ? [] : [text])].join(' ')})`;
}

function printNamespace({ personal, otherUsers, shared }: NamespaceResponse, random: Random): Octets {
  const lists = [personal, otherUsers, shared].map((namespaces) =>
    namespaces.length === 0
      ? 'NIL'
      : `(${namespaces
          .map(({ prefix, delimiter }) => {
            const extension = random.oneIn(5) ? [' "X-PARAM" ("A" "B")'] : [];
            return `(${printOctets(utf8(prefix), random)} ${delimiter === null ? 'NIL' : `"${delimiter}"`}${extension.join('')})`;
          })
          .join('')})`,
  );
  return ['* NAMESPACE', ...lists].join(' ');
}

function printId(fields: ReadonlyMap<string, string | null> | null, random: Random): Octets {
  if (fields === null) return 'NIL';
  return printList(
    [...fields].flatMap(([name, value]) => [`"${printCase(name, random)}"`, printNullable(value, random)]),
  );
}

function printFetch(response: FetchResponse, random: Random): Octets {
  const items = shuffled([...printItems(response, random), ...printSections(response, random)], random);
  const unknown = random.oneIn(5) ? [`X-GM-LABELS ${printAnyValue(random)}`] : [];
  return `* ${response.sequenceNumber} ${printCase('FETCH', random)} ${printList([...items, ...unknown])}`;
}

function printItems(response: FetchResponse, random: Random): readonly Octets[] {
  const { uid, flags, size, internalDate, modSeq, envelope, structure, preview, emailId, threadId } =
    response;
  const id = (text: string | null) => (text === null ? 'NIL' : `(${text})`);
  return [
    ...(uid === undefined ? [] : [`${printCase('UID', random)} ${uid}`]),
    ...(flags === undefined ? [] : [`FLAGS ${printList(flags)}`]),
    ...(size === undefined ? [] : [`RFC822.SIZE ${size}`]),
    ...(internalDate === undefined ? [] : [`INTERNALDATE ${printOctets(internalDate, random)}`]),
    ...(modSeq === undefined ? [] : [`MODSEQ (${modSeq})`]),
    ...(envelope === undefined
      ? []
      : [`${printCase('ENVELOPE', random)} ${printEnvelope(envelope, random)}`]),
    ...(structure && 'path' in structure ? [`BODYSTRUCTURE ${printStructure(structure, random)}`] : []),
    ...(preview === undefined ? [] : [`PREVIEW ${printNullable(preview, random)}`]),
    ...(emailId === undefined ? [] : [`EMAILID ${id(emailId)}`]),
    ...(threadId === undefined ? [] : [`THREADID ${id(threadId)}`]),
  ];
}

function printSections(
  { sections, binarySections, binarySizes }: FetchResponse,
  random: Random,
): readonly Octets[] {
  const value = (octets: Buffer | null) =>
    octets === null ? 'NIL' : printOctets(octets.toString('latin1'), random);
  const partial = () => (random.oneIn(4) ? `<${random.below(100)}>` : '');
  return [
    ...[...sections].map(
      ([key, octets]) => `BODY[${printSection(key, random)}]${partial()} ${value(octets)}`,
    ),
    ...[...binarySections].map(([key, octets]) => `BINARY[${key}]${partial()} ${value(octets)}`),
    ...[...binarySizes].map(([key, size]) => `BINARY.SIZE[${key}] ${size}`),
  ];
}

/** The names of header fields stand in any order and case. */
function printSection(key: string, random: Random): Octets {
  const [, section = key, fields] = /^(.*) \((.*)\)$/.exec(key) ?? [];
  if (fields === undefined) return printCase(section, random);
  const names = shuffled(fields.split(' '), random).map((name) =>
    printString(printCase(name, random), random),
  );
  return `${printCase(section, random)} ${printListOrNil(names, random)}`;
}
