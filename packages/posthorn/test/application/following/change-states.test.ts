/** States: signed, opaque, and the same octets back. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import type { PlacedMailFolder } from '../../../src/application/folders/placed-mail-folder.ts';
import { compareFolders, writeFolders } from '../../../src/application/following/account-state.ts';
import { createStateSeal, type StateScope } from '../../../src/application/following/change-state.ts';
import { readPosition, writePosition } from '../../../src/application/following/mailbox-state.ts';
import type { MailAccount, MailAccountId } from '../../../src/domain/accounts/mail-account.ts';
import { passwordLogin } from '../../../src/domain/logins/login.ts';
import type { MailboxName } from '../../../src/domain/mailboxes/mailbox-name.ts';
import { FLAG_BUCKETS, type MailboxPosition } from '../../../src/domain/mailboxes/mailbox-position.ts';
import { UidRanges } from '../../../src/domain/values/uid-ranges.ts';

const OWNER = { name: 'Jane', address: 'jane@example.org' };

function accountOf(user: string, password = 'secret', host = 'imap.example.org'): MailAccount {
  return {
    ...{
      id: 'gmail' as MailAccountId,
      name: user,
      from: OWNER,
      replyTo: OWNER,
      roots: [],
      origin: 'operator',
    },
    login: passwordLogin(user, password),
    inbox: { type: 'IMAP', host, port: 993, isTls: true },
  };
}

const INBOX: StateScope = { account: accountOf('jane'), mailbox: 'INBOX' as MailboxName };
const OCTETS = Buffer.from([1, 2, 3]);

const RECORD = { noNullPrototype: true } as const;

const position = fc.record(
  {
    uidValidity: fc.nat(4_294_967_295),
    uidNext: fc.nat(4_294_967_295),
    total: fc.nat(1_000_000),
    highestModSeq: fc.option(fc.bigInt({ min: 0n, max: 2n ** 63n - 1n })),
    known: fc.option(fc.array(fc.integer({ min: 1, max: 4_294_967_295 })).map((uids) => UidRanges.of(uids))),
    flags: fc.option(
      fc.record(
        {
          firstUid: fc.nat(4_294_967_295),
          buckets: fc.array(fc.nat(4_294_967_295), { minLength: FLAG_BUCKETS, maxLength: FLAG_BUCKETS }),
        },
        RECORD,
      ),
    ),
    pending: fc.option(
      fc.record(
        {
          below: fc.nat(4_294_967_295),
          sinceUidNext: fc.nat(4_294_967_295),
          sinceModSeq: fc.option(fc.bigInt({ min: 0n, max: 2n ** 63n - 1n })),
          suspects: fc.option(
            fc.record(
              { firstUid: fc.nat(4_294_967_295), buckets: fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }) },
              RECORD,
            ),
          ),
        },
        RECORD,
      ),
    ),
  },
  RECORD,
) satisfies fc.Arbitrary<MailboxPosition>;

describe('A state', () => {
  it('is what was sealed', () => {
    const seal = createStateSeal(Buffer.alloc(32));

    assert.deepEqual(Buffer.from(seal.open(INBOX, seal.seal(INBOX, OCTETS))), OCTETS);
    assert.match(seal.seal(INBOX, OCTETS), /^[A-Za-z0-9_-]+$/);
  });

  it('is good for another password of the same user, and for nothing else', () => {
    const seal = createStateSeal(Buffer.alloc(32));
    const state = seal.seal(INBOX, OCTETS);
    const refused: readonly [StateScope, string][] = [
      [{ ...INBOX, mailbox: 'Sent' as MailboxName }, state],
      [{ ...INBOX, mailbox: null }, state],
      [{ ...INBOX, account: accountOf('ann') }, state],
      [{ ...INBOX, account: accountOf('jane', 'secret', 'imap.example.com') }, state],
      [INBOX, `${state}A`],
      [INBOX, state.slice(0, -2)],
      [INBOX, ''],
      [INBOX, 'A'.repeat(20_000)],
      [INBOX, createStateSeal(Buffer.alloc(32, 1)).seal(INBOX, OCTETS)],
    ];

    assert.ok(seal.open({ ...INBOX, account: accountOf('jane', 'another') }, state));
    for (const [scope, text] of refused) {
      assert.throws(() => seal.open(scope, text), { code: 'state-invalid' });
    }
  });

  it('is refused with any bit changed', () => {
    const seal = createStateSeal(Buffer.alloc(32));
    const sealed = Buffer.from(seal.seal(INBOX, OCTETS), 'base64url');

    fc.assert(
      fc.property(fc.nat(sealed.length * 8 - 1), (bit) => {
        const changed = Buffer.from(sealed);
        changed.writeUInt8(changed.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3);
        assert.throws(() => seal.open(INBOX, changed.toString('base64url')), { code: 'state-invalid' });
      }),
    );
  });
});

describe('A position', () => {
  it('is the same after it was written and read', () => {
    fc.assert(
      fc.property(position, (written) => {
        const read = readPosition(writePosition(written));
        assert.deepEqual(
          { ...read, known: read.known?.bounds },
          { ...written, known: written.known?.bounds },
        );
      }),
    );
  });

  it('takes few octets', () => {
    const counts = { uidValidity: 1_700_000_001, uidNext: 50_000, total: 48_000, highestModSeq: 123_456n };

    assert.ok(writePosition({ ...counts, known: null, flags: null, pending: null }).length < 20);
  });
});

describe('The folders of an account', () => {
  const folderOf = (mailbox: string, total = 1): PlacedMailFolder => ({
    parent: null,
    folder: {
      ...{ mailbox: mailbox as MailboxName, name: mailbox, type: 'FOLDER', children: [] },
      counts: { uidValidity: 1, uidNext: 2, total, unread: 0, highestModSeq: null },
    },
  });
  const namesOf = (folders: readonly PlacedMailFolder[]) => folders.map(({ folder }) => folder.mailbox);

  it('are compared one by one', () => {
    const before = [folderOf('INBOX'), folderOf('Old'), folderOf('Größe')];
    const now = [folderOf('INBOX', 2), folderOf('Größe'), folderOf('New')];
    const { created, updated, removed, present } = compareFolders(writeFolders(before), now);

    assert.deepEqual(
      [namesOf(created), namesOf(updated), removed, present],
      [['New'], ['INBOX'], ['Old'], null],
    );
  });

  it('have changed all together where they are too many to be remembered', () => {
    const many = Array.from({ length: 3_000 }, (_, index) => folderOf(`Folder ${index * 7919}`));
    const octets = writeFolders(many);

    assert.ok(octets.length < 100);
    assert.deepEqual(compareFolders(octets, many).updated, []);
    const { updated, present } = compareFolders(octets, many.slice(1));
    assert.deepEqual([updated.length, present?.length], [2_999, 2_999]);
  });

  it('are none in an account without any', () => {
    const { created } = compareFolders(writeFolders([]), [folderOf('INBOX')]);

    assert.deepEqual(namesOf(created), ['INBOX']);
  });
});
