import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { OnceNonces } from './once-nonces.ts';
import type { PeerHead } from './peer-headers.ts';

/** Signs requests between nodes. */
export const NODE_HEADER = 'x-posthorn-node';

/** A request received by another node. */
export interface ForwardedHead extends PeerHead {
  /** The receiving node's. */
  readonly nodeUrl: string;
  readonly authorization: string | undefined;
}

/** Signs and opens requests between nodes. */
export interface NodeSignatures {
  sign(head: ForwardedHead): string;
  /** The client's address; `refused` for a wrong, old or repeated signature; undefined without one. */
  open(request: IncomingMessage): { readonly clientAddress: string } | 'refused' | undefined;
}

/** Key, own address and clock. */
export interface NodeSignaturesOptions {
  readonly key: Uint8Array;
  readonly nodeUrl: string;
  /** Epoch milliseconds. */
  readonly now: () => number;
}

/** Node clocks may differ by minutes. */
const VALID_MS = 5 * 60_000;
const NONCE_OCTETS = 16;
const SAFE: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);
/** Addresses may have a zone, such as `fe80::1%eth0` (RFC 4007 §11). */
const VALUE = /^v1 ([0-9]{1,15}) ([A-Za-z0-9_-]{22}) ([0-9A-Za-z.:%_@-]{0,64}) ([A-Za-z0-9_-]{43})$/;

/** Signatures (HMAC-SHA-256) cover method, target, login, client address, receiver, time and nonce. */
export function createNodeSignatures({ key, nodeUrl, now }: NodeSignaturesOptions): NodeSignatures {
  const nonces = new OnceNonces(2 * VALID_MS);
  const digestOf = (time: string, nonce: string, head: ForwardedHead): string => {
    const { method, url, authorization = null, clientAddress, nodeUrl: receiver } = head;
    const text = JSON.stringify([time, nonce, method, url, authorization, clientAddress, receiver]);
    return createHmac('sha256', key).update(text).digest('base64url');
  };
  return {
    sign(head) {
      const time = String(now());
      const nonce = randomBytes(NONCE_OCTETS).toString('base64url');
      return `v1 ${time} ${nonce} ${head.clientAddress} ${digestOf(time, nonce, head)}`;
    },

    open({ headers, method = 'GET', url = '/' }) {
      const value = headers[NODE_HEADER];
      if (value === undefined) return undefined;
      const [, time = '', nonce = '', clientAddress = '', digest = ''] = VALUE.exec(String(value)) ?? [];
      const { authorization } = headers;
      const expected = digestOf(time, nonce, { method, url, authorization, clientAddress, nodeUrl });
      if (!isEqual(digest, expected) || Math.abs(now() - Number(time)) > VALID_MS) return 'refused';
      if (!SAFE.has(method) && !nonces.use(nonce, now())) return 'refused';
      return { clientAddress };
    },
  };
}

function isEqual(digest: string, expected: string): boolean {
  return digest.length === expected.length && timingSafeEqual(Buffer.from(digest), Buffer.from(expected));
}
