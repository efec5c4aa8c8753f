/** Random requests that read, of few values each: many of them differ in one parameter alone. */
import { pick } from '../../support/seeded-random.ts';

export interface ReadingScene {
  /** Of the account, as it is in paths. */
  readonly accountId: string;
  readonly folders: readonly string[];
  /** Uids that were there at some time. */
  readonly uids: readonly number[];
  readonly random: () => number;
}

/** Undefined leaves the parameter out. */
type Parameters = Readonly<Record<string, readonly (string | undefined)[]>>;

/** Filters as a whole, so that most requests have none or one. */
const FILTERS: readonly Readonly<Record<string, string>>[] = [
  ...Array.from({ length: 6 }, () => ({})),
  { 'filter[seen]': 'true' },
  { 'filter[seen]': 'false' },
  { 'filter[flagged]': 'true' },
  { 'filter[from]': 'sender-1' },
  { 'filter[from]': 'sender-2' },
  { 'filter[subject]': '7' },
  { 'filter[hasAttachments]': 'true' },
  { 'filter[uid]': '1-20' },
  { filter: '{">=":{"uid":10}}' },
  { 'filter[seen]': 'true', 'filter[from]': 'sender-1' },
];
/** The same: the two ways to choose fields exclude each other. */
const SELECTIONS: readonly Readonly<Record<string, string>>[] = [
  ...Array.from({ length: 3 }, () => ({})),
  { 'fields[MessageItem]': 'subject,date' },
  { 'fields[MessageItem]': 'subject,seen,previewText' },
  { 'relfield:fields[MessageItem]': '+previewText' },
  { 'relfield:fields[MessageItem]': '-subject' },
  { 'relfield:fields[MessageItem]': '+thread,-from' },
];
const LIST: Parameters = {
  'page[limit]': [undefined, '5', '10', '50'],
  'page[offset]': [undefined, undefined, '0', '5'],
  sort: [undefined, undefined, '-date', 'date', 'subject', '-subject', 'from', 'size', '-uid'],
};
const ITEM: Parameters = { include: [undefined, 'MessageBody', 'MailFolder', 'Attachments'] };
const BODY: Parameters = {
  images: [undefined, 'allow'],
  'relfield:fields[MessageBody]': [undefined, '-textHtml'],
};
const OLD_LIST: Parameters = {
  start: ['0', '5'],
  limit: ['5', '10', '50'],
  sort: [undefined, '[{"property":"date","direction":"DESC"}]', '[{"property":"subject","direction":"ASC"}]'],
  attributes: [undefined, 'subject,date', 'previewText', '*'],
  options: [
    undefined,
    '{"previewText":{"plain":{"precedence":true,"length":40}}}',
    '{"previewText":{"html":{"length":20}}}',
  ],
  filter: [
    undefined,
    undefined,
    '[{"property":"id","operator":">=","value":10}]',
    '{">=":{"id":10}}',
    '{"=":{"recent":true}}',
  ],
};

type Kind = (scene: ReadingScene, folder: string) => string;

const V1: readonly Kind[] = [
  ...Array.from({ length: 6 }, () => list),
  (scene, folder) =>
    `${items(folder)}/${pick(scene.uids, scene.random)}${query(ITEM, scene, selection(scene))}`,
  (scene, folder) => `${items(folder)}/${pick(scene.uids, scene.random)}/MessageBody${query(BODY, scene)}`,
  (scene, folder) => `${items(folder)}/${pick(scene.uids, scene.random)}/Attachments`,
  (scene, folder) =>
    `${items(folder)}/${pick(scene.uids, scene.random)}/thread${query({}, scene, selection(scene))}`,
  (scene) =>
    `MailFolders${query({ 'fields[MailFolder]': [undefined, 'name', 'name,unreadMessages', 'subscribed'], 'filter[root]': [undefined, 'INBOX'] }, scene)}`,
  (_scene, folder) => `MailFolders/${folder}`,
  (scene) =>
    `MessageItems${query({ 'page[limit]': ['5', '10'] }, scene, { ...pick(FILTERS, scene.random), ...selection(scene) })}`,
];
/** Without attachments: version 0 reads them, and then their sizes are no longer estimates. */
const V0: readonly Kind[] = [
  ...Array.from({ length: 3 }, (): Kind => (scene, folder) => `${items(folder)}${query(OLD_LIST, scene)}`),
  (scene, folder) =>
    `${items(folder)}/${pick(scene.uids, scene.random)}${query({ attributes: [undefined, 'subject,seen'] }, scene)}`,
  (scene, folder) => `${items(folder)}/${pick(scene.uids, scene.random)}/MessageBody`,
  () => 'MailFolders',
];

/** The path of a request, with its query. */
export function readingRequest(scene: ReadingScene): string {
  const { accountId, folders, random } = scene;
  const isOld = random() < 0.3;
  const path = pick(isOld ? V0 : V1, random)(scene, pick(folders, random));
  return `/rest-api-email/${isOld ? 'v0' : 'v1'}/MailAccounts/${accountId}/${path}`;
}

function list(scene: ReadingScene, folder: string): string {
  return `${items(folder)}${query(LIST, scene, { ...pick(FILTERS, scene.random), ...selection(scene) })}`;
}

function selection({ random }: ReadingScene): Readonly<Record<string, string>> {
  return pick(SELECTIONS, random);
}

function items(folder: string): string {
  return `MailFolders/${folder}/MessageItems`;
}

function query(
  parameters: Parameters,
  { random }: ReadingScene,
  further: Readonly<Record<string, string>> = {},
): string {
  const search = new URLSearchParams(further);
  for (const [name, values] of Object.entries(parameters)) {
    const value = pick(values, random);
    if (value !== undefined) search.set(name, value);
  }
  return search.size === 0 ? '' : `?${search}`;
}
