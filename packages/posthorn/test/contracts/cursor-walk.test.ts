/** A client that walks a list of version 1 by cursor, while another session changes the mailbox on Dovecot. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createPosthorn, type Posthorn } from '../../src/composition/create-posthorn.ts';
import { readSettings } from '../../src/config/load-settings.ts';
import type { MailAccountId } from '../../src/domain/accounts/mail-account.ts';
import { type Dovecot, startDovecot } from '../support/dovecot.ts';
import { fillMailbox } from '../support/fill-mailbox.ts';
import { type ImapConnection, openImapConnection } from '../support/imap-connection.ts';
import { buildMessage } from '../support/message-samples.ts';

const USER = { name: 'alice@example.org', password: 'alice-secret' };
const MESSAGES = 500;
const APPENDED = 200;
const EXPUNGED = 100;
const PAGE_SIZE = 20;

interface Page {
  readonly data: readonly { readonly attributes: { readonly subject: string } }[];
  readonly links: { readonly next: string | null | { readonly href: string } };
}

describe('A walk by cursor', () => {
  let dovecot: Dovecot;
  let posthorn: Posthorn;
  let other: ImapConnection;
  before(async () => {
    dovecot = await startDovecot();
    await fillMailbox({
      server: dovecot,
      user: USER,
      mailbox: 'INBOX',
      messages: Array.from({ length: MESSAGES }, (_, index) => ({
        raw: buildMessage({ subject: `m${index + 1}`, date: dateOf(index) }),
      })),
    });
    other = await openImapConnection(dovecot, USER);
    await other.command('SELECT INBOX');
    posthorn = createPosthorn({
      settings: readSettings({ AUTH_PROVIDER: 'single-imap-user', LOG_LEVEL: 'silent', PORT: '0' }),
      mailServers: [
        {
          id: 'a' as MailAccountId,
          inbox: { type: 'IMAP', host: dovecot.host, port: dovecot.port, isTls: false },
          patterns: [{ source: 'all', matches: () => true }],
          roots: [],
        },
      ],
      extraRoots: [],
    });
  });
  after(async () => {
    await other.close();
    await posthorn.close();
    await dovecot.stop();
  });

  it('meets every message that was there all along exactly once, while 200 arrive and 100 disappear', async () => {
    const met: string[] = [];
    const gone = new Set<number>();
    const pages = Math.ceil((MESSAGES + APPENDED) / PAGE_SIZE);
    let url: string | null =
      `/rest-api-email/v1/MailAccounts/a/MailFolders/INBOX/MessageItems?page[size]=${PAGE_SIZE}&sort=-date&fields[MessageItem]=subject`;
    for (let number = 0; url !== null; number += 1) {
      assert.ok(number < 2 * pages, 'the walk does not end');
      const page: Page = await get(posthorn, url);
      met.push(...page.data.map(({ attributes }) => attributes.subject));
      await change(number, gone);
      const { next } = page.links;
      url = next === null || typeof next === 'string' ? next : next.href;
    }

    assert.ok(gone.size >= EXPUNGED, `${gone.size} expunged`);
    const counts = new Map<string, number>();
    for (const subject of met) counts.set(subject, (counts.get(subject) ?? 0) + 1);
    const stayed = Array.from({ length: MESSAGES }, (_, index) => index + 1).filter((uid) => !gone.has(uid));
    const wrong = stayed.filter((uid) => counts.get(`m${uid}`) !== 1);
    assert.deepEqual(wrong, []);
  });

  /** After each page: arrivals everywhere in the order, and disappearances, the page's own rows among them. */
  async function change(number: number, gone: Set<number>): Promise<void> {
    if (number * 10 < APPENDED) {
      await other.append(
        'INBOX',
        Array.from({ length: 10 }, (_, index) => ({
          raw: buildMessage({ subject: 'new', date: dateOf((number * 97 + index * 53) % MESSAGES) }),
        })),
      );
    }
    const shown = MESSAGES - number * 14;
    const victims = [shown, shown - 1, shown - 2, number + 1, number + 2].filter(
      (uid) => uid > 0 && uid <= MESSAGES,
    );
    for (const uid of victims) gone.add(uid);
    await other.command(`UID STORE ${victims.join(',')} +FLAGS.SILENT (\\Deleted)`);
    await other.command(`UID EXPUNGE ${victims.join(',')}`);
  }
});

/** Every four messages share a date. */
function dateOf(index: number): Date {
  return new Date(Date.UTC(2024, 0, 1, Math.floor(index / 4)));
}

async function get(posthorn: Posthorn, url: string): Promise<Page> {
  const path = url.replace(/^https?:\/\/[^/]+/, '');
  const authorization = `Basic ${btoa(`${USER.name}:${USER.password}`)}`;
  const answer = await posthorn.server.inject({ url: path, headers: { authorization } });
  assert.equal(answer.statusCode, 200, answer.body);
  return answer.json();
}
