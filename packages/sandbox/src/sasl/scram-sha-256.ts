/** SCRAM-SHA-256 without channel binding (RFC 5802, RFC 7677): the password is proven and never sent. */
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
/** A server that asks for more wants to keep the client busy; it does not do the work itself. */
const MAX_COMPUTED_ITERATIONS = 100_000;

/** `n=U,r=NONCE` after the GS2 header. `m=` would ask for an extension that is not known (RFC 5802 §5.1). */
const CLIENT_FIRST = /^n=([^,]+),r=([\x21-\x2b\x2d-\x7e]+)(?:,|$)/;
const CLIENT_FINAL =
  /^(c=([A-Za-z0-9+/=]+),r=([\x21-\x2b\x2d-\x7e]+)(?:,[a-zA-Z]=[^,]*)*),p=([A-Za-z0-9+/=]+)$/;

const deriveKey = promisify(pbkdf2);

/** Two challenges: salt and iterations, then the server's own proof, to which the client answers nothing. */
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

    // Unknown users and wrong proofs fail at the same step.
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

/** The server's signature, when the client's proof is right. Throws LoginFailure. */
async function checkProof(
  { password, salt, iterations, signedText }: ProofMaterial,
  proof: Buffer,
): Promise<Buffer> {
  if (iterations > MAX_COMPUTED_ITERATIONS) throw new LoginFailure('wrong-credentials');
  // SASLprep without its tables: the normal form is what makes a difference to passwords that people type.
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
