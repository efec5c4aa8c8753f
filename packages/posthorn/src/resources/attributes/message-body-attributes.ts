import type { ReadableBody } from '../../domain/messages/message-body.ts';
import { type Attribute, shown } from './attribute.ts';

export const messageBodyAttributes = {
  textPlain: shown(
    {
      type: 'string',
      description:
        'The plain text. Where the message has HTML only, it is made from that, and `meta.derived` says so.',
    },
    ({ body }) => body?.textPlain,
  ),
  textHtml: shown(
    {
      type: 'string',
      description: 'The HTML without everything that could run or load; empty when there is none.',
    },
    ({ body }) => body?.textHtml,
  ),
} as const satisfies Readonly<Record<string, Attribute<{ readonly body: ReadableBody | null }>>>;
