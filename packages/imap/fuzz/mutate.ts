/** Mutates real transcripts and mails into ones that no server or program produces. */
import type { Random } from './random.ts';

/** Longer results are cut: the time limits are for a megabyte. */
export const MAX_OCTETS = 1_000_000;

/** Fragments of a format. */
export type Tokens = readonly [string, ...string[]];

type Mutation = (octets: Buffer, random: Random, tokens: Tokens) => Buffer;

const LENGTHS = [
  '0',
  '1',
  '2',
  '3',
  '63',
  '64',
  '65',
  '16385',
  '65537',
  '70000',
  '4294967296',
  '9007199254740992',
] as const;
const LITERAL_HEADER = /\{[0-9]+\+?\}\r?\n/g;
const NUMBER = /[0-9]+/g;

const MUTATIONS: readonly [Mutation, ...Mutation[]] = [
  flipBit,
  replaceOctet,
  cutRange,
  cutEnd,
  repeatRange,
  insertToken,
  insertToken,
  insertToken,
  insertTokens,
  changeLiteralLength,
  changeLiteralLength,
  growLiteral,
  changeNumber,
  moveLine,
  breakLine,
];

/** A function that makes one to eight changes; some insert tokens. */
export function createMutator(tokens: Tokens): (octets: Buffer, random: Random) => Buffer {
  return (octets, random) => {
    let changed = octets;
    for (let times = 1 + random.below(8); times > 0; times -= 1) {
      changed = random.pick(MUTATIONS)(changed, random, tokens);
    }
    return changed.subarray(0, MAX_OCTETS);
  };
}

function splice(octets: Buffer, start: number, end: number, inserted: Buffer): Buffer {
  return Buffer.concat([octets.subarray(0, start), inserted, octets.subarray(end)]);
}

/** Start and end of a range, usually short. */
function range(octets: Buffer, random: Random): readonly [number, number] {
  const start = random.below(octets.length + 1);
  const longest = random.oneIn(4) ? octets.length : 16;
  return [start, Math.min(octets.length, start + random.below(longest))];
}

function flipBit(octets: Buffer, random: Random): Buffer {
  const copy = Buffer.from(octets);
  const index = random.below(copy.length);
  if (index < copy.length) copy[index] = (copy[index] ?? 0) ^ (1 << random.below(8));
  return copy;
}

function replaceOctet(octets: Buffer, random: Random): Buffer {
  const index = random.below(octets.length);
  return splice(octets, index, index + 1, Buffer.from([random.below(256)]));
}

function cutRange(octets: Buffer, random: Random): Buffer {
  const [start, end] = range(octets, random);
  return splice(octets, start, end, Buffer.alloc(0));
}

function cutEnd(octets: Buffer, random: Random): Buffer {
  return octets.subarray(0, random.below(octets.length + 1));
}

function repeatRange(octets: Buffer, random: Random): Buffer {
  const [start, end] = range(octets, random);
  const repeated = octets.subarray(start, end);
  const times = random.oneIn(1000) ? MAX_OCTETS / Math.max(1, repeated.length) : random.below(20);
  return splice(
    octets,
    end,
    end,
    Buffer.alloc(Math.min(MAX_OCTETS, Math.floor(times) * repeated.length), repeated),
  );
}

function insertToken(octets: Buffer, random: Random, tokens: Tokens): Buffer {
  const index = random.below(octets.length + 1);
  return splice(octets, index, index, Buffer.from(random.pick(tokens), 'latin1'));
}

/** One token many times, such as a line of parentheses. */
function insertTokens(octets: Buffer, random: Random, tokens: Tokens): Buffer {
  const token = Buffer.from(random.pick(tokens), 'latin1');
  const times = random.oneIn(1000) ? Math.floor(MAX_OCTETS / token.length) : random.below(100);
  const index = random.below(octets.length + 1);
  return splice(octets, index, index, Buffer.alloc(times * token.length, token));
}

function changeLiteralLength(octets: Buffer, random: Random): Buffer {
  const [header, start] = pickMatch(octets, LITERAL_HEADER, random);
  if (header === undefined) return octets;
  const length = random.oneIn(3)
    ? `${Math.max(0, Number.parseInt(header.slice(1), 10) + random.below(7) - 3)}`
    : random.pick(LENGTHS);
  const zeros = random.oneIn(5) ? '0'.repeat(random.below(40)) : '';
  const changed = header.replace(/[0-9]+/, `${zeros}${length}`);
  return splice(octets, start, start + header.length, Buffer.from(changed, 'latin1'));
}

/** Makes a literal long enough to be streamed, with matching octets. */
function growLiteral(octets: Buffer, random: Random): Buffer {
  if (!random.oneIn(10)) return octets;
  const [header, start] = pickMatch(octets, LITERAL_HEADER, random);
  if (header === undefined) return octets;
  const added = 16_000 + random.below(60_000);
  const length = Number.parseInt(header.slice(1), 10) + added;
  const grown = Buffer.concat([
    Buffer.from(header.replace(/[0-9]+/, `${length}`), 'latin1'),
    Buffer.alloc(added, random.pick(['a', '\r\n', '* 1 EXISTS\r\n', '{5}\r\n', '\0'])),
  ]);
  return splice(octets, start, start + header.length, grown);
}

function changeNumber(octets: Buffer, random: Random): Buffer {
  const [number, start] = pickMatch(octets, NUMBER, random);
  if (number === undefined) return octets;
  const other = random.oneIn(2) ? random.pick(LENGTHS) : `${number}${random.below(1000)}`;
  return splice(octets, start, start + number.length, Buffer.from(other));
}

function moveLine(octets: Buffer, random: Random): Buffer {
  const lines = octets.toString('latin1').split(/(?<=\n)/);
  const [line = ''] = lines.splice(random.below(lines.length), 1);
  lines.splice(random.below(lines.length + 1), 0, line);
  return Buffer.from(lines.join(''), 'latin1');
}

function breakLine(octets: Buffer, random: Random): Buffer {
  const index = random.below(octets.length + 1);
  return splice(octets, index, index, Buffer.from(random.pick(['\r\n', '\n', '\r\n* ', '{3}\r\n'])));
}

function pickMatch(octets: Buffer, pattern: RegExp, random: Random): readonly [string | undefined, number] {
  const text = octets.toString('latin1', 0, 20_000);
  const matches = [...text.matchAll(pattern)];
  const match = matches[random.below(matches.length)];
  return [match?.[0], match?.index ?? 0];
}
