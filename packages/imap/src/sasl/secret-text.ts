/** Texts of a server that repeat what was sent to it. */

/** True where the text holds the secret: as it is, as a quoted string, or in the message that carried it. */
export function repeats(text: string, secret: string, message?: Buffer): boolean {
  if (secret === '') return false;
  const forms = [secret, secret.replaceAll(/["\\]/g, '\\$&')];
  if (message) forms.push(message.toString('base64'));
  return forms.some((form) => text.includes(form));
}
