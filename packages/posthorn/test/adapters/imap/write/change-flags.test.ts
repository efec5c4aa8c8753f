import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Command, ImapConnection, RunningCommand, UntaggedResponse } from 'posthorn-imap';
import { ImapSession } from '../../../../src/adapters/imap/session/imap-session.ts';
import { MailboxIndex } from '../../../../src/adapters/imap/session/mailbox-index.ts';
import { changeMessageFlags } from '../../../../src/adapters/imap/write/change-flags.ts';
import type { WholeMessageReader } from '../../../../src/application/ports/mail/whole-message-reader.ts';
import { UNMEASURED } from '../../../../src/application/ports/mail-telemetry.ts';
import { asUid } from '../../../support/domain-values.ts';

const signal = new AbortController().signal;
const IS_THERE = {
  kind: 'fetch',
  sequenceNumber: 1,
  uid: 7,
  sections: new Map(),
  binarySizes: new Map(),
} as unknown as UntaggedResponse;

/** A session with one message without flags; its server answers STORE with these flags, or with OK alone. */
function sessionBefore(told: readonly string[] | null): { session: ImapSession; index: MailboxIndex } {
  const answers: Record<string, readonly UntaggedResponse[]> = {
    'UID FETCH': [IS_THERE],
    'UID STORE': told === null ? [] : [{ ...IS_THERE, flags: told } as UntaggedResponse],
  };
  const connection = {
    capabilities: new Set(),
    enabled: new Set(),
    bounds: {},
    selected: { exists: 1 },
    run: async ({ name, onResponse }: Command) => {
      for (const answer of answers[name] ?? []) {
        session.observe(answer);
        onResponse?.(answer, { tag: 'A1' } as RunningCommand);
      }
      return { kind: 'tagged', tag: 'A1', status: 'OK', code: null, text: '' };
    },
  } as unknown as ImapConnection;
  const session = new ImapSession({
    connection,
    telemetry: UNMEASURED,
    wholeMessages: {} as WholeMessageReader,
  });
  const index = new MailboxIndex(1);
  session.keep(index);
  index.replace(Uint32Array.of(7));
  session.observe({ ...IS_THERE, flags: [] } as UntaggedResponse);
  return { session, index };
}

describe('The flags of a changed message', () => {
  const flagsAfter = async (told: readonly string[] | null) => {
    const { session, index } = sessionBefore(told);
    const before = index.flagsOf(7);
    const changes = [{ operation: '+', flags: ['\\Seen'] }] as const;
    await changeMessageFlags(session, { uid: asUid(7), changes }, signal);
    return [before, index.flagsOf(7)];
  };

  it('are those that the server returns', async () => {
    assert.deepEqual(await flagsAfter(['\\seen', '\\Answered']), [[], ['\\seen', '\\Answered']]);
  });

  it('are not known where the server returns none, or others than were asked for', async () => {
    assert.deepEqual(await flagsAfter(null), [[], undefined]);
    assert.deepEqual(await flagsAfter(['\\Answered']), [[], undefined]);
  });
});
