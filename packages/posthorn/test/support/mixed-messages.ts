/** Messages of all kinds, as a mailbox that is measured has them. */
import type { AppendedMessage } from './imap-connection.ts';
import { buildMessage } from './message-samples.ts';

/** Octets of the text of each twentieth message. */
const LONG_TEXT_OCTETS = 20_000;
const FIRST_DATE = Date.UTC(2020, 0, 1);
const STEP_MS = 15 * 60_000;

/** So many messages, a quarter of an hour after one another; the same ones each time. */
export function* mixedMessages(count: number): Generator<AppendedMessage> {
  for (let index = 0; index < count; index += 1) {
    const date = new Date(FIRST_DATE + index * STEP_MS);
    yield { raw: mixedMessage(index, date), internalDate: date, flags: index % 3 === 0 ? ['\\Seen'] : [] };
  }
}

/** Plain, HTML beside plain, with a file, with an inline picture, in a long thread, with a long text: each in turn. */
function mixedMessage(index: number, date: Date): Buffer {
  const text =
    index % 20 === 7
      ? 'A line of a long text.\n'.repeat(LONG_TEXT_OCTETS / 23)
      : `Hello ${index}, how are you?`;
  const references = Array.from({ length: index % 7 }, (_, step) => `<${index - step - 1}@example.org>`);
  return buildMessage({
    subject: `Message ${index} about äöü and ${index % 97}`,
    from: { name: `Sender ${index % 50}`, address: `sender-${index % 50}@example.org` },
    to: [{ name: 'Receiver', address: 'receiver@example.org' }, 'another@example.org'],
    messageId: `<${index}@example.org>`,
    date,
    text,
    ...(index % 2 === 0 && { html: `<p>${text.slice(0, 2000)}</p>` }),
    ...(index % 5 === 0 && { attachments: [{ filename: `file-${index}.pdf`, content: 'x'.repeat(500) }] }),
    ...(references.length > 0 && { references }),
  });
}
