/** Sends requests of many users at once, right ones and ones with what belongs to others, and looks for canaries of others in all that comes. */
import type { Exchange } from '../../support/exchange.ts';
import { pick } from '../../support/seeded-random.ts';
import { canariesIn, canaryOf, ownerOf } from './canaries.ts';
import { type CanaryUser, canaryUsers, startCanaryServer } from './canary-users.ts';
import { FallingFaults } from './falling-faults.ts';
import { type Known, learnMail } from './known-mail.ts';
import { type SoakedPosthorn, startSoakedPosthorn } from './soaked-posthorn.ts';

export interface LeakageOptions {
  readonly requests: number;
  readonly users: number;
  readonly random: () => number;
  readonly onProgress?: (done: number) => void;
}

export interface LeakageReport {
  /** How many exchanges ended so: `answered 200`, `left`, `cut`. */
  readonly ends: Readonly<Record<string, number>>;
  /** Answers that had canaries of their own users: the search finds what is there. */
  readonly withOwnCanaries: number;
  /** What was found of others in answers, each with the request. */
  readonly foreign: readonly string[];
  /** Lines of the log with anybody's canary. */
  readonly logLines: readonly string[];
}

/** Of the clients of all users together; fewer than there are requests under way, so that users share them. */
const CONNECTIONS = 24;
const REQUESTS_AT_ONCE = 32;
const SHARE_OF_LEAVING = 0.3;
const MAX_LEAVE_MS = 25;
const SHARE_OF_STRANGE = 0.3;
const REQUESTS_PER_FAULT = 15;
const PROGRESS_REQUESTS = 10_000;
/** Faults that freeze are waited for so long; and no wrong password of the scene is too much. */
const SETTINGS = {
  APP_REQUEST_TIMEOUT_SECONDS: '2',
  APP_FAILED_SIGN_INS_PER_MINUTE: '100000',
  APP_SESSIONS_TOTAL: '100',
};

