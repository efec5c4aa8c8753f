/** A composer whose messages are nothing but their plain text. */
import type { MessageComposer, VersionToRevise } from '../../src/application/ports/mail/message-composer.ts';
import { bufferSource } from '../../src/domain/values/buffer-source.ts';

/** Writes the plain text as the message; a change is put after the text that was there. */
export const textComposer = {
  compose: async ({ textPlain = '' }) => ({
    octets: bufferSource(Buffer.from(textPlain)),
    messageId: textPlain,
    versionField: { name: 'X-Id', value: '1' },
  }),
  revise: async ({ octets }: VersionToRevise, { textPlain = '' }) => ({
    octets: bufferSource(Buffer.from(`${Buffer.from(octets)}+${textPlain}`)),
    messageId: textPlain,
    versionField: { name: 'X-Id', value: '1' },
    rivalField: { name: 'X-After', value: '1' },
    earlierUid: null,
  }),
} as unknown as MessageComposer;
