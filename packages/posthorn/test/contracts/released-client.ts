/** Sends what released conjoon clients send when they write mail, and needs of the answers what they need. */
import assert from 'node:assert/strict';
import type { V0Answer, V0Request, V0Server } from './v0-server.ts';

/** How that client knows a message. */
export interface MessageKey {
  readonly id: string;
  readonly mailAccountId: string;
  readonly mailFolderId: string;
}

export interface PickedFile {
  readonly name: string;
  readonly type: string;
  readonly content: string | Buffer<ArrayBuffer>;
}

/** Every URL has one; servers must not mind. */
const CACHE_BUSTER = '_dc=1700000000000';
const JSON_TYPE = { 'content-type': 'application/json' };

export class ReleasedClient {
  readonly #server: V0Server;
  readonly #headersOf: (request: V0Request) => Readonly<Record<string, string>>;

  /** `headersOf` gives further headers of a request. */
  constructor(
    server: V0Server,
    headersOf: (request: V0Request) => Readonly<Record<string, string>> = () => ({}),
  ) {
    this.#server = server;
    this.#headersOf = headersOf;
  }

  /** New draft, first request: all members of its body, the empty ones, too. */
  async createBody(folder: Omit<MessageKey, 'id'>, textHtml: string, textPlain = ''): Promise<MessageKey> {
    const attributes = { textPlain, textHtml };
    const payload = { data: { ...folder, type: 'MessageBody', attributes } };
    const answer = await this.#send({
      method: 'POST',
      path: `${folderPath(folder)}?${CACHE_BUSTER}`,
      payload,
    });
    return keyOf(answer);
  }

  /** New draft, second request. */
  saveNew(key: MessageKey, attributes: object): Promise<MessageKey> {
    return this.#patch(key, { type: 'MessageDraft', attributes, query: 'origin=create' });
  }

  save(key: MessageKey, attributes: object): Promise<MessageKey> {
    return this.#patch(key, { type: 'MessageDraft', attributes });
  }

  saveBody(key: MessageKey, textHtml: string): Promise<MessageKey> {
    return this.#patch(key, { type: 'MessageBody', attributes: { textHtml } });
  }

  /** Gives the attachment as the answer has it. */
  // biome-ignore lint/suspicious/noExplicitAny: what tests look into, whatever it is
  async upload(key: MessageKey, { name, type, content }: PickedFile): Promise<any> {
    const form = new FormData();
    form.append('files[0][mailAccountId]', key.mailAccountId);
    form.append('files[0][mailFolderId]', key.mailFolderId);
    form.append('files[0][parentMessageItemId]', key.id);
    form.append('files[0][localId]', `${key.mailAccountId}-${key.mailFolderId}-${key.id}-1`);
    form.append('files[0][id]', 'undefined');
    form.append('files[0][text]', name);
    form.append('files[0][type]', type);
    form.append('files[0][blob]', new Blob([content], { type }), name);
    const path = `${messagePath(key)}/Attachments?${CACHE_BUSTER}`;
    const { body } = await this.#send({ method: 'POST', path, payload: form });
    const [attachment] = [body.data].flat();
    assert.ok(attachment.id && attachment.parentMessageItemId);
    return attachment;
  }

  /** A file of a forwarded message: the client copies what it knows of it, and that is not its content. */
  // biome-ignore lint/suspicious/noExplicitAny: what tests look into, whatever it is
  async copyFile(key: MessageKey, { text, type }: { text: string; type: string }): Promise<any> {
    const form = new FormData();
    form.append('files[0][mailAccountId]', key.mailAccountId);
    form.append('files[0][mailFolderId]', key.mailFolderId);
    form.append('files[0][parentMessageItemId]', key.id);
    form.append('files[0][text]', text);
    form.append('files[0][type]', type);
    form.append('files[0][file]', 'null');
    const path = `${messagePath(key)}/Attachments?${CACHE_BUSTER}`;
    const { body } = await this.#send({ method: 'POST', path, payload: form });
    return body.data[0];
  }

  async removeAttachment(key: MessageKey, attachmentId: string): Promise<MessageKey> {
    const localId = `${key.mailAccountId}-${key.mailFolderId}-${key.id}-${attachmentId}`;
    const path = `${messagePath(key)}/Attachments/${attachmentId}?${CACHE_BUSTER}`;
    return keyOf(await this.#send({ method: 'DELETE', path, payload: { localId } }));
  }

  async submit(key: MessageKey): Promise<void> {
    await this.#send({ method: 'POST', path: `${messagePath(key)}?${CACHE_BUSTER}` });
  }

  /** What the client does after sending: under the old id, for sending renumbers nothing. */
  moveToSent(key: MessageKey, folder: string): Promise<MessageKey> {
    const attributes = { draft: false, mailFolderId: folder };
    return this.#patch(key, { type: 'MessageItem', attributes, query: 'attributes=*,previewText' });
  }

  // biome-ignore lint/suspicious/noExplicitAny: what tests look into, whatever it is
  async read(key: MessageKey, what: '' | '/MessageBody' | '/Attachments' = ''): Promise<any> {
    const query = what === '' ? 'attributes=*,previewText,hasAttachments,size' : 'target=MessageBodyDraft';
    const path = `${messagePath(key)}${what}?${CACHE_BUSTER}&${query}`;
    return (await this.#send({ method: 'GET', path })).body.data;
  }

  async #patch(
    key: MessageKey,
    { type, attributes, query }: { type: string; attributes: object; query?: string },
  ): Promise<MessageKey> {
    const path = `${messagePath(key)}/${type}?${[CACHE_BUSTER, ...(query ? [query] : [])].join('&')}`;
    const payload = { data: { ...key, type, attributes } };
    return keyOf(await this.#send({ method: 'PATCH', path, payload }));
  }

  async #send(request: V0Request): Promise<V0Answer> {
    const isJson = request.payload !== undefined && !(request.payload instanceof FormData);
    const headers = {
      accept: '*/*',
      'x-requested-with': 'XMLHttpRequest',
      ...(isJson && JSON_TYPE),
      ...this.#headersOf(request),
    };
    const answer = await this.#server.send({ ...request, headers });
    assert.deepEqual([answer.status, answer.body.success], [200, true], JSON.stringify(answer.body));
    return answer;
  }
}

/** The path of the folder's messages, the folder as one segment. */
function folderPath({ mailAccountId, mailFolderId }: Omit<MessageKey, 'id'>): string {
  return `MailAccounts/${mailAccountId}/MailFolders/${encodeURIComponent(mailFolderId)}/MessageItems`;
}

function messagePath(key: MessageKey): string {
  return `${folderPath(key)}/${key.id}`;
}

/** Without these three members, that client throws. */
function keyOf({ body: { data } }: V0Answer): MessageKey {
  const { id, mailAccountId, mailFolderId } = data;
  assert.ok([id, mailAccountId, mailFolderId].every((value) => typeof value === 'string' && value !== ''));
  return { ...data, id, mailAccountId, mailFolderId };
}
