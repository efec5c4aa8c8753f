/** Each field of a MessageItem makes the mail server be asked for that field's items, and for nothing else. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { MESSAGES, startV1Server } from '../v1-server.ts';

const header = (...fields: string[]) => `BODY.PEEK[HEADER.FIELDS (${fields.join(' ')})]<0.65536>`;

/** The FETCH items beside UID; null where no FETCH is needed at all. */
const ITEMS = {
  from: header('FROM'),
  to: header('TO'),
  cc: header('CC'),
  bcc: header('BCC'),
  replyTo: header('REPLY-TO', 'FROM'),
  fromAddresses: header('FROM'),
  replyToAddresses: header('REPLY-TO', 'FROM'),
  subject: header('SUBJECT'),
  date: `INTERNALDATE ${header('DATE')}`,
  seen: 'FLAGS',
  answered: 'FLAGS',
  draft: 'FLAGS',
  flagged: 'FLAGS',
  recent: 'FLAGS',
  keywords: 'FLAGS',
  references: header('REFERENCES'),
  messageId: header('MESSAGE-ID'),
  inReplyTo: header('IN-REPLY-TO'),
  size: 'RFC822.SIZE',
  hasAttachments: 'BODYSTRUCTURE',
  internalDate: 'INTERNALDATE',
  listUnsubscribe: header('LIST-UNSUBSCRIBE', 'LIST-UNSUBSCRIBE-POST'),
  headers: 'BODY.PEEK[HEADER]<0.32768>',
  uid: null,
  MailFolder: null,
  MessageBody: null,
  Attachments: null,
  thread: null,
} as const;

describe('fields[MessageItem]', () => {
  /** The items of each FETCH, without UID, of a server that has not seen a message before. */
  const fetchesOf = async (query: string) => {
    const server = await startV1Server();
    const answer = await server.get(`${MESSAGES}?${query}`);
    assert.equal(answer.statusCode, 200);
    const commands = server.commands();
    await server.close();
    return commands
      .filter((line) => line.startsWith('UID FETCH'))
      .map((line) => line.replace(/^UID FETCH \S+ \(UID ?(.*)\)$/, '$1'));
  };

  for (const [field, items] of Object.entries(ITEMS)) {
    it(`=${field} asks for ${items ?? 'nothing'}`, async () => {
      assert.deepEqual(await fetchesOf(`fields[MessageItem]=${field}`), items === null ? [] : [items]);
    });
  }

  it('=previewText asks for the structures, and then for the beginnings of the texts', async () => {
    assert.deepEqual(await fetchesOf('fields[MessageItem]=previewText'), [
      'BODYSTRUCTURE',
      'BODY.PEEK[1.2]<0.4096>',
      'BODY.PEEK[1]<0.2400>',
    ]);
  });

  it('= asks for nothing', async () => {
    assert.deepEqual(await fetchesOf('fields[MessageItem]='), []);
  });

  it('=seen,size asks for both at once', async () => {
    assert.deepEqual(await fetchesOf('fields[MessageItem]=seen,size'), ['FLAGS RFC822.SIZE']);
  });
});
