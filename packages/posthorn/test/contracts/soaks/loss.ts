/** Changes mail through the API while the connections to mail servers fail, and counts all of it afterwards. */
import { setTimeout as wait } from 'node:timers/promises';
import { type SandboxOptions, startSandbox } from 'posthorn-sandbox';
import { startBreakingProxy } from '../../support/breaking-proxy.ts';
import { type MailUser, startDovecot } from '../../support/dovecot.ts';
import { pick } from '../../support/seeded-random.ts';
import { PROFILE_VARIANTS } from '../profile-variants.ts';
import { CountedMail, SOURCE, THE_MESSAGE, unmarked } from './counted-mail.ts';
import { breakSomething, type FaultLot, type FaultyServer } from './network-faults.ts';
import { checkForeign, draftSubject, SOAKED_CHANGES, type SoakedChange } from './soaked-changes.ts';
import { basicLogin, type SoakedPosthorn, startSoakedPosthorn } from './soaked-posthorn.ts';

export interface LossOptions {
  /** At all servers together. */
  readonly changes: number;
  /** Default: all. */
  readonly servers?: readonly string[];
  readonly random: () => number;
  /** False: no connection stays open and silent, so that nobody waits for one. Default true. */
  readonly withSilence?: boolean;
  readonly onProgress?: (server: string, done: number) => void;
}

export interface LossReport {
  /** How many changes were answered so, at the first attempt. */
  readonly statuses: Readonly<Record<string, number>>;
  readonly brokenConnections: number;
  /** Changes whose repeat, after the failure, was refused because they had been done. */
  readonly doneDespiteFailure: number;
  /** What was lost, touched, or is not as the API said; empty. */
  readonly problems: readonly string[];
}

const PASSWORD = 'alice-secret';
const JSON_API = 'application/vnd.api+json';
const SHARE_OF_FREEZING = 0.01;
const PROGRESS_CHANGES = 200;
/** Long enough for a change on a busy machine, short enough to wait for many connections that say nothing. */
const SETTINGS = { APP_REQUEST_TIMEOUT_SECONDS: '4', APP_FAILED_SIGN_INS_PER_MINUTE: '100000' };
/** What a change may meet that fails at the mail server; everything else is a bug. */
const FAILURES: readonly number[] = [403, 404, 409, 410, 412, 422, 429, 502, 503, 504, 507];
/** What the repeat of a change says that had been done. */
const DONE_BEFORE: readonly number[] = [404, 410, 412];

/** The servers, by name: Dovecot, sandboxes without extensions, and those that behave as providers do. */
const SERVERS: Readonly<Record<string, (user: MailUser) => Promise<RunningServer>>> = {
  dovecot: startDovecotServer,
  ...sandboxesFor({
    sandbox: {},
    'without-move': { capabilities: { without: ['MOVE'] } },
    'without-uidplus': { capabilities: { without: ['UIDPLUS'] } },
    'without-condstore': { capabilities: { without: ['CONDSTORE', 'QRESYNC'] } },
    ...Object.fromEntries(PROFILE_VARIANTS.map(({ profile, options }) => [profile, options])),
    // So that the folders can be filled.
    minimal: { profile: 'minimal', keepsKeywords: true, capabilities: { with: ['LITERAL+'] } },
  }),
};

/** All names of servers. */
export const LOSS_SERVERS: readonly string[] = Object.keys(SERVERS);

interface RunningServer extends FaultyServer {
  readonly port: number;
  /** Forgets what it has recorded. */
  forget(): void;
  close(): Promise<void>;
}

/** A server with all that a run needs of it. */
interface Lane {
  readonly id: string;
  /** The value of Authorization. */
  readonly login: string;
  readonly server: RunningServer;
  readonly mail: CountedMail;
}

/** Runs it to its end; the servers at the same time, the changes of each one after the other. */
export async function changeAndCount(options: LossOptions): Promise<LossReport> {
  const {
    changes,
    servers = LOSS_SERVERS,
    random,
    withSilence = true,
    onProgress = () => undefined,
  } = options;
  const lot = { random, shareOfFreezing: withSilence ? SHARE_OF_FREEZING : 0 };
  const lanes: Lane[] = [];
  for (const id of servers) {
    const user = { name: `alice@${id}.example.org`, password: PASSWORD };
    const server = await serverNamed(id)(user);
    const mail = new CountedMail({ host: '127.0.0.1', port: server.port }, user);
    lanes.push({ id, login: basicLogin(user.name, user.password), server, mail });
  }
  const soaked = await startSoakedPosthorn({
    mailServers: lanes.map(({ id, server }) => ({
      ...{ id, domain: `@${id}.example.org`, imapPort: server.proxy.port },
    })),
    settings: SETTINGS,
  });
  const report = { statuses: {} as Record<string, number>, doneDespiteFailure: 0, problems: [] as string[] };
  try {
    await Promise.all(
      lanes.map(async (lane) => {
        await lane.mail.create();
        for (let run = 1; run <= changes / lanes.length; run += 1) {
          await changeOnce({ lane, soaked, lot, run, report });
          if (run % PROGRESS_CHANGES === 0) onProgress(lane.id, run);
        }
      }),
    );
    const brokenConnections = lanes.reduce((sum, { server }) => sum + server.proxy.breaks(), 0);
    return { ...report, brokenConnections };
  } finally {
    await soaked.close();
    for (const { server } of lanes) await server.close();
  }
}

