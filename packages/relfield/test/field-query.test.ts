/** The query builder for clients. */

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { buildFieldQuery } from 'relfield';

describe('buildFieldQuery', () => {
  const cases = [
    [
      { article: ['+version', '-text'] },
      'relfield%3Afields%5Barticle%5D=%2Bversion%2C-text',
      'a change of the default set',
    ],
    [
      { article: ['*', '-caf\u00e9'] },
      'relfield%3Afields%5Barticle%5D=*%2C-caf%C3%A9',
      'everything but one field',
    ],
    [{ article: { only: ['title', 'text'] } }, 'fields%5Barticle%5D=title%2Ctext', 'exactly some fields'],
    [{ article: { only: [] } }, 'fields%5Barticle%5D=', 'no fields'],
    [{ article: [], comment: undefined }, '', 'no change'],
    [
      { article: ['+version'], comment: { only: ['author'] } },
      'relfield%3Afields%5Barticle%5D=%2Bversion&fields%5Bcomment%5D=author',
      'several types',
    ],
  ] as const;
  for (const [wanted, query, title] of cases) {
    it(`writes ${title}: ${query}`, () => {
      assert.equal(buildFieldQuery(wanted as Parameters<typeof buildFieldQuery>[0]), query);
    });
  }
});
