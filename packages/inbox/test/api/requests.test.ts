/** What the page sends, and what it reads of streams. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseFrame } from '../../src/api/event-stream.ts';
import { withQuery } from '../../src/api/parameters.ts';
import { toRows, toText } from '../../src/api/read-resources.ts';
import { basicAuthorization } from '../../src/state/session.ts';

describe('basicAuthorization', () => {
  it('encodes names and passwords in UTF-8', () => {
    assert.equal(
      basicAuthorization('jörg', 'pä:ss'),
      `Basic ${Buffer.from('jörg:pä:ss').toString('base64')}`,
    );
  });
});

describe('withQuery', () => {
  it('keeps a parameter that occurs twice', () => {
    assert.equal(
      withQuery('x', { since: 'a+b' }, [
        ['filter[text]', 'a'],
        ['filter[text]', 'b'],
      ]),
      'x?since=a%2Bb&filter%5Btext%5D=a&filter%5Btext%5D=b',
    );
  });
});

describe('parseFrame', () => {
  it('reads the fields of an event, and none of a comment', () => {
    assert.deepEqual(parseFrame('event: changes\nid: 7\ndata: {"a": 1}'), {
      event: 'changes',
      id: '7',
      data: '{"a": 1}',
    });
    assert.deepEqual(parseFrame(': still here'), {});
  });
});

describe('toRows', () => {
  it('names the files of each message', () => {
    const message = {
      type: 'MessageItem',
      id: 'a.INBOX.1.1',
      attributes: { subject: 'Plan', inReplyTo: ['x'] },
      relationships: { Attachments: { data: [{ type: 'Attachment', id: 'a.INBOX.1.1.2' }] } },
    };
    const file = { type: 'Attachment', id: 'a.INBOX.1.1.2', attributes: { name: 'plan.pdf', inline: false } };

    const [row] = toRows([message], { data: [message], included: [file] });

    assert.deepEqual(
      [row?.subject, row?.isReply, row?.files],
      ['Plan', true, [{ name: 'plan.pdf', inline: false }]],
    );
  });
});

describe('toText', () => {
  it('counts what is blocked, and says what is cut', () => {
    const meta = { blockedRemoteContent: { count: 2 }, truncated: ['textHtml'] };

    assert.deepEqual(toText({ type: 'MessageBody', id: 'x', attributes: { textHtml: '<p>' }, meta }), {
      plain: '',
      html: '<p>',
      blockedCount: 2,
      isTruncated: true,
    });
  });
});
