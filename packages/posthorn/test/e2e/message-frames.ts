/** Shows HTML of messages in a browser without a window, in the frame that the documentation names and in others. */
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { openBrowser } from './browser.ts';

const READING_PAGE = join(import.meta.dirname, '../../../../docs/reading.md');
const SAFE_FRAME = /<!-- safe-frame -->\n```js\n([\s\S]*?)```\n<!-- \/safe-frame -->/;
/** What the messages' servers are called; their names carry the number of the message. */
const SERVER = /\b(?:[xyt]|bank)\.test\b/gi;
/** Nothing more happens when nothing has happened for this time. */
const SETTLING_MS = 700;
/** Frames are painted within this time after they were loaded. */
const PAINTING_MS = 300;

/** How the HTML is shown. */
export type FrameKind =
  /** As `docs/reading.md` says. */
  | 'documented'
  /** Put into an element of the page, which has no policy: the HTML has to be safe by itself. */
  | 'element';

/** What happened while messages were shown. */
export interface Happening {
  /** Numbers of the messages that ran a script. */
  readonly scripts: readonly number[];
  /** Addresses that were asked for. */
  readonly requests: readonly string[];
  /** Numbers of the messages of which HTML differs after it was read, written and read again. */
  readonly unstable: readonly number[];
}

/** A browser with a page that messages are shown in. */
export interface MessageFrames {
  /** Shows the messages together, each in a place of its own. Their servers are called `m<number>.test`. */
  showAll(messages: readonly string[], kind: FrameKind): Promise<Happening>;
  /** Shows the messages in the same place, and counts the pixels around it that are not as they were before. */
  paintedOutside(messages: readonly string[], kind: 'documented' | 'box'): Promise<number>;
  /** The visible text of one message in the documented frame. */
  textInFrame(message: string): Promise<string>;
  close(): Promise<void>;
}

/** Opens the browser. The page comes from a server on loopback; every other request is counted and refused. */
export async function openMessageFrames(): Promise<MessageFrames> {
  const safeFrame = SAFE_FRAME.exec(await readFile(READING_PAGE, 'utf8'))?.[1];
  if (safeFrame === undefined) throw new Error('docs/reading.md does not say how to show a message.');
  const server = createServer((_request, response) => {
    response.setHeader('Content-Type', 'text/html; charset=utf-8');
    response.end(pageWith(safeFrame));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const home = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const { context, close } = await openBrowser();
  const requests: string[] = [];
  const scripts: number[] = [];
  await context.route('**', (route) => {
    const url = route.request().url();
    if (url === home) return route.continue();
    // The page itself compares its pictures, and parts of the message are nobody else's.
    if (!url.startsWith('data:image/png') && !url.startsWith('cid:')) requests.push(url);
    return route.abort();
  });
  await context.exposeBinding('scriptRan', (_source, number: number) => scripts.push(number));
  const page = await context.newPage();
  page.on('dialog', (dialog) => {
    scripts.push(-1);
    void dialog.dismiss();
  });

  return {
    async showAll(messages, kind) {
      await page.goto(home);
      requests.length = 0;
      scripts.length = 0;
      const numbered = messages.map((html, number) => numberedHtml(html, number));
      const unstable = await call<number[]>(page, 'showInPlaces', { messages: numbered, kind });
      for (let seen = -1; seen !== requests.length + scripts.length; ) {
        seen = requests.length + scripts.length;
        await page.waitForTimeout(SETTLING_MS);
      }
      return {
        scripts: [...new Set(scripts)],
        requests: requests.filter((url) => url !== `${home}favicon.ico`),
        unstable,
      };
    },
    async paintedOutside(messages, kind) {
      await page.goto(home);
      const before = await page.screenshot();
      await call(page, kind === 'box' ? 'showInBox' : 'showInFrames', messages);
      await page.waitForTimeout(PAINTING_MS);
      const screenshots = [before, await page.screenshot()];
      // In a page of its own: styles of the message may reach this one.
      await page.goto(home);
      return call(
        page,
        'countDifferences',
        screenshots.map((image) => image.toString('base64')),
      );
    },
    async textInFrame(message) {
      await page.goto(home);
      await call(page, 'showInFrames', [message]);
      return (await page.frameLocator('#small iframe').locator('body').textContent()) ?? '';
    },
    async close() {
      await close();
      server.close();
    },
  };
}

/** Scripts that run tell their number, and addresses have it. */
function numberedHtml(html: string, number: number): string {
  return html
    .replaceAll(SERVER, `m${number}.test`)
    .replaceAll(/alert(\(|&lpar;)1/g, `scriptRan$1${number}`)
    .replaceAll('&#97;lert(1)', `scriptRan(${number})`);
}

function pageWith(safeFrame: string): string {
  return `<!DOCTYPE html><html><head><style>
    body { margin: 0; background: white; color: black }
    #small { position: absolute; left: 200px; top: 200px; width: 300px; height: 200px; overflow: hidden }
    #small iframe { height: 200px !important }
    .page-overlay { position: fixed; inset: 0; background: lime }
    </style></head><body><p>The page around</p><div id="all"></div><div id="small"></div>
    <script type="module">${safeFrame} ${PAGE_FUNCTIONS}</script></body></html>`;
}

/** What runs in the page. Messages may give elements the names of members of `document`, so those are taken first. */
const PAGE_FUNCTIONS = `
const all = document.querySelector('#all');
const small = document.querySelector('#small');
const createElement = document.createElement.bind(document);
Object.assign(window, {
  async showInPlaces({ messages, kind }) {
    const unstable = [];
    const loads = [];
    for (const [number, html] of messages.entries()) {
      const place = createElement('div');
      all.append(place);
      if (kind !== 'element') {
        showMessage(place, html, false);
        loads.push(new Promise((resolve) => { place.firstElementChild.onload = resolve; }));
        continue;
      }
      place.innerHTML = html;
      const once = place.innerHTML;
      const again = createElement('div');
      again.innerHTML = once;
      if (again.innerHTML !== once) unstable.push(number);
    }
    await Promise.all(loads);
    return unstable;
  },
  async showInFrames(messages) {
    const loads = messages.map((html) => {
      const place = createElement('div');
      place.style = 'position: absolute; inset: 0';
      small.append(place);
      showMessage(place, html, false);
      return new Promise((resolve) => { place.firstElementChild.onload = resolve; });
    });
    await Promise.all(loads);
  },
  showInBox(messages) {
    for (const html of messages) {
      const place = createElement('div');
      small.append(place);
      place.innerHTML = html;
    }
  },
  async countDifferences([first, second]) {
    const [old, now] = await Promise.all([pixelsOf(first), pixelsOf(second)]);
    let differing = 0;
    for (let y = 0; y < now.height; y += 1) {
      for (let x = 0; x < now.width; x += 1) {
        if (x >= 200 && x < 500 && y >= 200 && y < 400) continue;
        const at = 4 * (y * now.width + x);
        if ([0, 1, 2].some((colour) => old.data[at + colour] !== now.data[at + colour])) differing += 1;
      }
    }
    return differing;
  },
});
async function pixelsOf(base64) {
  const image = new Image();
  image.src = 'data:image/png;base64,' + base64;
  await image.decode();
  const context = new OffscreenCanvas(image.width, image.height).getContext('2d');
  context.drawImage(image, 0, 0);
  return context.getImageData(0, 0, image.width, image.height);
}`;

/** Calls a function of the page. */
function call<Result>(page: Page, name: string, input: unknown): Promise<Result> {
  return page.evaluate(`window.${name}(${JSON.stringify(input)})`);
}
