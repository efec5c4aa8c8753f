/** SCRAM-SHA-256 without channel binding (RFC 5802, RFC 7677). */
import { createHash, createHmac, pbkdf2, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { LoginFailure } from '../accounts/login-refusal.ts';
import { type Gs2Message, readGs2Message, unescapeSaslName } from './gs2-header.ts';
import {
  SaslAuthorizationError,
  type SaslExchange,
  type SaslMechanism,
  SaslSyntaxError,
} from './mechanism.ts';

const HASH = 'sha256';
const HASH_OCTETS = 32;
const NONCE_OCTETS = 18;
const SALT_OCTETS = 16;
/** Higher counts fail without computing: only the client is slow. */
const MAX_COMPUTED_ITERATIONS = 100_000;

/** `n=U,r=NONCE`. `m=` is an unknown extension (RFC 5802 §5.1). */
const CLIENT_FIRST = /^n=([^,]+),r=([\x21-\x2b\x2d-\x7e]+)(?:,|$)/;
const CLIENT_FINAL =
  /^(c=([A-Za-z0-9+/=]+),r=([\x21-\x2b\x2d-\x7e]+)(?:,[a-zA-Z]=[^,]*)*),p=([A-Za-z0-9+/=]+)$/;

const deriveKey = promisify(pbkdf2);

export const scramSha256: SaslMechanism = {
  initialChallenge: '',
  exchange: async function* (context, response): SaslExchange {
    const { authenticator, randomOctets, scramIterations: iterations } = context;
    const gs2 = readGs2Message(response);
    const { name, nonce: clientNonce } = readClientFirst(gs2);
    await context.identify(name);

    const known = authenticator.findWithPassword(name);
    const nonce = clientNonce + randomOctets(NONCE_OCTETS).toString('base64');
    const salt = randomOctets(SALT_OCTETS);
    const serverFirst = `r=${nonce},s=${salt.toString('base64')},i=${iterations}`;
    const final = readClientFinal(yield serverFirst, { gs2, nonce });

    // As for wrong proofs.
    if (known === undefined) throw new LoginFailure('wrong-credentials');
    const signedText = `${gs2.rest},${serverFirst},${final.withoutProof}`;
    const proof = { password: known.password, salt, iterations, signedText };
    const signature = await checkProof(proof, final.proof);
    const answer = yield `v=${signature.toString('base64')}`;
    if (answer !== '') throw new SaslSyntaxError('Expected an empty response');
    return authenticator.admit(known.account);
  },
};

function readClientFirst({ rest, authorizationName }: Gs2Message): {
  readonly name: string;
  readonly nonce: string;
} {
  const [, escapedName, nonce] = CLIENT_FIRST.exec(rest) ?? [];
  if (escapedName === undefined || nonce === undefined) throw new SaslSyntaxError('Invalid first message');
  const name = unescapeSaslName(escapedName);
  if (authorizationName !== undefined && authorizationName !== name) throw new SaslAuthorizationError();
  return { name, nonce };
}

function readClientFinal(
  message: string,
  { gs2, nonce }: { readonly gs2: Gs2Message; readonly nonce: string },
): { readonly withoutProof: string; readonly proof: Buffer } {
  const [, withoutProof, binding, sentNonce, proof] = CLIENT_FINAL.exec(message) ?? [];
  if (withoutProof === undefined || proof === undefined) throw new SaslSyntaxError('Invalid final message');
  const isSameHeader = binding === Buffer.from(gs2.header).toString('base64');
  if (!isSameHeader || sentNonce !== nonce) throw new SaslSyntaxError('Wrong channel binding or nonce');
  return { withoutProof, proof: Buffer.from(proof, 'base64') };
}

interface ProofMaterial {
  readonly password: string;
  readonly salt: Buffer;
  readonly iterations: number;
  readonly signedText: string;
}

async function checkProof(
  { password, salt, iterations, signedText }: ProofMaterial,
  proof: Buffer,
): Promise<Buffer> {
  if (iterations > MAX_COMPUTED_ITERATIONS) throw new LoginFailure('wrong-credentials');
  // SASLprep without its tables.
  const salted = await deriveKey(password.normalize('NFKC'), salt, iterations, HASH_OCTETS, HASH);
  const storedKey = createHash(HASH).update(hmac(salted, 'Client Key')).digest();
  const clientSignature = hmac(storedKey, signedText);
  if (proof.length !== HASH_OCTETS) throw new LoginFailure('wrong-credentials');
  const clientKey = proof.map((octet, index) => octet ^ (clientSignature[index] ?? 0));
  const isProven = timingSafeEqual(createHash(HASH).update(clientKey).digest(), storedKey);
  if (!isProven) throw new LoginFailure('wrong-credentials');
  return hmac(hmac(salted, 'Server Key'), signedText);
}

function hmac(key: Buffer, text: string): Buffer {
  return createHmac(HASH, key).update(text).digest();
}
