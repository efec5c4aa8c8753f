/** The lines of docs/events.md, run as they stand there. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { it } from 'node:test';
import { startConnectedServer, V1 } from '../contracts/connected/connected-server.ts';
import { buildAdvance, buildEvent } from '../support/stored-events.ts';
import { buildAccount } from '../support/stored-samples.ts';
import { runShell, shellBlocks, shownBlocks } from './documented-shell.ts';

const PAGE = readFileSync(new URL('../../../../docs/events.md', import.meta.url), 'utf8');

it('The lines of docs/events.md list the events, continue after one, and listen', async (t) => {
  const server = await startConnectedServer({ settings: { APP_WATCH: 'false' } });
  t.after(() => server.close());
  const address = await server.posthorn.listen();
  const { accounts, events } = server.store.store;
  await accounts.save(buildAccount({ state: 'connecting' }));
  const [first, second] = [1, 2].map((uid) => buildEvent({ uid, at: Date.now() }));
  assert.ok(first && second);
  await events.advance(buildAdvance({ events: [first, second] }));
  const key = await server.makeKey({ scopes: ['mail.read'] });
  const variables = `KEY=${key} API=${address}${V1} LAST=${first.id}\n`;
  // A stream has no end.
  const lines = shellBlocks(PAGE).map((block) => block.replace('curl -N', 'curl -N --max-time 2'));

  const answers = await runShell(variables + lines.join(''), { address, cwd: tmpdir() });

  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 200, 200],
  );
  const [all, rest] = answers.slice(0, 2).map(({ text }) => JSON.parse(text).data);
  assert.deepEqual(
    [all, rest].map((data) => data.map(({ id }: { id: string }) => id)),
    [[first.id, second.id], [second.id]],
  );
  assert.match(answers[2]?.text ?? '', /^event: state$/m);
  const [shown] = JSON.parse(shownBlocks(PAGE)[0] ?? '').data;
  for (const member of ['attributes', 'relationships'])
    assert.deepEqual(Object.keys(shown[member]), Object.keys(all[0][member]));
});
