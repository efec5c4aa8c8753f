/** The mail of the demo as a whole. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { before, describe, it } from 'node:test';
import { createDemoMail, type DemoUser } from '../../src/demo/demo-mail.ts';

const NOW = new Date('2026-11-21T10:00:00.500Z');

/** Octets outside of ASCII, line breaks of another kind, lines that are too long. */
const BROKEN = /[^\p{ASCII}]|\r(?!\n)|(?<!\r)\n|[^\r\n]{999}/u;

let jane: DemoUser;
let ann: DemoUser;

before(() => {
  const [first, second] = createDemoMail(NOW);
  assert.ok(first && second);
  jane = first;
  ann = second;
});

function digest(user: DemoUser | undefined): string {
  return createHash('sha256').update(JSON.stringify(user)).digest('hex');
}

function countByMailbox(user: DemoUser): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { mailbox } of user.messages) counts.set(mailbox, (counts.get(mailbox) ?? 0) + 1);
  return counts;
}

function rawTexts(user: DemoUser): readonly string[] {
  return user.messages.map((message) => message.raw.toString('latin1'));
}

describe('createDemoMail', () => {
  it('has two users who can sign in', () => {
    assert.deepEqual(
      [jane, ann].map(({ user, name, password }) => ({ user, name, password })),
      [
        { user: 'jane@posthorn.test', name: 'Jane Doe', password: 'demo' },
        { user: 'ann@posthorn.test', name: 'Ann Lee', password: 'demo' },
      ],
    );
  });

  it('is the same for the same moment', () => {
    assert.deepEqual(createDemoMail(NOW).map(digest), [jane, ann].map(digest));
  });

  it('moves with the moment', () => {
    const later = createDemoMail(new Date('2027-01-01T00:00:00Z'));

    assert.equal(later[0]?.messages.at(-1)?.internalDate.toISOString(), '2026-12-31T23:40:04.000Z');
  });

  it('fills folders of all kinds', () => {
    assert.deepEqual(
      countByMailbox(jane),
      new Map([
        ['Archive/Mailing list', 5000],
        ['Archive', 1],
        ['Entw\u00fcrfe alt', 1],
        ['Work', 1],
        ['Work/Project A', 2],
        ['Trash', 1],
        ['Junk', 2],
        ['INBOX', 13],
        ['Sent', 3],
        ['Drafts', 2],
      ]),
    );
  });

  it('shows the conversation to both of its authors', () => {
    assert.deepEqual(
      countByMailbox(ann),
      new Map([
        ['Sent', 4],
        ['INBOX', 3],
        ['Drafts', 1],
      ]),
    );
  });

  it('has only messages of the past, in the order of arrival', () => {
    const times = jane.messages.map((message) => message.internalDate.getTime());

    assert.deepEqual(
      times,
      times.toSorted((one, other) => one - other),
    );
    assert.ok(Math.max(...times) < NOW.getTime());
  });

  it('writes messages that any server takes: ASCII, CRLF, lines of at most 998 characters', () => {
    const isBroken = (text: string): boolean => BROKEN.test(text) || !text.includes('\r\n\r\n');

    assert.deepEqual([...rawTexts(jane), ...rawTexts(ann)].filter(isBroken), []);
  });

  it('gives each message of a user its own Message-ID', () => {
    const ids = rawTexts(jane).map((text) => /^Message-ID: (<[^>]+>)/m.exec(text)?.[1]);

    assert.equal(new Set(ids).size, jane.messages.length);
  });

  it('marks drafts as drafts and leaves new mail unread', () => {
    const select = (mailbox: string) => jane.messages.filter((message) => message.mailbox === mailbox);

    assert.deepEqual(
      {
        drafts: select('Drafts').map((message) => message.flags),
        unreadInInbox: select('INBOX').filter((message) => !message.flags.includes('\\Seen')).length,
      },
      {
        drafts: [
          ['\\Seen', '\\Draft'],
          ['\\Seen', '\\Draft'],
        ],
        unreadInInbox: 5,
      },
    );
  });

  it('is built in a moment', () => {
    const startedAt = performance.now();

    createDemoMail(NOW);

    assert.ok(performance.now() - startedAt < 500);
  });
});
