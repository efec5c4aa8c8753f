import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isNotificationOverflow, notify, notifyNone } from '../../src/commands/notify.ts';
import { CommandRefused } from '../../src/connection/connection-errors.ts';
import { ScriptedRunner } from '../support/scripted-runner.ts';

const { signal } = new AbortController();

describe('notify', () => {
  it('names the events of each group', async () => {
    const runner = new ScriptedRunner([
      {
        client:
          'A1 NOTIFY SET (selected-delayed (MessageNew (UID BODY.PEEK[HEADER]) MessageExpunge FlagChange)) ' +
          '(mailboxes ("Spam" "a\\"b") NONE) (subtree ("Lists") (MessageNew MessageExpunge)) (personal (MailboxName))\n',
        server: 'A1 OK done\n',
      },
    ]);

    await notify(
      runner,
      {
        groups: [
          {
            mailboxes: 'selected-delayed',
            events: ['MessageNew', 'MessageExpunge', 'FlagChange'],
            newMessageItems: ['UID', { section: 'HEADER' }],
          },
          { mailboxes: { mailboxes: ['Spam', 'a"b'] }, events: [] },
          { mailboxes: { subtree: ['Lists'] }, events: ['MessageNew', 'MessageExpunge'] },
          { mailboxes: 'personal', events: ['MailboxName'] },
        ],
      },
      signal,
    );

    assert.equal(runner.remainingSteps, 0);
  });

  it('gives the statuses that it asked for, and leaves other news to the listener', async () => {
    const runner = new ScriptedRunner([
      {
        client: 'A1 NOTIFY SET STATUS (inboxes (MessageNew MessageExpunge))\n',
        server: '* STATUS INBOX (MESSAGES 3 UIDNEXT 9)\n* LIST () "/" A\nA1 OK done\n',
      },
    ]);

    const statuses = await notify(
      runner,
      { asksStatus: true, groups: [{ mailboxes: 'inboxes', events: ['MessageNew', 'MessageExpunge'] }] },
      signal,
    );

    assert.deepEqual(
      statuses.map(({ mailbox, messages, uidNext }) => [mailbox.text, messages, uidNext]),
      [['INBOX', 3, 9]],
    );
    assert.deepEqual(
      runner.heard.map(({ kind }) => kind),
      ['list'],
    );
  });

  it('tells of an event that the server does not know', async () => {
    const runner = new ScriptedRunner([
      {
        client: 'A1 NOTIFY SET (selected (AnnotationChange))\n',
        server: 'A1 NO [BADEVENT (MessageNew MessageExpunge)] no\n',
      },
    ]);

    await assert.rejects(
      notify(runner, { groups: [{ mailboxes: 'selected', events: ['AnnotationChange'] }] }, signal),
      (error) => error instanceof CommandRefused && error.code?.name === 'BADEVENT',
    );
  });

  it('is ended by NOTIFY NONE', async () => {
    const runner = new ScriptedRunner([{ client: 'A1 NOTIFY NONE\n', server: 'A1 OK done\n' }]);

    await notifyNone(runner, signal);

    assert.equal(runner.remainingSteps, 0);
  });

  it('knows the response that ends all notifications', async () => {
    const runner = new ScriptedRunner([
      {
        client: 'A1 NOTIFY NONE\n',
        server: '* OK [NOTIFICATIONOVERFLOW] too much\n* OK fine\nA1 OK done\n',
      },
    ]);
    await notifyNone(runner, signal);

    assert.deepEqual(runner.heard.map(isNotificationOverflow), [true, false]);
  });
});
