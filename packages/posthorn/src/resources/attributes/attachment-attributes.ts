import type { Attachment } from '../../domain/messages/attachment.ts';
import { attachmentName } from '../../domain/messages/attachment-name.ts';
import { attachmentSize } from '../../domain/messages/attachment-size.ts';
import type { ExactMessageRef } from '../../domain/messages/message-ref.ts';
import { type Attribute, optional, shown } from './attribute.ts';
import { TEXT, TEXT_OR_NULL, URI } from './schemas.ts';

interface View {
  readonly message: ExactMessageRef;
  readonly attachment: Attachment;
  readonly urls: { attachmentContent(message: ExactMessageRef, part: string): string };
}

export const attachmentAttributes = {
  name: shown(TEXT, ({ attachment }) => attachmentName(attachment)),
  contentType: shown(TEXT, ({ attachment }) => attachment.mediaType),
  size: shown(
    {
      type: 'integer',
      minimum: 0,
      description:
        'Octets of the file, as they are downloaded. An estimate where `meta.sizeIsEstimate` is true.',
    },
    ({ attachment }) => attachmentSize(attachment).octets,
  ),
  inline: shown(
    { type: 'boolean', description: 'True for what the HTML shows.' },
    ({ attachment }) => attachment.isInline,
  ),
  downloadUrl: shown(URI, ({ message, attachment, urls }) =>
    urls.attachmentContent(message, attachment.part),
  ),
  contentId: optional(TEXT_OR_NULL, ({ attachment }) => attachment.contentId),
} as const satisfies Readonly<Record<string, Attribute<View>>>;
