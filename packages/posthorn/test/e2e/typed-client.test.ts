/** A client that knows the API by its description only. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import createClient, { type Client } from 'openapi-fetch';
import type { V0Paths } from '../support/api-v0.ts';
import type { V1Paths } from '../support/api-v1.ts';
import { type PosthornProcess, startPosthornProcess } from './posthorn-process.ts';

const MESSAGES = '/MailAccounts/{mailAccountId}/MailFolders/{mailFolderId}/MessageItems';
const INBOX = { mailAccountId: 'demo', mailFolderId: 'INBOX' };

/** Objects and lists are JSON in this API, everything else is text. */
function writeQuery(query: Readonly<Record<string, unknown>>): string {
  const entries = Object.entries(query).map(([name, value]): [string, string] => [
    name,
    typeof value === 'object' ? JSON.stringify(value) : String(value),
  ]);
  return new URLSearchParams(entries).toString();
}

/** A client for the paths that the version's document names. */
async function openClient<Paths extends object>(address: string, tag: string): Promise<Client<Paths>> {
  const document = await fetch(`${address}/openapi/${tag}.json`);
  const { servers } = (await document.json()) as { readonly servers: readonly [{ readonly url: string }] };
  return createClient<Paths>({
    baseUrl: address + servers[0].url,
    headers: { authorization: `Basic ${btoa('jane@posthorn.test:demo')}` },
    querySerializer: writeQuery,
  });
}

describe('a client made of an OpenAPI document', () => {
  let demo: PosthornProcess;
  let client: Client<V0Paths>;

  before(async () => {
    demo = await startPosthornProcess(['demo', '--port', '0']);
    client = await openClient<V0Paths>(demo.address, 'v0');
  });
  after(() => demo?.stop());

  it('finds the account and its folders', async () => {
    const accounts = await client.GET('/MailAccounts');
    const mailAccountId = accounts.data?.data[0]?.id ?? '';

    const folders = await client.GET('/MailAccounts/{mailAccountId}/MailFolders', {
      params: { path: { mailAccountId }, query: { filter: { IN: { id: ['INBOX'] } } } },
    });

    assert.deepEqual(
      folders.data?.data.map(({ id, folderType }) => [id, folderType]),
      [['INBOX', 'INBOX']],
    );
  });

  it('reads a list, a message and its text', async () => {
    const list = await client.GET(MESSAGES, {
      params: {
        path: INBOX,
        query: {
          limit: 1,
          attributes: 'subject',
          sort: [{ property: 'subject', direction: 'ASC' }],
        },
      },
    });
    const [row] = list.data?.data ?? [];
    const path = { ...INBOX, messageItemId: row?.id ?? '' };

    const item = await client.GET(`${MESSAGES}/{messageItemId}`, { params: { path } });
    const body = await client.GET(`${MESSAGES}/{messageItemId}/MessageBody`, { params: { path } });

    assert.deepEqual(
      [item.data?.data.subject, body.data?.data.id, typeof body.data?.data.textPlain],
      [row?.subject, row?.id, 'string'],
    );
  });

  it('gets failures in the shape that is described', async () => {
    const { error, response } = await client.GET(MESSAGES, { params: { path: INBOX } });

    assert.deepEqual([response.status, error?.code, error?.parameter], [400, 'invalid-parameter', 'limit']);
  });

  it('reads version 1 as well', async () => {
    const v1 = await openClient<V1Paths>(demo.address, 'v1');

    const { data } = await v1.GET(MESSAGES, {
      params: {
        path: INBOX,
        query: { 'page[limit]': 2, sort: 'subject', 'fields[MessageItem]': 'subject' },
      },
    });

    assert.deepEqual(
      data?.data.map(({ type, attributes }) => [type, Object.keys(attributes)]),
      [
        ['MessageItem', ['subject']],
        ['MessageItem', ['subject']],
      ],
    );
  });
});
