import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { MessageHistory } from '../../../src/application/changing/message-history.ts';
import { createSentCopies } from '../../../src/application/changing/sent-copies.ts';
import type { MailTransport, Submission } from '../../../src/application/ports/mail/mail-transport.ts';
import type { MessageComposer } from '../../../src/application/ports/mail/message-composer.ts';
import { createMessageSubmissions } from '../../../src/application/sending/message-submissions.ts';
import { MailError, type MailErrorCode } from '../../../src/domain/errors/mail-error.ts';
import { passwordLogin } from '../../../src/domain/logins/login.ts';
import type { MailboxName } from '../../../src/domain/mailboxes/mailbox-name.ts';
import type { MessageReference } from '../../../src/domain/messages/message-draft.ts';
import { bufferSource } from '../../../src/domain/values/buffer-source.ts';
import { accountOf, JANE } from '../../http/test-server.ts';
import { asUid, code } from '../../support/domain-values.ts';
import { createTestState } from '../../support/memory-state.ts';
import { DraftsInMemory } from '../drafts-in-memory.ts';

const SIGNAL = new AbortController().signal;
const ACCOUNT = accountOf(passwordLogin(JANE, 'secret'));
const SUBMISSION: Submission = { accepted: ['ann@example.com'], rejected: [] };
const UNCERTAIN = 'submission-uncertain';

interface Setup {
  readonly drafts?: DraftsInMemory;
  readonly history?: MessageHistory;
  readonly answerOf?: MessageReference | null;
  readonly outgoingFailure?: MailErrorCode;
  readonly keepsSentCopy?: boolean;
  /** What happens at the sending server. */
  readonly transport?: () => Promise<Submission>;
}

/** The service over mailboxes in memory, with a draft `hello` under uid 1, and the texts that were sent. */
function setUp(setup: Setup = {}) {
  const drafts = setup.drafts ?? new DraftsInMemory();
  if (setup.drafts === undefined) drafts.put('Drafts', 'hello', ['draft']);
  drafts.mailboxes.set('Sent', drafts.mailboxes.get('Sent') ?? new Map());
  const sent: string[] = [];
  const mailTransport: MailTransport = {
    async submit({ message }) {
      for await (const chunk of message.octets.read()) sent.push(Buffer.from(chunk).toString());
      return setup.transport?.() ?? SUBMISSION;
    },
    async close() {},
  };
  const messageComposer = {
    async toOutgoing(message: Uint8Array) {
      if (setup.outgoingFailure) throw new MailError(setup.outgoingFailure, { detail: 'No.' });
      return { envelope: { reversePath: JANE, forwardPaths: [] }, octets: bufferSource(message) };
    },
    identify: (message: Uint8Array) => ({
      messageId: Buffer.from(message).toString(),
      answerOf: setup.answerOf ?? null,
    }),
  } as unknown as MessageComposer;
  const [mailStore, mailWriter] = [drafts.store, drafts.writer];
  const state = createTestState();
  const submissions = createMessageSubmissions({
    mailStore,
    mailWriter,
    messageComposer,
    mailTransport,
    messageHistory: setup.history ?? state.messageHistory,
    messageLocks: state.messageLocks,
    sentCopies: createSentCopies({
      mailStore,
      mailWriter,
      keepsSentCopy: () => setup.keepsSentCopy ?? false,
      copyWaitsMs: [0, 1],
    }),
  });
  const send = (isFiled = true, signal = SIGNAL) =>
    submissions.send(
      { message: { account: ACCOUNT, mailbox: 'Drafts' as MailboxName, uid: asUid(1) }, isFiled },
      signal,
    );
  return { drafts, sent, submissions, send };
}

function failing(codeOfFailure: MailErrorCode) {
  return () => Promise.reject(new MailError(codeOfFailure, { detail: 'The sending server says no.' }));
}

