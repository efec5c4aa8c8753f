/** Clients that write one mail each, repeat what was cut, and say at the end what must be there of it. */
import type { Sandbox } from 'posthorn-sandbox';
import { buildMessage } from '../../support/message-samples.ts';
import type { PersistentClient } from './persistent-client.ts';

/** Where the mail of a client is, by its subject, at the end. */
export interface OwnedMail {
  /** The subjects of its messages that are not marked \Deleted, by mailbox. */
  readonly mailboxes: Readonly<Record<string, readonly string[]>>;
  /** How often the sending server has taken it. */
  readonly taken: number;
}

/** A client and its mail. */
export interface WritingClient {
  readonly kind: 'draft' | 'move' | 'send';
  /** What the subjects of all its messages begin with; it ends in the only dot. */
  readonly subject: string;
  /** What the client was told in the end. */
  readonly end: string;
  run(): Promise<void>;
  /** What is not as it must be. */
  problems(mail: OwnedMail): readonly string[];
}

export interface WritingClientOptions {
  readonly sandbox: Sandbox;
  /** Whose mail it is. */
  readonly user: string;
  readonly ask: PersistentClient;
  readonly random: () => number;
  readonly subject: string;
}

const V1 = '/rest-api-email/v1';
const JSON_API = { 'content-type': 'application/vnd.api+json' };
const MAX_SAVES = 5;
const MAX_ATTEMPTS = 50;
const PAUSE_MS = 20;
/** What a server that has begun anew may need a while for. */
const PASSING: readonly number[] = [429, 503];

/** Creates a draft and saves it a few times, until an answer is missing. */
function draftClient({ ask, random, subject }: WritingClientOptions): WritingClient {
  let confirmed = 0;
  let attempted = 0;
  let end = 'saved';
  const textOf = (save: number) => `${subject} Save ${save}`;
  return {
    ...{ kind: 'draft', subject },
    get end() {
      return end;
    },
    async run() {
      let id: string | undefined;
      const saves = 1 + Math.floor(random() * MAX_SAVES);
      for (let save = 1; save <= saves; save += 1) {
        attempted = save;
        const attributes = { subject: textOf(save), textPlain: textOf(save) };
        const { status, body } =
          id === undefined
            ? await ask({
                ...{
                  method: 'POST',
                  path: `${V1}/MailFolders/example.Drafts/MessageItems`,
                  headers: JSON_API,
                },
                body: JSON.stringify({ data: { type: 'MessageItem', attributes } }),
              })
            : await ask({
                ...{ method: 'PATCH', path: `${V1}/MessageItems/${id}`, headers: JSON_API },
                body: JSON.stringify({ data: { type: 'MessageItem', id, attributes } }),
              });
        if (status !== 200 && status !== 201) {
          end = `cut or ${status}`;
          return;
        }
        confirmed = save;
        id = JSON.parse(body.toString()).data.id;
      }
    },
    problems({ mailboxes }) {
      const { Drafts = [], ...others } = mailboxes;
      const possible = new Set([confirmed, attempted].map(textOf));
      const isKept = confirmed === 0 ? Drafts.length <= 1 : Drafts.some((each) => possible.has(each));
      // Of a save that was cut, the version before may be left.
      const isOnce = Drafts.length <= (confirmed === attempted ? 1 : 2);
      if (isKept && isOnce && Object.keys(others).length === 0) return [];
      return [`${subject} saved ${confirmed} of ${attempted}: ${JSON.stringify(mailboxes)}`];
    },
  };
}

