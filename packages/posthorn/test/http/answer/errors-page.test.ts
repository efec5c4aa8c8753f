/** The documentation of errors is what the code says. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { renderErrorsPage } from '../../../src/http/answer/errors-page.ts';

describe('renderErrorsPage', () => {
  it('gives exactly docs/errors.md; `npm run docs` rewrites it', () => {
    const file = new URL('../../../../../docs/errors.md', import.meta.url);

    assert.equal(readFileSync(file, 'utf8'), renderErrorsPage());
  });
});
