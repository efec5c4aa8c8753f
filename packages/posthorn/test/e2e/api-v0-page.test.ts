/** The examples of docs/api-v0.md against the demo. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import { type PosthornProcess, startPosthornProcess } from './posthorn-process.ts';

const PAGE = readFileSync(new URL('../../../../docs/api-v0.md', import.meta.url), 'utf8');
const AUTHORIZATION = `Basic ${btoa('jane@posthorn.test:demo')}`;
const DOCUMENTED_ADDRESS = 'http://127.0.0.1:8025';
const [SIGN_IN, ...READS] = [...PAGE.matchAll(/^ *curl -s ((?!.*-X).+) '(http[^']+)'/gm)].map(
  ([, options = '', url = '']) => ({ options, url }),
);
/** The line that changes something: its body and its address. */
const [, CHANGE = '', CHANGED_URL = ''] =
  /curl -s .* -X PATCH .*\n *-d '([^']+)' \\\n *'([^']+)'/.exec(PAGE) ?? [];
/** The lines that write and send, in their order. */
const [WRITING = ''] = /^## Writing and sending$[\s\S]*?(?=^## )/m.exec(PAGE) ?? [];
const WRITES = [...WRITING.matchAll(/^curl [\s\S]*?'(http[^']+)'$/gm)].map(([line, url = '']) => ({
  url,
  method: /-X ([A-Z]+)/.exec(line)?.[1] ?? 'POST',
  body: /-d '([^']+)'/.exec(line)?.[1],
  fields: [...line.matchAll(/-F '([^=]+)=([^']+)'/g)].map(([, name = '', value = '']) => ({ name, value })),
}));
/** What they show as answers. */
const SHOWN_ANSWERS = [...WRITING.matchAll(/```json\n([\s\S]*?)```/g)].map(([, text = '']) =>
  JSON.parse(text),
);
/** The one line that shows a failure. */
const FAILING = `${DOCUMENTED_ADDRESS}/rest-api-email/v0/MailAccounts/demo/MailFolders/INBOX/MessageItems`;

describe('docs/api-v0.md', () => {
  let demo: PosthornProcess;

  before(async () => {
    demo = await startPosthornProcess(['demo', '--port', '0']);
  });
  after(() => demo?.stop());

  const send = (url: string, init: RequestInit = {}) => {
    const headers = { authorization: AUTHORIZATION };
    return fetch(url.replace(DOCUMENTED_ADDRESS, demo.address), { headers, ...init });
  };

  it('has lines for all routes', () => {
    assert.ok(READS.length >= 9, `${READS.length} lines`);
  });

  it('shows a sign-in that works', async () => {
    const body = new URLSearchParams(SIGN_IN?.options.replaceAll('-d ', '').replace(' ', '&'));

    const response = await send(SIGN_IN?.url ?? '', { method: 'POST', headers: {}, body });

    assert.deepEqual(await response.json(), {
      success: true,
      data: { username: 'jane@posthorn.test', password: 'demo' },
    });
  });

  for (const { url } of READS.filter(({ url }) => url !== FAILING)) {
    it(`shows what works: ${url.slice(DOCUMENTED_ADDRESS.length)}`, async () => {
      assert.equal((await send(url)).status, 200);
    });
  }

  it('shows a move that works, and its answer', async () => {
    const headers = { authorization: AUTHORIZATION, 'content-type': 'application/json' };

    const response = await send(CHANGED_URL, { method: 'PATCH', headers, body: CHANGE });

    const answer = JSON.stringify(await response.json());
    assert.ok(PAGE.replaceAll(/\s+/g, '').includes(answer.replaceAll(/\s+/g, '')), answer);
  });

  it('shows how a message is written and sent: each answer has the id that the next line uses', async () => {
    const picture = await (
      await send(READS.find(({ url }) => url.includes('/Attachments/'))?.url ?? '')
    ).blob();
    const answers = [];
    for (const { url, method, body, fields } of WRITES) {
      const form = new FormData();
      for (const { name, value } of fields) form.append(name, value === '@logo.png' ? picture : value);
      const headers = { authorization: AUTHORIZATION, ...(body && { 'content-type': 'application/json' }) };
      const response = await send(url, {
        method,
        headers,
        ...(body && { body }),
        ...(fields.length > 0 && { body: form }),
      });
      answers.push(await response.json());
    }

    const [created, changed, uploaded, removed, sent] = answers;
    assert.match(changed.data.messageId, /^<.+@posthorn\.test>$/);
    changed.data.messageId = '<...>';
    assert.deepEqual([created, changed, sent], SHOWN_ANSWERS);
    assert.deepEqual([uploaded.data[0].text, removed.success], ['logo.png', true]);
  });

  it('shows a failure word for word', async () => {
    const response = await send(FAILING);

    const answer = JSON.stringify(await response.json());
    const shown = PAGE.replaceAll(/\s+/g, '');
    assert.ok(shown.includes(answer.replaceAll(/\s+/g, '')), answer);
  });
});
