/** Lets the mail servers fail in every step of the protocols, and sees that each request is answered and that nothing stays behind. */
import { setTimeout as wait } from 'node:timers/promises';
import { type Sandbox, startSandbox } from 'posthorn-sandbox';
import { liveOctets } from '../../support/live-memory.ts';
import { buildMessage } from '../../support/message-samples.ts';
import { cycleByLot, type FaultCycle, type SilenceShares, type StepRequest } from './fault-steps.ts';
import { basicLogin, type HeldThings, type SoakedPosthorn, startSoakedPosthorn } from './soaked-posthorn.ts';

export interface FaultsOptions {
  readonly cycles: number;
  /** So many mail servers fail at the same time. */
  readonly servers: number;
  readonly random: () => number;
  /** False: no server stays silent, so that nobody waits for one. Default true. */
  readonly withSilence?: boolean;
  readonly onProgress?: (done: number) => void;
}

/** What there is when nothing is under way, and all sessions have ended. */
export interface Rest extends HeldThings {
  readonly connections: number;
  /** Octets of objects and buffers. */
  readonly memory: number;
}

export interface FaultsReport {
  /** How many requests were answered so while something failed. */
  readonly statuses: Readonly<Record<string, number>>;
  /** The slowest answer to a request that reads, and to one that changes or sends. */
  readonly slowestMs: { readonly reading: number; readonly changing: number };
  /** After the first half of the cycles, when every user has been there, and after the last one. */
  readonly rests: readonly [Rest, Rest];
  /** Answers with a status that is not right, too late, or none; and requests that failed afterwards. */
  readonly problems: readonly string[];
}

const PASSWORD = 'secret';
/** New logins make new connections, so that their first steps are taken as well. */
const USERS_PER_SERVER = 60;
const SEEDS = 3;
/** More than the ten seconds that a server has to greet, or to answer ID, for which nobody waits. */
const REQUEST_TIMEOUT_SECONDS = 12;
const SETTINGS = {
  APP_REQUEST_TIMEOUT_SECONDS: String(REQUEST_TIMEOUT_SECONDS),
  // Sessions come and go, with all that belongs to their ends.
  APP_SESSION_IDLE_SECONDS: '3',
  APP_SESSIONS_TOTAL: '60',
};
/** Beyond the time of a request, on a busy machine; what stores and sends has the time of one command of its own, as installed. */
const SLACK_MS = 2_000;
const MAX_READING_MS = REQUEST_TIMEOUT_SECONDS * 1_000 + SLACK_MS;
const MAX_CHANGING_MS = 30_000 + SLACK_MS;
const MAX_REST_MS = 60_000;
const PROGRESS_CYCLES = 500;
/** How many of the cycles are made whose servers say no more: requests wait until their time is up, changes for half a minute. */
const SHARES_OF_SILENCE: SilenceShares = { reading: 0.15, changing: 0.02 };
const NO_SILENCE: SilenceShares = { reading: 0, changing: 0 };
const JSON_API = { 'content-type': 'application/vnd.api+json' };

interface Lane {
  readonly id: string;
  readonly sandbox: Sandbox;
}

/** Runs it to its end. */
export async function failEverywhere(options: FaultsOptions): Promise<FaultsReport> {
  const { cycles, servers, random, withSilence = true, onProgress = () => undefined } = options;
  const shares = withSilence ? SHARES_OF_SILENCE : NO_SILENCE;
  const lanes: Lane[] = [];
  for (let index = 0; index < servers; index += 1) lanes.push(await startLane(`mail${index}`));
  const soaked = await startSoakedPosthorn({
    mailServers: lanes.map(({ id, sandbox }) => ({
      ...{ id, domain: `@${id}.example.org`, imapPort: sandbox.imapPort, smtpPort: sandbox.smtpPort },
    })),
    settings: SETTINGS,
  });
  const report = { statuses: {}, slowestMs: { reading: 0, changing: 0 }, problems: [] as string[] };
  let done = 0;
  const run = async (count: number) => {
    let begun = 0;
    const runLane = async (lane: Lane) => {
      while (begun < count) {
        begun += 1;
        await runCycle({ lane, soaked, number: done, cycle: cycleByLot(random, shares), report });
        done += 1;
        if (done % PROGRESS_CYCLES === 0) onProgress(done);
      }
    };
    await Promise.all(lanes.map(runLane));
    return comeToRest(soaked);
  };
  try {
    const first = await run(Math.ceil(cycles / 2));
    const last = await run(Math.floor(cycles / 2));
    return { ...report, rests: [first, last] };
  } finally {
    await soaked.close();
    for (const { sandbox } of lanes) await sandbox.close();
  }
}

async function startLane(id: string): Promise<Lane> {
  const messages = Array.from({ length: SEEDS }, (_, index) => ({
    raw: buildMessage({ subject: `Mail ${index}` }),
  }));
  const mailboxes = [
    { name: 'INBOX', messages },
    { name: 'Archive' },
    { name: 'Drafts', specialUse: '\\Drafts' as const },
    { name: 'Sent', specialUse: '\\Sent' as const },
  ];
  const users = Array.from({ length: USERS_PER_SERVER }, (_, index) => ({
    ...{ name: userOf(id, index), password: PASSWORD, mailboxes },
  }));
  return { id, sandbox: await startSandbox({ users, smtp: true }) };
}

interface Cycle {
  readonly lane: Lane;
  readonly soaked: SoakedPosthorn;
  readonly number: number;
  readonly cycle: FaultCycle;
  readonly report: {
    readonly statuses: Record<string, number>;
    readonly slowestMs: { reading: number; changing: number };
    readonly problems: string[];
  };
}

