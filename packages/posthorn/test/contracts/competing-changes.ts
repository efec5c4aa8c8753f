/** Two changes of one draft with one entity tag, and what each of them makes of it. */
import type { LightMyRequestResponse } from 'fastify';
import { FOLDERS, type ShownResource, type WritingApi } from '../http/v1/writing/writing-api.ts';

export const KINDS = ['flags', 'move', 'delete', 'folder', 'copy', 'save', 'send'] as const;

/** Every kind of change of one message. `move`: by the document of the message; `folder`: by its relationship. */
export type Kind = (typeof KINDS)[number];

/** The two changes of a pair differ also where they are of one kind. */
export type Side = 'a' | 'b';

/** A draft, and the tag that both changes carry. */
export interface Target {
  readonly message: ShownResource;
  readonly etag: string;
  readonly subject: string;
}

/** Each pair of kinds, and each kind with itself. */
export const PAIRS: readonly (readonly [Kind, Kind])[] = KINDS.flatMap((a, index) =>
  KINDS.slice(index).map((b) => [a, b] as const),
);

/** Where moves take a message. */
const TARGET_OF = {
  move: { a: 'One', b: 'Two' },
  folder: { a: 'Two', b: 'One' },
} as const;
const COPIES = 'Copies';
const TARGETS = ['One', 'Two', COPIES];
const OTHER_FOLDERS = ['Sent', 'Trash', ...TARGETS];
const FLAGS = ['seen', 'answered', 'draft', 'flagged'] as const;

/** Creates the folders that the changes need. */
export async function createTargets(api: WritingApi): Promise<void> {
  for (const name of TARGETS) {
    await api.send({
      method: 'POST',
      url: FOLDERS,
      document: { data: { type: 'MailFolder', attributes: { name } } },
    });
  }
}

/** The name of a folder of drafts. */
export function draftFolder(number: number): string {
  return `Drafts ${number}`;
}

/**
 * The drafts of a folder, all in the same state, the first with the uid 1. What If-Match compares of their tags differs in the uid
 * only, so that one of them has to be read alone.
 */
export async function readTargets(api: WritingApi, folder: string): Promise<readonly Target[]> {
  const first = await api.get(`${messagesOf(folder)}/1`);
  const tagOf = (uid: string) => String(first.headers.etag).replace(/(?<=^W\/"[0-9]+\.)1(?=\.)/, uid);
  const list = await api.get(`${messagesOf(folder)}?limit=-1&fields[MessageItem]=subject`);
  const messages: readonly ShownResource[] = list.json().data;
  return messages.map((message) => {
    const etag = tagOf(message.id.split('.').at(-1) ?? '');
    return { message, etag, subject: message.attributes.subject };
  });
}

/** Sends the change. */
export function send(
  api: WritingApi,
  { message, etag, subject }: Target,
  { kind, side }: { readonly kind: Kind; readonly side: Side },
): Promise<LightMyRequestResponse> {
  const url = `/rest-api-email/v1/MessageItems/${message.id}`;
  const headers = { 'if-match': etag };
  const folder = (name: string) => ({
    data: { type: 'MailFolder', id: `gmail.${name}` },
  });
  const update = (attributes: object, more: object = {}) => ({
    data: { type: 'MessageItem', id: message.id, attributes, ...more },
  });
  const moving = update({}, { relationships: { MailFolder: folder(TARGET_OF.move[side]) } });
  const change = {
    flags: { method: 'PATCH', url, document: update(side === 'a' ? { flagged: true } : { answered: true }) },
    move: { method: 'PATCH', url, document: moving },
    delete: { method: 'DELETE', url: side === 'a' ? url : `${url}?skipTrash=true` },
    folder: {
      method: 'PATCH',
      url: `${url}/relationships/MailFolder`,
      document: folder(TARGET_OF.folder[side]),
    },
    copy: { method: 'POST', url: `${url}/copy`, document: folder(COPIES) },
    save: { method: 'PATCH', url, document: update({ subject: `${subject} saved by ${side}` }) },
    send: { method: 'POST', url: `${url}/send` },
  } as const satisfies Record<Kind, Parameters<WritingApi['send']>[0]>;
  return api.send({ ...change[kind], headers });
}

/** `folder: subject flags` of what the change makes of an unflagged draft; null where nothing is left. */
export function effectOf(
  subject: string,
  { kind, side }: { readonly kind: Kind; readonly side: Side },
): string | null {
  const effects = {
    flags: `Drafts: ${subject} ${side === 'a' ? 'draft+flagged' : 'answered+draft'}`,
    move: `${TARGET_OF.move[side]}: ${subject} draft`,
    delete: side === 'a' ? `Trash: ${subject} draft` : null,
    folder: `${TARGET_OF.folder[side]}: ${subject} draft`,
    copy: `${COPIES}: ${subject} draft`,
    save: `Drafts: ${subject} saved by ${side} draft`,
    send: `Sent: ${subject} seen`,
  } satisfies Record<Kind, string | null>;
  return effects[kind];
}

/** What is now in these folders, where the drafts were, and in all others, as `effectOf` writes it. */
export async function readEffects(
  api: WritingApi,
  draftFolders: readonly string[],
): Promise<readonly string[]> {
  const effects: string[] = [];
  for (const folder of [...draftFolders, ...OTHER_FOLDERS]) {
    const fields = ['subject', ...FLAGS].join(',');
    const { data } = (await api.get(`${messagesOf(folder)}?limit=-1&fields[MessageItem]=${fields}`)).json();
    const messages: readonly ShownResource[] = data;
    const kind = folder.replace(/^Drafts \d+$/, 'Drafts');
    const shown = messages.map(({ attributes }) => `${kind}: ${attributes.subject} ${flagsOf(attributes)}`);
    effects.push(...shown.filter((effect) => effect.includes(': Draft ')));
  }
  return effects;
}

function flagsOf(attributes: ShownResource['attributes']): string {
  return FLAGS.filter((flag) => attributes[flag])
    .toSorted()
    .join('+');
}

function messagesOf(folder: string): string {
  return `${FOLDERS}/${encodeURIComponent(folder)}/MessageItems`;
}
