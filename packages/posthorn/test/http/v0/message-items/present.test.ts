import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { MessageItem, MessageItemValues } from '../../../../src/domain/messages/message-item.ts';
import { parseQueryParameters } from '../../../../src/http/request/url/query-parameters.ts';
import { parseAttributes } from '../../../../src/http/v0/message-items/attributes.ts';
import { presentMessageItem, presentMessagePage } from '../../../../src/http/v0/message-items/present.ts';
import { message, uid } from '../../in-memory-mail-store.ts';

const KEYS = { mailAccountId: 'gmail', mailFolderId: 'inbox' };
const ANN = { address: 'ann@example.com', name: 'Ann' };
const BOB = { address: 'bob@example.com', name: '' };
const NOBODY = { address: '', name: 'Undisclosed recipients' };

function item(values: Partial<MessageItemValues> = {}): MessageItem {
  const { values: all } = message({ uid: 7, values });
  return { uid: uid(7), ...all };
}

/** The members besides the three keys. */
function present(attributes: string, values: Partial<MessageItemValues>): object {
  const { shown } = parseAttributes(parseQueryParameters(`attributes=${attributes}`));
  const { id, mailAccountId, mailFolderId, ...members } = presentMessageItem(item(values), {
    shown,
    keys: KEYS,
  }) as Record<string, unknown>;
  return members;
}

describe('presentMessageItem', () => {
  it('shows all attributes in the formats of released clients', () => {
    const { shown } = parseAttributes(new Map());
    const values = { textPlain: 'Hello & welcome', references: ['x@y', 'z@y'], cc: [BOB] };

    assert.deepEqual(
      presentMessageItem(item({ ...values, previewText: values.textPlain }), { shown, keys: KEYS }),
      {
        id: '7',
        mailAccountId: 'gmail',
        mailFolderId: 'inbox',
        from: ANN,
        to: [{ address: 'jane@example.org', name: 'Jane' }],
        cc: [{ address: 'bob@example.com', name: 'bob@example.com' }],
        bcc: [],
        replyTo: ANN,
        subject: 'Message 7',
        date: '2023-05-02 13:54:21 +0200',
        seen: false,
        answered: false,
        draft: false,
        flagged: false,
        recent: false,
        messageId: '<7@example.com>',
        references: '<x@y> <z@y>',
        previewText: 'Hello &amp; welcome',
        size: 2048,
        hasAttachments: false,
      },
    );
  });

  it('has only the keys when nothing else is wanted', () => {
    assert.deepEqual(present('charset', {}), {});
  });

  it('shows the last sender that has an address', () => {
    assert.deepEqual(present('from', { from: [BOB, ANN, NOBODY] }), { from: ANN });
  });

  it('has no sender when there is none', () => {
    assert.deepEqual(present('from,replyTo', { from: [NOBODY], replyTo: [] }), {});
  });

  it('prefers the Reply-To field to the sender', () => {
    assert.deepEqual(present('replyTo', { replyTo: [ANN], from: [BOB] }), { replyTo: ANN });
  });

  it('shows the sender only when it is wanted, though replyTo needs it', () => {
    assert.deepEqual(present('replyTo', { replyTo: [], from: [ANN] }), { replyTo: ANN });
  });

  it('drops recipients without an address', () => {
    assert.deepEqual(present('to', { to: [NOBODY, ANN] }), { to: [ANN] });
  });

  it('shows a missing Message-ID as an empty text', () => {
    assert.deepEqual(present('messageId', { messageId: null }), { messageId: '' });
  });

  it('leaves a subject with markup as it is', () => {
    assert.deepEqual(present('subject', { subject: '<script>' }), { subject: '<script>' });
  });
});

describe('presentMessagePage', () => {
  const page = {
    items: [item()],
    total: 119,
    matching: 119,
    unread: 5,
    uidValidity: 1,
    uidNext: 120,
    highestModSeq: null,
    isTruncated: false,
    hasPrevious: false,
    hasNext: true,
    firstPosition: null,
    lastPosition: null,
  };

  it('has the counts of the folder beside the rows', () => {
    assert.deepEqual(presentMessagePage(page, { shown: new Set(['size']), keys: KEYS }), {
      success: true,
      meta: { cn_unreadCount: 5, mailAccountId: 'gmail', mailFolderId: 'inbox' },
      total: 119,
      data: [{ id: '7', mailAccountId: 'gmail', mailFolderId: 'inbox', size: 2048 }],
    });
  });

  it('says that a list was cut', () => {
    const answer = presentMessagePage({ ...page, isTruncated: true }, { shown: new Set(), keys: KEYS }) as {
      meta: object;
    };

    assert.deepEqual(answer.meta, {
      cn_unreadCount: 5,
      mailAccountId: 'gmail',
      mailFolderId: 'inbox',
      truncated: true,
    });
  });
});
