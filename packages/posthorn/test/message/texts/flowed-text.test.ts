import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { unfoldFlowedText } from '../../../src/message/texts/flowed-text.ts';

/** [what it does, text, unfolded text] */
const CASES: readonly (readonly [string, string, string])[] = [
  ['joins a line that ends in a space with the next', 'one \ntwo \nthree\nfour', 'one two three\nfour'],
  ['keeps fixed lines', 'one\ntwo\n', 'one\ntwo\n'],
  ['keeps empty lines', 'one\n\ntwo', 'one\n\ntwo'],
  ['undoes space-stuffing', '  indented\n >no quote\n From me', ' indented\n>no quote\nFrom me'],
  ['joins quoted lines of the same depth', '> one \n> two\n>> three', '> one two\n>> three'],
  ['writes quote marks with a space behind', '>one\n> > two', '> one\n> > two'],
  ['does not join lines of different depths', '> one \ntwo', '> one \ntwo'],
  ['never joins the signature separator', 'text \n-- \nAnn', 'text \n-- \nAnn'],
  ['never joins a quoted signature separator', '> text \n> -- \n> Ann', '> text \n> -- \n> Ann'],
  ['reads CRLF', 'one \r\ntwo\r\n', 'one two\n'],
  ['keeps a flowed line at the end', 'one ', 'one '],
  ['keeps a deep quotation', `${'>'.repeat(1000)} x`, `${'>'.repeat(1000)} x`],
];

describe('unfoldFlowedText', () => {
  for (const [behaviour, text, expected] of CASES) {
    it(behaviour, () => {
      assert.equal(unfoldFlowedText(text, false), expected);
    });
  }

  it('removes the space that marks a flowed line when DelSp is set', () => {
    assert.equal(unfoldFlowedText('dona \nu  \nschiff', true), 'donau schiff');
  });

  it('keeps the signature separator when DelSp is set', () => {
    assert.equal(unfoldFlowedText('-- \nAnn', true), '-- \nAnn');
  });
});
