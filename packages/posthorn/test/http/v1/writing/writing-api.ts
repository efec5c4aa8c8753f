/** What the suites on writing are run against, and the requests that they have in common. */
import assert from 'node:assert/strict';
import type { LightMyRequestResponse } from 'fastify';
import type { AcceptedMail, CapabilityOptions, ProfileName } from 'posthorn-sandbox';
import { v1Mail } from '../v1-mail.ts';
import { ACCOUNT, startV1Server, type V1Api } from '../v1-server.ts';

/** A server that sends, with the mail of v1-mail.ts and an empty Drafts. */
export interface WritingApi extends V1Api {
  /** What was sent so far. */
  sent(): readonly AcceptedMail[];
}

/** Starts a server of its own for a group of tests. */
export type StartWritingApi = () => Promise<WritingApi>;

export const DRAFTS = `${ACCOUNT}/MailFolders/Drafts/MessageItems`;
export const FOLDERS = `${ACCOUNT}/MailFolders`;

/** The server over a mail server that behaves as a provider's does, with the mailboxes that the suites know. */
export async function startProfileWriting(
  profile: ProfileName,
  capabilities: CapabilityOptions,
): Promise<WritingApi> {
  const mailboxes = [...v1Mail, { name: 'Drafts', specialUse: '\\Drafts' as const }];
  const server = await startV1Server({ mailboxes, capabilities, profile, canSend: true });
  return { ...server, sent: () => server.sandbox.acceptedMail };
}

/** The server over a mail server in memory, which can do all that it knows unless told otherwise. */
export async function startSandboxWriting(capabilities: CapabilityOptions = {}): Promise<WritingApi> {
  const mailboxes = [...v1Mail, { name: 'Drafts', specialUse: '\\Drafts' as const }];
  const server = await startV1Server({ mailboxes, capabilities, canSend: true });
  return { ...server, sent: () => server.sandbox.acceptedMail };
}

/** A resource as answers show it. */
export interface ShownResource {
  readonly type: string;
  readonly id: string;
  // biome-ignore lint/suspicious/noExplicitAny: what tests look into, whatever it is
  readonly attributes: any;
  // biome-ignore lint/suspicious/noExplicitAny: what tests look into, whatever it is
  readonly relationships: any;
  readonly links: { readonly self: string };
}

type Attributes = Readonly<Record<string, unknown>>;

/** The document of a message that is to be created. */
export function newMessage(attributes: Attributes, more: object = {}): object {
  return { data: { type: 'MessageItem', attributes, ...more } };
}

/** The document that changes the resource. */
export function changeOf(
  { type, id }: Pick<ShownResource, 'type' | 'id'>,
  attributes: Attributes,
  more: object = {},
): object {
  return { data: { type, id, attributes, ...more } };
}

/** A draft that was just created, and its entity tag. */
export async function createDraft(
  server: WritingApi,
  attributes: Attributes = { subject: 'A draft', to: [{ address: 'ann@example.com' }] },
): Promise<{ readonly draft: ShownResource; readonly etag: string }> {
  const answer = await server.send({ method: 'POST', url: DRAFTS, document: newMessage(attributes) });
  assert.equal(answer.statusCode, 201, answer.body);
  return { draft: answer.json().data, etag: String(answer.headers.etag) };
}

/** Status, code and source of each problem: what a program looks at. */
export function problemsOf(answer: LightMyRequestResponse): readonly unknown[] {
  const errors: readonly { status: string; code: string; source?: object }[] = answer.json().errors ?? [];
  return errors.map(({ status, code, source }) => [Number(status), code, source]);
}

/** The body of a message, of the address below or whole. */
export async function textsOf(server: WritingApi, message: string): Promise<unknown> {
  return (await server.get(`${message}/MessageBody`)).json().data.attributes;
}

/** A form with files, as browsers send it. */
export async function formOf(
  ...files: readonly (readonly [field: string, name: string, content: string])[]
): Promise<{ readonly headers: Readonly<Record<string, string>>; readonly payload: Buffer }> {
  const form = new FormData();
  for (const [field, name, content] of files) form.append(field, new Blob([content]), name);
  const response = new Response(form);
  const contentType = response.headers.get('content-type') ?? '';
  return { headers: { 'content-type': contentType }, payload: Buffer.from(await response.arrayBuffer()) };
}
