/** The code of docs/recipes.md against the demo: that of programs here, that of pages in Chromium. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import type { Page } from 'playwright-core';
import { type Browser, browserIsMissing, openBrowser } from './browser.ts';
import { type PosthornProcess, startPosthornProcess } from './posthorn-process.ts';

const DOCS = join(import.meta.dirname, '../../../../docs');
const DOCUMENTED_ADDRESS = 'http://127.0.0.1:8025';
const INBOX = 'demo.INBOX';

/** A resource of an answer, as far as the tests look at it. */
interface Row {
  readonly id: string;
  readonly attributes: Readonly<Record<string, string>>;
}

interface Polled {
  readonly uidNext: number;
  readonly uidValidity: number;
  readonly etag: string;
}

/** What the module for programs exports. */
interface Recipes {
  ask(address: string, init?: object): Promise<Response>;
  openList(address: string): () => Promise<readonly Row[] | null>;
  rowsOf(address: string): AsyncIterable<Row>;
  poll(folder: string, known: Polled | undefined, take: (message: Row) => unknown): Promise<Polled>;
  processMail(folder: string, work: (message: Row) => unknown): Promise<number>;
  merge(
    campaign: string,
    recipients: readonly { readonly name: string; readonly address: string }[],
    compose: (recipient: { readonly name: string }) => object,
  ): Promise<readonly string[]>;
  save(id: string, path: string): Promise<void>;
  digestOf(uids: Iterable<number>): Promise<string>;
  compareWithFolder(
    folder: string,
    known: { readonly uidValidity: number; readonly uids: readonly number[] },
  ): Promise<{ readonly missing: readonly number[]; readonly gone: readonly number[] }>;
}

const page = await readFile(join(DOCS, 'recipes.md'), 'utf8');
/** The blocks of these kinds, in their order. */
const codeFor = (...kinds: readonly string[]): string =>
  [...page.matchAll(/^<!-- recipe: (\w+) -->\n```js\n([\s\S]*?)^```$/gm)]
    .filter(([, kind = '']) => kinds.includes(kind))
    .map(([, , code = '']) => code)
    .join('\n');
/** The one line that shows a call. */
const [, SHOWN_LIST = ''] = /^const readMore = openList\('([^']+)'\);$/m.exec(page) ?? [];

