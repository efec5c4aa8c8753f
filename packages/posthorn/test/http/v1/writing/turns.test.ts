/** Changes of one message take turns, in both versions; who cannot wait is told, and holds nobody up. */
import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { MAX_WAITING_PER_MESSAGE } from '../../../../src/application/changing/message-locks.ts';
import type { MailAccountId } from '../../../../src/domain/accounts/mail-account.ts';
import { passwordLogin } from '../../../../src/domain/logins/login.ts';
import type { MailboxName } from '../../../../src/domain/mailboxes/mailbox-name.ts';
import { deferred } from '../../../support/deferred.ts';
import { asUid } from '../../../support/domain-values.ts';
import { AUTHORIZATION, MESSAGES, startV1Server, USER, V1, type V1Server } from '../v1-server.ts';
import { problemsOf, type ShownResource } from './writing-api.ts';

const V0_MESSAGES = MESSAGES.replace(V1, '/rest-api-email/v0');
const DEADLINE = { APP_REQUEST_TIMEOUT_SECONDS: '1' };

describe('Changes of one message', () => {
  let server: V1Server;
  let message: ShownResource;
  let etag: string;
  beforeEach(async () => {
    server = await startV1Server({ settings: DEADLINE });
    const answer = await server.get(`${MESSAGES}/2`);
    message = answer.json().data;
    etag = String(answer.headers.etag);
  });
  afterEach(() => server.close());

  /** Holds the lock of the message as work of another request does, until the promise settles. */
  const hold = async (until: Promise<void>): Promise<void> => {
    const { authProvider, messageLocks } = server.posthorn.services;
    const { signal } = new AbortController();
    const credentials = { login: passwordLogin(USER.name, USER.password) };
    const account = await authProvider.getAccount({ credentials, id: 'gmail' as MailAccountId }, signal);
    const location = { account, mailbox: 'INBOX' as MailboxName, uid: asUid(2) };
    await messageLocks.run([location], () => until, signal);
  };
  const patchV0 = (attributes: object) =>
    server.posthorn.server.inject({
      method: 'PATCH',
      url: `${V0_MESSAGES}/2/MessageItem`,
      headers: { authorization: AUTHORIZATION },
      payload: { data: { attributes } },
    });
  const remove = (headers: Readonly<Record<string, string>> = {}) =>
    server.send({ method: 'DELETE', url: message.links.self, headers });

  it('are compared with their tag when it is their turn: version 0 was first', async () => {
    const gate = deferred<void>();
    const held = hold(gate.promise);
    const first = patchV0({ flagged: true });
    // Takes more steps than the first needs until it waits.
    await server.get(message.links.self);
    const second = remove({ 'if-match': etag });

    gate.resolve();
    await held;

    assert.equal((await first).statusCode, 200);
    assert.deepEqual(problemsOf(await second), [[412, 'outdated-version', { header: 'If-Match' }]]);
  });

  it('leave the queue when their time is up, and are not done afterwards', async () => {
    const gate = deferred<void>();
    const held = hold(gate.promise);

    const late = await remove();
    gate.resolve();
    await held;

    assert.equal(late.statusCode, 504);
    assert.equal((await server.get(message.links.self)).statusCode, 200);
    assert.equal((await remove()).statusCode, 200);
  });

  it('are refused when too many wait already', async () => {
    const gate = deferred<void>();
    const held = Array.from({ length: MAX_WAITING_PER_MESSAGE + 1 }, () => hold(gate.promise));

    const refused = await remove();
    const refusedV0 = await patchV0({ seen: true });
    gate.resolve();
    await Promise.all(held);

    assert.deepEqual(problemsOf(refused), [[429, 'rate-limited', undefined]]);
    assert.equal(refusedV0.statusCode, 429);
    assert.equal(refused.headers['retry-after'], '1');
    assert.equal((await remove()).statusCode, 200);
  });
});
