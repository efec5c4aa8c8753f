/** What becomes of the header fields of a draft. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readDraftMarker } from '../../../src/adapters/mime/draft-marker.ts';
import { changeHeader } from '../../../src/adapters/mime/header-changes.ts';
import { splitMessage } from '../../../src/adapters/mime/raw-message.ts';
import type { DraftHeader } from '../../../src/domain/messages/message-draft.ts';
import { fieldNames, fieldsOf, MARKER_KEY, NOW_MS, rawMessage } from './test-composer.ts';

function change(message: Buffer, header: DraftHeader = {}, markerKey = MARKER_KEY): Buffer {
  const dependencies = { now: () => NOW_MS, newMessageId: () => 'new@example.org', markerKey };
  const revision = { change: header, replaced: null };
  const { fields } = changeHeader(splitMessage(message).fields, revision, dependencies);
  return Buffer.concat(fields.map(({ octets }) => octets));
}

const EMPTY = Buffer.alloc(0);
const JANE = { address: 'jane@example.org', name: 'Jane' };

describe('changeHeader', () => {
  it('writes the fields in their order', () => {
    const header = change(EMPTY, {
      references: ['a@example.org', 'b@example.org'],
      inReplyTo: ['b@example.org'],
      bcc: [JANE],
      cc: [JANE],
      to: [JANE],
      replyTo: JANE,
      from: JANE,
      subject: 'Hello',
      dateMs: 0,
    });

    assert.equal(
      header.toString().replace(/(X-Posthorn-Draft: id=).*/s, '$1'),
      'Date: Thu, 01 Jan 1970 00:00:00 +0000\r\n' +
        'Subject: Hello\r\n' +
        'From: Jane <jane@example.org>\r\n' +
        'Reply-To: Jane <jane@example.org>\r\n' +
        'To: Jane <jane@example.org>\r\n' +
        'Cc: Jane <jane@example.org>\r\n' +
        'Bcc: Jane <jane@example.org>\r\n' +
        'Message-ID: <new@example.org>\r\n' +
        'In-Reply-To: <b@example.org>\r\n' +
        'References: <a@example.org> <b@example.org>\r\n' +
        'User-Agent: Posthorn\r\n' +
        'X-Posthorn-Draft: id=',
    );
  });

  it('gives a message without fields a date, an id, a product and a marker', () => {
    assert.deepEqual(fieldNames(change(EMPTY)), ['date', 'message-id', 'user-agent', 'x-posthorn-draft']);
  });

  for (const [from, domain] of [
    [JANE, 'example.org'],
    [{ address: 'jane@b\u00fccher.example', name: '' }, 'xn--bcher-kva.example'],
    [null, 'posthorn.invalid'],
  ] as const) {
    it(`asks for a Message-ID of the domain ${domain}`, () => {
      const asked: string[] = [];
      const newMessageId = (name: string) => {
        asked.push(name);
        return 'new@example.org';
      };

      changeHeader(
        [],
        { change: { from }, replaced: null },
        { now: () => NOW_MS, newMessageId, markerKey: MARKER_KEY },
      );

      assert.deepEqual(asked, [domain]);
    });
  }

  it('keeps what is not named octet by octet, behind the fields that have an order', () => {
    const message = rawMessage(
      'X-Odd :  a\r\n\tb',
      'Received: from x',
      'DATE: whenever',
      'message-id: <old@example.org>',
      'user-agent: Other',
      'Subject: =?iso-8859-1?Q?=FC?=',
    );
    const [date, subject, id, agent, , odd, received] = splitMessage(change(message)).fields;

    assert.deepEqual(
      [date, subject, id, agent, odd, received].map((field) => Buffer.from(field?.octets ?? []).toString()),
      [
        'DATE: whenever\r\n',
        'Subject: =?iso-8859-1?Q?=FC?=\r\n',
        'message-id: <old@example.org>\r\n',
        'user-agent: Other\r\n',
        'X-Odd :  a\r\n\tb\r\n',
        'Received: from x\r\n',
      ],
    );
  });

  it('replaces all fields of a name', () => {
    const message = rawMessage('To: a@example.org', 'TO: b@example.org', 'Subject: x');

    assert.deepEqual(fieldsOf(change(message, { to: [JANE] }), 'to'), ['To: Jane <jane@example.org>']);
  });

  it('removes a field by null, an empty list and an empty text', () => {
    const message = rawMessage('To: a@example.org', 'Cc: b@example.org', 'Subject: x', 'References: <a@b>');
    const header = change(message, { to: null, cc: [], subject: '', references: null });

    assert.deepEqual(fieldNames(header), ['date', 'message-id', 'user-agent', 'x-posthorn-draft']);
  });

  it('removes Reply-To at null', () => {
    const message = rawMessage('Reply-To: a@example.org');

    assert.deepEqual(fieldsOf(change(message, { replyTo: null }), 'reply-to'), []);
  });

  it('replaces a Message-ID that is none', () => {
    assert.deepEqual(fieldsOf(change(rawMessage('Message-ID:')), 'message-id'), [
      'Message-ID: <new@example.org>',
    ]);
  });

  it('folds long fields', () => {
    const to = Array.from({ length: 20 }, (_, index) => ({
      address: `a${index}@example.org`,
      name: 'Somebody',
    }));

    assert.doesNotMatch(change(EMPTY, { to }).toString(), /[^\r\n]{77}/);
  });

  it('keeps the first reference and the last ones of a long thread', () => {
    const references = Array.from({ length: 150 }, (_, index) => `${index}@example.org`);
    const [field = ''] = fieldsOf(change(EMPTY, { references }), 'references');
    const ids = field.match(/<[^>]+>/g) ?? [];

    assert.deepEqual(
      [ids.length, ids[0], ids[1], ids[99]],
      [100, '<0@example.org>', '<51@example.org>', '<149@example.org>'],
    );
  });

  it('leaves out ids that not every server passes', () => {
    const references = ['\u00fc@example.org', 'a@example.org', `${'x'.repeat(1_000)}@example.org`];

    assert.deepEqual(fieldsOf(change(EMPTY, { references }), 'references'), ['References: <a@example.org>']);
  });
});