describe('docs/recipes.md', () => {
  let demo: PosthornProcess;
  let folder: string;
  let recipes: Recipes;
  before(async () => {
    demo = await startPosthornProcess(['demo', '--port', '0']);
    folder = await mkdtemp(join(tmpdir(), 'posthorn-recipes-'));
    const file = join(folder, 'recipes.mjs');
    await writeFile(file, codeFor('any', 'program').replaceAll(DOCUMENTED_ADDRESS, demo.address));
    recipes = await import(pathToFileURL(file).href);
  });
  after(async () => {
    await demo?.stop();
    await rm(folder, { recursive: true });
  });

  /** A mail that is put into the inbox, as if it had come. */
  const deliver = async (subject: string): Promise<string> => {
    const body = { data: { type: 'MessageItem', attributes: { subject, textPlain: 'Hello' } } };
    const draft = await recipes.ask('MailAccounts/demo/MailFolders/Drafts/MessageItems', {
      method: 'POST',
      body,
    });
    const { id } = (await draft.json()).data;
    const target = { data: { type: 'MailFolder', id: INBOX } };
    const copy = await recipes.ask(`MessageItems/${id}/copy`, { method: 'POST', body: target });
    await recipes.ask(`MessageItems/${id}?skipTrash=true`, { method: 'DELETE' });
    return (await copy.json()).data.id;
  };
  const collect = async (rows: AsyncIterable<Row>): Promise<readonly string[]> => {
    const ids: string[] = [];
    for await (const { id } of rows) ids.push(id);
    return ids;
  };

  it('compares the uids of a client with those of a folder', async () => {
    const inventory = await recipes.ask(`MailFolders/${INBOX}/inventory`);
    const { uidValidity, uids: set, digest } = (await inventory.json()).meta;
    const uids: number[] = [];
    for await (const { attributes } of recipes.rowsOf(
      `MailFolders/${INBOX}/MessageItems?fields[MessageItem]=uid&page[size]=50`,
    ))
      uids.push(Number(attributes.uid));
    const [newest = 0, ...others] = uids.sort((a, b) => b - a);

    assert.equal(await recipes.digestOf(uids), digest, set);
    assert.deepEqual(await recipes.compareWithFolder(INBOX, { uidValidity, uids }), {
      missing: [],
      gone: [],
    });
    const known = { uidValidity, uids: [...others, newest + 7] };
    assert.deepEqual(await recipes.compareWithFolder(INBOX, known), {
      missing: [newest],
      gone: [newest + 7],
    });
  });

  it('has no code that is not run', () => {
    const blocks = page.match(/^```/gm)?.length ?? 0;
    const marked = page.match(/^<!-- recipe: (?:any|program|page) -->$/gm)?.length ?? 0;

    assert.deepEqual([blocks / 2, SHOWN_LIST !== ''], [marked + 1, true]);
  });

  it('scrolls through a list to its end', async () => {
    const list = recipes.openList(SHOWN_LIST.replace('page[size]=50', 'page[size]=5'));
    const pages: number[] = [];
    for (let rows = await list(); rows !== null; rows = await list()) pages.push(rows.length);

    assert.deepEqual(pages, [5, 5, 3]);
    assert.equal(await list(), null);
  });

  it('walks through all folders, each message once', async () => {
    const ids = await collect(
      recipes.rowsOf('MailAccounts/demo/MessageItems?page[size]=200&filter[subject]=workshop'),
    );

    assert.ok(ids.length > 5, `${ids.length} messages`);
    assert.equal(new Set(ids).size, ids.length);
  });

  it('throws what went wrong', async () => {
    await assert.rejects(recipes.ask('MessageItems/demo.INBOX.1.1'), { status: 410, code: 'message-gone' });
  });

  it('polls for new mail, and is told nothing where nothing has come', async () => {
    const taken: string[] = [];
    const take = ({ id }: Row) => taken.push(id);
    const first = await recipes.poll(INBOX, undefined, take);
    const same = await recipes.poll(INBOX, first, take);
    const arrived = [await deliver('First'), await deliver('Second')];

    const next = await recipes.poll(INBOX, same, take);
    const last = await recipes.poll(INBOX, next, take);

    assert.equal(same, first);
    assert.deepEqual(taken, arrived);
    assert.deepEqual([next.uidNext, last], [first.uidNext + 2, next]);
  });

  it('does the work of each mail once, with several workers', async () => {
    const { data } = await (
      await recipes.ask(`MailFolders/${INBOX}/MessageItems?fields[MessageItem]=uid`)
    ).json();
    const done: string[] = [];
    const work = ({ id }: Row) => done.push(id);

    const counts = await Promise.all([1, 2, 3].map(() => recipes.processMail(INBOX, work)));

    assert.equal(
      counts.reduce((sum, count) => sum + count, 0),
      data.length,
    );
    assert.deepEqual(done.toSorted(), data.map(({ id }: Row) => id).toSorted());
    assert.equal(await recipes.processMail(INBOX, work), 0);
  });

  it('leaves the mail claimed of which the work has failed', async () => {
    await deliver('Poison');
    const failing = () => Promise.reject(new Error('out of paper'));

    await assert.rejects(recipes.processMail(INBOX, failing), /out of paper/);

    const open = encodeURIComponent('{"!=":{"keyword":"done"}}');
    const found = await collect(
      recipes.rowsOf(`MailFolders/${INBOX}/MessageItems?filter[keyword]=claimed&filter=${open}`),
    );
    assert.equal(found.length, 1);
  });

  it('merges mail, and sends none twice when it is run again', async () => {
    const recipients = ['ann', 'ben', 'cleo'].map((name) => ({ name, address: `${name}@posthorn.test` }));
    const compose = ({ name }: { readonly name: string }) => ({
      subject: 'Spring sale',
      textPlain: `Dear ${name},`,
    });

    const refused = [
      await recipes.merge('spring', recipients, compose),
      await recipes.merge('spring', recipients, compose),
    ];

    const sent = await collect(
      recipes.rowsOf('MailFolders/demo.Sent/MessageItems?filter[subject]=Spring%20sale'),
    );
    assert.deepEqual([refused, sent.length], [[[], []], 3]);
  });

  it('saves a file, and goes on where a transfer has broken', async () => {
    const [file] = await findFiles();
    const path = join(folder, 'saved');
    await recipes.save(file?.id ?? '', path);
    const whole = await readFile(path);
    await truncate(path, 10);
    await recipes.save(file?.id ?? '', path);

    assert.ok(whole.length > 10, `${whole.length} octets`);
    assert.deepEqual(await readFile(path), whole);
  });

  async function findFiles(): Promise<readonly Row[]> {
    const list = `MailFolders/${INBOX}/MessageItems?filter[hasAttachments]=true&page[size]=1&sort=uid`;
    const [message] = (await recipes.openList(list)()) ?? [];
    return (await (await recipes.ask(`MessageItems/${message?.id}/Attachments`)).json()).data;
  }

  describe('in a page', { skip: browserIsMissing }, () => {
    let browser: Browser;
    let tab: Page;
    before(async () => {
      const [, safeFrame = ''] =
        /<!-- safe-frame -->\n```js\n([\s\S]*?)```/.exec(await readFile(join(DOCS, 'reading.md'), 'utf8')) ??
        [];
      const code = `${codeFor('any', 'page')}\n${safeFrame}`.replaceAll(DOCUMENTED_ADDRESS, demo.address);
      browser = await openBrowser();
      const home = `${demo.address}/recipes-of-the-test`;
      await browser.context.route(`${home}*`, (route) => {
        const isModule = route.request().url().endsWith('.mjs');
        const html = `<!DOCTYPE html><main></main><script type="module">
          import * as recipes from './recipes-of-the-test.mjs'; window.recipes = recipes;</script>`;
        return route.fulfill({
          contentType: isModule ? 'text/javascript' : 'text/html',
          body: isModule ? code : html,
        });
      });
      tab = await browser.context.newPage();
      await tab.goto(home);
      await tab.waitForFunction('window.recipes !== undefined');
    });
    after(() => browser?.close());

    for (const recipe of ['download', 'downloadLarge']) {
      it(`hands a file to the reader: ${recipe}`, async () => {
        const [file] = await findFiles();
        const path = join(folder, recipe);
        await recipes.save(file?.id ?? '', path);

        const [download] = await Promise.all([
          tab.waitForEvent('download'),
          tab.evaluate(`recipes.${recipe}(${JSON.stringify(file)})`),
        ]);

        const digest = async (name: string) =>
          createHash('sha256')
            .update(await readFile(name))
            .digest('hex');
        assert.equal(download.suggestedFilename(), file?.attributes.name);
        assert.equal(await digest(await download.path()), await digest(path));
      });
    }

    it('shows a message with the images that came with it', async () => {
      const texts = await (
        await recipes.ask(`MailFolders/${INBOX}/MessageItems?include=MessageBody&page[size]=50`)
      ).json();
      const isWithImage = ({ attributes }: Row) => attributes.textHtml?.includes('src="cid:');
      const { id } = texts.included.find(isWithImage);

      await tab.evaluate(
        `recipes.openMessage(document.querySelector('main'), ${JSON.stringify(id)}).then(() => true)`,
      );

      const image = tab.frameLocator('iframe').locator('img').first();
      await image.waitFor();
      const shown = await image.evaluate(async (element) => {
        const shownImage = element as unknown as {
          src: string;
          naturalWidth: number;
          decode(): Promise<void>;
        };
        await shownImage.decode();
        return [shownImage.src.slice(0, 5), shownImage.naturalWidth > 1];
      });
      assert.deepEqual(shown, ['data:', true]);
    });
  });
});
