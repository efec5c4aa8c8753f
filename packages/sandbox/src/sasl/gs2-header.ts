/** The GS2 header that begins the messages of OAUTHBEARER and SCRAM (RFC 5801 §4, RFC 5802 §7). */
import { SaslSyntaxError } from './mechanism.ts';

/** The header and what is after it. */
export interface Gs2Message {
  /** The header as it was sent, with its last comma. */
  readonly header: string;
  /** The user to act for; undefined when the client names none. */
  readonly authorizationName: string | undefined;
  readonly rest: string;
}

/** `n` and `y` mean no channel binding; `p=` requests one, which is not supported. */
const HEADER = /^[ny],(?:a=([^,]*))?,/;

/** Splits a message after its header. Throws SaslSyntaxError. */
export function readGs2Message(message: string): Gs2Message {
  const match = HEADER.exec(message);
  if (match === null)
    throw new SaslSyntaxError('Invalid GS2 header, or channel binding, which is not supported');
  const [header, escapedName] = match;
  const authorizationName = escapedName === undefined ? undefined : unescapeSaslName(escapedName);
  return { header, authorizationName, rest: message.slice(header.length) };
}

/** A `saslname`, in which `=2C` is a comma and `=3D` an equals sign. Throws SaslSyntaxError. */
export function unescapeSaslName(escaped: string): string {
  const name = escaped.replace(/=(2C|3D)?/g, (_match, code: string | undefined) => {
    if (code === undefined) throw new SaslSyntaxError('An equals sign in a user name must be sent as =3D');
    return code === '2C' ? ',' : '=';
  });
  if (name === '' || name.includes('\0')) throw new SaslSyntaxError('Invalid user name');
  return name;
}
