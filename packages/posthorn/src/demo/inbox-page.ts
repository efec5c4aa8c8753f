/** The page at `/` of the demo: a small inbox, and an example of how to use version 1 from a page. */
import { createHash } from 'node:crypto';

/** A page with the policy that it is sent with. */
export interface InboxPage {
  readonly html: string;
  readonly contentSecurityPolicy: string;
}

/** What the page signs in with. */
export interface InboxLogin {
  readonly user: string;
  readonly password: string;
  readonly accountId: string;
  /** The path of the email service, such as `rest-api-email`. */
  readonly emailPath: string;
}

const STYLE = `
:root { color-scheme: light dark; font: 16px/1.4 system-ui, sans-serif; }
body { margin: 0; display: grid; grid-template-rows: auto 1fr; height: 100vh; }
header { display: flex; gap: 1rem; align-items: baseline; padding: .5rem 1rem; border-bottom: 1px solid #8885; }
h1 { font-size: 1.1rem; margin: 0; }
main { display: grid; grid-template-columns: minmax(16rem, 2fr) 3fr; min-height: 0; }
ul { list-style: none; margin: 0; padding: 0; overflow: auto; border-right: 1px solid #8885; }
li button { all: unset; box-sizing: border-box; display: block; width: 100%; padding: .5rem 1rem; cursor: pointer; border-bottom: 1px solid #8883; }
li button:focus-visible { outline: 2px solid; outline-offset: -2px; }
li[data-unread] { font-weight: bold; }
li[aria-current] { background: #8882; }
li span { display: block; font-size: .85rem; }
section { display: grid; grid-template-rows: auto 1fr; min-height: 0; }
h2 { font-size: 1rem; margin: 0; padding: .75rem 1rem; }
iframe { border: 0; width: 100%; height: 100%; background: #fff; }
`;

/** In plain JavaScript: browsers run it as it is. Texts of mail become text and never markup. */
const SCRIPT = String.raw`
const { user, password, account, api } = document.body.dataset;
const authorization = 'Basic ' + btoa(user + ':' + password);
const folder = api + '/MailAccounts/' + account + '/MailFolders/INBOX';
const fields = 'fields[MessageItem]=subject,from,date,seen';
const [list, status, title, frame] = ['list', 'status', 'title', 'frame'].map((id) => document.getElementById(id));
const messages = new Map();
let state = '';

async function request(url, options = {}) {
  const headers = { authorization, accept: 'application/vnd.api+json', ...options.headers };
  const response = await fetch(url, { ...options, headers, cache: 'no-store' });
  if (!response.ok) throw Object.assign(new Error('HTTP ' + response.status), { status: response.status });
  return response.json();
}

async function readList() {
  const { data, meta } = await request(folder + '/MessageItems?page[limit]=50&' + fields);
  messages.clear();
  for (const item of data) messages.set(item.id, item);
  state = meta.state;
  show();
}

/** Takes what has changed in the order of docs/changes.md. */
async function readChanges() {
  for (let more = true; more; ) {
    const { data, meta } = await request(folder + '/changes?since=' + state + '&' + fields);
    const present = meta.present && uidTest(meta.present.uids);
    for (const id of meta.removed) messages.delete(id);
    for (const id of [...messages.keys()]) if (present && !present(uidOf(id))) messages.delete(id);
    for (const item of data) {
      if (item.meta.change === 'created' || messages.has(item.id)) messages.set(item.id, item);
    }
    ({ state, more } = meta);
  }
  show();
}

function uidOf(id) {
  return Number(id.split('.').at(-1));
}

function uidTest(uids) {
  const ranges = uids.split(',').map((range) => range.split(':').map(Number));
  return (uid) => ranges.some(([first, last = first]) => first <= uid && uid <= last);
}

async function listen() {
  for (let retryMs = 3000; ; await new Promise((resolve) => setTimeout(resolve, retryMs))) {
    try {
      const response = await fetch(folder + '/events?since=' + state, {
        headers: { authorization, accept: 'text/event-stream' },
        cache: 'no-store',
      });
      if (!response.ok) throw Object.assign(new Error('HTTP ' + response.status), { status: response.status });
      status.textContent = 'live';
      const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
      for (let text = '', part = await reader.read(); !part.done; part = await reader.read()) {
        const frames = (text + part.value).split('\n\n');
        text = frames.pop();
        for (const each of frames) {
          const value = (name) => new RegExp('^' + name + ': (.*)$', 'm').exec(each)?.[1];
          retryMs = Number(value('retry') ?? retryMs);
          if (value('event') === 'changes') await readChanges();
          if (value('event') === 'reset') await readList();
        }
      }
    } catch (error) {
      if (error.status === 400 || error.status === 410) await readList().catch(() => undefined);
    }
    status.textContent = 'comes back';
  }
}

function show() {
  const sorted = [...messages.values()].sort((a, b) => (a.attributes.date < b.attributes.date ? 1 : -1));
  list.replaceChildren(...sorted.map(row));
}

function row(item) {
  const { subject, from, date, seen } = item.attributes;
  const entry = document.createElement('li');
  const button = entry.appendChild(document.createElement('button'));
  const about = document.createElement('span');
  about.textContent = (from?.name || from?.address || '') + ', ' + new Date(date).toLocaleString();
  button.append(subject || '(no subject)', about);
  button.addEventListener('click', () => open(item));
  if (!seen) entry.dataset.unread = '';
  if (item.id === list.dataset.open) entry.setAttribute('aria-current', 'true');
  return entry;
}

/** The HTML is safe already; the frame has no scripts, no forms and no origin all the same. */
async function open(item) {
  list.dataset.open = item.id;
  const { data } = await request(api + '/MessageBodies/' + item.id);
  const { textHtml, textPlain } = data.attributes;
  title.textContent = item.attributes.subject;
  const plain = document.createElement('pre');
  plain.textContent = textPlain;
  plain.style.whiteSpace = 'pre-wrap';
  frame.srcdoc = textHtml || plain.outerHTML;
  await request(api + '/MessageItems/' + item.id, {
    method: 'PATCH',
    headers: { 'content-type': 'application/vnd.api+json' },
    body: JSON.stringify({ data: { type: 'MessageItem', id: item.id, attributes: { seen: true } } }),
  });
  await readChanges();
}

readList().then(listen, (error) => {
  status.textContent = error.message;
});
`;

/** The page for the login of the demo, which is public. */
export function createInboxPage({ user, password, accountId, emailPath }: InboxLogin): InboxPage {
  const data = { user, password, account: accountId, api: `/${emailPath}/v1` };
  const attributes = Object.entries(data).map(([name, value]) => `data-${name}="${escapeHtml(value)}"`);
  return {
    contentSecurityPolicy: [
      "default-src 'none'",
      `script-src '${hashOf(SCRIPT)}'`,
      // Mail brings its own styles; they cannot load anything.
      "style-src 'unsafe-inline'",
      'img-src data:',
      "connect-src 'self'",
      ...["base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'"],
    ].join('; '),
    html: `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Inbox - Posthorn demo</title>
<link rel="icon" href="data:,">
<style>${STYLE}</style>
</head>
<body ${attributes.join(' ')}>
<header><h1>Inbox</h1><span>${escapeHtml(user)}</span><span id="status" role="status">begins</span><a href="/docs">API</a></header>
<main>
<ul id="list" aria-label="Messages"></ul>
<section aria-label="Message"><h2 id="title"></h2><iframe id="frame" sandbox="" title="Text of the message"></iframe></section>
</main>
<script>${SCRIPT}</script>
</body>
</html>
`,
  };
}

function hashOf(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
