import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { MailFolder } from '../../../src/domain/mailboxes/mail-folder.ts';
import { buildMailFolderTree } from '../../../src/domain/mailboxes/mail-folder-tree.ts';
import type { Mailbox } from '../../../src/domain/mailboxes/mailbox.ts';
import type { MailboxName } from '../../../src/domain/mailboxes/mailbox-name.ts';
import { cpuMs } from '../../support/cpu-time.ts';

function mailbox(name: string, values: Partial<Mailbox> = {}): Mailbox {
  return { name: name as MailboxName, delimiter: '.', isSelectable: true, ...values };
}

function names(...texts: readonly string[]): readonly MailboxName[] {
  return texts as readonly MailboxName[];
}

/** The tree as indented lines `name TYPE mailbox`. */
function drawn(folders: readonly MailFolder[], indent = ''): readonly string[] {
  return folders.flatMap(({ name, type, mailbox: id, children }) => [
    `${indent}${name} ${type} ${id}`,
    ...drawn(children, `${indent}  `),
  ]);
}

const INBOX_NAMESPACE = ['INBOX', 'INBOX.Drafts', 'INBOX.Drafts.Rev', 'INBOX.Sent', 'STUFF'].map((name) =>
  mailbox(name),
);

describe('buildMailFolderTree', () => {
  it('nests mailboxes below their parents when there are no roots', () => {
    assert.deepEqual(drawn(buildMailFolderTree(INBOX_NAMESPACE, [])), [
      'INBOX INBOX INBOX',
      '  Drafts DRAFT INBOX.Drafts',
      '    Rev FOLDER INBOX.Drafts.Rev',
      '  Sent SENT INBOX.Sent',
      'STUFF FOLDER STUFF',
    ]);
  });

  it('sets the direct children of a root beside it and drops what is not below it', () => {
    assert.deepEqual(drawn(buildMailFolderTree(INBOX_NAMESPACE, names('INBOX'))), [
      'INBOX INBOX INBOX',
      'Drafts DRAFT INBOX.Drafts',
      '  Rev FOLDER INBOX.Drafts.Rev',
      'Sent SENT INBOX.Sent',
    ]);
  });

  it('lifts the children of a root that cannot be selected', () => {
    const mailboxes = [
      mailbox('INBOX', { delimiter: '/' }),
      mailbox('[Gmail]', { delimiter: '/', isSelectable: false }),
      mailbox('[Gmail]/Trash', { delimiter: '/' }),
      mailbox('[Gmail]/Drafts', { delimiter: '/' }),
    ];

    assert.deepEqual(drawn(buildMailFolderTree(mailboxes, names('INBOX', '[Gmail]', '[Google Mail]'))), [
      'INBOX INBOX INBOX',
      'Drafts DRAFT [Gmail]/Drafts',
      'Trash TRASH [Gmail]/Trash',
    ]);
  });

  it('shows only what is below a root of several segments', () => {
    const mailboxes = [
      'INBOX',
      'INBOX.Work',
      'INBOX.Work.A',
      'INBOX.Workshop',
      'INBOX.Home',
      'Other.Work',
    ].map((name) => mailbox(name));

    assert.deepEqual(drawn(buildMailFolderTree(mailboxes, names('INBOX.Work'))), [
      'Work FOLDER INBOX.Work',
      'A FOLDER INBOX.Work.A',
    ]);
  });

  it('gives a type to a mailbox that is shown, not to one that the roots hide', () => {
    const mailboxes = [mailbox('Trash'), mailbox('INBOX'), mailbox('INBOX.Trash')];

    assert.deepEqual(drawn(buildMailFolderTree(mailboxes, names('INBOX'))), [
      'INBOX INBOX INBOX',
      'Trash TRASH INBOX.Trash',
    ]);
  });

  it('orders siblings by type and keeps the order of the server among equals', () => {
    const mailboxes = ['Zoo', 'Trash', 'Sent', 'Spam', 'Apes', 'Drafts', 'INBOX'].map((name) =>
      mailbox(name),
    );

    assert.deepEqual(drawn(buildMailFolderTree(mailboxes, [])), [
      'INBOX INBOX INBOX',
      'Drafts DRAFT Drafts',
      'Spam JUNK Spam',
      'Sent SENT Sent',
      'Trash TRASH Trash',
      'Zoo FOLDER Zoo',
      'Apes FOLDER Apes',
    ]);
  });

  it('moves mailboxes to the top whose parent is missing or cannot be selected', () => {
    const mailboxes = [
      mailbox('A', { isSelectable: false }),
      mailbox('A.B'),
      mailbox('X.Y'),
      mailbox('A.B.C'),
    ];

    assert.deepEqual(drawn(buildMailFolderTree(mailboxes, [])), [
      'B FOLDER A.B',
      '  C FOLDER A.B.C',
      'Y FOLDER X.Y',
    ]);
  });

  it('shows what carries folders where it is asked to, and not what carries special ones', () => {
    const mailboxes = [
      ...[mailbox('INBOX'), mailbox('Customers.ACME.2026'), mailbox('Clients', { isSelectable: false })],
      ...[mailbox('Clients.ACME'), mailbox('[Gmail]', { isSelectable: false }), mailbox('[Gmail].Drafts')],
      mailbox('Empty', { isSelectable: false }),
    ];
    const options = { hasContainers: true };

    assert.deepEqual(drawn(buildMailFolderTree(mailboxes, [], options)), [
      'INBOX INBOX INBOX',
      'Customers FOLDER Customers',
      '  ACME FOLDER Customers.ACME',
      '    2026 FOLDER Customers.ACME.2026',
      'Clients FOLDER Clients',
      '  ACME FOLDER Clients.ACME',
      'Drafts DRAFT [Gmail].Drafts',
    ]);
    assert.deepEqual(drawn(buildMailFolderTree(mailboxes, names('Customers'), options)), [
      'ACME FOLDER Customers.ACME',
      '  2026 FOLDER Customers.ACME.2026',
    ]);
  });

  it('finds a parent that is listed after its children', () => {
    assert.deepEqual(drawn(buildMailFolderTree([mailbox('A.B'), mailbox('A')], [])), [
      'A FOLDER A',
      '  B FOLDER A.B',
    ]);
  });

  it('compares names exactly, except that INBOX has no case', () => {
    const mailboxes = [mailbox('INBOX'), mailbox('Inbox.Work'), mailbox('work'), mailbox('Work.A')];

    assert.deepEqual(drawn(buildMailFolderTree(mailboxes, [])), [
      'INBOX INBOX INBOX',
      '  Work FOLDER Inbox.Work',
      'work FOLDER work',
      'A FOLDER Work.A',
    ]);
  });

  it('takes a root `inbox` for INBOX and leaves a mailbox that only begins like it alone', () => {
    const mailboxes = [mailbox('INBOX'), mailbox('INBOX.A'), mailbox('INBOX2'), mailbox('Inboxes')];

    assert.deepEqual(drawn(buildMailFolderTree(mailboxes, names('inbox'))), [
      'INBOX INBOX INBOX',
      'A FOLDER INBOX.A',
    ]);
  });

  it('does not split names in a flat namespace', () => {
    const mailboxes = [mailbox('INBOX', { delimiter: null }), mailbox('INBOX.Work', { delimiter: null })];

    assert.deepEqual(drawn(buildMailFolderTree(mailboxes, [])), [
      'INBOX INBOX INBOX',
      'INBOX.Work FOLDER INBOX.Work',
    ]);
  });

  it('takes an empty delimiter for none', () => {
    assert.deepEqual(drawn(buildMailFolderTree([mailbox('A.B', { delimiter: '' })], [])), ['A.B FOLDER A.B']);
  });

  it('treats the names of prototypes as names', () => {
    const mailboxes = ['__proto__', '__proto__.constructor', 'toString'].map((name) => mailbox(name));

    assert.deepEqual(drawn(buildMailFolderTree(mailboxes, [])), [
      '__proto__ FOLDER __proto__',
      '  constructor FOLDER __proto__.constructor',
      'toString FOLDER toString',
    ]);
  });

  it('shows a mailbox once that the server lists twice', () => {
    assert.deepEqual(drawn(buildMailFolderTree([mailbox('A'), mailbox('B'), mailbox('A')], [])), [
      'A FOLDER A',
      'B FOLDER B',
    ]);
  });

  it('shows a name that ends in its delimiter whole', () => {
    assert.deepEqual(drawn(buildMailFolderTree([mailbox('A.')], [])), ['A. FOLDER A.']);
  });

  it('carries the counts of a mailbox', () => {
    const counts = { total: 5, unread: 2, uidNext: 9, uidValidity: 1, highestModSeq: null };

    assert.deepEqual(buildMailFolderTree([mailbox('INBOX', { counts })], []), [
      { mailbox: 'INBOX', name: 'INBOX', type: 'INBOX', counts, children: [] },
    ]);
  });

  it('builds a tree of 100,000 mailboxes under 4,000 roots in less than 3 seconds', () => {
    const mailboxes = Array.from({ length: 100_000 }, (_, index) =>
      mailbox(`INBOX.${index % 1000}.${'x.'.repeat(index % 20)}${index}`),
    );
    const roots = names(...Array.from({ length: 4000 }, (_, index) => `INBOX.${index}`));
    const start = cpuMs();

    const top = buildMailFolderTree(mailboxes, roots);

    assert.ok(cpuMs() - start < 3000);
    assert.equal(top.length, 100_000);
  });

  it('builds a tree of 500 levels', () => {
    const segments = Array.from({ length: 500 }, () => 'a');
    const mailboxes = segments.map((_, index) => mailbox(segments.slice(0, index + 1).join('.')));

    assert.equal(drawn(buildMailFolderTree(mailboxes, [])).length, 500);
  });
});
