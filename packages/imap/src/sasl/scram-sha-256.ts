import { createHash, createHmac, pbkdf2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { BoundExceeded, ProtocolViolation } from '../errors.ts';
import type { PasswordCredentials } from './credentials.ts';
import type { SaslExchange } from './sasl-exchange.ts';
import { escapeSaslName } from './sasl-name.ts';
import { saslPrep } from './saslprep.ts';
import { repeats } from './secret-text.ts';

/** RFC 7677 §4; fewer make a stolen exchange cheap to guess from. */
const MIN_ITERATIONS = 4096;
/** Half a second of one core. */
const MAX_ITERATIONS = 1_000_000;
const MAX_SALT_OCTETS = 1024;
const NONCE_OCTETS = 24;
const KEY_OCTETS = 32;
/** No channel binding (RFC 5802 §6): only SCRAM-SHA-256-PLUS has it. */
const GS2_HEADER = 'n,,';
const SERVER_FIRST = /^r=([\x21-\x2b\x2d-\x7e]+),s=([A-Za-z0-9+/]+={0,2}),i=([1-9][0-9]{0,9})(?:,|$)/;
const EMPTY = Buffer.alloc(0);

const deriveKey = promisify(pbkdf2);

/**
 * SCRAM-SHA-256 (RFC 5802, RFC 7677): the password never travels. `nonce` is random, printable, without
 * comma.
 */
export class ScramSha256Exchange implements SaslExchange {
  readonly mechanism = 'SCRAM-SHA-256';
  readonly maxChallenges = 2;
  readonly challenge = null;
  readonly #password: string;
  readonly #nonce: string;
  readonly #clientFirst: string;
  #serverSignature: Buffer | undefined;
  #state: 'begun' | 'proven' | 'verified' | 'failed' = 'begun';

  /** Throws InvalidArgument for prohibited characters. */
  constructor({ user, password }: PasswordCredentials, nonce = randomBytes(NONCE_OCTETS).toString('base64')) {
    this.#password = saslPrep(password);
    this.#nonce = nonce;
    this.#clientFirst = `n=${escapeSaslName(saslPrep(user))},r=${nonce}`;
  }

  begin(): Buffer {
    return Buffer.from(GS2_HEADER + this.#clientFirst);
  }

  async answer(challenge: Buffer): Promise<Buffer> {
    if (this.#state === 'begun') return this.#prove(challenge.toString());
    this.#verify(challenge.toString());
    return EMPTY;
  }

  finish(): void {
    if (this.#state !== 'verified')
      throw new ProtocolViolation('The server did not prove that it knows the password.');
  }

  reveals(text: string): boolean {
    return repeats(text, { secret: this.#password });
  }

  async #prove(serverFirst: string): Promise<Buffer> {
    const { nonce, salt, iterations } = this.#readServerFirst(serverFirst);
    const salted = await deriveKey(this.#password, salt, iterations, KEY_OCTETS, 'sha256');
    const clientKey = hmac(salted, 'Client Key');
    const withoutProof = `c=${Buffer.from(GS2_HEADER).toString('base64')},r=${nonce}`;
    const exchanged = `${this.#clientFirst},${serverFirst},${withoutProof}`;
    const clientSignature = hmac(createHash('sha256').update(clientKey).digest(), exchanged);
    const proof = clientKey.map((octet, index) => octet ^ (clientSignature[index] ?? 0));
    this.#serverSignature = hmac(hmac(salted, 'Server Key'), exchanged);
    this.#state = 'proven';
    return Buffer.from(`${withoutProof},p=${Buffer.from(proof).toString('base64')}`);
  }

  #readServerFirst(serverFirst: string): { nonce: string; salt: Buffer; iterations: number } {
    const [, nonce = '', salt = '', iterations = ''] = SERVER_FIRST.exec(serverFirst) ?? [];
    if (!nonce.startsWith(this.#nonce) || nonce.length === this.#nonce.length) {
      throw new ProtocolViolation('The first message of the server is no answer to that of the client.');
    }
    if (Number(iterations) < MIN_ITERATIONS) {
      throw new ProtocolViolation(`The server asks for fewer than ${MIN_ITERATIONS} iterations.`);
    }
    if (Number(iterations) > MAX_ITERATIONS) throw new BoundExceeded('SCRAM iterations', MAX_ITERATIONS);
    if (salt.length > MAX_SALT_OCTETS) throw new BoundExceeded('octets of a SCRAM salt', MAX_SALT_OCTETS);
    return { nonce, salt: Buffer.from(salt, 'base64'), iterations: Number(iterations) };
  }

  /** `e=` announces a refusal; NO follows. */
  #verify(serverFinal: string): void {
    const [, signature] = /^v=([A-Za-z0-9+/]+={0,2})(?:,|$)/.exec(serverFinal) ?? [];
    if (signature === undefined) {
      if (!serverFinal.startsWith('e=')) throw new ProtocolViolation('The server sent no signature.');
      this.#state = 'failed';
      return;
    }
    const received = Buffer.from(signature, 'base64');
    const expected = this.#serverSignature ?? EMPTY;
    if (received.length !== expected.length || !timingSafeEqual(received, expected)) {
      throw new ProtocolViolation('The signature of the server is wrong: it does not know the password.');
    }
    this.#state = 'verified';
  }
}

function hmac(key: Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}
