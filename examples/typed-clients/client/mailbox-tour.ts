/**
 * Reads the same mailbox through both versions with `openapi-fetch`, and prints the results as JSON.
 * `node --import tsx client/mailbox-tour.ts http://127.0.0.1:8025`
 */
import createClient, { type Client } from 'openapi-fetch';
import type { paths as PathsOfV0 } from './v0';
import type { paths as PathsOfV1 } from './v1';

const MESSAGES = '/MailAccounts/{mailAccountId}/MailFolders/{mailFolderId}/MessageItems';
const INBOX = { mailAccountId: 'demo', mailFolderId: 'INBOX' };
const BY_SUBJECT = [{ property: 'subject', direction: 'ASC' }];
const HEADERS = { authorization: `Basic ${btoa('jane@posthorn.test:demo')}` };

/** The base URL is that of the version's document. */
async function openClient<Paths extends object>(address: string, tag: string): Promise<Client<Paths>> {
  const document = await fetch(`${address}/openapi/${tag}.json`);
  const { servers }: { servers: [{ url: string }] } = await document.json();
  return createClient<Paths>({ baseUrl: address + servers[0].url, headers: HEADERS });
}

async function tourVersion0(client: Client<PathsOfV0>) {
  const folders = await client.GET('/MailAccounts/{mailAccountId}/MailFolders', {
    params: { path: { mailAccountId: 'demo' }, query: { filter: JSON.stringify({ IN: { id: ['INBOX'] } }) } },
  });
  const list = await client.GET(MESSAGES, {
    params: {
      path: INBOX,
      query: { limit: 1, attributes: 'subject', sort: JSON.stringify(BY_SUBJECT) },
    },
  });
  const path = { ...INBOX, messageItemId: list.data?.data[0]?.id ?? '' };
  const body = await client.GET(`${MESSAGES}/{messageItemId}/MessageBody`, { params: { path } });
  const failure = await client.GET(MESSAGES, { params: { path: INBOX } });
  return {
    folders: folders.data?.data.map(({ id, folderType }) => [id, folderType]),
    subjects: list.data?.data.map(({ subject }) => subject),
    text: body.data?.data.textPlain,
    failure: [failure.response.status, failure.error?.code, failure.error?.parameter],
  };
}

async function tourVersion1(client: Client<PathsOfV1>) {
  const { data } = await client.GET(MESSAGES, {
    params: { path: INBOX, query: { 'page[limit]': 2, sort: 'subject', 'fields[MessageItem]': 'subject' } },
  });
  return { subjects: data?.data.map(({ attributes }) => attributes.subject) };
}

const [address = 'http://127.0.0.1:8025'] = process.argv.slice(2);
const v0 = await tourVersion0(await openClient<PathsOfV0>(address, 'v0'));
const v1 = await tourVersion1(await openClient<PathsOfV1>(address, 'v1'));
process.stdout.write(`${JSON.stringify({ v0, v1 })}\n`);
