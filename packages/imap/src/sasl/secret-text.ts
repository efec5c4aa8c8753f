/** Texts of a server that repeat what was sent to it. */

/** A secret, and the message that carried it. */
export interface SentSecret {
  readonly secret: string;
  /** Left out: the secret itself was sent. */
  readonly message?: Buffer;
}

/** True where the text holds the secret: as it is, as a quoted string, or in the message that carried it. */
export function repeats(text: string, { secret, message }: SentSecret): boolean {
  if (secret === '') return false;
  const forms = [secret, secret.replaceAll(/["\\]/g, '\\$&')];
  if (message) forms.push(message.toString('base64'));
  return forms.some((form) => text.includes(form));
}