describe('MessageSubmissions.send', () => {
  it('sends the draft and moves it to the sent folder, seen and no draft any more', async () => {
    const { drafts, sent, send } = setUp();

    const result = await send();

    assert.deepEqual(result, {
      submission: SUBMISSION,
      filed: { mailbox: 'Sent', uid: 1, uidValidity: 7 },
      warnings: [],
    });
    assert.deepEqual(
      [sent, drafts.show('Drafts'), drafts.show('Sent')],
      [['hello'], [], ['1 hello seen $Submitted']],
    );
  });

  it('leaves the draft where it is for clients that move it themselves', async () => {
    const { drafts, send } = setUp();

    const { filed } = await send(false);

    assert.deepEqual([filed, drafts.show('Drafts')], [null, ['1 hello draft $Submitted']]);
  });

  it('marks the draft before anything is sent', async () => {
    const shown: unknown[] = [];
    const drafts = new DraftsInMemory();
    drafts.put('Drafts', 'hello', ['draft']);
    const { send } = setUp({
      drafts,
      transport: async () => {
        shown.push(drafts.show('Drafts'));
        return SUBMISSION;
      },
    });

    await send();

    assert.deepEqual(shown, [['1 hello draft $SubmitPending']]);
  });

  it('sends nothing that is no draft', async () => {
    const drafts = new DraftsInMemory();
    drafts.put('Drafts', 'hello', ['seen']);
    const { sent, send } = setUp({ drafts });

    await assert.rejects(send(), code('conflict'));

    assert.deepEqual(sent, []);
  });

  it('sends nothing that cannot be sent, and marks nothing', async () => {
    const { drafts, sent, send } = setUp({ outgoingFailure: 'invalid-document' });

    await assert.rejects(send(), code('invalid-document'));

    assert.deepEqual([sent, drafts.show('Drafts')], [[], ['1 hello draft']]);
  });

  it('sends nothing when the mark cannot be set', async () => {
    const { drafts, sent, send } = setUp();
    drafts.failures.set('changeFlags', ['server-unavailable']);

    await assert.rejects(send(), code('server-unavailable'));

    assert.deepEqual(sent, []);
  });

  it('sends also where the mailbox keeps no keywords', async () => {
    const { drafts, sent, send } = setUp();
    drafts.failures.set('changeFlags', ['capability-missing', 'capability-missing']);

    const { warnings } = await send();

    assert.deepEqual([sent, warnings, drafts.show('Sent')], [['hello'], [], ['1 hello seen']]);
  });

  it('leaves the draft as it was when the sending server refuses it', async () => {
    const { drafts, send } = setUp({ transport: failing('message-rejected') });

    await assert.rejects(send(), code('message-rejected'));

    assert.deepEqual(drafts.show('Drafts'), ['1 hello draft']);
  });

  it('sends after a refusal when it is asked again', async () => {
    let attempts = 0;
    const refusingOnce = () => {
      attempts += 1;
      return attempts === 1 ? failing('server-unavailable')() : Promise.resolve(SUBMISSION);
    };
    const { send } = setUp({ transport: refusingOnce });
    await assert.rejects(send(), code('server-unavailable'));

    const { submission } = await send();

    assert.deepEqual(submission, SUBMISSION);
  });
});

