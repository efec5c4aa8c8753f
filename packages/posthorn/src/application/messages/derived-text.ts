import type { MessageBody } from '../../domain/messages/message-body.ts';
import type { HtmlReader } from '../ports/html-reader.ts';

/** Derives an HTML-only body's plain text, if needed. */
export async function derivePlainText(
  htmlReader: HtmlReader,
  body: MessageBody,
  signal: AbortSignal,
): Promise<MessageBody | undefined> {
  if (body.textPlain.trim() !== '' || body.textHtml.trim() === '') return undefined;
  const textPlain = await htmlReader.toText(body.textHtml, signal);
  const isCut = body.truncated.includes('textHtml') && !body.truncated.includes('textPlain');
  return { ...body, textPlain, truncated: isCut ? ['textPlain', ...body.truncated] : body.truncated };
}
