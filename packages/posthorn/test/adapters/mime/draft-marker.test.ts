/** The marker of drafts: whom it convinces. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readDraftId, readDraftMarker, writeMarker } from '../../../src/adapters/mime/draft-marker.ts';
import type { MessageReference } from '../../../src/domain/message-draft.ts';
import { MARKER_KEY, rawMessage } from './test-composer.ts';

const DRAFT_ID = '0123456789abcdef0123456789abcdef';
const REFERENCE: MessageReference = {
  mailAccountId: 'work',
  mailFolderId: 'INBOX/Gr\u00fc\u00dfe',
  id: '4356',
};

function markedMessage(messageId: string, value: string): Buffer {
  return rawMessage(`Message-ID: <${messageId}>`, `X-Posthorn-Draft: ${value}`, '', 'text');
}

function marker(answerOf: MessageReference | null = REFERENCE): string {
  const marker = { draftId: DRAFT_ID, answerOf };
  return writeMarker({ marker, messageId: 'a@example.org', markerKey: MARKER_KEY });
}

describe('the marker of a draft', () => {
  it('gives back the answered message', () => {
    assert.deepEqual(readDraftMarker(markedMessage('a@example.org', marker()), MARKER_KEY), REFERENCE);
  });

  it('gives null for a draft that answers nothing', () => {
    assert.equal(readDraftMarker(markedMessage('a@example.org', marker(null)), MARKER_KEY), null);
  });

  it('gives null with another key', () => {
    assert.equal(readDraftMarker(markedMessage('a@example.org', marker()), Buffer.alloc(32, 8)), null);
  });

  it('gives null on another message', () => {
    assert.equal(readDraftMarker(markedMessage('b@example.org', marker()), MARKER_KEY), null);
  });

  it('gives null when the answered message was exchanged', () => {
    const other = Buffer.from(JSON.stringify(['work', 'INBOX', '1'])).toString('base64url');
    const forged = marker().replace(/answer-of=[^;]+/, `answer-of=${other}`);

    assert.equal(readDraftMarker(markedMessage('a@example.org', forged), MARKER_KEY), null);
  });

  it('gives null when the draft id was exchanged', () => {
    const forged = marker().replace(DRAFT_ID, DRAFT_ID.replace('0', '1'));

    assert.equal(readDraftMarker(markedMessage('a@example.org', forged), MARKER_KEY), null);
  });

  it('gives null for the draft info of other programs', () => {
    const info = Buffer.from(JSON.stringify(['work', 'INBOX', '1'])).toString('base64');
    const message = rawMessage('Message-ID: <a@example.org>', `X-Cn-Draft-Info: ${info}`, '', '');

    assert.equal(readDraftMarker(message, MARKER_KEY), null);
  });

  it('gives null without a Message-ID', () => {
    assert.equal(readDraftMarker(rawMessage(`X-Posthorn-Draft: ${marker()}`, '', ''), MARKER_KEY), null);
  });

  it('is still read after a server has folded it anew', () => {
    const refolded = marker().replace(/; ?/g, ';\r\n\t');

    assert.deepEqual(readDraftMarker(markedMessage('a@example.org', refolded), MARKER_KEY), REFERENCE);
  });

  it('refuses a reference that no field can hold', () => {
    const answerOf = { ...REFERENCE, mailFolderId: 'x'.repeat(5_000) };

    assert.throws(() => marker(answerOf), { code: 'invalid-document' });
  });
});

describe('readDraftId', () => {
  it('gives the id, whoever signed it', () => {
    assert.equal(readDraftId(markedMessage('b@example.org', marker())), DRAFT_ID);
  });

  it('gives null for a message without marker', () => {
    assert.equal(readDraftId(rawMessage('Subject: x', '', `X-Posthorn-Draft: ${marker()}`)), null);
  });

  it('gives null for a marker that is none', () => {
    assert.equal(readDraftId(markedMessage('a@example.org', `id=${DRAFT_ID}`)), null);
  });

  it('stands in clear at the beginning, where a search finds it', () => {
    assert.ok(marker().startsWith(`id=${DRAFT_ID};`));
  });
});
