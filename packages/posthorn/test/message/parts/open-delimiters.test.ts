import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { OpenDelimiters } from '../../../src/message/parts/open-delimiters.ts';

/** Open delimiters of the names, from the outermost to the innermost; each owner is its name and its place. */
function openAll(...names: readonly string[]): OpenDelimiters<string> {
  const delimiters = new OpenDelimiters<string>();
  for (const [index, name] of names.entries()) delimiters.add(Buffer.from(name), `${name}${index}`);
  return delimiters;
}

const find = (delimiters: OpenDelimiters<string>, text: string) => delimiters.findAt(Buffer.from(text), 2);

describe('OpenDelimiters', () => {
  it('finds the longest delimiter that a line begins with', () => {
    const delimiters = openAll('ab', 'a', 'abcd');

    assert.deepEqual(find(delimiters, '--abc'), { owner: 'ab0', end: 4 });
    assert.deepEqual(find(delimiters, '--abcde'), { owner: 'abcd2', end: 6 });
    assert.deepEqual(find(delimiters, '--a'), { owner: 'a1', end: 3 });
    assert.equal(find(delimiters, '--b'), undefined);
    assert.equal(find(delimiters, '--'), undefined);
  });

  it('gives equal delimiters to the innermost', () => {
    const delimiters = openAll('a', 'b', 'a');

    assert.equal(find(delimiters, '--a')?.owner, 'a2');
  });

  it('gives a closed delimiter to the next one around it', () => {
    const delimiters = openAll('a', 'a', 'ab');
    delimiters.remove(Buffer.from('ab'));
    delimiters.remove(Buffer.from('a'));

    assert.deepEqual(find(delimiters, '--ab'), { owner: 'a0', end: 3 });
  });

  it('finds nothing when all are closed', () => {
    const delimiters = openAll('ab', 'abc');
    delimiters.remove(Buffer.from('abc'));
    delimiters.remove(Buffer.from('ab'));

    assert.equal(find(delimiters, '--abc'), undefined);
  });
});
