/** The client's side of SCRAM-SHA-256 (RFC 5802 §3), for tests. */
import { createHash, createHmac, pbkdf2Sync } from 'node:crypto';

/** A login by SCRAM. The password is what the client believes it is. */
export interface ScramLogin {
  /** As it travels: with `=2C` and `=3D`. */
  readonly saslName: string;
  readonly password: string;
  readonly nonce: string;
}

/** The first message of the client. */
export function clientFirst({ saslName, nonce }: ScramLogin): string {
  return `n,,n=${saslName},r=${nonce}`;
}

/** The final message of the client, and the signature that the server must answer it with. */
export function clientFinal(
  login: ScramLogin,
  serverFirst: string,
): { readonly message: string; readonly serverFinal: string } {
  const [, nonce = '', salt = '', iterations = ''] = /^r=([^,]+),s=([^,]+),i=(\d+)$/.exec(serverFirst) ?? [];
  const withoutProof = `c=biws,r=${nonce}`;
  const signed = `n=${login.saslName},r=${login.nonce},${serverFirst},${withoutProof}`;
  const salted = pbkdf2Sync(login.password, Buffer.from(salt, 'base64'), Number(iterations), 32, 'sha256');
  const clientKey = hmac(salted, 'Client Key');
  const signature = hmac(createHash('sha256').update(clientKey).digest(), signed);
  const proof = Buffer.from(clientKey.map((octet, index) => octet ^ (signature[index] ?? 0)));
  const serverSignature = hmac(hmac(salted, 'Server Key'), signed);
  return {
    message: `${withoutProof},p=${proof.toString('base64')}`,
    serverFinal: `v=${serverSignature.toString('base64')}`,
  };
}

function hmac(key: Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}
