/** Verifies DKIM signatures (RFC 6376), written after the specification and not after a signer. */
import { createHash, createVerify, type KeyObject } from 'node:crypto';

/** What a verifier finds out about a signed message. */
export interface DkimVerdict {
  readonly domain: string | undefined;
  readonly selector: string | undefined;
  readonly signedFields: readonly string[];
  readonly isBodyIntact: boolean;
  readonly isSignatureValid: boolean;
}

/** The verdict on the first signature of the message: relaxed/relaxed, rsa-sha256. Octets are one character each. */
export function verifyDkim(message: string, publicKey: KeyObject): DkimVerdict {
  const [head = '', body = ''] = splitOnce(message, '\r\n\r\n');
  const fields = head.split(/\r\n(?![ \t])/);
  const signature = fields.find((field) => /^dkim-signature:/i.test(field)) ?? '';
  const tags = readTags(splitOnce(signature, ':')[1] ?? '');
  const signedFields = (tags.get('h') ?? '').toLowerCase().split(':');
  const bodyHash = createHash('sha256').update(relaxBody(body), 'latin1').digest('base64');
  // The signature signs itself, with an empty b= (section 3.7).
  const unsigned = relaxField(signature).replace(/([;:]\s?b=)[^;]*/, '$1');
  const signed = [...takeSigned(fields, signedFields).map(relaxField), unsigned].join('\r\n');
  return {
    domain: tags.get('d'),
    selector: tags.get('s'),
    signedFields,
    isBodyIntact: bodyHash === tags.get('bh'),
    isSignatureValid: createVerify('rsa-sha256')
      .update(signed, 'latin1')
      .verify(publicKey, tags.get('b') ?? '', 'base64'),
  };
}

/** Of fields that are there twice, the last one that was not taken before (section 5.4.2). */
function takeSigned(fields: readonly string[], names: readonly string[]): readonly string[] {
  const left = [...fields];
  return names.flatMap((name) => {
    const index = left.findLastIndex((field) => splitOnce(field, ':')[0]?.trim().toLowerCase() === name);
    return index === -1 ? [] : left.splice(index, 1);
  });
}

/** Section 3.4.2. */
function relaxField(field: string): string {
  const [name = '', value = ''] = splitOnce(field, ':');
  const unfolded = value.replaceAll('\r\n', '').replace(/[ \t]+/g, ' ');
  return `${name.trim().toLowerCase()}:${unfolded.trim()}`;
}

/** Section 3.4.4. */
function relaxBody(body: string): string {
  const lines = body.split('\r\n').map((line) => line.replace(/[ \t]+/g, ' ').trimEnd());
  const text = lines.join('\r\n').replace(/(\r\n)+$/, '');
  return text === '' ? '' : `${text}\r\n`;
}

/** Section 3.2: white space within values means nothing here. */
function readTags(list: string): ReadonlyMap<string, string> {
  const pairs = list.split(';').map((tag) => splitOnce(tag, '='));
  return new Map(pairs.map(([name = '', value = '']) => [name.trim(), value.replace(/\s+/g, '')]));
}

function splitOnce(text: string, separator: string): readonly string[] {
  const index = text.indexOf(separator);
  return index === -1 ? [text] : [text.slice(0, index), text.slice(index + separator.length)];
}
