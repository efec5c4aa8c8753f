import assert from 'node:assert/strict';
import { once } from 'node:events';
import { get as httpGet } from 'node:http';
import { Readable } from 'node:stream';
import { describe, it } from 'node:test';
import { pino } from 'pino';
import { formatAttachmentId } from '../../../../src/domain/messages/attachment-id.ts';
import { file, InMemoryMailStore, mailbox, message, type StoredFile } from '../../in-memory-mail-store.ts';
import { AUTHORIZATION, createTestServer, get, INBOX } from '../../test-server.ts';

const HEADERS = { authorization: AUTHORIZATION };

function createStore(...files: readonly StoredFile[]): InMemoryMailStore {
  return new InMemoryMailStore([{ mailbox: mailbox('INBOX'), messages: [message({ uid: 12, files })] }]);
}

function urlOf({ attachment }: StoredFile): string {
  return `${INBOX}/12/Attachments/${formatAttachmentId(attachment)}`;
}

describe('GET Attachments/{id}', () => {
  it('sends the decoded content as a file that a browser saves', async (t) => {
    const stored = file({ fileName: 'Grüße.txt' });

    const answer = await get(createTestServer(t, { mailStore: createStore(stored) }), urlOf(stored));

    assert.equal(answer.statusCode, 200);
    assert.equal(answer.body, 'hello');
    assert.equal(answer.headers['content-type'], 'text/plain');
    assert.equal(
      answer.headers['content-disposition'],
      `attachment; filename="Gr__e.txt"; filename*=UTF-8''Gr%C3%BC%C3%9Fe.txt`,
    );
    assert.equal(answer.headers['content-security-policy'], "sandbox; default-src 'none'");
    assert.equal(answer.headers['x-content-type-options'], 'nosniff');
    assert.equal(answer.headers['cross-origin-resource-policy'], 'same-origin');
  });

  it('hides a type that a browser would run', async (t) => {
    const stored = file({ mediaType: 'text/html' });

    const answer = await get(createTestServer(t, { mailStore: createStore(stored) }), urlOf(stored));

    assert.equal(answer.headers['content-type'], 'application/octet-stream');
  });

  it('sends an image that is shown inside the body', async (t) => {
    const stored = file({ isInline: true, mediaType: 'image/png' });

    const answer = await get(createTestServer(t, { mailStore: createStore(stored) }), urlOf(stored));

    assert.equal(answer.statusCode, 200);
  });

  for (const id of ['2', '2-0000000000000000', '9-4022fa3881f2724e', 'constructor', '..%2F..%2Fetc']) {
    it(`answers 404 for the id ${id}`, async (t) => {
      const app = createTestServer(t, { mailStore: createStore(file()) });

      const answer = await get(app, `${INBOX}/12/Attachments/${id}`);

      assert.equal(answer.statusCode, 404);
      assert.equal(answer.json().code, 'attachment-unknown');
    });
  }

  it('takes longer than a request may as long as it goes on', async (t) => {
    const stored = file();
    const mailStore = createStore(stored);
    const { attachment } = stored;
    const { promise: isDeadlineOver, resolve: passDeadline } = withResolvers();
    mailStore.openAttachment = async (_request, signal?: AbortSignal) => {
      setTimeout(passDeadline, 60);
      const stream = Readable.from(
        (async function* () {
          yield Buffer.from('slow ');
          await isDeadlineOver;
          yield Buffer.from(String(signal?.aborted));
        })(),
      );
      return { attachment, stream };
    };

    const answer = await get(
      createTestServer(t, { mailStore, options: { requestTimeoutMs: 30 } }),
      urlOf(stored),
    );

    assert.equal(answer.body, 'slow false');
  });

  it('destroys the stream when the client goes away, and logs no error of ours', async (t) => {
    const stored = file();
    const mailStore = createStore(stored);
    const endless = new Readable({ read: () => undefined });
    endless.push(Buffer.alloc(100));
    mailStore.openAttachment = async () => ({ attachment: stored.attachment, stream: endless });
    const lines: string[] = [];
    const logger = pino({ level: 'warn' }, { write: (line: string) => lines.push(line) });
    const app = createTestServer(t, { mailStore, logger });
    const origin = await app.listen({ host: '127.0.0.1', port: 0 });
    const [response] = await once(httpGet(`${origin}${urlOf(stored)}`, { headers: HEADERS }), 'response');

    response.destroy();

    await once(endless, 'close');
    assert.equal(endless.destroyed, true);
    assert.deepEqual(lines, []);
  });

  it('breaks the connection off when the mail server fails in the middle', async (t) => {
    const stored = file();
    const mailStore = createStore(stored);
    const stream = Readable.from(
      (async function* () {
        yield Buffer.from('half');
        throw new Error('connection lost');
      })(),
    );
    mailStore.openAttachment = async () => ({ attachment: stored.attachment, stream });
    const app = createTestServer(t, { mailStore });
    const origin = await app.listen({ host: '127.0.0.1', port: 0 });

    const broken = fetch(`${origin}${urlOf(stored)}`, { headers: HEADERS }).then((answer) => answer.text());

    await assert.rejects(broken);
  });
});

describe('HEAD Attachments/{id}', () => {
  it('answers the headers of the file without opening it', async (t) => {
    const stored = file();
    const mailStore = createStore(stored);
    const app = createTestServer(t, { mailStore });

    const answer = await app.inject({ method: 'HEAD', url: urlOf(stored), headers: HEADERS });

    assert.equal(answer.statusCode, 200);
    assert.equal(answer.body, '');
    assert.equal(answer.headers['content-type'], 'text/plain');
    assert.equal(answer.headers['content-length'], undefined);
    assert.deepEqual(mailStore.calls, ['verifyLogin', 'listAttachments']);
  });
});

function withResolvers(): { readonly promise: Promise<void>; readonly resolve: () => void } {
  let resolve = (): void => undefined;
  const promise = new Promise<void>((resolvePromise) => {
    resolve = resolvePromise;
  });
  return { promise, resolve };
}
