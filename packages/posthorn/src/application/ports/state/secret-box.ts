import type { SealedSecret, SecretBinding } from '../../../domain/logins/sealed-secret.ts';
import type { Secret } from '../../../domain/logins/secret.ts';
import type { SecretsKeys } from '../../../domain/logins/secrets-key.ts';

/** An unusable sealed secret, for the operator only. */
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

  /** Throws SealedSecretError for an unknown key or other binding. */
  open(sealed: SealedSecret, binding: SecretBinding): Secret;

  readonly keyName: string;

  isCurrent(sealed: SealedSecret): boolean;
}

/** A box with replaceable keys. */
export interface KeyedSecretBox extends SecretBox {
  withKeys(keys: SecretsKeys): SecretBox;

  replaceKeys(keys: SecretsKeys): void;
}
