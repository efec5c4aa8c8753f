/**
 * `npm run bench:inbox`: the inbox page in Chromium before a private Dovecot with a large folder. Prints what its readers wait for, the tasks
 * that hold the page for 50 ms or more, and what it sends and draws. `--size 100000` chooses the number of messages.
 */
import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';
import { type InboxPage, openInbox } from '../packages/posthorn/test/e2e/inbox-page.ts';
import { type InboxScene, openInboxScene } from '../packages/posthorn/test/e2e/inbox-scene.ts';
import { openScrollWatch, type ScrollWatch } from '../packages/posthorn/test/e2e/scroll-watch.ts';
import { buildMessage } from '../packages/posthorn/test/support/message-samples.ts';

const ROW_HEIGHT = 82;
const SCROLL_FRAMES = 600;
/** Ten frames of 60 in a second, for a screen that is read and left. */
const REST_MS = 170;
const PATIENCE_MS = 300_000;
const FILES = ['/', '/inbox/inbox.js', '/inbox/style.css'];

interface Figure {
  readonly name: string;
  readonly value: string;
  readonly goal?: string;
}

const { values } = parseArgs({ options: { size: { type: 'string', default: '100000' } } });
const size = Number(values.size);

function* letters() {
  for (let index = 1; index <= size; index += 1) {
    const date = new Date(Date.UTC(2020, 0, 1) + index * 60_000);
    const messageId = `<${index}@example.org>`;
    yield { raw: buildMessage({ subject: `Letter ${index}.`, date, messageId }), internalDate: date };
  }
}

console.log(`A folder of ${size} messages is filled.`);
const scene = await openInboxScene('Dovecot', letters());
try {
  const figures = [await sizeOfFiles(scene)];
  const inbox = await openInbox(scene.address);
  try {
    figures.push(...(await measure(inbox)));
    for (const problem of inbox.problems) console.log(problem);
  } finally {
    await inbox.close();
  }
  console.log(['| | figure | goal |', '| --- | ---: | ---: |', ...figures.map(toLine)].join('\n'));
} finally {
  await scene.close();
}

function toLine({ name, value, goal = '-' }: Figure): string {
  return `| ${name} | ${value} | ${goal} |`;
}

async function sizeOfFiles({ address }: InboxScene): Promise<Figure> {
  const { origin } = new URL(address);
  const texts = FILES.map(async (path) =>
    (await fetch(new URL(path, origin), { headers: { accept: 'text/html' } })).text(),
  );
  const octets = (await Promise.all(texts)).reduce((sum, text) => sum + gzipSync(text).length, 0);
  return {
    name: 'files before the first list, compressed',
    value: `${(octets / 1000).toFixed(1)} KB`,
    goal: '200 KB',
  };
}

async function measure(inbox: InboxPage): Promise<readonly Figure[]> {
  const watch = await openScrollWatch(inbox.page);
  const openedAt = performance.now();
  await waitForFirstList(inbox);
  const waitedMs = performance.now() - openedAt;
  await inbox.page.waitForTimeout(REST_MS);
  const { firstListMs } = await watch.record();
  const figures: Figure[] = [
    { name: 'the first list, after the page was loaded', value: `${waitedMs.toFixed(0)} ms` },
    { name: 'the first list in view, after its answer', value: `${firstListMs} ms`, goal: '150 ms' },
  ];
  for (const [name, work] of Object.entries(works(inbox, watch))) {
    figures.push(...(await measureWork(watch, { name, work })));
  }
  const { mostRows, shifts } = await watch.record();
  return [
    ...figures,
    { name: 'rows in the document at most', value: String(mostRows), goal: '24' },
    { name: 'layout shifts', value: String(shifts.length), goal: '0' },
  ];
}

/** A mail server that has never sorted the folder may take longer than a request; readers try again. */
async function waitForFirstList({ page, row }: InboxPage): Promise<void> {
  const again = page.getByRole('button', { name: 'Try again' });
  for (const end = performance.now() + PATIENCE_MS; performance.now() < end; ) {
    await row(`Letter ${size}.`).or(again).first().waitFor({ timeout: PATIENCE_MS });
    if ((await again.count()) === 0) return;
    console.log(`The list failed: ${await page.locator('.list-pane').textContent()}`);
    await again.click();
  }
}

/** What a reader of a large folder does. */
function works({ page, row }: InboxPage, watch: ScrollWatch): Record<string, () => Promise<unknown>> {
  const end = size * ROW_HEIGHT;
  const middle = end / 2;
  return {
    'scroll to the end': () => watch.scroll({ from: 0, to: end, count: SCROLL_FRAMES }),
    'the last page in view': () => row('Letter 1.').waitFor({ timeout: PATIENCE_MS }),
    'scroll back': () => watch.scroll({ from: end, to: 0, count: SCROLL_FRAMES }),
    'read screen by screen, 100 screens': async () => {
      for (let screen = 1; screen <= 100; screen += 1) {
        const top = screen * 8 * ROW_HEIGHT;
        await watch.scroll({ from: top, to: top, count: 1 });
        await page.waitForTimeout(REST_MS);
      }
    },
    'a star in the middle': async () => {
      await watch.scroll({ from: middle, to: middle, count: 1 });
      const [first = ''] = await watch.subjects();
      await row(first).getByRole('button', { name: 'Star', exact: true }).click();
      await row(first).locator('.row-star.on').waitFor();
    },
    'a search that finds one message': async () => {
      await page.getByLabel('Search mail').fill('subject:"Letter 4711."');
      await page.keyboard.press('Enter');
      await page.getByText('1 message', { exact: true }).waitFor({ timeout: PATIENCE_MS });
    },
    'a search that finds all': async () => {
      await page.getByLabel('Search mail').fill('subject:Letter');
      await page.keyboard.press('Enter');
      await row(`Letter ${size}.`).waitFor({ timeout: PATIENCE_MS });
    },
  };
}

async function measureWork(
  watch: ScrollWatch,
  { name, work }: { readonly name: string; readonly work: () => Promise<unknown> },
): Promise<readonly Figure[]> {
  const before = await watch.record();
  const startedAt = performance.now();
  await work();
  const ms = performance.now() - startedAt;
  const { longTasksMs, pages, shifts } = await watch.record();
  for (const shift of shifts.slice(before.shifts.length)) console.log(`Layout shift by "${name}": ${shift}`);
  const tasks = longTasksMs.slice(before.longTasksMs.length);
  return [
    { name, value: `${ms.toFixed(0)} ms` },
    { name: `${name}: tasks of 50 ms or more`, value: tasks.join(', ') || 'none', goal: 'none' },
    { name: `${name}: pages read`, value: String(pages - before.pages) },
  ];
}
