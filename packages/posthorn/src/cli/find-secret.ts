/** Obtains a secret for a command, never from the command line, where others could read it. */
import { createReadStream } from 'node:fs';
import type { Readable } from 'node:stream';
import type { Environment } from '../config/load-settings.ts';
import { Secret } from '../domain/secret.ts';
import { usageError } from './command-error.ts';

/** What the commands need secrets for. */
export type SecretKind = 'password' | 'token' | 'clientSecret';

/** Where a secret may come from. */
export interface SecretSources {
  /** A file whose contents are the secret, or `-` for the standard input; a line end after it does not count. */
  readonly file: string | undefined;
  readonly environment: Environment;
  /** Asks the person at the terminal; null when there is none. An empty text means that there is no secret. */
  readonly ask?: (() => Promise<string>) | null;
  readonly standardInput?: Readable;
}

interface SecretTraits {
  readonly noun: string;
  readonly flag: string;
  readonly variable: string;
  /** No secret of the kind is longer; a wrong file name must not read a whole mailbox. */
  readonly maxOctets: number;
  readonly pattern: RegExp;
}

const KINDS: Readonly<Record<SecretKind, SecretTraits>> = {
  password: {
    noun: 'password',
    flag: '--password-file',
    variable: 'POSTHORN_PASSWORD',
    maxOctets: 4096,
    pattern: /^/,
  },
  token: {
    noun: 'token',
    flag: '--token-file',
    variable: 'POSTHORN_TOKEN',
    maxOctets: 8194,
    // RFC 6750 §2.1 allows less; the API takes this.
    pattern: /^[\x21-\x7e]{1,8192}$/,
  },
  clientSecret: {
    noun: 'client secret',
    flag: '--client-secret-file',
    variable: 'POSTHORN_CLIENT_SECRET',
    maxOctets: 4096,
    // RFC 6749 §A.2.
    pattern: /^[\x20-\x7e]+$/,
  },
};

const STANDARD_INPUT = '-';

/** The secret of the first source that has one, or null. Rejects with CommandError for one that cannot be used. */
export async function findSecret(kind: SecretKind, sources: SecretSources): Promise<Secret | null> {
  const { noun, flag, variable, pattern } = KINDS[kind];
  const { file, environment, ask } = sources;
  const text =
    file === undefined ? environment[variable] || (await ask?.()) : await readSecret(KINDS[kind], sources);
  if (!text) return null;
  if (pattern.test(text)) return new Secret(text);
  throw usageError(`${file === undefined ? variable : flag}: this cannot be a ${noun}.`);
}

async function readSecret(
  { noun, flag, maxOctets }: SecretTraits,
  { file: path = '', standardInput = process.stdin }: SecretSources,
): Promise<string> {
  const input = path === STANDARD_INPUT ? standardInput : createReadStream(path);
  const name = path === STANDARD_INPUT ? 'the standard input' : path;
  const octets = await readAtMost(maxOctets + 1, input).catch((error: NodeJS.ErrnoException) => {
    throw usageError(`${flag}: ${name} cannot be read (${error.code}).`);
  });
  if (octets.length > maxOctets) throw usageError(`${flag}: ${name} is too large to be a ${noun}.`);
  const secret = octets.toString().replace(/\r?\n$/, '');
  if (secret === '') throw usageError(`${flag}: ${name} is empty.`);
  return secret;
}

/** Reads to the end, or until there are so many octets. */
async function readAtMost(limit: number, input: Readable): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let length = 0;
  for await (const piece of input as AsyncIterable<Buffer>) {
    pieces.push(piece);
    length += piece.length;
    if (length >= limit) break;
  }
  return Buffer.concat(pieces).subarray(0, limit);
}
