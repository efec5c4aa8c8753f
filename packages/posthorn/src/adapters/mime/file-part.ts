/** Writes an attached file as a part (RFC 2183, RFC 2392). */
import type { DraftAttachment } from '../../domain/message-draft.ts';
import type { Entity } from './entity.ts';
import { encodeBase64, encodeParameters, foldField } from './mime-encoding.ts';
import { toFileName, toMediaType, toWrittenId } from './written-text.ts';

interface EncodedFile {
  readonly mediaType: string;
  readonly encoding: '7bit' | 'base64';
  readonly content: Buffer;
}

const UNKNOWN_TYPE = 'application/octet-stream';
/** Seven-bit lines of at most 998 octets that end in CRLF, without NUL: what may go through SMTP as it is. */
const MAX_LINE_OCTETS = 998;
const LF = 0x0a;
const CR = 0x0d;

/**
 * The file in base64, octet by octet. A message stays readable as one where it can go as it is, because base64 is forbidden
 * for it (RFC 2046 §5.2.1); other messages, and multiparts, are written as files of unknown type. Throws `invalid-document`.
 */
export function writeFilePart(file: DraftAttachment): Entity {
  const { mediaType, encoding, content } = encodeFile(toMediaType(file.mediaType), file.content);
  const header =
    foldField('Content-Type', mediaType) +
    foldField('Content-Transfer-Encoding', encoding) +
    foldField('Content-Disposition', writeDisposition(file, mediaType)) +
    writeContentId(file.contentId);
  return { header: Buffer.from(`${header}\r\n`), content: [content] };
}

function encodeFile(mediaType: string, content: Buffer): EncodedFile {
  const isMessage = mediaType.startsWith('message/');
  if (isMessage && isSendable(content)) return { mediaType, encoding: '7bit', content };
  return {
    mediaType: isMessage || mediaType.startsWith('multipart/') ? UNKNOWN_TYPE : mediaType,
    encoding: 'base64',
    content: Buffer.from(encodeBase64(content)),
  };
}

/** A text that is shown in the text would be taken for a part of the body, so only images are. */
function writeDisposition({ fileName, contentId }: DraftAttachment, mediaType: string): string {
  const isShown = contentId !== undefined && mediaType.startsWith('image/');
  const filename = toFileName(fileName);
  return encodeParameters(isShown ? 'inline' : 'attachment', filename === '' ? {} : { filename });
}

function writeContentId(contentId: string | undefined): string {
  return contentId === undefined ? '' : foldField('Content-ID', toWrittenId(contentId, 'A Content-ID'));
}

function isSendable(octets: Buffer): boolean {
  let lineStart = 0;
  for (let index = 0; index < octets.length; index++) {
    const octet = octets[index] ?? 0;
    if (octet === 0 || octet > 0x7f) return false;
    if (octet === CR && octets[index + 1] !== LF) return false;
    if (octet === LF && octets[index - 1] !== CR) return false;
    if (octet === LF) lineStart = index + 1;
    else if (index - lineStart > MAX_LINE_OCTETS) return false;
  }
  return true;
}
