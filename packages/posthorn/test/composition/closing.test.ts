/** What Posthorn waits for before it ends. */
import assert from 'node:assert/strict';
import { EventEmitter, once } from 'node:events';
import { describe, it } from 'node:test';
import { buildMessage } from '../support/message-samples.ts';
import { startRunningPosthorn, USER } from './running-posthorn.ts';

describe('Posthorn, when it is closed', () => {
  it('lets a submission end whose client has gone', async (t) => {
    const events = new EventEmitter();
    const begun = once(events, 'begun');
    const goes = once(events, 'go');
    const steps: string[] = [];
    const { posthorn, sandbox, request } = await startRunningPosthorn(t, {
      overrides: {
        mailTransport: (_services, inherited) => ({
          async submit(...args) {
            events.emit('begun');
            await goes;
            const submission = await inherited().submit(...args);
            steps.push('submitted');
            return submission;
          },
          close: async () => undefined,
        }),
      },
    });
    const draft = buildMessage({ from: USER, to: ['bob@example.org'] });
    sandbox.user(USER).deliver(draft, { mailbox: 'Drafts', flags: ['\\Draft'] });
    const gone = new AbortController();
    const sending = request('/MailFolders/Drafts/MessageItems/1', { method: 'POST', signal: gone.signal });
    await begun;
    gone.abort();
    await assert.rejects(sending);

    const closing = posthorn.close().then(() => steps.push('closed'));
    events.emit('go');
    await closing;

    assert.deepEqual(steps, ['submitted', 'closed']);
    assert.equal(sandbox.acceptedMail.length, 1);
    assert.ok(sandbox.recording.some(({ name }) => name === 'LOGOUT'));
  });
});
