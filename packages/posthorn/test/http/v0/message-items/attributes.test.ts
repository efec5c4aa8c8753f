import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseQueryParameters } from '../../../../src/http/request/url/query-parameters.ts';
import { parseAttributes } from '../../../../src/http/v0/message-items/attributes.ts';

const ALL = [
  'from',
  'to',
  'cc',
  'bcc',
  'replyTo',
  'subject',
  'date',
  'seen',
  'answered',
  'draft',
  'flagged',
  'recent',
  'messageId',
  'references',
  'previewText',
  'size',
  'hasAttachments',
  'charset',
];

function parse(query: string) {
  return parseAttributes(parseQueryParameters(query));
}

describe('parseAttributes', () => {
  for (const query of ['', 'attributes=', 'attributes=*', 'attributes=*,unknown']) {
    it(`wants all attributes for "${query}"`, () => {
      assert.deepEqual([...parse(query).shown], ALL);
    });
  }

  it('wants the attributes that are named', () => {
    assert.deepEqual([...parse('attributes=subject,from,subject').shown], ['subject', 'from']);
  });

  it('wants all but those that are named beside the asterisk', () => {
    const excluded = ['previewText', 'replyTo', 'cc', 'bcc'];

    assert.deepEqual(
      [...parse('attributes=*,previewText,replyTo,cc,bcc').shown],
      ALL.filter((name) => !excluded.includes(name)),
    );
  });

  it('allows spaces around names', () => {
    assert.deepEqual([...parse('attributes=subject, from').shown], ['subject', 'from']);
  });

  it('reads the sender too for replyTo, which falls back to it', () => {
    const { shown, read } = parse('attributes=replyTo');

    assert.deepEqual([[...shown], [...read]], [['replyTo'], ['replyTo', 'from']]);
  });

  it('reads nothing for charset', () => {
    assert.deepEqual([...parse('attributes=charset').read], []);
  });

  it('does not read what is excluded', () => {
    assert.equal(parse('attributes=*,previewText').read.has('previewText'), false);
  });

  it('tells whether previewText was named', () => {
    const queries = ['attributes=previewText', 'attributes=*,previewText', 'attributes=subject', ''];

    assert.deepEqual(
      queries.map((query) => parse(query).namesPreviewText),
      [true, false, false, false],
    );
  });

  it('refuses unknown names and lists them', () => {
    assert.throws(() => parse('attributes=subject,id,__proto__'), {
      code: 'invalid-parameter',
      details: {
        parameter: 'attributes',
        detail: 'parameter "attributes" has unknown entries: id,__proto__',
      },
    });
  });
});
