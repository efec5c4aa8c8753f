/** The marker of drafts: whom it convinces. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  findNamed,
  nameMessage,
  readDraftMarker,
  writeMarker,
} from '../../../src/adapters/mime/draft-marker.ts';
import type { MessageReference } from '../../../src/domain/messages/message-draft.ts';
import { mailboxName, testAccount } from '../../contracts/store-under-test.ts';
import { MARKER_KEY, rawMessage, versionOf } from './test-composer.ts';

const VERSION_ID = '0123456789abcdef0123456789abcdef';
const REFERENCE: MessageReference = {
  mailAccountId: 'work',
  mailFolderId: 'INBOX/Gr\u00fc\u00dfe',
  id: '4356',
};

function markedMessage(messageId: string, value: string): Buffer {
  return rawMessage(`Message-ID: <${messageId}>`, `X-Posthorn-Draft: ${value}`, '', 'text');
}

const SERVER = { host: '127.0.0.1', port: 143 };
const DRAFT = versionOf(Buffer.alloc(0)).message;
const REPLACED = nameMessage(DRAFT);

function marker(answerOf: MessageReference | null = REFERENCE): string {
  const marker = { versionId: VERSION_ID, replaced: REPLACED, answerOf };
  return writeMarker({ marker, messageId: 'a@example.org', markerKey: MARKER_KEY });
}

describe('the marker of a draft', () => {
  it('gives back what was written', () => {
    assert.deepEqual(readDraftMarker(markedMessage('a@example.org', marker()), MARKER_KEY), {
      versionId: VERSION_ID,
      replaced: REPLACED,
      answerOf: REFERENCE,
    });
  });

  it('gives null as the answered message of a draft that answers nothing', () => {
    const read = readDraftMarker(markedMessage('a@example.org', marker(null)), MARKER_KEY);

    assert.deepEqual(read, { versionId: VERSION_ID, replaced: REPLACED, answerOf: null });
  });

  it('gives back the answered message of a draft of an earlier release', () => {
    const value = [
      `id=${VERSION_ID}; answer-of=WyJ3b3JrIiwiSU5CT1giLCI3Il0`,
      'mac=0Iz1uVluFBg46-ZI2pvbeCOUxCke03mwu_Ij7SohXJw',
    ].join('; ');

    const read = readDraftMarker(markedMessage('a@example.org', value), MARKER_KEY);

    const answerOf = { mailAccountId: 'work', mailFolderId: 'INBOX', id: '7' };
    assert.deepEqual(read, { versionId: VERSION_ID, replaced: null, answerOf });
  });

  it('gives null when the replaced message was exchanged', () => {
    const forged = marker().replace(REPLACED, nameMessage({ ...DRAFT, uidValidity: 18 }));

    assert.equal(readDraftMarker(markedMessage('a@example.org', forged), MARKER_KEY), null);
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

  it('gives null when the version id was exchanged', () => {
    const forged = marker().replace(VERSION_ID, VERSION_ID.replace('0', '1'));

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

    const read = readDraftMarker(markedMessage('a@example.org', refolded), MARKER_KEY);
    assert.deepEqual(read?.answerOf, REFERENCE);
  });

  it('refuses a reference that no field can hold', () => {
    const answerOf = { ...REFERENCE, mailFolderId: 'x'.repeat(5_000) };

    assert.throws(() => marker(answerOf), { code: 'invalid-document' });
  });
});

describe('the name of a message', () => {
  it('stands in clear in the field, where a search finds it', () => {
    assert.ok(marker().startsWith(`id=${VERSION_ID}; after=${REPLACED};`));
  });

  it('is found among the messages of its mailbox', () => {
    assert.equal(findNamed(REPLACED, versionOf(Buffer.alloc(0), 9).message), 5);
  });

  for (const [title, elsewhere] of [
    ['mailbox', { mailbox: mailboxName('Templates') }],
    ['life of the mailbox', { uidValidity: 18 }],
    ['account', { account: testAccount(SERVER, { name: 'other@example.org', password: 'x' }) }],
  ] as const) {
    it(`is not found in another ${title}`, () => {
      assert.equal(findNamed(REPLACED, { ...DRAFT, ...elsewhere }), null);
    });
  }
});
