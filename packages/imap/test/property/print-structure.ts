/** Prints ENVELOPE and BODYSTRUCTURE (RFC 9051 §7.5.2, §9), without regard to how the parser reads them. */
import type { Random } from '../../fuzz/random.ts';
import type { BodyStructure, Disposition } from '../../src/responses/body-structure.ts';
import type { Envelope, EnvelopeAddress } from '../../src/responses/envelope.ts';
import {
  type Octets,
  printAnyValue,
  printCase,
  printList,
  printListOrNil,
  printNullable,
  printString,
} from './print-tokens.ts';

export function printEnvelope(envelope: Envelope | null, random: Random): Octets {
  if (envelope === null) return 'NIL';
  const addresses = (list: readonly EnvelopeAddress[]) =>
    list.length === 0
      ? 'NIL'
      : `(${list.map((address) => printAddress(address, random)).join(random.pick(['', ' ']))})`;
  return printList([
    printNullable(envelope.date, random),
    printNullable(envelope.subject, random),
    addresses(envelope.from),
    addresses(envelope.sender),
    addresses(envelope.replyTo),
    addresses(envelope.to),
    addresses(envelope.cc),
    addresses(envelope.bcc),
    printNullable(envelope.inReplyTo, random),
    printNullable(envelope.messageId, random),
  ]);
}

function printAddress({ name, mailbox, host }: EnvelopeAddress, random: Random): Octets {
  const route = random.oneIn(5) ? '"@a,@b"' : 'NIL';
  return printList([
    printNullable(name, random),
    route,
    printNullable(mailbox, random),
    printNullable(host, random),
  ]);
}

export function printStructure(part: BodyStructure, random: Random): Octets {
  return part.type === 'multipart' ? printMultipart(part, random) : printLeaf(part, random);
}

function printMultipart(part: BodyStructure, random: Random): Octets {
  const children = part.children.map((child) => printStructure(child, random)).join(random.pick(['', ' ']));
  const subtype = printCase(`"${part.subtype}"`, random);
  const extension = printExtension([printParameters(part.parameters, random)], part, random);
  return `(${[children, subtype, ...extension].join(' ')})`;
}

function printLeaf(part: BodyStructure, random: Random): Octets {
  const fields = [
    printCase(`"${part.type}"`, random),
    printCase(`"${part.subtype}"`, random),
    printParameters(part.parameters, random),
    printNullable(part.id, random),
    printNullable(part.description, random),
    printCase(`"${part.encoding}"`, random),
    `${part.octets}`,
  ];
  if (part.message) {
    fields.push(printEnvelope(part.message.envelope, random), printStructure(part.message.body, random));
  }
  if (part.message || part.type === 'text') fields.push(part.lines === null ? 'NIL' : `${part.lines}`);
  return printList([...fields, ...printExtension(['NIL'], part, random)]);
}

/** The extension data, which may end before any of its fields that say nothing. */
function printExtension(
  first: readonly [Octets],
  { disposition, language, location }: BodyStructure,
  random: Random,
): readonly Octets[] {
  const fields = [
    ...first,
    printDisposition(disposition, random),
    language.length === 1 && random.oneIn(2)
      ? printString(language[0] ?? '', random)
      : printListOrNil(
          language.map((text) => printString(text, random)),
          random,
        ),
    printNullable(location, random),
  ];
  if (random.oneIn(4)) fields.push(printAnyValue(random), printAnyValue(random));
  else while (fields.at(-1)?.toUpperCase() === 'NIL' && random.oneIn(2)) fields.pop();
  return fields;
}

function printDisposition(disposition: Disposition | null, random: Random): Octets {
  if (disposition === null) return 'NIL';
  return printList([
    printCase(`"${disposition.type}"`, random),
    printParameters(disposition.parameters, random),
  ]);
}

function printParameters(parameters: ReadonlyMap<string, string>, random: Random): Octets {
  const texts = [...parameters].flatMap(([name, value]) => [
    printCase(`"${name}"`, random),
    printString(value, random),
  ]);
  return printListOrNil(texts, random);
}
