/** 10,000 connected accounts: what a page of them costs, and what they hold in memory while nothing is asked of them. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { openDatabase } from '../../../src/adapters/database/open-database.ts';
import { toAccountRow } from '../../../src/adapters/database/tables/account-row.ts';
import type { MailAccountId } from '../../../src/domain/accounts/mail-account.ts';
import { cpuMs } from '../../support/cpu-time.ts';
import { liveOctets } from '../../support/live-memory.ts';
import { buildAccount } from '../../support/stored-samples.ts';
import { type ConnectedServer, startConnectedServer, V1 } from './connected-server.ts';

const ACCOUNTS = 10_000;
const AT_ONCE = 200;
const MAX_OCTETS_PER_ACCOUNT = 2 * 1024;
const FEW = 200;
/** Of the processor time of a page: among all, as a multiple of that among few. */
const MAX_RATIO = 2;
const PAGES = 50;
const PAGE_SIZE = 50;

const idOf = (number: number) => `account-${String(number).padStart(5, '0')}` as MailAccountId;

describe('10,000 connected accounts', () => {
  let server: ConnectedServer;
  let authorization = '';
  let ofFew: Awaited<ReturnType<typeof readPages>>;
  before(async () => {
    server = await startConnectedServer();
    authorization = `Bearer ${await server.makeKey()}`;
    await addAccounts(0, FEW);
    // The first reading compiles what both run.
    await readPages(FEW);
    ofFew = await readPages(FEW);
    await addAccounts(FEW, ACCOUNTS);
  });
  after(() => server.close());

  const addAccounts = async (start: number, end: number): Promise<void> => {
    const location = { engine: 'file', path: server.file } as const;
    const database = await openDatabase({ location, readPassword: null, isServer: false, connectMs: 5_000 });
    for (let first = start; first < end; first += AT_ONCE) {
      const ids = Array.from({ length: AT_ONCE }, (_, index) => idOf(first + index));
      const rows = ids.map((id) => toAccountRow(buildAccount({ id, name: id, epoch: 1 })));
      await database.transact((transaction) => transaction.insertInto('accounts').values(rows).execute());
    }
    await database.close();
  };

  const read = async (path: string) => {
    const answer = await server.posthorn.server.inject({ url: `${V1}${path}`, headers: { authorization } });
    assert.equal(answer.statusCode, 200, answer.body);
    return answer.json();
  };
  const pathOf = (link: string) => link.slice(link.indexOf(V1) + V1.length);

  /** The ids of fifty pages, and the median of their processor time in milliseconds. */
  const readPages = async (total: number) => {
    const times: number[] = [];
    const seen = new Set<string>();
    let path = '';
    for (let page = 0; page < PAGES; page += 1) {
      path ||= '/MailAccounts?sort=-name';
      const startedAt = cpuMs();
      const { data, links, meta } = await read(path);
      times.push(cpuMs() - startedAt);
      for (const { id } of data) seen.add(id);
      assert.equal(meta.page.total, total);
      path = links.next ? pathOf(links.next) : '';
    }
    return { seen, median: times.sort((a, b) => a - b)[PAGES / 2] ?? 0 };
  };

  it('are listed page by page, each in about the processor time that it takes among 200', async () => {
    const ofMany = await readPages(ACCOUNTS);

    assert.deepEqual([ofFew.seen.size, ofMany.seen.size], [FEW, PAGES * PAGE_SIZE]);
    assert.ok(
      ofMany.median < MAX_RATIO * ofFew.median,
      `${ofMany.median} ms of processor time, and ${ofFew.median} among ${FEW}`,
    );
  });

  it('hold less than 2 KB each in memory after all were read', async () => {
    await read(`/MailAccounts/${idOf(0)}`);
    const start = liveOctets();
    for (let number = 0; number < ACCOUNTS; number += 1)
      await server.posthorn.services.connectedAccounts?.get(idOf(number));
    for (let number = 0; number < ACCOUNTS; number += 1)
      server.posthorn.services.accountRemovals.signalOf(idOf(number));
    const octets = (liveOctets() - start) / ACCOUNTS;

    assert.ok(octets < MAX_OCTETS_PER_ACCOUNT, `${octets} octets`);
  });
});
