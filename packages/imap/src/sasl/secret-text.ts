/** Secret and message. */
export interface SentSecret {
  readonly secret: string;
  readonly message?: Buffer;
}

/** True if the text contains the secret: plain, quoted or encoded. */
export function repeats(text: string, { secret, message }: SentSecret): boolean {
  if (secret === '') return false;
  const forms = [secret, secret.replaceAll(/["\\]/g, '\\$&')];
  if (message) forms.push(message.toString('base64'));
  return forms.some((form) => text.includes(form));
}
