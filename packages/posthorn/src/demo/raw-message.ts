/** Builds raw messages from small pieces: entities with header fields, and multiparts of them (RFC 5322, RFC 2045). */
import { toQuotedPrintable } from './quoted-printable.ts';

export type HeaderField = readonly [name: string, value: string];

/** A MIME entity: its `Content-` fields, and its content in transfer encoding with CRLF. */
export interface Entity {
  readonly fields: readonly HeaderField[];
  readonly content: string;
}

/** A file within a demo message. */
export interface FileDescription {
  readonly mediaType: string;
  readonly fileName: string;
  readonly octets: Buffer;
  /** Without angle brackets. Given, the file is shown inside of an HTML text. */
  readonly contentId?: string;
}

/** Text in UTF-8, as quoted-printable. `mediaType` is `text/plain` or `text/html`. */
export function textEntity(mediaType: string, text: string): Entity {
  return encodedTextEntity(`${mediaType}; charset=utf-8`, Buffer.from(text));
}

/** Text that is already in the charset that `contentType` names, as quoted-printable. */
export function encodedTextEntity(contentType: string, octets: Buffer): Entity {
  return {
    fields: [
      ['Content-Type', contentType],
      ['Content-Transfer-Encoding', 'quoted-printable'],
    ],
    content: `${toQuotedPrintable(octets)}\r\n`,
  };
}

/** Text whose octets are all ASCII, without transfer encoding. */
export function plainEntity(contentType: string, text: string): Entity {
  return {
    fields: [
      ['Content-Type', contentType],
      ['Content-Transfer-Encoding', '7bit'],
    ],
    content: `${text.replaceAll('\n', '\r\n')}\r\n`,
  };
}

/** A file in base64, as an attachment or, with a Content-ID, as part of an HTML text. */
export function fileEntity({ mediaType, fileName, octets, contentId }: FileDescription): Entity {
  const disposition = contentId === undefined ? 'attachment' : 'inline';
  return {
    fields: [
      ['Content-Type', `${mediaType}; ${toParameter('name', fileName)}`],
      ['Content-Transfer-Encoding', 'base64'],
      ['Content-Disposition', `${disposition}; ${toParameter('filename', fileName)}`],
      ...(contentId === undefined ? [] : [['Content-ID', `<${contentId}>`] as const]),
    ],
    content: toBase64Lines(octets),
  };
}

/** A multipart of the subtype, such as `mixed`. The boundary must not occur in the parts. */
export function multipart(
  subtype: string,
  { boundary, parts }: { readonly boundary: string; readonly parts: readonly Entity[] },
): Entity {
  const sections = parts.map((part) => `--${boundary}\r\n${toText(part)}`);
  return {
    fields: [['Content-Type', `multipart/${subtype}; boundary="${boundary}"`]],
    content: `${sections.join('\r\n')}\r\n--${boundary}--\r\n`,
  };
}

/** The message with the given fields, then those of its entity. */
export function rawMessage(fields: readonly HeaderField[], entity: Entity): Buffer {
  const mimeVersion: HeaderField = ['MIME-Version', '1.0'];
  return Buffer.from(toText({ ...entity, fields: [...fields, mimeVersion, ...entity.fields] }));
}

function toText({ fields, content }: Entity): string {
  return `${fields.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n${content}`;
}

/** A parameter, extended where its value is not ASCII (RFC 2231 §4). */
function toParameter(name: string, value: string): string {
  const extended = encodeURIComponent(value);
  return extended === value ? `${name}="${value}"` : `${name}*=utf-8''${extended}`;
}

function toBase64Lines(octets: Buffer): string {
  return octets
    .toString('base64')
    .replace(/.{76}(?=.)/g, '$&\r\n')
    .concat('\r\n');
}
