/** What Posthorn does before it listens, so that the first client need not wait for it. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, it } from 'node:test';
import { startExemplaryMailServer } from '../../src/composition/exemplary-mail-server.ts';
import { warmUp } from '../../src/composition/warm-up.ts';
import { until } from '../contracts/changes/listening-client.ts';
import { createTestMailStore, mailboxName, testAccount } from '../contracts/store-under-test.ts';
import { CONFIGURATION } from './test-configuration.ts';

const MAX_CLOSING_MS = 5_000;

const openSockets = () => process.getActiveResourcesInfo().filter((kind) => kind.startsWith('TCP')).length;

describe('The warm-up', () => {
  it('has lists, a message with its body and the folders answered, and leaves nothing open', async () => {
    const before = openSockets();

    const statuses = await warmUp(CONFIGURATION);

    assert.deepEqual(statuses, [200, 200, 200, 200]);
    // Node counts a closed socket until its close event is out.
    await until(() => openSockets() === before, MAX_CLOSING_MS);
  });

  it('neither uses the mail servers and the files of the installation nor fails where it cannot be done', async () => {
    const auditLog = '/dev/null/no-file';
    const settings = { ...CONFIGURATION.settings, auditLog, metricsPort: 1, host: '192.0.2.1' };

    assert.deepEqual(await warmUp({ settings }), [200, 200, 200, 200]);
  });
});

describe('The mail server of the warm-up', () => {
  it('has messages whose headers, structures and texts all have to be decoded', async (t) => {
    const server = await startExemplaryMailServer('secret');
    const store = createTestMailStore();
    t.after(async () => {
      await store.close();
      await server.close();
    });

    const page = await store.listMessages(
      {
        account: testAccount({ host: '127.0.0.1', port: server.port }, { name: 'user', password: 'secret' }),
        mailbox: mailboxName('INBOX'),
        query: {
          ...{ window: { start: 0, limit: 3 }, maxRows: 3, criterion: null },
          order: [{ key: 'date', isDescending: true }],
          attributes: new Set(['subject', 'from', 'hasAttachments', 'previewText']),
        },
      },
      AbortSignal.timeout(60_000),
    );

    assert.deepEqual(
      page.items.map(({ uid, subject, from, hasAttachments }) => [
        uid,
        subject,
        from?.[0]?.name,
        hasAttachments,
      ]),
      [
        [21_000, 'Grüße, number 21000 and more', 'Jörg Sender', false],
        [20_999, 'Grüße, number 20999 and more', 'Jörg Sender', false],
        [20_998, 'Grüße, number 20998 and more', 'Jörg Sender', true],
      ],
    );
    assert.match(page.items[0]?.previewText ?? '', /^Good morning, the text of a message – as long/);
  });

  it('goes on when a client breaks its connection off', async (t) => {
    const server = await startExemplaryMailServer('secret');
    t.after(() => server.close());
    const greet = async () => {
      const socket = connect(server.port, '127.0.0.1');
      await once(socket, 'data');
      return socket;
    };

    (await greet()).resetAndDestroy();

    (await greet()).destroy();
  });

  it('lets nobody in without the password', async (t) => {
    const server = await startExemplaryMailServer('secret');
    const store = createTestMailStore();
    t.after(async () => {
      await store.close();
      await server.close();
    });
    const stranger = { name: 'user', password: 'guess' };

    const signingIn = store.verifyLogin(
      testAccount({ host: '127.0.0.1', port: server.port }, stranger),
      AbortSignal.timeout(60_000),
    );

    await assert.rejects(signingIn, /refused the user name or the password/);
  });
});
