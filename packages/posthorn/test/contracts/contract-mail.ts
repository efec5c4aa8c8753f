/** The ten messages of the contract; the comments give their uids. */
import type { AppendedMessage } from '../support/imap-connection.ts';
import { buildMessage } from '../support/message-samples.ts';

const day = (month: number, date: number) => new Date(Date.UTC(2024, month - 1, date, 7));
const PNG = Buffer.from('iVBORw0KGgo=', 'base64');

export const contractMail: readonly AppendedMessage[] = [
  // 1: every header field
  {
    raw: buildMessage({
      subject: 'Grüße aus Köln',
      from: { name: 'Zoë Müller', address: 'zoe@example.com' },
      to: [{ name: 'Doe, John', address: 'john@example.org' }, 'plain@example.org'],
      cc: [{ name: 'Carl', address: 'carl@example.org' }],
      bcc: ['hidden@example.org'],
      replyTo: ['answers@example.com'],
      date: 'Wed, 10 Jan 2024 09:00:00 +0200',
      messageId: '<one@example.com>',
      headers: [
        ['References', '<zero@example.com>\r\n <half@example.com>'],
        ['In-Reply-To', '<half@example.com>'],
        ['List-Unsubscribe', '<mailto:leave@lists.example.org>,\r\n <https://lists.example.org/leave?t=1>'],
        ['List-Unsubscribe-Post', 'List-Unsubscribe=One-Click'],
      ],
    }),
  },
  // 2: every flag; sorts last by sender
  {
    raw: buildMessage({ subject: 'Apples', from: 'zz@example.com', date: day(1, 15) }),
    flags: ['\\Seen', '\\Answered', '\\Flagged', '\\Draft', '$Forwarded'],
  },
  // 3: the same date as 2, a reply to it by subject
  {
    raw: buildMessage({
      subject: 'Re: Apples',
      date: day(1, 15),
      text: 'First line\r\n\r\n   second line &\tthird <not markup>\r\n',
    }),
  },
  // 4: a date that nobody can read
  {
    raw: buildMessage({ subject: 'When?', date: 'some day soon' }),
    internalDate: new Date(Date.UTC(2024, 1, 20, 12)),
  },
  // 5: an alternative
  {
    raw: buildMessage({
      subject: 'Two texts',
      text: 'plain Größe',
      html: '<p>html Größe</p>',
      date: day(2, 25),
    }),
    internalDate: new Date(Date.UTC(2024, 2, 1)),
  },
  // 6: two files, the largest message
  {
    raw: buildMessage({
      subject: 'Two files',
      date: day(1, 1),
      attachments: [
        { filename: 'Übersicht 2024.txt', contentType: 'text/plain', content: 'file text' },
        { filename: 'blob.bin', content: Buffer.alloc(900_000, 'posthorn 0123456789 ') },
      ],
    }),
  },
  // 7: HTML with an image in it
  {
    raw: buildMessage({
      subject: 'Picture',
      date: day(1, 1),
      html: '<html><head><style>p { color: red }</style></head><body><p>Hello &amp; welcome</p>\r\n<div>to the show</div><img src="cid:logo"></body></html>',
      attachments: [
        {
          filename: 'logo.png',
          contentType: 'image/png',
          content: PNG,
          disposition: 'inline',
          contentId: 'logo',
        },
      ],
    }),
  },
  // 8: no text at all, only a file
  {
    raw: Buffer.from(
      [
        'From: Ann <ann@example.com>',
        'To: Alice <alice@example.org>',
        'Subject: Only a file',
        'Date: Mon, 01 Jan 2024 07:00:00 +0000',
        'MIME-Version: 1.0',
        'Content-Type: application/pdf; name="paper.pdf"',
        'Content-Transfer-Encoding: base64',
        '',
        'JVBERi0xLjQK',
        '',
      ].join('\r\n'),
    ),
  },
  // 9: a long text
  {
    raw: buildMessage({ subject: 'Words', text: `${'word '.repeat(60)}\r\n`, date: day(2, 10) }),
    flags: ['\\Seen'],
  },
  // 10: another charset, quoted-printable
  {
    raw: buildMessage({
      subject: 'Zwiebeln',
      text: 'Fünf Äpfel',
      charset: 'iso-8859-1',
      encoding: 'quoted-printable',
      date: day(1, 3),
    }),
  },
];