/** One request while something fails, and the same one afterwards. */
async function runCycle({ lane, soaked, number, cycle, report }: Cycle): Promise<void> {
  const { id, sandbox } = lane;
  const user = userOf(id, number % USERS_PER_SERVER);
  const headers = { authorization: basicLogin(user, PASSWORD) };
  const described = `cycle ${number} (${cycle.name})`;
  try {
    const request = await requestOf({ kind: cycle.request, lane, user, soaked });
    const remove = sandbox.faults.add(cycle.fault);
    const { end, status, body, tookMs } = await soaked.ask({
      ...request,
      headers: { ...headers, ...request.headers },
    });
    remove();
    report.statuses[status] = (report.statuses[status] ?? 0) + 1;
    const isReading = request.method === 'GET';
    const kind = isReading ? 'reading' : 'changing';
    report.slowestMs[kind] = Math.max(report.slowestMs[kind], tookMs);
    const isRight = end === 'answered' && (status < 300 || cycle.failures.includes(status));
    if (!isRight) report.problems.push(`${described}: ${end} ${status} ${body}`);
    if (tookMs > (isReading ? MAX_READING_MS : MAX_CHANGING_MS)) {
      report.problems.push(`${described}: took ${Math.round(tookMs)} ms`);
    }
    // A connection whose answer came in time drips on; the next request gives it up.
    if (cycle.fault.kind === 'drip' && status === 200) await soaked.ask({ ...listOf(id), headers });
    const after = await soaked.ask({ ...listOf(id), headers });
    if (after.status !== 200) report.problems.push(`${described}, afterwards: ${after.status} ${after.body}`);
  } catch (error) {
    report.problems.push(`${described}: ${error}`);
  }
  clean(sandbox, user);
}

interface RequestPlace {
  readonly kind: StepRequest;
  readonly lane: Lane;
  readonly user: string;
  readonly soaked: SoakedPosthorn;
}

interface Request {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** The request, after what it needs was made. */
async function requestOf({ kind, lane: { id, sandbox }, user, soaked }: RequestPlace): Promise<Request> {
  const v1 = '/rest-api-email/v1';
  const mailbox = sandbox.user(user);
  const inbox = mailbox.mailboxes().find(({ name }) => name === 'INBOX');
  const message = `${id}.INBOX.${inbox?.uidValidity}.1`;
  const patch = (messageId: string, more: object): Request => ({
    ...{ method: 'PATCH', path: `${v1}/MessageItems/${messageId}`, headers: JSON_API },
    body: JSON.stringify({ data: { type: 'MessageItem', id: messageId, ...more } }),
  });
  switch (kind) {
    case 'list':
      return listOf(id);
    case 'open':
      return { method: 'GET', path: `${v1}/MessageItems/${message}/MessageBody`, headers: {} };
    case 'flag':
      return patch(message, { attributes: { flagged: Math.random() < 0.5 } });
    case 'move': {
      const uid = mailbox.deliver(buildMessage({ subject: 'To be moved' }));
      const target = { data: { type: 'MailFolder', id: `${id}.Archive` } };
      return patch(`${id}.INBOX.${inbox?.uidValidity}.${uid}`, { relationships: { MailFolder: target } });
    }
    case 'save':
      return patch(await createDraft({ kind, lane: { id, sandbox }, user, soaked }), {
        attributes: { subject: 'Saved' },
      });
    case 'send': {
      const draft = await createDraft({ kind, lane: { id, sandbox }, user, soaked });
      return { method: 'POST', path: `${v1}/MessageItems/${draft}/send`, headers: {} };
    }
  }
}

function listOf(id: string): Request {
  return { method: 'GET', path: `/rest-api-email/v1/MailFolders/${id}.INBOX/MessageItems`, headers: {} };
}

/** The id of a new draft. */
async function createDraft({ lane: { id }, user, soaked }: RequestPlace): Promise<string> {
  const attributes = { subject: 'Draft', to: [{ address: 'bob@example.com' }], textPlain: 'Hi' };
  const { status, body } = await soaked.ask({
    ...{ method: 'POST', path: `/rest-api-email/v1/MailFolders/${id}.Drafts/MessageItems` },
    headers: { ...JSON_API, authorization: basicLogin(user, PASSWORD) },
    body: JSON.stringify({ data: { type: 'MessageItem', attributes } }),
  });
  if (status !== 201) throw new Error(`The draft was answered with ${status}: ${body}`);
  return JSON.parse(body.toString()).data.id;
}

/** Takes away what cycles leave, so that memory says what Posthorn keeps. */
function clean(sandbox: Sandbox, user: string): void {
  sandbox.clearRecording();
  const mailbox = sandbox.user(user);
  for (const { name } of mailbox.mailboxes()) {
    for (const { uid } of mailbox.messages(name)) {
      if (name !== 'INBOX' || uid > SEEDS) mailbox.expunge(name, uid);
    }
  }
}

/** Waits until nothing is held and all connections have ended. */
async function comeToRest(soaked: SoakedPosthorn): Promise<Rest> {
  const startedAt = performance.now();
  for (;;) {
    const { idle } = soaked.posthorn.services.imapSessions.usage;
    const held = soaked.held();
    const isAtRest = idle === 0 && Object.values(held).every((count) => count === 0);
    if (isAtRest || performance.now() - startedAt > MAX_REST_MS) break;
    await wait(200);
  }
  // Clients keep theirs, and connections for sending idle for a while.
  soaked.disconnect();
  while (soaked.openConnections() > 0 && performance.now() - startedAt < MAX_REST_MS) await wait(200);
  return { ...soaked.held(), connections: soaked.openConnections(), memory: liveOctets() };
}

function userOf(id: string, index: number): string {
  return `user${index}@${id}.example.org`;
}