describe('the marker of a changed header', () => {
  const answerOf = { mailAccountId: 'work', mailFolderId: 'INBOX', id: '7' };

  const answered = (message: Uint8Array) => readDraftMarker(message, MARKER_KEY)?.answerOf;

  it('keeps the answered message', () => {
    assert.deepEqual(answered(change(change(EMPTY, { answerOf }), { subject: 'x' })), answerOf);
  });

  it('is a new one for each version', () => {
    const first = change(EMPTY);

    const ids = [first, change(first), change(EMPTY)].map(
      (message) => readDraftMarker(message, MARKER_KEY)?.versionId,
    );

    assert.equal(new Set(ids).size, 3);
  });

  it('forgets the answered message by null', () => {
    const second = change(change(EMPTY, { answerOf }), { answerOf: null });

    assert.equal(answered(second), null);
  });

  it('signs no answered message that somebody else wrote', () => {
    const foreign = change(EMPTY, { answerOf }, Buffer.alloc(32, 9));

    assert.equal(answered(change(foreign)), null);
  });

  it('holds for a message whose id was missing', () => {
    assert.deepEqual(answered(change(rawMessage('Subject: x'), { answerOf })), answerOf);
  });

  it('is folded, however long the name of the folder is', () => {
    const long = { ...answerOf, mailFolderId: 'folder/'.repeat(300) };

    assert.doesNotMatch(change(EMPTY, { answerOf: long }).toString(), /[^\r\n]{80}/);
  });

  it('is written once', () => {
    const message = rawMessage('X-Posthorn-Draft: a', 'X-POSTHORN-DRAFT: b');

    assert.equal(fieldsOf(change(message), 'x-posthorn-draft').length, 1);
  });
});

describe('changeHeader with what no field can carry', () => {
  const CONTROLS = ['\0', '\u0007', '\u001b', '\u007f', '\u0085', '\u009f', '\u2028', '\u2029', '\ud800'];

  for (const control of CONTROLS) {
    const name = `U+${control.charCodeAt(0).toString(16).padStart(4, '0')}`;

    it(`refuses ${name} in a subject`, () => {
      assert.throws(() => change(EMPTY, { subject: `a${control}b` }), { code: 'invalid-document' });
    });

    it(`refuses ${name} in a display name`, () => {
      const from = { ...JANE, name: `a${control}b` };
      assert.throws(() => change(EMPTY, { from }), { code: 'invalid-document' });
    });

    it(`refuses ${name} in an id`, () => {
      assert.throws(() => change(EMPTY, { references: [`a${control}b@c`] }), { code: 'invalid-document' });
    });
  }

  it('makes one space of line breaks and tabs in a subject', () => {
    const header = change(EMPTY, { subject: 'a\r\nBcc: x@example.org\t\tb\n' });

    assert.deepEqual(fieldsOf(header, 'subject'), ['Subject: a Bcc: x@example.org b']);
  });

  it('leaves out a display name that is the address', () => {
    const from = { address: 'jane@x.test', name: ' Jane@x.test' };

    assert.deepEqual(fieldsOf(change(EMPTY, { from }), 'from'), ['From: jane@x.test']);
  });

  it('makes one space of line breaks and tabs in a display name', () => {
    const from = { ...JANE, name: 'a\r\nBcc: x@example.org' };

    assert.deepEqual(fieldsOf(change(EMPTY, { from }), 'from'), [
      'From: "a Bcc: x@example.org" <jane@example.org>',
    ]);
  });

  const IDS = ['a\r\nBcc: x@example.org', 'a\tb@c', 'a b@c', '<a@b>', 'a>b', ''];
  for (const id of IDS) {
    it(`refuses ${JSON.stringify(id)} as an id`, () => {
      assert.throws(() => change(EMPTY, { inReplyTo: [id] }), { code: 'invalid-document' });
    });
  }

  const DATES = [Number.NaN, Number.POSITIVE_INFINITY, -1e14, 1e15];
  for (const dateMs of DATES) {
    it(`refuses ${dateMs} as a date`, () => {
      assert.throws(() => change(EMPTY, { dateMs }), { code: 'invalid-document' });
    });
  }

  it('refuses a subject of 10,001 characters', () => {
    assert.throws(() => change(EMPTY, { subject: 'x'.repeat(10_001) }), { code: 'invalid-document' });
  });

  it('refuses a field of 101 addresses', () => {
    assert.throws(() => change(EMPTY, { to: Array(101).fill(JANE) }), { code: 'invalid-document' });
  });
});
