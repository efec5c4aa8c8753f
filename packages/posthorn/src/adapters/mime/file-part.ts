import type { DraftAttachment } from '../../domain/messages/message-draft.ts';
import type { OctetSource } from '../../domain/values/octet-source.ts';
import { base64Source } from './base64-source.ts';
import type { Entity } from './entity.ts';
import { encodeParameters, foldField } from './mime-encoding.ts';
import { isSendableAsIs } from './sendable-message.ts';
import { toFileName, toMediaType, toWrittenId } from './written-text.ts';

interface EncodedFile {
  readonly mediaType: string;
  readonly encoding: '7bit' | 'base64';
  readonly content: OctetSource;
}

const UNKNOWN_TYPE = 'application/octet-stream';

/**
 * A base64 part, encoded when read (RFC 2183, RFC 2392). Multiparts, and messages that need base64 (forbidden
 * by RFC 2046 §5.2.1), become files of unknown type. Throws `invalid-document`.
 */
export async function writeFilePart(file: DraftAttachment): Promise<Entity> {
  const { mediaType, encoding, content } = await encodeFile(toMediaType(file.mediaType), file.content);
  const header =
    foldField('Content-Type', mediaType) +
    foldField('Content-Transfer-Encoding', encoding) +
    foldField('Content-Disposition', writeDisposition(file, mediaType)) +
    writeContentId(file.contentId);
  return { header: Buffer.from(`${header}\r\n`), content: [content] };
}

async function encodeFile(mediaType: string, content: OctetSource): Promise<EncodedFile> {
  const isMessage = mediaType.startsWith('message/');
  if (isMessage && (await isSendableAsIs(content))) return { mediaType, encoding: '7bit', content };
  return {
    mediaType: isMessage || mediaType.startsWith('multipart/') ? UNKNOWN_TYPE : mediaType,
    encoding: 'base64',
    content: base64Source(content),
  };
}

/** Inline texts would become body parts: only images. */
function writeDisposition({ fileName, contentId }: DraftAttachment, mediaType: string): string {
  const isShown = contentId !== undefined && mediaType.startsWith('image/');
  const filename = toFileName(fileName);
  return encodeParameters(isShown ? 'inline' : 'attachment', filename === '' ? {} : { filename });
}

function writeContentId(contentId: string | undefined): string {
  return contentId === undefined ? '' : foldField('Content-ID', toWrittenId(contentId, 'A Content-ID'));
}