/** Moves a message, and repeats that until it is done. */
function moveClient({ sandbox, user, ask, subject }: WritingClientOptions): WritingClient {
  let end = 'no answer';
  return {
    ...{ kind: 'move', subject },
    get end() {
      return end;
    },
    async run() {
      const inbox = sandbox.user(user);
      const uid = inbox.deliver(buildMessage({ subject }));
      const uidValidity = inbox.mailboxes().find(({ name }) => name === 'INBOX')?.uidValidity;
      const id = `example.INBOX.${uidValidity}.${uid}`;
      const relationships = { MailFolder: { data: { type: 'MailFolder', id: 'example.Archive' } } };
      end = await persist(ask, {
        ...{ method: 'PATCH', path: `${V1}/MessageItems/${id}`, headers: JSON_API },
        body: JSON.stringify({ data: { type: 'MessageItem', id, relationships } }),
      });
    },
    problems({ mailboxes }) {
      const text = JSON.stringify(mailboxes);
      return text === JSON.stringify({ Archive: [subject] })
        ? []
        : [`${subject} was moved (${end}): ${text}`];
    },
  };
}

/** Creates a draft and sends it, and repeats the sending with the same key until it is told what became of it. */
function sendClient({ ask, subject }: WritingClientOptions): WritingClient {
  let end = 'no draft';
  return {
    ...{ kind: 'send', subject },
    get end() {
      return end;
    },
    async run() {
      const attributes = { subject, to: [{ address: 'bob@example.com' }], textPlain: subject };
      const { status, body } = await ask({
        ...{ method: 'POST', path: `${V1}/MailFolders/example.Drafts/MessageItems`, headers: JSON_API },
        body: JSON.stringify({ data: { type: 'MessageItem', attributes } }),
      });
      if (status !== 201) return;
      const draft: string = JSON.parse(body.toString()).data.id;
      const path = `${V1}/MessageItems/${draft}/send`;
      end = await persist(ask, {
        method: 'POST',
        path,
        headers: { 'idempotency-key': subject.replace(' ', '-') },
      });
    },
    problems({ mailboxes, taken }) {
      const copies = Object.values(mailboxes).flat().length;
      const isRight = {
        'no draft': taken === 0 && copies <= 1,
        '200': taken === 1 && copies === 1,
        // It is not where it was, because it went out and was filed.
        '404': taken === 1 && copies === 1,
        'submission-uncertain': taken <= 1 && copies === 1,
      }[end];
      return isRight === true
        ? []
        : [`${subject} was sent (${end}), taken ${taken} times: ${JSON.stringify(mailboxes)}`];
    },
  };
}

/** All kinds. */
export const WRITING_CLIENTS: readonly ((options: WritingClientOptions) => WritingClient)[] = [
  draftClient,
  moveClient,
  sendClient,
];

/** All that there is now, by the subjects of the clients. */
export function mailBySubject(sandbox: Sandbox, user: string): (subject: string) => OwnedMail {
  const all = new Map<string, { readonly mailboxes: Record<string, string[]>; taken: number }>();
  const mailOf = (text: string) => {
    const subject = /^[^.]*\./.exec(text)?.[0] ?? '';
    const known = all.get(subject) ?? { mailboxes: {}, taken: 0 };
    all.set(subject, known);
    return known;
  };
  for (const { name } of sandbox.user(user).mailboxes()) {
    for (const { raw, flags } of sandbox.user(user).messages(name)) {
      if (flags.includes('\\Deleted')) continue;
      const { mailboxes } = mailOf(subjectOf(raw));
      mailboxes[name] = [...(mailboxes[name] ?? []), subjectOf(raw)];
    }
  }
  for (const { raw } of sandbox.acceptedMail) mailOf(subjectOf(raw)).taken += 1;
  return (subject) => all.get(subject) ?? { mailboxes: {}, taken: 0 };
}

/** Repeats the request until its end is told: the status, or the code of a problem that is no mere failure. */
async function persist(ask: PersistentClient, request: Parameters<PersistentClient>[0]): Promise<string> {
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
    const { end, status, body } = await ask(request);
    if (body.includes('submission-uncertain')) return 'submission-uncertain';
    if (end === 'answered' && (status < 500 || status === 500) && !PASSING.includes(status))
      return String(status);
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
  return 'no answer';
}

function subjectOf(raw: Buffer): string {
  return /^Subject: (.*)\r$/m.exec(raw.toString('latin1'))?.[1] ?? '';
}
