/** Receivers that take 14 s, never answer or are gone do not disturb the deliveries to others. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { MailAccountId } from '../../../src/domain/accounts/mail-account.ts';
import { buildAccount } from '../../support/stored-samples.ts';
import type { ReceiverBehaviour, WebhookReceiver } from '../../support/webhook-receiver.ts';
import { eventOf, startWebhookScene, until } from './webhook-scene.ts';

const ACCOUNTS = Array.from({ length: 30 }, (_, index) => `account${index}`);
const ROUNDS = 100;
const SLOW_MS = 14_000;
const KINDS = ['slow', 'silent', 'gone'];
const OTHERS = 4 * KINDS.length;

it('Receivers that are slow, silent or gone delay the events of others no more than quick ones do', {
  timeout: 180_000,
}, async (t) => {
  const scene = await startWebhookScene();
  t.after(() => scene.close());
  for (const id of ACCOUNTS)
    await scene.server.store.store.accounts.save(
      buildAccount({ id: id as MailAccountId, state: 'connecting' }),
    );
  const begin = async (behaviour?: ReceiverBehaviour) => {
    const receiver = await scene.receive();
    if (behaviour) receiver.behave(behaviour);
    await scene.make({ url: `http://127.0.0.1:${receiver.port}/`, kinds: ['message.updated'] });
    return receiver;
  };
  const quick = [await begin(), await begin()];
  let uid = 0;
  /** Milliseconds from the writing of each event to its last receipt. */
  const measure = async (): Promise<readonly number[]> => {
    const times: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      uid += 1;
      const begun = performance.now();
      await scene.write(eventOf(ACCOUNTS[uid % ACCOUNTS.length] ?? '', uid, 'message.updated'));
      await until(() => quick.every(({ received }) => received.length === uid));
      times.push(Math.max(...quick.map(({ received }) => received.at(-1)?.at ?? 0)) - begun);
    }
    return times.sort((a, b) => a - b);
  };
  const others: WebhookReceiver[] = [];
  for (let count = 0; count < OTHERS; count += 1) others.push(await begin());
  const alone = await measure();
  const [first = [], second = [], third = []] = KINDS.map((_, kind) =>
    others.filter((_receiver, index) => index % KINDS.length === kind),
  );
  for (const receiver of first)
    receiver.behave((_message, response) => setTimeout(() => response.writeHead(204).end(), SLOW_MS).unref());
  for (const receiver of second) receiver.behave(() => undefined);
  for (const receiver of third) receiver.close();

  const beside = await measure();

  // Each has as many under way as it may have.
  for (const { received } of [...first, ...second])
    assert.ok(received.length >= ROUNDS + 20, `${received.length} requests`);
  const late = beside.filter((ms) => ms > (alone[Math.floor(ROUNDS * 0.99)] ?? 0)).length;
  t.diagnostic(
    `p99 ${alone[Math.floor(ROUNDS * 0.99)]} ms alone, ${beside[Math.floor(ROUNDS * 0.99)]} ms beside`,
  );
  t.diagnostic(`median ${alone[ROUNDS / 2]} ms alone, ${beside[ROUNDS / 2]} ms beside, ${late} late`);
  assert.ok(late <= ROUNDS / 10, `${late} of ${ROUNDS} took longer than the slowest hundredth alone`);
});
