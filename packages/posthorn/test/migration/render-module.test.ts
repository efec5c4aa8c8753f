/** Values as modules. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { isPhpArray, isPhpList, type PhpArray, type PhpValue } from '../../src/migration/php-value.ts';
import { renderModule } from '../../src/migration/render-module.ts';

const text = fc.string({
  unit: fc.oneof(
    fc.constantFrom("'", '"', '`', '\\', '$', '{', '\n', '\u2028', '*', '/'),
    fc.string({ minLength: 1 }),
  ),
});
const key = fc.oneof(text, fc.constantFrom('__proto__', 'constructor', 'a-b', '7'), fc.integer());
const { value } = fc.letrec<{ value: PhpValue; array: PhpArray }>((tie) => ({
  value: fc.oneof({ maxDepth: 3 }, text, fc.integer(), fc.boolean(), fc.constant(null), tie('array')),
  array: fc.oneof(
    fc.array(tie('value'), { maxLength: 4 }).map((items) => new Map(items.entries())),
    fc.array(fc.tuple(key, tie('value')), { maxLength: 4 }).map((members) => new Map(members)),
  ),
}));

/** What JavaScript makes of the value. Objects have no order of integer keys, so that members are sorted. */
function toPlain(php: PhpValue): unknown {
  if (!isPhpArray(php)) return php;
  if (isPhpList(php)) return [...php.values()].map(toPlain);
  return sortMembers([...php].map(([name, member]) => [String(name), toPlain(member)]));
}

function toComparable(result: unknown): unknown {
  if (Array.isArray(result)) return result.map(toComparable);
  if (typeof result !== 'object' || result === null) return result;
  return sortMembers(Object.entries(result).map(([name, member]) => [name, toComparable(member)]));
}

/** A later member wins, as in an object. */
function sortMembers(members: readonly (readonly [string, unknown])[]): unknown {
  return { members: [...new Map(members)].sort(([a], [b]) => (a < b ? -1 : 1)) };
}

async function load(module: string): Promise<unknown> {
  const url = `data:text/javascript;base64,${Buffer.from(module).toString('base64')}`;
  return ((await import(url)) as { default: unknown }).default;
}

describe('renderModule', () => {
  it('writes a module that gives the same value', async () => {
    await fc.assert(
      fc.asyncProperty(value, async (random) => {
        const module = renderModule({ comment: ['x'], value: new Map([['value', random]]) });
        const result = (await load(module)) as { value: unknown };

        assert.deepEqual(toComparable(result.value), toPlain(random));
      }),
      { numRuns: 300 },
    );
  });

  it('is readable: single quotes, plain keys, short lists in one line', () => {
    const value = new Map<string | number, PhpValue>([
      ['id', "Jane's"],
      ['match', new Map([[0, '/@example\\.org$/i']])],
      ['a-b', new Map<string | number, PhpValue>([['max_age', 0]])],
      ['long', new Map(['a', 'b'].map((letter) => letter.repeat(60)).entries())],
      ['nested', new Map([[0, new Map()]])],
    ]);

    assert.equal(
      renderModule({ comment: ['First.', 'Second.'], value }),
      `/**
 * First.
 * Second.
 */
export default {
  id: 'Jane\\'s',
  match: ['/@example\\\\.org$/i'],
  'a-b': {
    max_age: 0,
  },
  long: [
    '${'a'.repeat(60)}',
    '${'b'.repeat(60)}',
  ],
  nested: [
    [],
  ],
};
`,
    );
  });
});
