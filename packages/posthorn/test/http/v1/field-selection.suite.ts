/** What the parameters of field selection leave in a document. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ACCOUNT, INBOX, jsonReader, MESSAGES, type V1Reader } from './v1-server.ts';

interface Resource {
  readonly type: string;
  readonly id: string;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly relationships?: Readonly<Record<string, { readonly data?: unknown; readonly links?: object }>>;
}

/** The rows about field selection; the server has the mail of v1-mail.ts. */
export function fieldSelectionSuite(server: V1Reader): void {
  const get = jsonReader(server);

  describe('Field selection', () => {
    const SELECTIONS: readonly (readonly [string, string, readonly string[]])[] = [
      [`${ACCOUNT}?fields[MailAccount]=name,outbox_user`, 'MailAccount', ['name', 'outbox_user']],
      [
        `${ACCOUNT}?relfield:fields[MailAccount]=+inbox_user,-from,-replyTo,-inbox_type,-inbox_address,-inbox_port,-inbox_ssl,-outbox_address,-outbox_port,-outbox_secure`,
        'MailAccount',
        ['name', 'subscriptions', 'inbox_user'],
      ],
      [`${INBOX}?fields[MailFolder]=totalMessages`, 'MailFolder', ['totalMessages']],
      [
        `${INBOX}?relfield:fields[MailFolder]=+uidNext,-name`,
        'MailFolder',
        ['path', 'folderType', 'unreadMessages', 'totalMessages', 'uidNext'],
      ],
      [`${MESSAGES}/3?fields[MessageItem]=seen`, 'MessageItem', ['seen']],
      [`${MESSAGES}/3?fields[MessageItem]=uid`, 'MessageItem', ['uid']],
      [`${MESSAGES}/3?attributes=subject,seen`, 'MessageItem', ['subject', 'seen']],
      [
        `${MESSAGES}/3?relfield:fields[MessageItem]=+cc,+bcc,+replyTo,-hasAttachments,-size`,
        'MessageItem',
        [
          ...['from', 'to', 'subject', 'date', 'seen', 'answered', 'draft', 'flagged', 'recent'],
          ...['references', 'messageId', 'uid', 'cc', 'bcc', 'replyTo'],
        ],
      ],
      [`${MESSAGES}/3/MessageBody?relfield:fields[MessageBody]=-textHtml`, 'MessageBody', ['textPlain']],
      [`${MESSAGES}/3/Attachments/2?fields[Attachment]=name,contentId`, 'Attachment', ['name', 'contentId']],
      [
        `${MESSAGES}/3/Attachments/2?relfield:fields[Attachment]=*,-downloadUrl`,
        'Attachment',
        ['name', 'contentType', 'size', 'inline', 'contentId'],
      ],
    ];
    for (const [url, type, attributes] of SELECTIONS) {
      it(`of ${type} gives exactly ${attributes.join(', ')}: ${url}`, async () => {
        const { data } = await get(url);

        assert.equal(data.type, type);
        assert.deepEqual(Object.keys(data.attributes), attributes);
      });
    }

    it('holds for included resources too', async () => {
      const { included } = await get(
        `${MESSAGES}/3?include=MailFolder,MessageBody&fields[MailFolder]=&fields[MessageBody]=textPlain`,
      );

      assert.deepEqual(
        included.map(({ attributes, relationships }: Resource) => [attributes, relationships]),
        [
          [{}, undefined],
          [{ textPlain: 'plain text' }, undefined],
        ],
      );
    });

    it('takes attributes in the meaning of seed 2: with *, all but those that are named', async () => {
      const { data } = await get(`${MESSAGES}/3?attributes=*,previewText,charset,nonsense`);

      assert.equal(Object.keys(data.attributes).length, 23);
      assert.deepEqual([data.attributes.previewText, data.attributes.headers], [undefined, undefined]);
      assert.notEqual(data.relationships, undefined);
    });

    it('of relationships takes their members away', async () => {
      const { data } = await get(
        `${MESSAGES}/3?relfield:fields[MessageItem]=-thread,-Attachments,-MessageBody`,
      );

      assert.deepEqual(Object.keys(data.relationships), ['MailFolder']);
    });

    it('has no field for passwords, whatever they may be called', async () => {
      const answer = await server.get(`${ACCOUNT}?relfield:fields[MailAccount]=*`);

      assert.doesNotMatch(answer.body, /secret|password/i);
    });
  });
}