describe('a message whose sending ended without an answer', () => {
  it('is told as such and never sent again by itself', async () => {
    const { drafts, sent, send } = setUp({ transport: failing(UNCERTAIN) });
    await assert.rejects(send(), code(UNCERTAIN));

    await assert.rejects(send(), code(UNCERTAIN));

    assert.deepEqual([sent, drafts.show('Drafts')], [['hello'], ['1 hello draft $SubmitPending']]);
  });

  it('is not sent by another process either', async () => {
    const { drafts, send } = setUp({ transport: failing(UNCERTAIN) });
    await assert.rejects(send(), code(UNCERTAIN));
    const other = setUp({ drafts });

    await assert.rejects(other.send(), code(UNCERTAIN));

    assert.deepEqual(other.sent, []);
  });

  it('counts as sent when the provider has filed a copy of it', async () => {
    const { drafts, send } = setUp({ transport: failing(UNCERTAIN), keepsSentCopy: true });
    await assert.rejects(send(), code(UNCERTAIN));
    drafts.put('Sent', 'hello', ['seen']);
    const other = setUp({ drafts, keepsSentCopy: true });

    const result = await other.send();

    assert.deepEqual(result, {
      submission: null,
      filed: { mailbox: 'Sent', uid: 1, uidValidity: 7 },
      warnings: [],
    });
    assert.deepEqual([other.sent, drafts.show('Drafts')], [[], []]);
  });

  it('is not sent again when the mailbox keeps no keywords', async () => {
    const { drafts, sent, send } = setUp({ transport: failing(UNCERTAIN) });
    drafts.failures.set('changeFlags', ['capability-missing']);
    await assert.rejects(send(), code(UNCERTAIN));

    await assert.rejects(send(), code(UNCERTAIN));

    assert.deepEqual(sent, ['hello']);
  });
});

describe('a message that is sent twice', () => {
  it('goes out once, and both get the same answer', async () => {
    const { sent, send } = setUp();

    const results = await Promise.all([send(), send(), send()]);

    assert.deepEqual(sent, ['hello']);
    assert.deepEqual(results[1], results[0]);
    assert.deepEqual(results[2], results[0]);
  });

  it('goes out once when another process has sent it and left it there', async () => {
    const { drafts, send } = setUp();
    await send(false);
    const other = setUp({ drafts });

    const { submission, filed } = await other.send();

    assert.deepEqual(
      [other.sent, submission, filed],
      [[], null, { mailbox: 'Sent', uid: 1, uidValidity: 7 }],
    );
  });

  it('is refused when a newer version of the draft was saved', async () => {
    const { messageHistory: history } = createTestState();
    const { sent, send } = setUp({ history });
    const message = { account: ACCOUNT, mailbox: 'Drafts' as MailboxName, uid: asUid(1), uidValidity: 7 };
    await history.remember(message, { kind: 'replaced' });

    await assert.rejects(send(), code('outdated-version'));

    assert.deepEqual(sent, []);
  });
});

describe('a history that another system keeps', () => {
  const unavailable = () => Promise.reject(new MailError('server-unavailable', { detail: 'No database.' }));

  it('lets nothing be sent when it cannot be read', async () => {
    const { drafts, sent, send } = setUp({ history: { find: unavailable, remember: unavailable } });

    await assert.rejects(send(), code('server-unavailable'));

    assert.deepEqual([sent, drafts.calls], [[], []]);
  });

  it('makes no failure of a message that was sent when it cannot be written', async () => {
    const { sent, send } = setUp({ history: { ...createTestState().messageHistory, remember: unavailable } });

    const { submission } = await send();

    assert.deepEqual([submission, sent], [SUBMISSION, ['hello']]);
  });
});

describe('what fails after a message has gone out', () => {
  it('is a warning: the mark', async () => {
    const { drafts, send } = setUp();
    drafts.failures.set('changeFlags', [undefined, 'server-unavailable']);

    const { submission, warnings } = await send();

    assert.deepEqual([submission, warnings], [SUBMISSION, ['not-marked']]);
  });

  it('is a warning: the answered message', async () => {
    const answerOf = { mailAccountId: 'gmail', mailFolderId: 'INBOX', id: '9' };
    const { send } = setUp({ answerOf });

    const { submission, warnings } = await send();

    assert.deepEqual([submission, warnings], [SUBMISSION, ['not-answered']]);
  });

  it('is a warning: the sent folder', async () => {
    const { drafts, send } = setUp();
    drafts.failures.set('moveMessage', ['quota-exceeded']);

    const { submission, filed, warnings } = await send();

    assert.deepEqual([submission, filed, warnings], [SUBMISSION, null, ['not-filed']]);
    assert.deepEqual(drafts.show('Drafts'), ['1 hello seen $Submitted']);
  });

  it('does not make it go out again', async () => {
    const { drafts, sent, send } = setUp();
    drafts.failures.set('moveMessage', ['quota-exceeded']);
    await send();

    await send();

    assert.deepEqual(sent, ['hello']);
  });
});

