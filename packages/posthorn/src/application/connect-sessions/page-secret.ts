import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { Secret } from '../../domain/logins/secret.ts';

const SECRET_OCTETS = 32;

/** 256 random bits as base64url. */
export function createPageSecret(): Secret {
  return new Secret(randomBytes(SECRET_OCTETS).toString('base64url'));
}

/** The secret's base64url SHA-256. */
export function hashPageSecret(secret: Secret): string {
  return createHash('sha256').update(secret.reveal()).digest('base64url');
}

/** Compares in constant time. */
export function isPageSecret(secret: Secret, hash: string): boolean {
  const [given, expected] = [hashPageSecret(secret), hash].map((text) => Buffer.from(text));
  return given !== undefined && expected?.length === given.length && timingSafeEqual(given, expected);
}
