/** Kills the server again and again while clients write, and looks at the mail servers what became of their mail. */
import { type Sandbox, startSandbox } from 'posthorn-sandbox';
import { pick } from '../../support/seeded-random.ts';
import { serveInstallation } from '../installation.ts';
import type { PosthornProcess } from '../posthorn-process.ts';
import { type PersistentClient, startPersistentClient } from './persistent-client.ts';
import { mailBySubject, WRITING_CLIENTS, type WritingClient } from './writing-clients.ts';

export interface CrashesOptions {
  readonly kills: number;
  /** So many mails are sent at least, if need be after the last kill. */
  readonly sends: number;
  readonly random: () => number;
  readonly onProgress?: (kills: number) => void;
}

export interface CrashesReport {
  /** How many changes of each kind ended so. */
  readonly ends: Readonly<Record<string, number>>;
  /** Of attempts that the end of the process has cut. */
  readonly cutAttempts: number;
  /** What was lost, or doubled, or is not as the API said; empty. */
  readonly problems: readonly string[];
}

const USER = { name: 'ann@example.org', password: 'ann-secret' };
const WRITERS = 6;
const LEAST_LOAD_MS = 150;
const MOST_LOAD_MS = 900;
const PROGRESS_KILLS = 20;
/** One of so many mails meets a sending server whose connection ends. */
const SENDS_PER_FAULT = 10;
const SMTP_POINTS = ['smtp-command-received', 'smtp-data-received', 'smtp-before-data-reply'] as const;

/** Runs it to its end. */
export async function surviveCrashes(options: CrashesOptions): Promise<CrashesReport> {
  const { kills, sends, random, onProgress = () => undefined } = options;
  const sandbox = await startSandbox({ users: [USER], smtp: true });
  const ask = startPersistentClient(USER);
  const serve = () => startServer(sandbox);
  const finished: WritingClient[] = [];
  const load = { isOver: false, sends: 0 };
  const writing = Array.from({ length: WRITERS }, (_, writer) =>
    write({ sandbox, ask, random, writer, finished, load }),
  );
  let server = await serve();
  try {
    for (let kill = 1; kill <= kills; kill += 1) {
      ask.reach(server.address);
      await new Promise((resolve) => {
        setTimeout(resolve, LEAST_LOAD_MS + random() * (MOST_LOAD_MS - LEAST_LOAD_MS));
      });
      ask.lose();
      await server.stop('SIGKILL');
      sandbox.clearRecording();
      if (kill % PROGRESS_KILLS === 0) onProgress(kill);
      server = await serve();
    }
    ask.reach(server.address);
    while (load.sends < sends) await new Promise((resolve) => setTimeout(resolve, 50));
    load.isOver = true;
    await Promise.all(writing);
  } finally {
    load.isOver = true;
    await server.stop();
    await sandbox.close();
  }
  const ends: Record<string, number> = {};
  for (const { kind, end } of finished) ends[`${kind}: ${end}`] = (ends[`${kind}: ${end}`] ?? 0) + 1;
  const mailOf = mailBySubject(sandbox, USER.name);
  const problems = finished.flatMap((client) => client.problems(mailOf(client.subject)));
  return { ends, cutAttempts: ask.cutAttempts(), problems };
}

function startServer({ imapPort, smtpPort }: Sandbox): Promise<PosthornProcess> {
  // With a key, what drafts remember outlives the process.
  return serveInstallation({ imapPort, smtpPort, settings: { APP_KEY: 'the same for all processes' } });
}

interface Writing {
  readonly sandbox: Sandbox;
  readonly ask: PersistentClient;
  readonly random: () => number;
  readonly writer: number;
  readonly finished: WritingClient[];
  readonly load: { readonly isOver: boolean; sends: number };
}

/** One change after the other, each to its end. */
async function write({ sandbox, ask, random, writer, finished, load }: Writing): Promise<void> {
  for (let number = 1; !load.isOver; number += 1) {
    const create = pick(WRITING_CLIENTS, random);
    const client = create({ sandbox, user: USER.name, ask, random, subject: `mail ${writer}-${number}.` });
    if (client.kind === 'send') {
      load.sends += 1;
      if (load.sends % SENDS_PER_FAULT === 0) addFault(sandbox, random);
    }
    await client.run();
    finished.push(client);
  }
}

function addFault(sandbox: Sandbox, random: () => number): void {
  sandbox.faults.clear();
  sandbox.faults.add({ kind: 'smtp-drop', at: pick(SMTP_POINTS, random), nth: 1 + Math.floor(random() * 4) });
}
