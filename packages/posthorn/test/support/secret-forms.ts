/** Finds a secret in whatever form a program could have written it down. */

/** A secret, and whose it is. */
export interface Sentinel {
  readonly user: string;
  readonly secret: string;
}

/** Runs of base64 and base64url that are long enough to hold something. */
const BASE64 = /[A-Za-z0-9+/_-]{16,}/g;

/** Every form in which the secret could be written down, by name. */
export function secretForms({ user, secret }: Sentinel): Readonly<Record<string, string>> {
  const escaped = user.replaceAll('=', '=3D').replaceAll(',', '=2C');
  return {
    plain: secret,
    json: JSON.stringify(secret).slice(1, -1),
    percent: encodeURIComponent(secret),
    form: new URLSearchParams({ p: secret }).toString().slice(2),
    hexadecimal: Buffer.from(secret).toString('hex'),
    base64: base64(secret),
    basic: base64(`${user}:${secret}`),
    sasl: base64(`\0${user}\0${secret}`),
    xoauth2: base64(`user=${user}\x01auth=Bearer ${secret}\x01\x01`),
    oauthbearer: base64(`n,a=${escaped},\x01auth=Bearer ${secret}\x01\x01`),
  };
}

/** The names of the forms that the text has in it; also what only shows when base64 is decoded, wherever it begins. */
export function formsIn(text: string, sentinel: Sentinel): readonly string[] {
  const forms = secretForms(sentinel);
  const found = Object.keys(forms).filter((name) => text.includes(forms[name] ?? ''));
  if (found.length > 0) return found;
  const isHidden = [...text.matchAll(BASE64)].some(([run]) =>
    [0, 1, 2, 3].some((start) => decode(run.slice(start)).includes(sentinel.secret)),
  );
  return isHidden ? ['hidden in base64'] : [];
}

function decode(text: string): string {
  return Buffer.from(text, 'base64').toString('latin1');
}

function base64(text: string): string {
  return Buffer.from(text).toString('base64');
}