/** A request of a user, right or strange. */
interface Asked {
  readonly method?: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** A user and what it has seen of its mail. */
interface Member {
  readonly user: CanaryUser;
  readonly known: Known;
}

/** Runs it to its end. */
export async function findLeaks(options: LeakageOptions): Promise<LeakageReport> {
  const { requests, random, onProgress = () => undefined } = options;
  const users = canaryUsers(options.users);
  const sandbox = await startCanaryServer(users);
  const logLines: string[] = [];
  const soaked = await startSoakedPosthorn({
    mailServers: [{ id: 'mail', imapPort: sandbox.imapPort, smtpPort: sandbox.smtpPort }],
    ...{ settings: SETTINGS, maxConnections: CONNECTIONS },
    onLogLine: (line) => {
      if (canariesIn(line).size > 0) logLines.push(line);
    },
  });
  const report = {
    ends: {} as Record<string, number>,
    withOwnCanaries: 0,
    foreign: [] as string[],
    logLines,
  };
  try {
    const members: Member[] = [];
    for (const user of users) members.push({ user, known: await learnMail(soaked, user) });
    const faults = new FallingFaults(sandbox, random);
    let begun = 0;
    const send = async () => {
      while (begun < requests) {
        begun += 1;
        if (begun % REQUESTS_PER_FAULT === 0) faults.add();
        if (begun % PROGRESS_REQUESTS === 0) {
          sandbox.clearRecording();
          onProgress(begun);
        }
        await sendOne({ soaked, members, random, report });
      }
    };
    await Promise.all(Array.from({ length: REQUESTS_AT_ONCE }, send));
    return report;
  } finally {
    sandbox.faults.clear();
    await soaked.close();
    await sandbox.close();
  }
}

interface Sending {
  readonly soaked: SoakedPosthorn;
  readonly members: readonly Member[];
  readonly random: () => number;
  readonly report: {
    withOwnCanaries: number;
    readonly ends: Record<string, number>;
    readonly foreign: string[];
  };
}

async function sendOne({ soaked, members, random, report }: Sending): Promise<void> {
  const member = pick(members, random);
  const other = pick(members, random);
  const asked = random() < SHARE_OF_STRANGE ? strange(member, other, random) : ordinary(member, random);
  const isLeaving = random() < SHARE_OF_LEAVING;
  const leaveAfterMs = isLeaving ? random() * MAX_LEAVE_MS : undefined;
  const answer = await soaked.ask({ ...asked, leaveAfterMs });

  const end = answer.end === 'answered' ? `answered ${answer.status}` : answer.end;
  report.ends[end] = (report.ends[end] ?? 0) + 1;
  const { owner } = member.user;
  const found = canariesIn(Buffer.concat([Buffer.from(JSON.stringify(answer.headers)), answer.body]));
  if ([...found].some((canary) => ownerOf(canary) === owner)) report.withOwnCanaries += 1;
  const told = canariesIn(decodeURIComponent(JSON.stringify(asked)));
  const leaked = [...found].filter((canary) => ownerOf(canary) !== owner && !told.has(canary));
  if (leaked.length > 0) report.foreign.push(`${describe(asked, answer)}: ${leaked.join(' ')}`);
  const isForeignTag = other.user.owner !== owner && asked.headers['if-none-match'] !== undefined;
  if (isForeignTag && answer.status === 304) report.foreign.push(`${describe(asked, answer)}: a foreign tag`);
  if (asked.headers.authorization !== member.user.login && answer.status === 200) {
    report.foreign.push(`${describe(asked, answer)}: a foreign password`);
  }
}

function describe({ method = 'GET', path }: Asked, { end, status }: Exchange): string {
  return `${method} ${path}, ${end} ${status}`;
}

/** What a client of the user asks for. */
function ordinary({ user, known }: Member, random: () => number): Asked {
  const headers = { authorization: user.login };
  const choice = random();
  if (choice < 0.02) return draftOf({ user, headers });
  if (choice < 0.06) {
    const body = JSON.stringify({
      data: { type: 'MessageItem', id: known.messageId, attributes: { flagged: random() < 0.5 } },
    });
    const type = { 'content-type': 'application/vnd.api+json' };
    return { method: 'PATCH', path: known.message, headers: { ...headers, ...type }, body };
  }
  return { path: pick(known.paths, random), headers };
}

/** The same keys for all users: each has to get an answer of its own. */
function draftOf({
  user,
  headers,
}: {
  readonly user: CanaryUser;
  readonly headers: Asked['headers'];
}): Asked {
  const attributes = { subject: canaryOf(user.owner, 'subject'), textPlain: canaryOf(user.owner, 'text') };
  return {
    method: 'POST',
    path: '/rest-api-email/v1/MailAccounts/mail/MailFolders/Drafts/MessageItems',
    headers: { ...headers, 'content-type': 'application/vnd.api+json', 'idempotency-key': 'the same one' },
    body: JSON.stringify({ data: { type: 'MessageItem', attributes } }),
  };
}

/** Asks with the right login for what is another's, or with what another was given. */
function strange({ user, known }: Member, other: Member, random: () => number): Asked {
  const headers = { authorization: user.login };
  const path = pick(known.paths, random);
  switch (pick(['path', 'tag', 'cursor', 'state', 'password'] as const, random)) {
    case 'path':
      return { path: pick(other.known.paths, random), headers };
    case 'tag': {
      const [tagged, tag] = pick(other.known.tags, random);
      return { path: tagged, headers: { ...headers, 'if-none-match': tag } };
    }
    case 'cursor':
      return { path: pick(other.known.cursors, random), headers };
    case 'state':
      return { path: pick(other.known.states, random), headers };
    case 'password': {
      const password = Buffer.from(other.user.login.slice(6), 'base64').toString().split(':')[1] ?? '';
      const login = `Basic ${btoa(`${user.name}:${password}`)}`;
      return { path, headers: { authorization: login } };
    }
  }
}
