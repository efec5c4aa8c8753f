import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { type KeyedSecretBox, SealedSecretError } from '../../application/ports/state/secret-box.ts';
import type { SealedSecret, SecretBinding } from '../../domain/logins/sealed-secret.ts';
import { Secret } from '../../domain/logins/secret.ts';
import type { SecretsKey, SecretsKeys } from '../../domain/logins/secrets-key.ts';

const ALGORITHM = 'aes-256-gcm';
const VERSION = 'v1';
const NONCE_OCTETS = 12;
const TAG_OCTETS = 16;

interface SealedParts {
  readonly keyName: string;
  readonly nonce: Buffer;
  readonly ciphertext: Buffer;
  readonly tag: Buffer;
}

/** The operator's present keys; null: none. */
export type KeyReader = () => SecretsKeys | null;

const READ_PAUSE_MS = 1_000;

/** AES-256-GCM (NIST SP 800-38D). `readAgain`: for secrets of servers with a newer key. */
export function createSecretBox(initialKeys: SecretsKeys, readAgain: KeyReader = () => null): KeyedSecretBox {
  let keys = initialKeys;
  /** For rows in memory, and servers ahead. */
  let others: readonly SecretsKey[] = [];
  let readAt = Number.NEGATIVE_INFINITY;

  const findKey = (name: string): SecretsKey | undefined => {
    const isIt = (key: SecretsKey) => key.name === name;
    const known = keys.find(isIt) ?? others.find(isIt);
    if (known !== undefined || performance.now() - readAt < READ_PAUSE_MS) return known;
    readAt = performance.now();
    others = readAgain() ?? others;
    return others.find(isIt);
  };

  return {
    get keyName() {
      return keys[0].name;
    },
    withKeys: (replacement) => createSecretBox(replacement),
    replaceKeys(replacement) {
      others = keys;
      keys = replacement;
    },
    isCurrent: (sealed) => sealed.startsWith(`${VERSION}.${keys[0].name}.`),
    seal: (secret, binding) => seal(secret, binding, keys[0]),
    open(sealed, binding) {
      const parts = parse(sealed);
      const key = findKey(parts.keyName);
      if (key === undefined) {
        const detail = `A secret of ${binding.table} is sealed with the key ${parts.keyName}, which is not among the secrets keys.`;
        throw new SealedSecretError('key-unknown', detail);
      }
      return open(parts, binding, key);
    },
  };
}

/** A repeated nonce reveals the tag's key. */
function seal(secret: Secret, binding: SecretBinding, { name, key }: SecretsKey): SealedSecret {
  const nonce = randomBytes(NONCE_OCTETS);
  const cipher = createCipheriv(ALGORITHM, key, nonce).setAAD(boundTo(binding, name));
  const ciphertext = [cipher.update(secret.reveal(), 'utf8'), cipher.final(), cipher.getAuthTag()];
  const texts = [nonce, Buffer.concat(ciphertext)].map((octets) => octets.toString('base64url'));
  return [VERSION, name, ...texts].join('.') as SealedSecret;
}

function open(
  { nonce, ciphertext, tag }: SealedParts,
  binding: SecretBinding,
  { name, key }: SecretsKey,
): Secret {
  const decipher = createDecipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_OCTETS });
  decipher.setAAD(boundTo(binding, name)).setAuthTag(tag);
  const text = decipher.update(ciphertext);
  try {
    return new Secret(Buffer.concat([text, decipher.final()]).toString('utf8'));
  } catch {
    const detail = `A secret of ${binding.table} was sealed for another row, field or server, or with another key that is also named ${name}.`;
    throw new SealedSecretError('binding-wrong', detail);
  }
}

function parse(sealed: string): SealedParts {
  const [version, keyName = '', nonceText = '', sealedText = '', ...rest] = sealed.split('.');
  const nonce = Buffer.from(nonceText, 'base64url');
  const octets = Buffer.from(sealedText, 'base64url');
  const isWellFormed = nonce.length === NONCE_OCTETS && octets.length >= TAG_OCTETS && rest.length === 0;
  if (version !== VERSION || !isWellFormed) {
    throw new SealedSecretError(
      'malformed',
      'A value of the database is not a sealed secret of this version.',
    );
  }
  const end = octets.length - TAG_OCTETS;
  return { keyName, nonce, ciphertext: octets.subarray(0, end), tag: octets.subarray(end) };
}

/** Binds the secret to its row. */
function boundTo({ table, row, field, destination }: SecretBinding, keyName: string): Buffer {
  return Buffer.from(JSON.stringify([VERSION, table, row, field, destination, keyName]));
}