describe('the answered message', () => {
  const answered = async (answerOf: MessageReference) => {
    const drafts = new DraftsInMemory();
    drafts.put('Drafts', 'hello', ['draft']);
    drafts.put('INBOX', 'question', ['seen']);
    await setUp({ drafts, answerOf }).send();
    return drafts.show('INBOX');
  };

  it('is marked when the answer has gone out', async () => {
    assert.deepEqual(await answered({ mailAccountId: 'gmail', mailFolderId: 'INBOX', id: '1' }), [
      '1 question answered+seen',
    ]);
  });

  it('is marked by its whole id', async () => {
    assert.deepEqual(await answered({ mailAccountId: 'gmail', mailFolderId: 'INBOX', id: '7.1' }), [
      '1 question answered+seen',
    ]);
  });

  it('of another account is left alone', async () => {
    assert.deepEqual(await answered({ mailAccountId: 'other', mailFolderId: 'INBOX', id: '1' }), [
      '1 question seen',
    ]);
  });

  it('named by something else than an id is left alone', async () => {
    assert.deepEqual(await answered({ mailAccountId: 'gmail', mailFolderId: 'INBOX', id: '1:*' }), [
      '1 question seen',
    ]);
  });
});

describe('a provider that files what it sends', () => {
  it('leaves one copy: the draft goes when the copy is seen', async () => {
    const drafts = new DraftsInMemory();
    drafts.put('Drafts', 'hello', ['draft']);
    const { send } = setUp({
      drafts,
      keepsSentCopy: true,
      transport: async () => {
        drafts.put('Sent', 'hello', ['seen']);
        return SUBMISSION;
      },
    });

    const { filed, warnings } = await send();

    assert.deepEqual([filed, warnings], [{ mailbox: 'Sent', uid: 1, uidValidity: 7 }, []]);
    assert.deepEqual([drafts.show('Drafts'), drafts.show('Sent')], [[], ['1 hello seen']]);
  });

  it('leaves the draft where the copy is of an earlier mail with the same Message-ID', async () => {
    const drafts = new DraftsInMemory();
    drafts.put('Drafts', 'hello', ['draft']);
    drafts.put('Sent', 'hello', ['seen']);
    const { send } = setUp({ drafts, keepsSentCopy: true });

    const { filed, warnings } = await send();

    assert.deepEqual([filed, warnings], [null, ['copy-not-found']]);
    assert.deepEqual(drafts.show('Drafts'), ['1 hello seen $Submitted']);
  });
});

describe('MessageSubmissions', () => {
  it('goes on when nobody waits any more', async () => {
    const controller = new AbortController();
    const { drafts, send } = setUp({
      transport: async () => {
        controller.abort(new Error('The client is gone.'));
        return SUBMISSION;
      },
    });

    await send(true, controller.signal);

    assert.deepEqual(drafts.show('Sent'), ['1 hello seen $Submitted']);
  });

  it('does not begin for somebody who has gone', async () => {
    const { sent, send } = setUp();

    await assert.rejects(send(true, AbortSignal.abort(new Error('The client is gone.'))), /gone/);

    assert.deepEqual(sent, []);
  });

  it('closes when the last message has arrived', async () => {
    const events: string[] = [];
    const { submissions, send } = setUp({
      transport: async () => {
        await new Promise((resolve) => setImmediate(resolve));
        events.push('sent');
        return SUBMISSION;
      },
    });
    const sending = send();

    await submissions.close();

    events.push('closed');
    await sending;
    assert.deepEqual(events, ['sent', 'closed']);
  });
});
