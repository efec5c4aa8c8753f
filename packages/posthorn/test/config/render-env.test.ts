/** The dotenv writer, against the reader that Node has. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseEnv } from 'node:util';
import fc from 'fast-check';
import { ConfigurationError } from '../../src/config/configuration-error.ts';
import { renderEnv } from '../../src/config/render-env.ts';

const key = fc.stringMatching(/^[A-Z][A-Z0-9_]{0,20}$/);
/** Every quoting that a value may need, and much that it must survive. */
const value = fc.string({
  unit: fc.oneof(
    fc.constantFrom(' ', '#', '$', '{', '}', '\\', 'n', "'", '"', '`', '=', 'ü', '😀'),
    fc.string({ minLength: 1, maxLength: 1 }),
  ),
});

describe('renderEnv', () => {
  it('writes what util.parseEnv reads back, or refuses', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(key, value), { maxLength: 8 }), (pairs) => {
        const settings = new Map(pairs.filter(([, text]) => !/'.*`|`.*'/.test(text)));

        assert.deepEqual({ ...parseEnv(renderEnv(settings)) }, Object.fromEntries(settings));
      }),
      { numRuns: 1000 },
    );
  });

  it('keeps the order and quotes only what needs it', () => {
    const settings = new Map([
      ['APP_URL', 'https://mail.example.org/api'],
      ['APP_ENV', "Jane's machine # 2"],
      ['APP_DEBUG', ''],
      ['LOG_LEVEL', 'a b'],
    ]);

    assert.equal(
      renderEnv(settings),
      "APP_URL=https://mail.example.org/api\nAPP_ENV=\"Jane's machine # 2\"\nAPP_DEBUG=''\nLOG_LEVEL='a b'\n",
    );
  });

  it('refuses values that would add a line, and names all of them', () => {
    const settings = new Map([
      ['APP_URL', 'https://example.org\nAPP_DEBUG=true'],
      ['APP_ENV', 'local'],
      ['LOG_LEVEL', '\'`"'],
    ]);

    assert.throws(
      () => renderEnv(settings),
      (error) =>
        error instanceof ConfigurationError &&
        assert.deepEqual(
          error.problems.map((problem) => problem.key),
          ['APP_URL', 'LOG_LEVEL'],
        ) === undefined,
    );
  });
});
