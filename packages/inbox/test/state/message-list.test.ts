/** The list of a folder while folders change. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Answer, Client, Resource } from '../../src/api/client.ts';
import { FolderOrSearch } from '../../src/state/message-list.ts';

interface Server {
  readonly client: Client;
  readonly paths: string[];
  /** Ends the wait of the next answer. */
  answer(meta: Readonly<Record<string, unknown>>, data?: readonly Resource[]): Promise<void>;
}

/** A server whose answers come one by one, in the order of the requests. */
function createServer(): Server {
  const paths: string[] = [];
  const waiting: ((answer: Answer) => void)[] = [];
  const ask = (path: string) => {
    paths.push(path);
    return new Promise<Answer>((resolve) => waiting.push(resolve));
  };
  return {
    client: { ask } as unknown as Client,
    paths,
    async answer(meta, data = []) {
      await new Promise((resolve) => setTimeout(resolve, 0));
      waiting.shift()?.({ document: { data, meta }, etag: null });
      await new Promise((resolve) => setTimeout(resolve, 0));
    },
  };
}

const PAGE = (state: string) => ({ page: { total: 0 }, state });

describe('FolderOrSearch', () => {
  it('asks for changes of a folder only from a state of that folder', async () => {
    const { client, paths, answer } = createServer();
    const list = new FolderOrSearch(client, 'a');
    void list.open({ folder: 'a.Drafts', search: '' });
    await answer(PAGE('of-drafts'));
    void list.open({ folder: 'a.INBOX', search: '' });

    await list.follow();
    await answer(PAGE('of-inbox'));
    void list.follow();
    await answer({ state: 'next-of-inbox' });

    assert.equal(list.state(), 'next-of-inbox');
    assert.deepEqual(
      paths
        .filter((path) => path.includes('/changes'))
        .map((path) => new URL(path, 'http://x').searchParams.get('since')),
      ['of-inbox'],
    );
  });

  it('drops changes that come after its folder was opened again', async () => {
    const { client, answer } = createServer();
    const list = new FolderOrSearch(client, 'a');
    void list.open({ folder: 'a.INBOX', search: '' });
    await answer(PAGE('first'));
    void list.follow();
    await new Promise((resolve) => setTimeout(resolve, 0));
    void list.reload();
    await answer({ state: 'of-changes' });
    await answer(PAGE('second'));

    assert.equal(list.state(), 'second');
  });

  it('keeps a flag that is being set when older changes arrive', async () => {
    const { client, answer } = createServer();
    const list = new FolderOrSearch(client, 'a');
    const message = (seen: boolean) => ({ type: 'MessageItem', id: 'a.INBOX.1.1', attributes: { seen } });
    void list.open({ folder: 'a.INBOX', search: '' });
    await answer({ page: { total: 1 }, state: 'first' }, [message(true)]);
    const held = list.hold(['a.INBOX.1.1'], { seen: false });
    void list.follow();
    await answer({ state: 'older' }, [message(true)]);
    const whileHeld = list.rows().at(0)?.seen;
    held.release();
    void list.follow();
    await answer({ state: 'newer' }, [message(true)]);

    assert.deepEqual([whileHeld, list.rows().at(0)?.seen], [false, true]);
  });
});
