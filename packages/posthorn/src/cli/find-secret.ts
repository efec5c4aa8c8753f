import { createReadStream } from 'node:fs';
import type { Readable } from 'node:stream';
import type { Environment } from '../config/load-settings.ts';
import { Secret } from '../domain/logins/secret.ts';
import { usageError } from './command-error.ts';

export type SecretKind = 'password' | 'token' | 'refreshToken' | 'clientSecret';

/** A secret's sources; not the command line, which other users can read. */
export interface SecretSources {
  /** A file, or `-` for standard input; ignores a final line end. */
  readonly file: string | undefined;
  /** The source's flag, if unusual. */
  readonly flag?: string;
  readonly environment: Environment;
  /** Prompts for the secret (empty: none); null without a terminal. */
  readonly ask?: (() => Promise<string>) | null;
  readonly standardInput?: Readable;
}

interface SecretTraits {
  readonly noun: string;
  readonly flag: string;
  readonly variable: string;
  /** Bounds reading of a wrong file. */
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
    // RFC 6750 §2.1 allows less.
    pattern: /^[\x21-\x7e]{1,8192}$/,
  },
  refreshToken: {
    noun: 'refresh token',
    flag: '--refresh-token-stdin',
    variable: 'POSTHORN_REFRESH_TOKEN',
    maxOctets: 16_386,
    // RFC 6749 §A.17.
    pattern: /^[\x20-\x7e]{1,16384}$/,
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

/** The first source's secret. Rejects with CommandError for an invalid one. */
export async function findSecret(kind: SecretKind, sources: SecretSources): Promise<Secret | null> {
  const { noun, variable, pattern } = KINDS[kind];
  const { file, flag = KINDS[kind].flag, environment, ask } = sources;
  const text =
    file === undefined
      ? environment[variable] || (await ask?.())
      : await readSecret({ ...KINDS[kind], flag }, sources);
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
