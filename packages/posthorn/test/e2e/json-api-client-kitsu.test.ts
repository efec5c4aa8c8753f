/** The JSON:API client kitsu, which knows no models, reads mail through version 1 by the links that it gets. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import Kitsu from 'kitsu';
import { DEMO_LOGIN, OPENING, RELFIELD_TYPE, SHELF } from './demo-api.ts';
import { type PosthornProcess, startPosthornProcess } from './posthorn-process.ts';

interface Related<Resource> {
  readonly data?: Resource;
  readonly links: { readonly related: string };
}
interface Folder {
  readonly id: string;
  readonly name: string;
  readonly MessageItems: Related<never>;
}
interface Body {
  readonly id: string;
  readonly type: string;
  readonly textPlain: string;
}
interface Message {
  readonly id: string;
  readonly subject: string;
  readonly uid: number;
  readonly links: { readonly self: string };
  readonly MailFolder: Related<Folder>;
  readonly MessageBody: Related<Body>;
}

describe('the JSON:API client kitsu', () => {
  let demo: PosthornProcess;
  let client: Kitsu;

  before(async () => {
    demo = await startPosthornProcess(['demo', '--port', '0']);
    const login = btoa(`${DEMO_LOGIN.username}:${DEMO_LOGIN.password}`);
    client = new Kitsu({
      baseURL: `${demo.address}/rest-api-email/v1`,
      pluralize: false,
      camelCaseTypes: false,
      resourceCase: 'none',
      headers: { Accept: RELFIELD_TYPE, Authorization: `Basic ${login}` },
    });
  });
  after(() => demo?.stop());

  /** `get` knows paths of four segments at most; a link is asked for as it is. */
  const follow = (url: string, type: string, params: object = {}) =>
    client.request({ method: 'GET', url, type, params });
  const readInbox = async (): Promise<Folder> => {
    const { data } = await client.get('MailAccounts/demo/MailFolders');
    const folders = data as readonly Folder[];
    const inbox = folders.find(({ name }) => name === 'INBOX');
    assert.ok(inbox);
    return inbox;
  };
  const readFirstMessage = async (params: object): Promise<Message> => {
    const { MessageItems } = await readInbox();
    const { data } = await follow(MessageItems.links.related, 'MessageItem', { sort: 'uid', ...params });
    return data[0];
  };

  it('reads the mail accounts', async () => {
    const { data } = await client.get('MailAccounts', {
      params: { fields: { MailAccount: 'name,from,MailFolders' } },
    });

    const url = `${demo.address}/rest-api-email/v1/MailAccounts/demo`;
    assert.deepEqual(data, [
      {
        id: 'demo',
        type: 'MailAccount',
        name: 'jane@posthorn.test',
        from: { address: 'jane@posthorn.test', name: 'jane@posthorn.test' },
        MailFolders: { links: { related: `${url}/MailFolders` } },
        links: { self: url },
      },
    ]);
  });

  it('reads the mail folders', async () => {
    const { data } = await client.get('MailAccounts/demo/MailFolders', {
      params: { fields: { MailFolder: 'name,folderType' } },
    });

    const folders = data as readonly { id: string; name: string; folderType: string }[];
    assert.deepEqual(
      folders.map(({ id, name, folderType }) => [id, name, folderType]),
      [
        ['demo.INBOX', 'INBOX', 'INBOX'],
        ['demo.Drafts', 'Drafts', 'DRAFT'],
        ['demo.Junk', 'Junk', 'JUNK'],
        ['demo.Sent', 'Sent', 'SENT'],
        ['demo.Trash', 'Trash', 'TRASH'],
        ['demo.Archive', 'Archive', 'FOLDER'],
        ['demo.Archive~2FMailing~20list', 'Mailing list', 'FOLDER'],
        ['demo.Entw~C3~BCrfe~20alt', 'Entwürfe alt', 'FOLDER'],
        ['demo.Work', 'Work', 'FOLDER'],
        ['demo.Work~2FProject~20A', 'Project A', 'FOLDER'],
      ],
    );
  });

  it('reads a list and connects each message with its folder and its text', async () => {
    const message = await readFirstMessage({ include: 'MailFolder,MessageBody', page: { limit: 1 } });

    assert.deepEqual([message.id, message.subject], [SHELF.id, SHELF.subject]);
    assert.equal(message.MailFolder.data?.name, 'INBOX');
    // A message and its text have one id; only their types keep them apart.
    assert.deepEqual(
      [message.MessageBody.data?.type, message.MessageBody.data?.id],
      ['MessageBody', SHELF.id],
    );
    assert.match(message.MessageBody.data?.textPlain ?? '', /^Hi Jane,\n/);
  });

  it('reads one message by its id, with the fields that relfield adds and takes away', async () => {
    const { id } = await readFirstMessage({ page: { limit: 1 } });
    const { data } = await follow(`MessageItems/${id}`, 'MessageItem', {
      'relfield:fields': {
        MessageItem: '+inReplyTo,+keywords,-from,-to,-date,-references,-size,-recent,-thread',
      },
    });

    const { MailFolder, MessageBody, Attachments, links, ...message } = data;
    assert.ok(String(links.self).endsWith(`/v1/MessageItems/${id}`), links.self);
    assert.deepEqual(message, {
      id: SHELF.id,
      type: 'MessageItem',
      subject: SHELF.subject,
      seen: true,
      answered: false,
      draft: false,
      flagged: false,
      messageId: 'shelf@posthorn.test',
      hasAttachments: false,
      uid: 1,
      inReplyTo: [],
      keywords: [],
    });
    assert.deepEqual(
      [MailFolder.data, MessageBody.data, Attachments.data],
      [{ type: 'MailFolder', id: 'demo.INBOX' }, { type: 'MessageBody', id: SHELF.id }, undefined],
    );
  });

  it('keeps messages with one uid in two folders apart', async () => {
    const { data } = await client.get('MailAccounts/demo/MessageItems', {
      params: { include: 'MailFolder,MessageBody', filter: { uid: '1' }, page: { limit: 50 } },
    });

    const messages = new Map((data as readonly Message[]).map((message) => [message.id, message]));
    const read = [SHELF, OPENING].map(({ id }) => messages.get(id));
    assert.deepEqual(
      read.map((message) => [message?.uid, message?.subject, message?.MailFolder.data?.name]),
      [
        [1, SHELF.subject, 'INBOX'],
        [1, OPENING.subject, 'Sent'],
      ],
    );
    assert.deepEqual(
      read.map((message) => message?.MessageBody.data?.textPlain.split('\n')[0]),
      ['Hi Jane,', 'Yes! I can bring the two repair stands and the big tool box.'],
    );
  });

  it('shows the error objects of a message that is not there', async () => {
    const { MessageItems } = await readInbox();

    await assert.rejects(follow(`${MessageItems.links.related}/4711`, 'MessageItem'), {
      errors: [
        {
          status: '404',
          code: 'message-unknown',
          title: 'Unknown message',
          detail: 'There is no such message.',
        },
      ],
    });
  });
});