interface Changing {
  readonly lane: Lane;
  readonly soaked: SoakedPosthorn;
  readonly lot: FaultLot;
  readonly run: number;
  readonly report: {
    readonly statuses: Record<string, number>;
    doneDespiteFailure: number;
    readonly problems: string[];
  };
}

async function changeOnce(changing: Changing): Promise<void> {
  const { lane, run, lot, report } = changing;
  const [name, change] = pick(Object.entries(SOAKED_CHANGES), lot.random);
  try {
    await changeAndRepeat(changing, change);
  } catch (error) {
    report.problems.push(
      `${lane.id}, change ${run} (${name}): ${error instanceof Error ? error.message : error}`,
    );
  }
  lane.server.forget();
}

/** Makes the change while something fails, counts; after a failure makes it again while nothing does, and counts again. */
async function changeAndRepeat(
  { lane: { id, login, server, mail }, soaked, lot, run, report }: Changing,
  change: SoakedChange,
): Promise<void> {
  const send = async ({ method, path, document }: ReturnType<SoakedChange['request']>): Promise<Sent> => {
    const { status, headers, body } = await soaked.ask({
      method,
      path,
      headers: {
        authorization: login,
        ...(document !== undefined && {
          'content-type': path.includes('/v0/') ? 'application/json' : JSON_API,
        }),
      },
      ...(document !== undefined && { body: JSON.stringify(document) }),
    });
    return { status, body: body.toString(), retryAfterSeconds: Number(headers['retry-after'] ?? 0) };
  };
  const sendPatiently = patiently(send);
  await mail.fill(run);
  const draft = await createDraft(sendPatiently, { id, run });
  const before = await mail.count();
  const [message] = unmarked(before.source, THE_MESSAGE);
  const uidValidity = draft.split('.')[0];
  const place = { account: id, run, draft, message: `${uidValidity}.${message?.uid}` };

  const stop = breakSomething(server, lot);
  const { status, body } = await send(change.request(place));
  stop();
  report.statuses[status] = (report.statuses[status] ?? 0) + 1;
  const isDone = status >= 200 && status < 300;
  if (!isDone && !FAILURES.includes(status)) throw new Error(`answered ${status}: ${body}`);
  const after = await mail.count();
  change.check(after, { ...place, isDone });
  checkForeign(before, after, run);
  if (isDone) return;

  const again = await sendPatiently(change.request(place));
  const isDoneNow = again.status >= 200 && again.status < 300;
  if (!isDoneNow && !DONE_BEFORE.includes(again.status)) {
    throw new Error(`answered ${status}, and its repeat ${again.status}: ${again.body}`);
  }
  if (!isDoneNow) report.doneDespiteFailure += 1;
  checkForeign(before, await mail.count(), run);
}

interface Sent {
  readonly status: number;
  readonly body: string;
  /** 0: unsaid. */
  readonly retryAfterSeconds: number;
}

type Send = (request: ReturnType<SoakedChange['request']>) => Promise<Sent>;

/** A login that the mail server asked to slow down is left alone for the time that the answer says. */
function patiently(send: Send): Send {
  return async (request) => {
    const first = await send(request);
    if (first.status !== 429) return first;
    await wait(first.retryAfterSeconds * 1000);
    return send(request);
  };
}

/** The draft's last part of the id. */
async function createDraft(
  send: Send,
  { id, run }: { readonly id: string; readonly run: number },
): Promise<string> {
  const { status, body } = await send({
    method: 'POST',
    path: `/rest-api-email/v1/MailFolders/${id}.${SOURCE}/MessageItems`,
    document: {
      data: { type: 'MessageItem', attributes: { subject: draftSubject(run), textPlain: 'Text' } },
    },
  });
  if (status !== 201) throw new Error(`The draft is answered with ${status}: ${body}`);
  const draftId: string = JSON.parse(body).data.id;
  return draftId.slice(`${id}.${SOURCE}.`.length);
}

function serverNamed(name: string): (user: MailUser) => Promise<RunningServer> {
  const start = SERVERS[name];
  if (start === undefined)
    throw new RangeError(`There is no server ${name}; name of ${LOSS_SERVERS.join(', ')}`);
  return start;
}

/** Starts each with these options. */
function sandboxesFor(
  options: Readonly<Record<string, Omit<SandboxOptions, 'users'>>>,
): Readonly<Record<string, (user: MailUser) => Promise<RunningServer>>> {
  const starts = Object.entries(options).map(([name, each]) => [name, startSandboxWith(each)] as const);
  return Object.fromEntries(starts);
}

function startSandboxWith(options: Omit<SandboxOptions, 'users'>) {
  return async (user: MailUser): Promise<RunningServer> => {
    const sandbox = await startSandbox({ users: [user], ...options });
    const proxy = await startBreakingProxy({ host: '127.0.0.1', port: sandbox.imapPort });
    return {
      ...{ proxy, sandbox, port: sandbox.imapPort },
      forget: () => sandbox.clearRecording(),
      async close() {
        proxy.close();
        await sandbox.close();
      },
    };
  };
}

async function startDovecotServer(user: MailUser): Promise<RunningServer> {
  const dovecot = await startDovecot({ users: [user] });
  const proxy = await startBreakingProxy(dovecot);
  return {
    ...{ proxy, port: dovecot.port },
    forget: () => undefined,
    async close() {
      proxy.close();
      await dovecot.stop();
    },
  };
}
