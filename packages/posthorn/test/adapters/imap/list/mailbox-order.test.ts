import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Command, ImapConnection, RunningCommand, UntaggedResponse } from 'posthorn-imap';
import { orderMailbox } from '../../../../src/adapters/imap/list/mailbox-order.ts';
import { ImapSession } from '../../../../src/adapters/imap/session/imap-session.ts';
import { MailboxIndex } from '../../../../src/adapters/imap/session/mailbox-index.ts';
import type { WholeMessageReader } from '../../../../src/application/ports/mail/whole-message-reader.ts';
import { UNMEASURED } from '../../../../src/application/ports/mail-telemetry.ts';

const order = [{ key: 'subject', isDescending: false }] as const;
const signal = new AbortController().signal;

/** A session whose server sorts 3, 2, 1; `names` receives the commands. */
function sortingSession(names: string[]): ImapSession {
  const answer = { kind: 'sort', numbers: Uint32Array.of(3, 2, 1) } as UntaggedResponse;
  const connection = {
    capabilities: new Set(['SORT', 'UIDPLUS']),
    enabled: new Set(),
    bounds: { sourceNumbers: 1000 },
    run: async ({ name, onResponse }: Command) => {
      names.push(name);
      onResponse?.(answer, { tag: 'A1' } as RunningCommand);
      return { kind: 'tagged', tag: 'A1', status: 'OK', code: null, text: '' };
    },
  } as unknown as ImapConnection;
  return new ImapSession({ connection, telemetry: UNMEASURED, wholeMessages: {} as WholeMessageReader });
}

function indexOf(...uids: number[]): MailboxIndex {
  const index = new MailboxIndex(1);
  index.follow({}, uids.length);
  index.replace(Uint32Array.from(uids));
  return index;
}

describe('The order of a mailbox that was sorted while it was opened', () => {
  const sortedAs = async (uids: readonly number[], sortedBy: 'subject' | 'from') => {
    const names: string[] = [];
    const sorted = { order: [{ key: sortedBy, isDescending: false }] as const, uids: Uint32Array.from(uids) };
    const request = { index: indexOf(1, 2, 3), order, known: undefined, sorted };
    const ordered = await orderMailbox(sortingSession(names), request, signal);
    return [[...ordered.uids], names];
  };

  it('is the one that the server gave, where that has exactly the messages of the index', async () => {
    assert.deepEqual(await sortedAs([2, 3, 1], 'subject'), [[2, 3, 1], []]);
  });

  it('is asked for again where a message has come or gone since', async () => {
    assert.deepEqual(await sortedAs([2, 1], 'subject'), [[3, 2, 1], ['UID SORT']]);
    assert.deepEqual(await sortedAs([2, 4, 1], 'subject'), [[3, 2, 1], ['UID SORT']]);
  });

  it('is asked for again where the server has sorted by something else', async () => {
    assert.deepEqual(await sortedAs([2, 3, 1], 'from'), [[3, 2, 1], ['UID SORT']]);
  });
});
