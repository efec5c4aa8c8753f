/** Responses of SASL mechanisms in base64, and challenges back to text. */

/** Text in base64. */
export function base64(text: string): string {
  return Buffer.from(text, 'utf8').toString('base64');
}

/** The text of a challenge line such as `+ dGV4dA==` or `334 dGV4dA==`. */
export function challengeText(line: string | undefined): string {
  return Buffer.from(line?.replace(/^(\+|334) /, '') ?? '', 'base64').toString('utf8');
}

/** The response of PLAIN. */
export function plainResponse(name: string, password: string): string {
  return base64(`\0${name}\0${password}`);
}

/** The response of XOAUTH2. */
export function xoauth2Response(name: string, token: string): string {
  return base64(`user=${name}\u0001auth=Bearer ${token}\u0001\u0001`);
}

/** The response of OAUTHBEARER; the name is as it travels. */
export function oauthbearerResponse(saslName: string, token: string): string {
  return base64(`n,a=${saslName},\u0001host=127.0.0.1\u0001port=143\u0001auth=Bearer ${token}\u0001\u0001`);
}
