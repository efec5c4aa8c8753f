import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { after, before, describe, it } from 'node:test';
import { findFreePort } from '../support/free-port.ts';
import { type PosthornProcess, runPosthorn, startPosthornProcess } from './posthorn-process.ts';
import type { V0Answer, V0List } from './v0-answer.ts';

interface Line {
  readonly url: string;
  readonly authorization: string;
}

describe('posthorn demo', () => {
  let demo: PosthornProcess;
  let lines: readonly Line[];

  before(async () => {
    demo = await startPosthornProcess(['demo', '--port', '0']);
    lines = readCurlLines(demo.output());
  });
  after(() => demo.stop());

  const get = async <Answer>(path: string) => {
    const [line] = lines;
    const response = await fetch(`${demo.address}/rest-api-email/v0/MailAccounts${path}`, {
      headers: { authorization: line?.authorization ?? '' },
    });
    return (await response.json()) as Answer;
  };

  it('prints curl lines that work as they are', async () => {
    const statuses = await Promise.all(
      lines.map(async ({ url, authorization }) => {
        const response = await fetch(url, { headers: { authorization } });
        const body = (await response.json()) as { data?: unknown };
        return [response.status, body.data !== undefined];
      }),
    );

    assert.ok(lines.length >= 10);
    assert.match(lines[0]?.url ?? '', /\/v1\/MailAccounts$/);
    assert.deepEqual(
      statuses,
      lines.map(() => [200, true]),
    );
  });

  it('prints a message whose files are there', async () => {
    const line = lines.find(({ url }) => url.endsWith('/Attachments'));
    const response = await fetch(line?.url ?? '', { headers: { authorization: line?.authorization ?? '' } });

    assert.ok(((await response.json()) as { data: readonly unknown[] }).data.length > 0);
  });

  it('prints lines for a new mail that a shell takes as they are', () => {
    const shown = demo
      .output()
      .split('\n')
      .filter((line) => /DRAFT/.test(line));

    const answer = execFileSync('/bin/sh', ['-c', shown.join('\n')], { encoding: 'utf8' });

    const { data } = JSON.parse(answer) as { data: { attributes: { subject: string } } };
    assert.deepEqual([shown.length, data.attributes.subject], [2, 'Hello'], answer);
  });

  it('listens on the port that the environment names', async () => {
    const port = await findFreePort();
    const other = await startPosthornProcess(['demo'], { environment: { PORT: String(port) } });

    assert.deepEqual([other.address, await other.stop()], [`http://127.0.0.1:${port}`, 0]);
  });

  it('says which setting has to change when its port is taken', async () => {
    const { code, output } = await runPosthorn(['demo', '--port', new URL(demo.address).port]);

    assert.equal(code, 1);
    assert.match(
      output,
      /^posthorn: PORT: port \d+ of 127\.0\.0\.1 is taken by another program \(EADDRINUSE\)/m,
    );
  });

  it('refuses a port that is none', async () => {
    const { code, output } = await runPosthorn(['demo', '--port', 'http']);

    assert.deepEqual([code, /PORT: expected an integer from 0 to 65535, got "http"/.test(output)], [2, true]);
  });

  it('has a folder of 5,000 messages whose last rows are there', async () => {
    const folder = encodeURIComponent('Archive/Mailing list');

    const { total, data } = await get<V0List>(`/demo/MailFolders/${folder}/MessageItems?start=4990&limit=50`);

    assert.deepEqual([total, data.length], [5_000, 10]);
  });

  it('has every folder that a mail client needs', async () => {
    const { data } = await get<V0List>('/demo/MailFolders');

    const types = data.map(({ folderType }) => folderType);
    for (const type of ['INBOX', 'DRAFT', 'SENT', 'JUNK', 'TRASH']) assert.ok(types.includes(type), type);
  });

  it('shows mail with text, HTML and files', async () => {
    const inbox = '/demo/MailFolders/INBOX/MessageItems';
    const { data: items } = await get<V0List>(`${inbox}?start=0&limit=50`);
    const withFiles = items.find(({ hasAttachments }) => hasAttachments);

    const { data: files } = await get<V0List>(`${inbox}/${withFiles?.id}/Attachments`);
    const bodies = await Promise.all(items.map(({ id }) => get<V0Answer>(`${inbox}/${id}/MessageBody`)));

    assert.match(files[0]?.downloadUrl ?? '', /^data:application\/octet-stream;base64,/);
    assert.ok(bodies.some(({ data }) => data.textHtml !== ''));
    assert.ok(bodies.every(({ data }) => data.textHtml !== '' || data.textPlain !== ''));
  });

  it('lets nobody in with a wrong password', async () => {
    const response = await fetch(`${demo.address}/rest-api-email/v0/MailAccounts`, {
      headers: { authorization: `Basic ${btoa('jane@posthorn.test:guess')}` },
    });

    assert.equal(response.status, 401);
  });

  it('ends in order when it is told to', async () => {
    const other = await startPosthornProcess(['demo', '--port', '0']);

    assert.equal(await other.stop('SIGINT'), 0);
  });
});

function readCurlLines(output: string): readonly Line[] {
  return [...output.matchAll(/curl -sg -u (\S+) '([^']+)'/g)].map(([, credentials = '', url = '']) => ({
    url,
    authorization: `Basic ${btoa(credentials)}`,
  }));
}
