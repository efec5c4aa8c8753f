/** Texts of a server that repeat what was sent to it. */

/** True where the text holds the secret, as it is or in the message that carried it. */
export function repeats(text: string, secret: string, message?: Buffer): boolean {
  if (secret === '') return false;
  return text.includes(secret) || (message !== undefined && text.includes(message.toString('base64')));
}
