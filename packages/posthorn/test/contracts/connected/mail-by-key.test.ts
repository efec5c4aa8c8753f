/** Mail of a connected account by API key, in both versions, over Dovecot and Postfix; and where its secret never goes. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createHostPolicy } from '../../../src/adapters/network/host-policy.ts';
import type { MailAccountId } from '../../../src/domain/accounts/mail-account.ts';
import { type Dovecot, startDovecot } from '../../support/dovecot.ts';
import { fillMailbox } from '../../support/fill-mailbox.ts';
import { buildMessage } from '../../support/message-samples.ts';
import { type Postfix, postfixIsMissing, startPostfix } from '../../support/postfix.ts';
import { type ConnectedServer, startConnectedServer, V0 } from './connected-server.ts';

const ID = 'alice' as MailAccountId;
const PLACE = `/MailAccounts/${ID}/MailFolders`;

describe('Mail of a connected account by key', { skip: postfixIsMissing }, () => {
  let dovecot: Dovecot;
  let postfix: Postfix;
  let server: ConnectedServer;
  before(async () => {
    dovecot = await startDovecot();
    postfix = await startPostfix();
    const user = dovecot.user('alice@example.org');
    await fillMailbox({
      ...{ server: dovecot, user, mailbox: 'INBOX' },
      messages: [{ raw: buildMessage({ subject: 'Hi' }) }],
    });
    server = await startConnectedServer({
      servers: [
        { imapPort: dovecot.port },
        { host: 'localhost', imapPort: dovecot.port, smtpPort: postfix.port },
      ],
      extraRoots: [postfix.caPem],
    });
    const { status, body } = await server.ask({
      ...{ method: 'POST', url: '/MailAccounts' },
      document: {
        data: {
          type: 'MailAccount',
          id: ID,
          attributes: {
            from: { address: postfix.user.name, name: 'Alice' },
            ...{ inbox_address: '127.0.0.1', inbox_port: dovecot.port, inbox_ssl: false },
            ...{ outbox_address: 'localhost', outbox_port: postfix.port, outbox_secure: 'starttls' },
            login: { mechanism: 'password', user: user.name, password: user.password },
            outboxLogin: { mechanism: 'password', user: postfix.user.name, password: postfix.user.password },
          },
        },
      },
    });
    assert.equal(status, 201, JSON.stringify(body));
  });
  after(async () => {
    await server?.close();
    await postfix?.stop();
    await dovecot?.stop();
  });

  const inVersion0 = (method: 'GET' | 'POST' | 'PATCH', path: string, body?: object) =>
    server.ask({
      ...{ method, url: `${V0}${path}` },
      ...(body && { headers: { 'content-type': 'application/json' }, payload: JSON.stringify(body) }),
    });

  it('is listed, flagged and sent in version 1', async () => {
    const list = await server.ask({ url: `${PLACE}/INBOX/MessageItems` });
    const { id } = list.body.data[0];
    const flagged = await server.ask({
      ...{ method: 'PATCH', url: `/MessageItems/${id}` },
      document: { data: { type: 'MessageItem', id, attributes: { flagged: true } } },
    });
    const sent = await server.ask({
      ...{ method: 'POST', url: `${PLACE}/Drafts/MessageItems/send` },
      document: {
        data: {
          type: 'MessageItem',
          attributes: { to: [{ address: 'ann@example.com' }], subject: 'Version 1', textPlain: 'Hi' },
        },
      },
    });
    const received = await postfix.received();

    assert.deepEqual(
      [list.body.data[0].attributes.subject, flagged.body.data.attributes.flagged],
      ['Hi', true],
    );
    assert.equal(sent.status, 200, JSON.stringify(sent.body));
    assert.ok(received.some((octets) => octets.includes('Subject: Version 1')));
  });

  it('is listed, flagged and sent in version 0', async () => {
    const accounts = await inVersion0('GET', '/MailAccounts');
    const list = await inVersion0('GET', `${PLACE}/INBOX/MessageItems?start=0&limit=5`);
    const { id } = list.body.data[0];
    const flagged = await inVersion0('PATCH', `${PLACE}/INBOX/MessageItems/${id}/MessageItem`, {
      data: { attributes: { flagged: false } },
    });
    const draft = await inVersion0('POST', `${PLACE}/Drafts/MessageItems`, {
      data: { attributes: { textPlain: 'Hi' } },
    });
    const named = await inVersion0(
      'PATCH',
      `${PLACE}/Drafts/MessageItems/${draft.body.data.id}/MessageDraft`,
      {
        data: {
          attributes: {
            subject: 'Version 0',
            from: { address: postfix.user.name, name: 'Alice' },
            to: [{ address: 'ann@example.com', name: 'Ann' }],
          },
        },
      },
    );
    const sent = await inVersion0('POST', `${PLACE}/Drafts/MessageItems/${named.body.data.id}`);
    const received = await postfix.received();

    assert.deepEqual(
      accounts.body.data.map((each: { id: string }) => each.id),
      [ID],
    );
    assert.equal('state' in accounts.body.data[0], false);
    assert.deepEqual([list.body.data[0].subject, flagged.status], ['Hi', 200]);
    assert.equal(sent.status, 200, JSON.stringify([draft.body, named.body, sent.body]));
    assert.ok(received.some((octets) => octets.includes('Subject: Version 0')));
  });

  it('is the same resource where it is included', async () => {
    const shown = await server.ask({ url: `/MailAccounts/${ID}` });
    const folders = await server.ask({ url: `${PLACE}?include=MailAccount` });

    assert.deepEqual(folders.body.included, [shown.body.data]);
  });

  it('is not opened with a secret whose row was moved to another server', async () => {
    const { accounts } = server.store.store;
    const row = await accounts.find(ID);
    assert.ok(row?.inbox);
    await accounts.save({ ...row, inbox: { ...row.inbox, host: 'localhost' } });
    // Rows are known for up to two seconds.
    server.posthorn.services.accountRows?.forget(ID);
    const answer = await server.ask({ url: PLACE });
    const log = await dovecot.readLog();
    const { epoch = 0 } = (await accounts.find(ID)) ?? {};
    await accounts.save({ ...row, epoch });
    server.posthorn.services.accountRows?.forget(ID);

    assert.deepEqual(answer.error.slice(0, 2), [503, 'secret-unreadable']);
    assert.doesNotMatch(log, /auth failed/);
    assert.equal((await server.ask({ url: PLACE })).status, 200);
  });
});

describe('A connected account whose host resolves to a private address', () => {
  it('is refused at its creation and at each connection, and no socket is opened', async () => {
    const dovecot = await startDovecot();
    const addresses = ['93.184.216.34', '127.0.0.1'];
    let asked = 0;
    const hostPolicy = createHostPolicy({
      ...{ allowList: [], isCleartextAllowed: true, clientPorts: new Set([dovecot.port]) },
      resolve: async () => [addresses[Math.min(asked++, 1)] ?? ''],
    });
    const server = await startConnectedServer({ overrides: { hostPolicy: () => hostPolicy } });
    const { name: user, password } = dovecot.user('alice@example.org');
    const connect = (query: string, id: string) =>
      server.ask({
        ...{ method: 'POST', url: `/MailAccounts${query}` },
        document: {
          data: {
            type: 'MailAccount',
            id,
            attributes: {
              ...{ inbox_address: 'rebinding.example', inbox_port: dovecot.port, inbox_ssl: false },
              login: { mechanism: 'password', user, password },
            },
          },
        },
      });
    try {
      const tried = await connect('', 'tried');
      const stored = await connect('?verify=false', 'stored');
      const folders = await server.ask({ url: '/MailAccounts/stored/MailFolders' });
      const { body } = await server.ask({ url: '/MailAccounts/stored' });

      assert.deepEqual(tried.error, [422, 'host-not-allowed', '/data/attributes/login']);
      assert.deepEqual(
        [stored.status, folders.status, body.data.attributes.state],
        [201, 502, 'unreachable'],
      );
      assert.ok(asked >= 3);
      // The start of the test's Dovecot looks whether it greets.
      assert.equal((await dovecot.readLog()).match(/imap-login/g)?.length, 1);
    } finally {
      await server.close();
      await dovecot.stop();
    }
  });
});
