import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { isJsonObject, parseJson } from '../json-object.ts';

/** A ticket's content. */
export interface SealedLogin {
  readonly headers: Readonly<Record<string, string>>;
  readonly target: string;
  readonly endsAtMs: number;
}

/** Encrypts logins for download links. */
export interface DownloadTickets {
  seal(login: SealedLogin): string;
  /** Includes expired ones; undefined unless sealed with this key. */
  open(ticket: string): SealedLogin | undefined;
}

const CIPHER = 'aes-256-gcm';
const NONCE_OCTETS = 12;
const TAG_OCTETS = 16;
/** Hides the password's length. */
const BLOCK_OCTETS = 64;
/** Twice the largest request head. */
const MAX_CONTENT_OCTETS = 65_536;
const TICKET = /^[\w-]{64,60000}$/;

/** The key has 256 bits. */
export function createDownloadTickets(key: Uint8Array): DownloadTickets {
  return {
    seal({ headers, target, endsAtMs }) {
      const packed = deflateRawSync(JSON.stringify([endsAtMs, target, headers]));
      const padding = Buffer.alloc(BLOCK_OCTETS - (packed.length % BLOCK_OCTETS));
      const nonce = randomBytes(NONCE_OCTETS);
      const cipher = createCipheriv(CIPHER, key, nonce);
      const sealed = Buffer.concat([cipher.update(packed), cipher.update(padding), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url');
    },
    open(ticket) {
      const packed = TICKET.test(ticket) ? decrypt(Buffer.from(ticket, 'base64url'), key) : undefined;
      return packed && readLogin(packed);
    },
  };
}

function decrypt(octets: Buffer, key: Uint8Array): Buffer | undefined {
  const start = NONCE_OCTETS + TAG_OCTETS;
  const decipher = createDecipheriv(CIPHER, key, octets.subarray(0, NONCE_OCTETS), {
    authTagLength: TAG_OCTETS,
  });
  decipher.setAuthTag(octets.subarray(NONCE_OCTETS, start));
  try {
    return Buffer.concat([decipher.update(octets.subarray(start)), decipher.final()]);
  } catch {
    return undefined;
  }
}

/** Another version may have sealed it. */
function readLogin(packed: Buffer): SealedLogin | undefined {
  const content: unknown = parseJson(
    inflateRawSync(packed, { maxOutputLength: MAX_CONTENT_OCTETS }).toString(),
  );
  if (!Array.isArray(content)) return undefined;
  const [endsAtMs, target, headers]: readonly unknown[] = content;
  const isLogin = typeof endsAtMs === 'number' && typeof target === 'string' && isJsonObject(headers);
  return isLogin ? { endsAtMs, target, headers: headers as SealedLogin['headers'] } : undefined;
}
