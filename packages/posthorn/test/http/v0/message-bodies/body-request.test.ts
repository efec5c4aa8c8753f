import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readMessageBody } from '../../../../src/http/v0/message-bodies/body-request.ts';
import { thrownBy } from '../../../support/domain-values.ts';

const read = (attributes: object) => readMessageBody({ data: { attributes } });

describe('readMessageBody', () => {
  for (const [attributes, expected] of [
    [{}, {}],
    [{ textPlain: null, textHtml: null, id: 7 }, {}],
    [{ textPlain: 'Hi' }, { textPlain: 'Hi' }],
    [{ textPlain: '' }, { textPlain: '' }],
    [{ textHtml: '<p>Hi</p>' }, { textHtml: '<p>Hi</p>' }],
    [{ textPlain: '', textHtml: '<p>Hi</p>' }, { textHtml: '<p>Hi</p>' }],
    [{ textPlain: ' \n', textHtml: '<p>Hi</p>' }, { textHtml: '<p>Hi</p>' }],
    [{ textPlain: 'Hi', textHtml: '' }, { textPlain: 'Hi' }],
    [{ textPlain: '', textHtml: '' }, { textHtml: '' }],
    [
      { textPlain: 'Hi', textHtml: '<p>Hi</p>' },
      { textPlain: 'Hi', textHtml: '<p>Hi</p>' },
    ],
  ] as const) {
    it(`reads ${JSON.stringify(attributes)} as ${JSON.stringify(expected)}`, () => {
      assert.deepEqual(read(attributes), expected);
    });
  }

  for (const [name, value] of [
    ['textPlain', 7],
    ['textHtml', { html: 'x' }],
  ] as const) {
    it(`names ${name} when it is no string`, () => {
      assert.equal(thrownBy(() => read({ [name]: value })).details.member, `attributes.${name}`);
    });
  }
});
