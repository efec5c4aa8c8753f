/** `npm run soak -- listeners`: 500 clients listen to 100 accounts. How much memory that takes, and how late events are. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { openV1Api, V1 } from '../http/v1/v1-server.ts';

const ACCOUNTS = Number(process.argv[2] ?? 100);
const LISTENERS = Number(process.argv[3] ?? 500);
const MAX_MEGABYTES = 60;
const MAX_P99_MS = 1_000;

const child = fork(join(import.meta.dirname, 'listening-clients.ts'), [String(ACCOUNTS), String(LISTENERS)]);
const [{ imapPort }] = (await once(child, 'message')) as [{ imapPort: number }];
const settings = { APP_SESSIONS_TOTAL: String(4 * ACCOUNTS), APP_EVENT_STREAMS: String(LISTENERS) };
const api = openV1Api({ imapPort, settings });
const address = await api.posthorn.listen();
const before = memory();

child.send({ address: `${address}${V1}/MailAccounts/gmail` });
await once(child, 'message');
const after = memory();
console.log(`${LISTENERS} listeners on ${ACCOUNTS} accounts: ${(after - before).toFixed(1)} MB more in use`);
const [{ latencies }] = (await once(child, 'message')) as [{ latencies: number[] }];
const sorted = latencies.sort((a, b) => a - b);
const at = (share: number): number => Math.round(sorted[Math.floor(share * (sorted.length - 1))] ?? 0);
console.log(
  `${sorted.length} events: ${at(0.5)} ms in the middle, ${at(0.99)} ms for 99 of 100, ${at(1)} ms at most`,
);
child.send({ isOver: true });
await once(child, 'exit');
await api.close();
if (after - before > MAX_MEGABYTES || at(0.99) > MAX_P99_MS) process.exitCode = 1;

/** What is in use after a collection: the heap, and buffers beside it. */
function memory(): number {
  globalThis.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  return (heapUsed + external) / 1024 / 1024;
}
