/** The examples of docs/lists.md against the demo. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import { type Demo, startDemo } from '../../../../src/demo/start-demo.ts';
import { FILTER_CONDITIONS } from '../../../../src/http/v1/filters/filter-conditions.ts';

const PAGE = readFileSync(new URL('../../../../../../docs/lists.md', import.meta.url), 'utf8');
/** The rows of both tables: an example, and how many messages of INBOX it finds. */
const EXAMPLES = [...PAGE.matchAll(/^\| .* \| `(filter[^`]*)` \| (\d+) \|$/gm)].map(
  ([, query = '', count]) => ({ query, count: Number(count) }),
);
const NAMES = [...PAGE.matchAll(/^\| ((?:`\w+`(?:, )?)+) \| [^|]* \| `filter\[/gm)].flatMap(
  ([, names = '']) => names.split(', ').map((name) => name.slice(1, -1)),
);

describe('docs/lists.md', () => {
  let demo: Demo;
  before(async () => {
    demo = await startDemo({ port: '0', now: new Date() });
  });
  after(() => demo?.close());

  it('has every filter', () => {
    assert.deepEqual(NAMES.toSorted(), [...FILTER_CONDITIONS.keys(), 'id'].toSorted());
  });

  it('has examples that find as many messages as it says', async () => {
    const login = `Basic ${btoa('jane@posthorn.test:demo')}`;
    const found = await Promise.all(
      EXAMPLES.map(async ({ query }) => {
        const url = `${demo.emailUrl}/v1/MailFolders/demo.INBOX/MessageItems?page[size]=0&${query}`;
        const answer = await fetch(url, { headers: { authorization: login } });
        const { meta, errors } = (await answer.json()) as { meta?: { total: number }; errors?: unknown };
        return { query, count: meta?.total ?? -1, ...(errors !== undefined && { errors }) };
      }),
    );

    assert.ok(EXAMPLES.length >= 20);
    assert.deepEqual(found, EXAMPLES);
  });
});
