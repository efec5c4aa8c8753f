import type { Secret } from '../../../domain/logins/secret.ts';
import type { DocumentAnswer } from './answer.ts';

/** Adds a new secret as `meta.secret`, shown only here. */
export function withSecret(answer: DocumentAnswer, secret: Secret): DocumentAnswer {
  return { ...answer, document: { ...answer.document, meta: { secret: secret.reveal() } } };
}
