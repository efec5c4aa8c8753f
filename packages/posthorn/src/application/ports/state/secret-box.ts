import type { SealedSecret, SecretBinding } from '../../../domain/sealed-secret.ts';
import type { Secret } from '../../../domain/secret.ts';
import type { SecretsKeys } from '../../../domain/secrets-key.ts';

/** For the operator only. */
export class SealedSecretError extends Error {
  readonly reason: 'key-unknown' | 'binding-wrong' | 'malformed';

  constructor(reason: SealedSecretError['reason'], message: string) {
    super(message);
    this.name = 'SealedSecretError';
    this.reason = reason;
  }
}

/** Seals secrets with the first key; opens with any. */
export interface SecretBox {
  seal(secret: Secret, binding: SecretBinding): SealedSecret;

  /** Throws SealedSecretError for a missing key or another location. Open only when needed. */
  open(sealed: SealedSecret, binding: SecretBinding): Secret;

  readonly keyName: string;

  /** Sealed with the first key. */
  isCurrent(sealed: SealedSecret): boolean;
}

/** A box with replaceable keys. */
export interface KeyedSecretBox extends SecretBox {
  withKeys(keys: SecretsKeys): SecretBox;

  replaceKeys(keys: SecretsKeys): void;
}
