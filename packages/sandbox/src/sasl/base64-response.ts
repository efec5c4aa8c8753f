import { SaslSyntaxError } from './mechanism.ts';

const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/;
const GROUP_CHARACTERS = 4;

/** Decodes base64 (RFC 4648 §4). Throws SaslSyntaxError. */
export function decodeResponse(base64: string): string {
  if (base64.length % GROUP_CHARACTERS !== 0 || !BASE64.test(base64)) {
    throw new SaslSyntaxError('Invalid base64');
  }
  return Buffer.from(base64, 'base64').toString('utf8');
}

/** The challenge in base64. */
export function encodeChallenge(challenge: string): string {
  return Buffer.from(challenge, 'utf8').toString('base64');
}
