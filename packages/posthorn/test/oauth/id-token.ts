/** ID tokens of scripted authorization servers. */

/** An ID token; its signature is not looked at, because it comes from the server itself (OpenID Connect Core §3.1.3.7). */
export function idToken(claims: object): string {
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const now = Math.floor(Date.now() / 1000);
  const usual = { sub: 'jane', aud: 'posthorn', iat: now, exp: now + 60 };
  return `${encode({ alg: 'RS256' })}.${encode({ ...usual, ...claims })}.${'x'.repeat(342)}`;
}
