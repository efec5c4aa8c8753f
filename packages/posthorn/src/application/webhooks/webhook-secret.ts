import { randomBytes } from 'node:crypto';
import { Secret } from '../../domain/logins/secret.ts';

const SECRET_OCTETS = 32;

/** A signing secret of 256 random bits: `whsec_` and base64 (Standard Webhooks). */
export function createWebhookSecret(): Secret {
  return new Secret(`whsec_${randomBytes(SECRET_OCTETS).toString('base64')}`);
}
