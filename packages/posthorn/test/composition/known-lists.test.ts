/** Lists of version 1 that are asked for again, over the sandbox. */
import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { buildMessage } from '../support/message-samples.ts';
import { startRunningPosthorn, USER } from './running-posthorn.ts';

const LIST =
  '/rest-api-email/v1/MailAccounts/example/MailFolders/INBOX/MessageItems?fields[MessageItem]=subject,seen';

interface ListDocument {
  readonly links: { readonly self: string };
  readonly data: readonly { readonly attributes: { readonly subject: string; readonly seen: boolean } }[];
}

async function startWithMessage(t: TestContext) {
  const { posthorn, sandbox, authorization } = await startRunningPosthorn(t);
  const user = sandbox.user(USER);
  user.deliver(buildMessage({ subject: 'one' }));
  const list = async (host: string, query = ''): Promise<ListDocument> => {
    const headers = { authorization, host };
    return (await posthorn.server.inject({ url: `${LIST}${query}&sort=date`, headers })).json();
  };
  return { user, list };
}

describe('A list of version 1 that is asked for again', () => {
  it('is the same while nothing changes', async (t) => {
    const { list } = await startWithMessage(t);

    const documents = [await list('a.example'), await list('a.example'), await list('a.example')];

    assert.deepEqual(documents[1], documents[0]);
    assert.deepEqual(documents[2], documents[0]);
    assert.deepEqual(documents[0]?.data[0]?.attributes, { subject: 'one', seen: false });
  });

  it('has links to where it was asked for', async (t) => {
    const { list } = await startWithMessage(t);

    const documents = [await list('a.example'), await list('b.example'), await list('a.example')];

    assert.deepEqual(
      documents.map(({ links }) => new URL(links.self).host),
      ['a.example', 'b.example', 'a.example'],
    );
  });

  it('has the fields of each request', async (t) => {
    const { list } = await startWithMessage(t);
    await list('a.example');

    const { data } = await list('a.example', ',size');

    assert.deepEqual(Object.keys(data[0]?.attributes ?? {}).sort(), ['seen', 'size', 'subject']);
  });

  it('shows what another client has changed, at once', async (t) => {
    const { user, list } = await startWithMessage(t);
    await list('a.example');
    await list('a.example');

    user.setFlags('INBOX', 1, ['\\Seen']);
    const flagged = await list('a.example');
    user.deliver(buildMessage({ subject: 'two' }));
    const arrived = await list('a.example');
    user.expunge('INBOX', 1);
    const left = await list('a.example');

    assert.deepEqual(
      [flagged, arrived, left].map(({ data }) => data.map(({ attributes }) => attributes)),
      [
        [{ subject: 'one', seen: true }],
        [
          { subject: 'one', seen: true },
          { subject: 'two', seen: false },
        ],
        [{ subject: 'two', seen: false }],
      ],
    );
  });
});
