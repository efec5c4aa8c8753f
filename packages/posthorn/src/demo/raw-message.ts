import { toQuotedPrintable } from './quoted-printable.ts';

export type HeaderField = readonly [name: string, value: string];

/** A MIME entity: `Content-` fields, and encoded content with CRLF. */
export interface Entity {
  readonly fields: readonly HeaderField[];
  readonly content: string;
}

/** A message's file. */
export interface FileDescription {
  readonly mediaType: string;
  readonly fileName: string;
  readonly octets: Buffer;
  /** Shows the file in HTML; without angle brackets. */
  readonly contentId?: string;
}

/** UTF-8 text as quoted-printable; `mediaType`: `text/plain` or `text/html`. */
export function textEntity(mediaType: string, text: string): Entity {
  return encodedTextEntity(`${mediaType}; charset=utf-8`, Buffer.from(text));
}

/** Text in the charset of `contentType`, as quoted-printable. */
export function encodedTextEntity(contentType: string, octets: Buffer): Entity {
  return {
    fields: [
      ['Content-Type', contentType],
      ['Content-Transfer-Encoding', 'quoted-printable'],
    ],
    content: `${toQuotedPrintable(octets)}\r\n`,
  };
}

/** ASCII text without transfer encoding. */
export function plainEntity(contentType: string, text: string): Entity {
  return {
    fields: [
      ['Content-Type', contentType],
      ['Content-Transfer-Encoding', '7bit'],
    ],
    content: `${text.replaceAll('\n', '\r\n')}\r\n`,
  };
}

/** A base64 file: attached, or embedded with a Content-ID. */
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

/** A multipart, such as `mixed`. No part may contain the boundary. */
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

/** A message (RFC 5322), the entity's fields last. */
export function rawMessage(fields: readonly HeaderField[], entity: Entity): Buffer {
  const mimeVersion: HeaderField = ['MIME-Version', '1.0'];
  return Buffer.from(toText({ ...entity, fields: [...fields, mimeVersion, ...entity.fields] }));
}

function toText({ fields, content }: Entity): string {
  return `${fields.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n${content}`;
}

/** Extends parameters beyond ASCII (RFC 2231 §4). */
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
