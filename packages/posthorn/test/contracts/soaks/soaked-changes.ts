/** The changes of a long run: how each is asked for, and what may be there afterwards. */
import assert from 'node:assert/strict';
import { type Count, type CountedMessage, SOURCE, TARGET, THE_MESSAGE, unmarked } from './counted-mail.ts';

/** What a change may name. */
export interface ChangePlace {
  /** Of the account. */
  readonly account: string;
  readonly run: number;
  /** `1700000001.2` of the message and of the draft. */
  readonly message: string;
  readonly draft: string;
}

/** A request that changes something. */
export interface ChangeRequest {
  readonly method: 'POST' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly document?: unknown;
}

/** A kind of change. */
export interface SoakedChange {
  request(place: ChangePlace): ChangeRequest;
  /** Fails when something is lost, or is not as the answer said. `isDone`: it was answered with success. */
  check(count: Count, place: ChangePlace & { readonly isDone: boolean }): void;
}

const V1 = '/rest-api-email/v1';
const V0 = '/rest-api-email/v0';

/** The subject of the draft of a run, before and after it is changed. */
export const draftSubject = (run: number) => `saved ${run}`;
const changedSubject = (run: number) => `changed ${run}`;
const createdSubject = (run: number) => `created ${run}`;

export const SOAKED_CHANGES: Readonly<Record<string, SoakedChange>> = {
  create: {
    request: ({ account, run }) => ({
      method: 'POST',
      path: `${V1}/MailFolders/${account}.${SOURCE}/MessageItems`,
      document: {
        data: { type: 'MessageItem', attributes: { subject: createdSubject(run), textPlain: 'Hi' } },
      },
    }),
    check({ source }, { run, isDone }) {
      const created = unmarked(source, createdSubject(run)).length;
      assert.ok(isDone ? created === 1 : created <= 1, `${created} drafts were created`);
    },
  },

  save: {
    request: ({ account, draft, run }) => {
      const id = `${account}.${SOURCE}.${draft}`;
      const attributes = { subject: changedSubject(run), textPlain: 'Another text' };
      const document = { data: { type: 'MessageItem', id, attributes } };
      return { method: 'PATCH', path: `${V1}/MessageItems/${id}`, document };
    },
    check: checkVersions,
  },

  'save of version 0': {
    request: ({ account, draft, run }) => ({
      method: 'PATCH',
      path: `${V0}/MailAccounts/${account}/MailFolders/${SOURCE}/MessageItems/${uidOf(draft)}/MessageDraft`,
      document: { data: { attributes: { subject: changedSubject(run) } } },
    }),
    check: checkVersions,
  },

  flag: {
    request: ({ account, message }) => {
      const id = `${account}.${SOURCE}.${message}`;
      const attributes = { seen: true, flagged: false };
      return {
        method: 'PATCH',
        path: `${V1}/MessageItems/${id}`,
        document: { data: { type: 'MessageItem', id, attributes } },
      };
    },
    check({ source }, { isDone }) {
      const flags = source.filter(isTheMessage).map((message) => message.flags.join(' '));
      const possible = isDone ? ['\\Seen'] : ['\\Flagged', '\\Flagged \\Seen', '\\Seen', ''];
      assert.ok(flags.length === 1 && possible.includes(flags[0] ?? 'none'), flags.join());
    },
  },

  move: {
    request: ({ account, message }) => {
      const id = `${account}.${SOURCE}.${message}`;
      const relationships = { MailFolder: { data: { type: 'MailFolder', id: `${account}.${TARGET}` } } };
      const document = { data: { type: 'MessageItem', id, relationships } };
      return { method: 'PATCH', path: `${V1}/MessageItems/${id}`, document };
    },
    check({ source, target }, { isDone }) {
      const [left, moved] = [unmarked(source, THE_MESSAGE).length, unmarked(target, THE_MESSAGE).length];
      if (isDone) assert.deepEqual([left, moved], [0, 1], 'left and moved');
      else assert.ok(left + moved >= 1 && moved <= 1, `${left} left, ${moved} moved`);
    },
  },

  copy: {
    request: ({ account, message }) => ({
      method: 'POST',
      path: `${V1}/MessageItems/${account}.${SOURCE}.${message}/copy`,
      document: { data: { type: 'MailFolder', id: `${account}.${TARGET}` } },
    }),
    check({ source, target }, { isDone }) {
      const copies = unmarked(target, THE_MESSAGE).length;
      assert.equal(unmarked(source, THE_MESSAGE).length, 1, 'the original is there');
      assert.ok(isDone ? copies === 1 : copies <= 1, `${copies} copies`);
    },
  },

  'move of many': {
    request: ({ account, message }) => ({
      method: 'POST',
      path: `${V1}/MailFolders/${account}.${SOURCE}/MessageItems/bulk`,
      document: {
        data: {
          type: 'MessageBatch',
          attributes: { action: 'move' },
          relationships: {
            MailFolder: { data: { type: 'MailFolder', id: `${account}.${TARGET}` } },
            MessageItems: { data: [{ type: 'MessageItem', id: `${account}.${SOURCE}.${message}` }] },
          },
        },
      },
    }),
    check({ source, target }, { isDone }) {
      const [left, moved] = [unmarked(source, THE_MESSAGE).length, unmarked(target, THE_MESSAGE).length];
      assert.ok(left + moved >= 1, 'nothing is left');
      if (isDone) assert.deepEqual([left, moved], [0, 1], 'left and moved');
    },
  },

  delete: {
    request: ({ account, message }) => ({
      method: 'DELETE',
      path: `${V1}/MessageItems/${account}.${SOURCE}.${message}?skipTrash=true`,
    }),
    check({ source }, { isDone }) {
      const left = unmarked(source, THE_MESSAGE).length;
      assert.ok(isDone ? left === 0 : left <= 1, `${left} left`);
    },
  },
};

/** Fails when a foreign message is not as it was. */
export function checkForeign(before: Count, after: Count, run: number): void {
  const own = new Set([draftSubject(run), changedSubject(run), createdSubject(run), THE_MESSAGE]);
  const foreign = ({ source, target }: Count) =>
    [source, target].map((messages) => messages.filter(({ subject }) => !own.has(subject)));
  assert.deepEqual(foreign(after), foreign(before), 'a foreign message was touched');
}

function checkVersions(
  { source }: Count,
  { run, isDone }: { readonly run: number; readonly isDone: boolean },
): void {
  const [saved, changed] = [draftSubject(run), changedSubject(run)].map(
    (subject) => unmarked(source, subject).length,
  );
  const text = `${saved} old and ${changed} new versions`;
  if (isDone) assert.equal(changed, 1, text);
  else assert.ok((saved ?? 0) + (changed ?? 0) >= 1, text);
}

function isTheMessage({ subject }: CountedMessage): boolean {
  return subject === THE_MESSAGE;
}

function uidOf(segment: string): string {
  return segment.split('.')[1] ?? '';
}
