/** Ends clients, connections and processes at random places while a mailbox changes, and looks whether anybody misses anything. */
import type { Sandbox } from 'posthorn-sandbox';
import type { MailboxRef } from '../../../src/domain/accounts/mailbox-ref.ts';
import { type EventsBench, openEventsBench } from './events-bench.ts';
import { feedOver } from './following-client.ts';
import { ListeningClient, until } from './listening-client.ts';
import { changeAtRandom, type OtherClient } from './other-client.ts';

/** What is ended, and how often. */
export interface Killing {
  readonly sandbox: Sandbox;
  readonly folder: MailboxRef;
  readonly other: OtherClient;
  readonly kills: number;
  readonly random: () => number;
}

const POINTS = ['command-received', 'before-answer', 'after-answer'] as const;
/** The longest that a client may need to have all of it when nothing is ended any more. */
const MAX_RECOVERY_MS = 15_000;
const MAX_PAUSE_MS = 150;

/** A client that listens, in a process that can end. */
class Listening {
  readonly client: ListeningClient;
  bench: EventsBench;
  #leaving = new AbortController();
  #done: Promise<void> = Promise.resolve();

  constructor(client: ListeningClient, bench: EventsBench) {
    this.client = client;
    this.bench = bench;
    this.begin();
  }

  begin(): void {
    const leaving = new AbortController();
    this.#leaving = leaving;
    this.#done = this.#listen(leaving.signal);
  }

  async end(): Promise<void> {
    this.#leaving.abort();
    await this.#done;
  }

  /** As any client does, it comes back when it was refused. */
  async #listen(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await this.client.listen(this.bench.events, signal).catch(() => undefined);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  }
}

/** Gives the client once it has what the mailbox has. Throws when it does not come to that. */
export async function surviveKills({
  sandbox,
  folder,
  other,
  kills,
  random,
}: Killing): Promise<ListeningClient> {
  const first = openEventsBench();
  const request = { ...folder, since: null, limit: 1, selection: null };
  const { state } = await feedOver(first.changes).readFolder(request, AbortSignal.timeout(10_000));
  const client = new ListeningClient(folder, { uids: (await other.look()).keys(), state });
  const listening = new Listening(client, first);
  try {
    for (let kill = 0; kill < kills; kill += 1) {
      await changeAtRandom(other, { random, mail: await other.look() });
      await endSomething({ sandbox, listening, random });
      await new Promise((resolve) => setTimeout(resolve, random() * MAX_PAUSE_MS));
    }
    sandbox.faults.clear();
    const there = textOf((await other.look()).keys());
    await until(() => textOf(client.uids) === there, MAX_RECOVERY_MS);
    return client;
  } finally {
    sandbox.faults.clear();
    await listening.end();
    await listening.bench.close();
  }
}

async function endSomething({
  sandbox,
  listening,
  random,
}: Pick<Killing, 'sandbox' | 'random'> & { readonly listening: Listening }): Promise<void> {
  const choice = random();
  if (choice < 0.5) {
    const at = POINTS[Math.floor(random() * POINTS.length)] ?? 'command-received';
    sandbox.faults.add({ kind: 'drop', at, nth: 1 + Math.floor(random() * 6) });
    return;
  }
  await listening.end();
  if (choice > 0.8) {
    await listening.bench.close();
    listening.bench = openEventsBench();
  }
  listening.begin();
}

function textOf(uids: Iterable<number>): string {
  return [...uids].sort((a, b) => a - b).join(' ');
}
