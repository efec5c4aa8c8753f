/** Slow commands and the progress that is told of them (RFC 9585). */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { mail } from '../support/mail-samples.ts';
import { openMailbox, openSandbox } from '../support/open-sandbox.ts';

describe('A slow command', () => {
  it('tells its progress by its tag', async (t) => {
    const sandbox = await openSandbox(t, { slowCommands: [{ command: 'search', steps: 3, stepMs: 1 }] });
    sandbox.user('ann').deliver(mail());
    const client = await openMailbox(t, sandbox);
    assert.deepEqual((await client.run('UID SEARCH ALL')).untagged, [
      '* OK [INPROGRESS ("a" 0 3)] Still at it',
      '* OK [INPROGRESS ("a" 1 3)] Still at it',
      '* OK [INPROGRESS ("a" 2 3)] Still at it',
      '* SEARCH 1',
    ]);
    assert.deepEqual((await client.run('FETCH 1 UID')).untagged, ['* 1 FETCH (UID 1)']);
  });

  it('may not know how far it is to the end', async (t) => {
    const slowCommands = [{ command: 'COPY', steps: 1, stepMs: 1, hasGoal: false }];
    const sandbox = await openSandbox(t, { slowCommands });
    sandbox.user('ann').deliver(mail());
    const client = await openMailbox(t, sandbox);
    assert.deepEqual((await client.run('COPY 1 Trash')).untagged, [
      '* OK [INPROGRESS ("a" 0 NIL)] Still at it',
    ]);
  });

  it('is only slow where INPROGRESS is off', async (t) => {
    const slowCommands = [{ command: 'NOOP', steps: 2, stepMs: 1 }];
    const sandbox = await openSandbox(t, { slowCommands, capabilities: { without: ['INPROGRESS'] } });
    const client = await openMailbox(t, sandbox);
    assert.deepEqual(await client.run('NOOP'), { untagged: [], answer: 'OK Nothing to do' });
  });
});
