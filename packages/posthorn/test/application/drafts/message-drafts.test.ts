import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createMessageDrafts } from '../../../src/application/drafts/message-drafts.ts';
import type { MessageReplies } from '../../../src/application/drafts/message-replies.ts';
import { MailError } from '../../../src/domain/errors/mail-error.ts';
import { passwordLogin } from '../../../src/domain/logins/login.ts';
import type { MailboxName } from '../../../src/domain/mailboxes/mailbox-name.ts';
import type { DraftChange } from '../../../src/domain/messages/message-draft.ts';
import { bufferSource } from '../../../src/domain/values/buffer-source.ts';
import { accountOf, JANE } from '../../http/test-server.ts';
import { asUid } from '../../support/domain-values.ts';
import { DraftsInMemory } from '../drafts-in-memory.ts';
import { textComposer } from '../text-composer.ts';

const SIGNAL = new AbortController().signal;
const ACCOUNT = accountOf(passwordLogin(JANE, 'secret'));
const DRAFTS = 'Drafts' as MailboxName;
const FOLDER = { account: ACCOUNT, mailbox: DRAFTS };

const refuse = () => Promise.reject(new MailError('message-unknown', { detail: 'There is none.' }));
const noReplies: MessageReplies = { reply: refuse, forward: refuse, copyAttachments: refuse };

function setUp() {
  const drafts = new DraftsInMemory();
  const service = createMessageDrafts({
    mailWriter: drafts.writer,
    messageComposer: textComposer,
    messageReplies: noReplies,
  });
  return { drafts, service };
}

describe('MessageDrafts.create', () => {
  it('stores a draft that is not shown as unread', async () => {
    const { drafts, service } = setUp();

    const identity = await service.create({ ...FOLDER, draft: { textPlain: 'hello' } }, SIGNAL);

    assert.deepEqual(identity, { uid: 1, uidValidity: 7 });
    assert.deepEqual(drafts.show('Drafts'), ['1 hello draft+seen']);
  });

  it('takes other flags and keywords', async () => {
    const { drafts, service } = setUp();

    await service.create(
      { ...FOLDER, draft: { textPlain: 'hello' }, flags: [], keywords: ['later'] },
      SIGNAL,
    );

    assert.deepEqual(drafts.show('Drafts'), ['1 hello draft later']);
  });
});

describe('the author of a new draft', () => {
  const headerOf = async (from: string) => {
    const headers: unknown[] = [];
    const drafts = new DraftsInMemory();
    const service = createMessageDrafts({
      mailWriter: drafts.writer,
      messageReplies: noReplies,
      messageComposer: {
        ...textComposer,
        compose: (draft) => {
          headers.push(draft.header);
          return textComposer.compose(draft);
        },
      },
    });
    const account = { ...ACCOUNT, from: { name: 'Jane', address: from } };
    await service.create({ account, mailbox: DRAFTS, draft: { header: { subject: 'Hi' } } }, SIGNAL);
    return headers;
  };

  it('is the owner of the account', async () => {
    assert.deepEqual(await headerOf('jane@example.org'), [
      { from: { name: 'Jane', address: 'jane@example.org' }, subject: 'Hi' },
    ]);
  });

  it('is nobody where the account is known by a login name', async () => {
    assert.deepEqual(await headerOf('jane'), [{ subject: 'Hi' }]);
  });
});

describe('MessageDrafts.create from other messages', () => {
  const original = { ...FOLDER, uid: asUid(5), uidValidity: 7 };
  const fileOf = (name: string) => ({
    fileName: name,
    mediaType: 'text/plain',
    content: bufferSource(Buffer.from(name)),
  });
  const setUpReplies = (replies: Partial<MessageReplies>) => {
    const drafts = new DraftsInMemory();
    const composed: DraftChange[] = [];
    const service = createMessageDrafts({
      mailWriter: drafts.writer,
      messageComposer: {
        ...textComposer,
        compose: (draft) => {
          composed.push(draft);
          return textComposer.compose(draft);
        },
      },
      messageReplies: { ...noReplies, ...replies },
    });
    return { drafts, composed, service };
  };

  it('puts what the author says before what comes from the original, and copied files last', async () => {
    const released: string[] = [];
    const { composed, service } = setUpReplies({
      forward: async () => ({
        change: {
          header: { subject: 'Fwd: Plan', references: ['plan@example.com'] },
          textHtml: '<p>quoted</p>',
          addedAttachments: [fileOf('forwarded')],
        },
        release: async () => void released.push('forwarded'),
      }),
      copyAttachments: async () => ({
        attachments: [fileOf('copied')],
        release: async () => void released.push('copied'),
      }),
    });

    await service.create(
      {
        ...FOLDER,
        draft: { header: { subject: 'My plan' }, textPlain: 'mine' },
        origin: { kind: 'forward', original },
        copiedParts: [{ message: original, part: '2' }],
      },
      SIGNAL,
    );

    const [{ header, textPlain, textHtml, addedAttachments } = {}] = composed;
    assert.deepEqual(header, {
      from: ACCOUNT.from,
      subject: 'My plan',
      references: ['plan@example.com'],
    });
    assert.deepEqual([textPlain, textHtml], ['mine', '<p>mine</p>\n<p>quoted</p>']);
    assert.deepEqual(
      addedAttachments?.map(({ fileName }) => fileName),
      ['forwarded', 'copied'],
    );
    assert.deepEqual(released.toSorted(), ['copied', 'forwarded']);
  });

  it('names the source that is not there, stores nothing and keeps no files', async () => {
    const released: string[] = [];
    const { drafts, service } = setUpReplies({
      forward: async () => ({ change: {}, release: async () => void released.push('forwarded') }),
    });
    const forward = { kind: 'forward', original } as const;
    const reply = { kind: 'reply', original, isToAll: false, isQuoted: false } as const;
    const copiedParts = [{ message: original, part: '2' }];

    const creating = [
      service.create({ ...FOLDER, draft: {}, origin: reply }, SIGNAL),
      service.create({ ...FOLDER, draft: {}, origin: forward, copiedParts }, SIGNAL),
    ];
    const members = (await Promise.allSettled(creating)).map(
      (result) => result.status === 'rejected' && result.reason.details.member,
    );

    assert.deepEqual(members, ['relationships.repliesTo', 'relationships.Attachments']);
    assert.deepEqual([released, drafts.calls], [['forwarded'], []]);
  });
});
