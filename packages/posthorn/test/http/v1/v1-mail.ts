/** Jane's mail in the tests of version 1; the comments give the uids. */
import type { MailboxSeed, MessageSeed } from 'posthorn-sandbox';
import { buildMessage, type MessageSample } from '../../support/message-samples.ts';

/** A day of 2024. */
function day(month: number, date: number): Date {
  return new Date(Date.UTC(2024, month - 1, date, 7));
}

function seed(sample: MessageSample, flags: readonly string[] = []): MessageSeed {
  return { raw: buildMessage(sample), flags };
}

const INBOX: readonly MessageSeed[] = [
  // 1
  seed(
    {
      subject: 'Question',
      date: 'Wed, 10 Jan 2024 09:00:00 +0200',
      messageId: '<question@example.com>',
      cc: [{ name: 'Carl', address: 'carl@example.org' }],
      bcc: ['hidden@example.org'],
      replyTo: [{ name: 'Answers', address: 'answers@example.com' }],
    },
    ['\\Seen', '\\Answered', '$Forwarded'],
  ),
  // 2
  seed({ subject: 'Apples', from: 'zoe@example.com', date: day(2, 1), messageId: '<apples@example.com>' }),
  // 3
  seed(
    {
      subject: 'Report',
      date: day(3, 1),
      messageId: '<report@example.com>',
      text: 'plain text',
      html: '<p onclick="x()">html text</p>',
      attachments: [
        { filename: 'numbers.csv', contentType: 'text/csv', content: 'a,b\n1,2\n' },
        { filename: 'größe.bin', content: Buffer.from('0123456789') },
      ],
    },
    ['\\Seen', '\\Flagged'],
  ),
];

const WORK: readonly MessageSeed[] = [
  // 1
  seed({ subject: 'Plan', date: day(2, 15), messageId: '<plan@example.com>' }, ['\\Seen']),
];

const SENT: readonly MessageSeed[] = [
  // 1
  seed(
    {
      subject: 'Re: Question',
      from: 'jane@example.org',
      to: ['ann@example.com'],
      date: day(1, 11),
      messageId: '<answer@example.org>',
      headers: [
        ['In-Reply-To', '<question@example.com>'],
        ['References', '<question@example.com>'],
      ],
    },
    ['\\Seen'],
  ),
];

/** Five mailboxes; Work holds one mailbox, and its own message has the uid of one in INBOX. */
export const v1Mail: readonly MailboxSeed[] = [
  { name: 'INBOX', messages: INBOX },
  { name: 'Sent', specialUse: '\\Sent', messages: SENT },
  { name: 'Trash', specialUse: '\\Trash' },
  { name: 'Work', messages: WORK },
  { name: 'Work/Project Ä', messages: [] },
];
