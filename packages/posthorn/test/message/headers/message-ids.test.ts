import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseMessageId, parseMessageIds } from '../../../src/message/headers/message-ids.ts';

describe('parseMessageIds', () => {
  it('gives the ids without angle brackets', () => {
    assert.deepEqual(parseMessageIds('<a@x.test> <b@x.test>'), ['a@x.test', 'b@x.test']);
  });

  it('reads ids that touch or that commas separate', () => {
    assert.deepEqual(parseMessageIds('<a@x><b@x>,\r\n\t<c@x>'), ['a@x', 'b@x', 'c@x']);
  });

  it('skips phrases and comments between ids', () => {
    assert.deepEqual(parseMessageIds('Message from Ann (me) <a@x> of Monday'), ['a@x']);
  });

  it('removes white space within an id', () => {
    assert.deepEqual(parseMessageIds('<a\r\n b@x>'), ['ab@x']);
  });

  it('takes words with an at sign where nothing is in angle brackets', () => {
    assert.deepEqual(parseMessageIds('Re: a@x b@x'), ['a@x', 'b@x']);
  });

  it('reads an id that lacks its last bracket', () => {
    assert.deepEqual(parseMessageIds('<a@x <b@x>'), ['a@x', 'b@x']);
  });

  it('keeps ids without an at sign in angle brackets', () => {
    assert.deepEqual(parseMessageIds('<local>'), ['local']);
  });

  it('skips empty ids', () => {
    assert.deepEqual(parseMessageIds('<> <a@x>'), ['a@x']);
  });

  it('skips ids that are longer than a line can be', () => {
    assert.deepEqual(parseMessageIds(`<${'a'.repeat(999)}> <${'b'.repeat(998)}>`), ['b'.repeat(998)]);
  });

  it('removes control characters', () => {
    assert.deepEqual(parseMessageIds('<a\u0000@x\u001b>'), ['a@x']);
  });

  it('gives the first 100 ids', () => {
    assert.equal(parseMessageIds('<a@x> '.repeat(101)).length, 100);
  });

  it('gives nothing for an empty value', () => {
    assert.deepEqual(parseMessageIds(''), []);
  });
});

describe('parseMessageId', () => {
  it('gives the first id', () => {
    assert.equal(parseMessageId(' <a@x> <b@x>'), 'a@x');
  });

  it('gives an id without brackets', () => {
    assert.equal(parseMessageId('a@x'), 'a@x');
  });

  it('keeps an id without brackets and without an at sign as it stands', () => {
    assert.equal(parseMessageId(' 11107978796724623\r\n'), '11107978796724623');
    assert.equal(parseMessageId('****'), '****');
    assert.equal(parseMessageId('old style id'), 'old style id');
  });

  it('gives null when there is none', () => {
    assert.equal(parseMessageId(' '), null);
    assert.equal(parseMessageId('<>'), null);
    assert.equal(parseMessageId('x'.repeat(999)), null);
  });
});
