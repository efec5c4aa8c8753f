import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { assignFolderTypes, type FolderType } from '../../../src/domain/mailboxes/folder-type.ts';
import type { Mailbox } from '../../../src/domain/mailboxes/mailbox.ts';
import type { MailboxName } from '../../../src/domain/mailboxes/mailbox-name.ts';

function mailbox(name: string, values: Partial<Mailbox> = {}): Mailbox {
  return { name: name as MailboxName, delimiter: '/', isSelectable: true, ...values };
}

/** The types by name, in the order of the mailboxes. */
function typesOf(...mailboxes: readonly Mailbox[]): readonly (readonly [string, FolderType | undefined])[] {
  const types = assignFolderTypes(mailboxes);
  return mailboxes.map(({ name }) => [name, types.get(name)]);
}

const TYPE_OF_LONE_NAME: readonly (readonly [string, FolderType])[] = [
  ['INBOX', 'INBOX'],
  ['Posteingang', 'INBOX'],
  ['drafts', 'DRAFT'],
  ['Entwürfe', 'DRAFT'],
  ['Entwu\u0308rfe', 'DRAFT'],
  ['[Gmail]/Drafts', 'DRAFT'],
  ['[Google Mail]/Entwürfe', 'DRAFT'],
  ['INBOX/Drafts', 'DRAFT'],
  ['Brouillons', 'DRAFT'],
  ['Borradores', 'DRAFT'],
  ['Bozze', 'DRAFT'],
  ['Concepten', 'DRAFT'],
  ['Rascunhos', 'DRAFT'],
  ['Kopie robocze', 'DRAFT'],
  ['Utkast', 'DRAFT'],
  ['Kladder', 'DRAFT'],
  ['Sent', 'SENT'],
  ['Sent Items', 'SENT'],
  ['Sent Messages', 'SENT'],
  ['[Gmail]/Sent Mail', 'SENT'],
  ['INBOX/Sent Items', 'SENT'],
  ['Gesendete Elemente', 'SENT'],
  ['Éléments envoyés', 'SENT'],
  ['Enviados', 'SENT'],
  ['Posta inviata', 'SENT'],
  ['Verzonden items', 'SENT'],
  ['Itens enviados', 'SENT'],
  ['Wysłane', 'SENT'],
  ['Skickat', 'SENT'],
  ['Sendt post', 'SENT'],
  ['Spam', 'JUNK'],
  ['Junk Email', 'JUNK'],
  ['Junk E-Mail', 'JUNK'],
  ['JUNK-E-MAIL', 'JUNK'],
  ['Bulk Mail', 'JUNK'],
  ['INBOX/Spamverdacht', 'JUNK'],
  ['[Gmail]/Spam', 'JUNK'],
  ['Correo no deseado', 'JUNK'],
  ['Skräppost', 'JUNK'],
  ['Trash', 'TRASH'],
  ['Deleted Items', 'TRASH'],
  ['[Gmail]/Bin', 'TRASH'],
  ['[Google Mail]/Papierkorb', 'TRASH'],
  ['INBOX/Deleted Items', 'TRASH'],
  ['Gelöschte Elemente', 'TRASH'],
  ['Corbeille', 'TRASH'],
  ['Papelera', 'TRASH'],
  ['Cestino', 'TRASH'],
  ['Prullenbak', 'TRASH'],
  ['Lixeira', 'TRASH'],
  ['Kosz', 'TRASH'],
  ['Papperskorgen', 'TRASH'],
  ['Papirkurv', 'TRASH'],
  ['Work', 'FOLDER'],
  ['Work/Trash', 'FOLDER'],
  ['INBOX/Old/Trash', 'FOLDER'],
  ['INBOX/INBOX', 'FOLDER'],
  ['__proto__', 'FOLDER'],
  ['constructor', 'FOLDER'],
];

describe('assignFolderTypes', () => {
  for (const [name, type] of TYPE_OF_LONE_NAME) {
    it(`calls the only mailbox ${name} a ${type}`, () => {
      assert.deepEqual(typesOf(mailbox(name)), [[name, type]]);
    });
  }

  it('believes the special use before any name', () => {
    const types = typesOf(mailbox('Sent'), mailbox('Verschickt', { specialUse: 'sent' }));

    assert.deepEqual(types, [
      ['Sent', 'FOLDER'],
      ['Verschickt', 'SENT'],
    ]);
  });

  it('ignores the name of a mailbox whose special use says that it is a view or an archive', () => {
    assert.deepEqual(typesOf(mailbox('Trash', { specialUse: 'archive' })), [['Trash', 'FOLDER']]);
  });

  it('gives a type once, to the first mailbox in the order of the server', () => {
    const types = typesOf(mailbox('Trash'), mailbox('Deleted Items'), mailbox('Papierkorb'));

    assert.deepEqual(types, [
      ['Trash', 'TRASH'],
      ['Deleted Items', 'FOLDER'],
      ['Papierkorb', 'FOLDER'],
    ]);
  });

  it('leaves the type INBOX to INBOX when a translated name comes first', () => {
    const types = typesOf(mailbox('Posteingang'), mailbox('INBOX'));

    assert.deepEqual(types, [
      ['Posteingang', 'FOLDER'],
      ['INBOX', 'INBOX'],
    ]);
  });

  it('splits names at the delimiter of the server', () => {
    const types = typesOf(
      mailbox('INBOX.Drafts', { delimiter: '.' }),
      mailbox('INBOX/Sent', { delimiter: '.' }),
    );

    assert.deepEqual(types, [
      ['INBOX.Drafts', 'DRAFT'],
      ['INBOX/Sent', 'FOLDER'],
    ]);
  });
});
