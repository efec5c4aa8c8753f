/** The rules of JSON:API 1.1 for what stands in a document, one row each. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { assertJsonApi } from '../../../../relfield/test/support/json-api-schema.ts';
import { ACCOUNT, EXT, INBOX, jsonReader, MESSAGES, V1, type V1Reader } from './v1-server.ts';

interface Resource {
  readonly type: string;
  readonly id: string;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly relationships?: Readonly<Record<string, { readonly data?: unknown; readonly links?: object }>>;
}

/** The rows about documents; the server has the mail of v1-mail.ts. */
export function documentsSuite(server: V1Reader): void {
  const get = jsonReader(server);

  describe('Every document of v1', () => {
    const URLS: readonly string[] = [
      `${V1}/MailAccounts`,
      ACCOUNT,
      `${ACCOUNT}/MailFolders?include=MailAccount`,
      `${INBOX}?include=MailAccount`,
      `${MESSAGES}?include=MailFolder.MailAccount,MessageBody,Attachments`,
      `${MESSAGES}?page[size]=1`,
      `${MESSAGES}/3?include=MailFolder`,
      `${MESSAGES}/3/MessageBody?include=MessageItem.MailFolder.MailAccount,Attachments`,
      `${MESSAGES}/3/Attachments?include=MessageItem`,
      `${MESSAGES}/3/Attachments/2`,
      `${MESSAGES}/1/thread`,
      `${ACCOUNT}/MessageItems?filter[seen]=true`,
      `${MESSAGES}?include=nope&sort=nope&filter[nope]=1`,
      `${MESSAGES}/99`,
      `${V1}/nothing`,
    ];
    for (const url of URLS) {
      it(`follows the rules of JSON:API (C1-C4, C8, C17): ${url}`, async () => {
        assertJsonApi(await get(url));
      });
    }
  });

  describe('A document of v1', () => {
    it('has no data and nothing included beside errors (C2, C3)', async () => {
      const document = await get(`${MESSAGES}?include=nope`);

      assert.deepEqual(Object.keys(document), ['jsonapi', 'errors']);
    });

    it('has ids that are texts, also where they end in a uid (C4)', async () => {
      const { data } = await get(`${MESSAGES}/3`);

      assert.match(data.id, /^gmail\.INBOX\.[0-9]+\.3$/);
    });

    it('keeps two messages with one uid in two folders apart (C5)', async () => {
      const inbox = await get(`${MESSAGES}/1`);
      const work = await get(`${ACCOUNT}/MailFolders/Work/MessageItems/1`);

      assert.notEqual(inbox.data.id, work.data.id);
      assert.deepEqual([inbox.data.attributes.subject, work.data.attributes.subject], ['Question', 'Plan']);
    });

    it('has no foreign keys among its attributes (C7)', async () => {
      const { data } = await get(`${MESSAGES}/3?relfield:fields[MessageItem]=*`);

      assert.deepEqual(
        Object.keys(data.attributes).filter((name) => /id$/i.test(name)),
        ['messageId', 'uid'],
      );
    });

    it('writes an empty to-one relationship as null and an empty to-many as a list (C9)', async () => {
      const folder = await get(INBOX);
      const item = await get(`${MESSAGES}/2?include=Attachments`);

      assert.deepEqual(folder.data.relationships.parent, { data: null });
      assert.deepEqual(folder.data.relationships.children, { data: [] });
      assert.deepEqual(item.data.relationships.Attachments.data, []);
    });

    it('holds each resource once (C10)', async () => {
      const { included } = await get(`${MESSAGES}?include=MailFolder.MailAccount,MailFolder`);

      assert.deepEqual(
        included.map(({ type, id }: Resource) => [type, id]),
        [
          ['MailFolder', 'gmail.INBOX'],
          ['MailAccount', 'gmail'],
        ],
      );
    });

    it('links to everything that it includes (C11)', async () => {
      const { data, included } = await get(
        `${MESSAGES}?include=MailFolder.MailAccount,MessageBody,Attachments`,
      );

      const linked = new Set<string>();
      for (const { relationships } of [...data, ...included] as Resource[]) {
        for (const { data: linkage } of Object.values(relationships ?? {})) {
          for (const one of [linkage ?? []].flat() as Resource[]) linked.add(`${one.type} ${one.id}`);
        }
      }
      const unlinked = included.filter(({ type, id }: Resource) => !linked.has(`${type} ${id}`));
      assert.deepEqual(unlinked, []);
      assert.equal(included.length, 7);
    });

    it('has null where there is no further page (C13, C26)', async () => {
      const { links } = await get(MESSAGES);

      assert.deepEqual([links.prev, links.next], [null, null]);
    });

    it('links to itself with all its parameters, encoded as a URI has it (C14)', async () => {
      const { links } = await get(`${MESSAGES}?_dc=1&fields[MessageItem]=seen,flagged&sort=-date`);

      assert.equal(
        links.self,
        `http://mail.test${MESSAGES}?fields%5BMessageItem%5D=seen%2Cflagged&sort=-date`,
      );
    });

    it('tells the media type of its own address where the extension was named (C14, C16)', async () => {
      const document = await get(`${MESSAGES}/1?relfield:fields[MessageItem]=+cc`, { accept: EXT });

      assert.deepEqual(document.links.self, {
        href: `http://mail.test${MESSAGES}/1?relfield%3Afields%5BMessageItem%5D=%2Bcc`,
        type: EXT,
      });
      assert.deepEqual(document.jsonapi, {
        version: '1.1',
        ext: ['https://conjoon.org/json-api/ext/relfield'],
      });
    });
  });
}
