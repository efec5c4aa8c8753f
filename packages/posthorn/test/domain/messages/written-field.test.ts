import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fieldProblem, isWritableField } from '../../../src/domain/messages/written-field.ts';

describe('isWritableField', () => {
  for (const name of ['List-Unsubscribe', 'list-unsubscribe-post', 'X-Campaign', 'x-1', 'AUTO-SUBMITTED']) {
    it(`takes ${name}`, () => assert.ok(isWritableField(name), name));
  }

  const REFUSED = [
    ...['From', 'Sender', 'To', 'Cc', 'Bcc', 'Reply-To', 'Subject', 'Date', 'Message-ID', 'In-Reply-To'],
    ...['References', 'Content-Type', 'content-language', 'MIME-Version', 'Received', 'Return-Path'],
    ...['DKIM-Signature', 'ARC-Seal', 'Authentication-Results', 'Resent-To', 'Delivered-To', 'User-Agent'],
    ...['X-Posthorn-Draft', 'x-cn-draft-info', 'X', 'X-', 'X-a:b', 'X-a b', 'X-ä', 'X-a\r\nBcc', '', ' X-a'],
    `X-${'a'.repeat(76)}`,
  ];
  for (const name of REFUSED) {
    it(`refuses ${JSON.stringify(name)}`, () => assert.ok(!isWritableField(name), name));
  }
});

describe('fieldProblem', () => {
  for (const [name, value, member] of [
    ['X-Tag', 'Grüße', undefined],
    ['X-Tag', 'a  b', undefined],
    ['List-Unsubscribe', '<https://lists.example.org/leave?t=1>, <mailto:leave@example.org>', undefined],
    ['From', 'a@example.org', 'name'],
    ['X-Tag', '', 'value'],
    ['X-Tag', '   ', 'value'],
    ['X-Tag', 'a\r\nBcc: b@example.org', 'value'],
    ['X-Tag', 'a\nb', 'value'],
    ['X-Tag', 'a\0b', 'value'],
    ['X-Tag', 'a\tb', 'value'],
    ['X-Tag', '\u2028', 'value'],
    ['X-Tag', '\ud800', 'value'],
    ['X-Tag', 'x'.repeat(2_001), 'value'],
    ['List-Unsubscribe', '<https://ä.example.org>', 'value'],
    ['Auto-Submitted', 'x'.repeat(901), 'value'],
  ] as const) {
    it(`of ${name}: ${JSON.stringify(value.slice(0, 40))} is ${member ?? 'none'}`, () => {
      assert.equal(fieldProblem({ name, value })?.member, member);
    });
  }
});
