import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { Secret } from '../../domain/logins/secret.ts';
import type { ApiKeyId } from '../../domain/rights/api-key.ts';

const ID_OCTETS = 9;
const SECRET_OCTETS = 32;

/** A new key, `ph_<id>_<secret>`, and its stored parts. */
export interface NewKeySecret {
  readonly id: ApiKeyId;
  readonly secretHash: string;
  readonly key: Secret;
}

/** A key of 256 random bits. */
export function createKeySecret(): NewKeySecret {
  const id = randomBytes(ID_OCTETS).toString('hex') as ApiKeyId;
  const secret = randomBytes(SECRET_OCTETS).toString('base64url');
  const secretHash = digestOf(secret).toString('base64url');
  return { id, secretHash, key: new Secret(`ph_${id}_${secret}`) };
}

/** Compares in constant time, also without a stored hash: unknown ids must cost the same. */
export function isSecretOf(secret: Secret, secretHash: string | undefined): boolean {
  const digest = digestOf(secret.reveal());
  const expected = Buffer.from(secretHash ?? '', 'base64url');
  const isComparable = expected.length === digest.length;
  return timingSafeEqual(digest, isComparable ? expected : digest) && isComparable;
}

/** A random secret needs no slow hash. */
function digestOf(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}
