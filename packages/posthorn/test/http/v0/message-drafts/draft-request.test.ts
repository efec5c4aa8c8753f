import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readMessageDraft } from '../../../../src/http/v0/message-drafts/draft-request.ts';
import { thrownBy } from '../../../support/domain-values.ts';

const read = (attributes: object) => readMessageDraft({ data: { attributes } });

describe('readMessageDraft', () => {
  it('reads what a released client sends for a new message', () => {
    const jane = { address: 'jane@example.org', name: 'Jane' };
    const ann = { address: 'ann@example.com', name: 'Ann' };

    assert.deepEqual(
      read({
        subject: 'Hello',
        date: '1683036854',
        from: JSON.stringify(jane),
        replyTo: JSON.stringify(jane),
        to: JSON.stringify([ann]),
        cc: '[]',
        bcc: '[]',
        seen: true,
        flagged: false,
        draft: true,
        answered: false,
        recent: false,
        references: '<x@y> <a1@example.com>',
        inReplyTo: '<a1@example.com>',
        xCnDraftInfo: 'WyJnbWFpbCIsIklOQk9YIiwiNDM1NiJd',
        savedAt: 7,
      }),
      {
        header: {
          from: jane,
          replyTo: jane,
          to: [ann],
          cc: null,
          bcc: null,
          subject: 'Hello',
          dateMs: 1_683_036_854_000,
          references: ['x@y', 'a1@example.com'],
          inReplyTo: ['a1@example.com'],
          answerOf: { mailAccountId: 'gmail', mailFolderId: 'INBOX', id: '4356' },
        },
        flags: { seen: true, flagged: false, draft: true },
        named: [
          'from',
          'replyTo',
          'to',
          'cc',
          'bcc',
          'subject',
          'date',
          'references',
          'seen',
          'flagged',
          'draft',
          'answered',
          'recent',
        ],
      },
    );
  });

  it('changes nothing that is not named', () => {
    assert.deepEqual(read({ unknown: 1, messageId: '<x@y>' }), { header: {}, flags: {}, named: [] });
  });

  it('takes null for removal, but for dates, flags and the answered message', () => {
    const names = ['from', 'to', 'subject', 'references', 'inReplyTo', 'date', 'seen', 'xCnDraftInfo'];

    const { header, flags } = read(Object.fromEntries(names.map((name) => [name, null])));

    assert.deepEqual(header, { from: null, to: null, subject: null, references: null, inReplyTo: null });
    assert.deepEqual(flags, {});
  });

  for (const [date, expected] of [
    ['0', 0],
    [1_683_036_854, 1_683_036_854_000],
    [1.5, 1_500],
    ['-1', -1_000],
    ['', undefined],
  ] as const) {
    it(`reads the date ${JSON.stringify(date)} as ${expected}`, () => {
      assert.equal(read({ date }).header.dateMs, expected);
    });
  }

  it('reads ids without angle brackets and with commas', () => {
    assert.deepEqual(read({ references: 'a@b,\n <c@d>,' }).header.references, ['a@b', 'c@d']);
  });

  for (const [name, value] of [
    ['subject', 7],
    ['subject', ['x']],
    ['date', '2023-05-02'],
    ['date', '1e3'],
    ['date', {}],
    ['from', 7],
    ['replyTo', true],
    ['to', 7],
    ['cc', false],
    ['bcc', 0],
    ['references', ['<x@y>']],
    ['inReplyTo', 7],
    ['seen', 'true'],
    ['flagged', 1],
    ['draft', 'yes'],
    ['answered', 'no'],
    ['recent', {}],
  ] as const) {
    it(`refuses ${name} ${JSON.stringify(value)} and names it`, () => {
      const { code, details } = thrownBy(() => read({ [name]: value }));

      assert.deepEqual([code, details.member], ['invalid-document', `attributes.${name}`]);
    });
  }

  it('refuses a body without attributes', () => {
    assert.equal(thrownBy(() => readMessageDraft({ data: {} })).code, 'invalid-document');
  });
});
