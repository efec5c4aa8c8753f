import { SaslSyntaxError } from './mechanism.ts';

/** RFC 5801 §4, RFC 5802 §7. */
export interface Gs2Message {
  readonly header: string;
  readonly authorizationName: string | undefined;
  readonly rest: string;
}

/** No channel binding: `p=` is unsupported. */
const HEADER = /^[ny],(?:a=([^,]*))?,/;

/** Splits off the GS2 header. Throws SaslSyntaxError. */
export function readGs2Message(message: string): Gs2Message {
  const match = HEADER.exec(message);
  if (match === null)
    throw new SaslSyntaxError('Invalid GS2 header, or channel binding, which is not supported');
  const [header, escapedName] = match;
  const authorizationName = escapedName === undefined ? undefined : unescapeSaslName(escapedName);
  return { header, authorizationName, rest: message.slice(header.length) };
}

/** `=2C` is a comma, `=3D` an equals sign. Throws SaslSyntaxError. */
export function unescapeSaslName(escaped: string): string {
  const name = escaped.replace(/=(2C|3D)?/g, (_match, code: string | undefined) => {
    if (code === undefined) throw new SaslSyntaxError('An equals sign in a user name must be sent as =3D');
    return code === '2C' ? ',' : '=';
  });
  if (name === '' || name.includes('\0')) throw new SaslSyntaxError('Invalid user name');
  return name;
}
