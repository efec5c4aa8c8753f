import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { passwordLogin } from '../../../src/domain/logins/login.ts';
import {
  attachmentResourceId,
  mailAccountResourceId,
  mailFolderResourceId,
  messageResourceId,
} from '../../../src/resources/identifiers/resource-ids.ts';
import { mailboxName, uid } from '../../http/in-memory-mail-store.ts';
import { accountOf, JANE } from '../../http/test-server.ts';

const account = accountOf(passwordLogin(JANE, 'secret'));
const message = {
  account,
  mailbox: mailboxName('[Gmail]/Drafts'),
  uidValidity: 385_759_045,
  uid: uid(4_356),
};

describe('The ids of v1', () => {
  it('are made of names and numbers with dots between them, and of unreserved characters only', () => {
    assert.deepEqual(
      [
        mailAccountResourceId(account.id),
        mailFolderResourceId(message),
        messageResourceId(message),
        attachmentResourceId(message, '2.1'),
      ],
      [
        'gmail',
        'gmail.~5BGmail~5D~2FDrafts',
        'gmail.~5BGmail~5D~2FDrafts.385759045.4356',
        'gmail.~5BGmail~5D~2FDrafts.385759045.4356.2.1',
      ],
    );
  });

  it('tell a folder with a slash in its name from a folder below another', () => {
    const names = ['a/b', 'a%2Fb', 'a~2Fb', 'a.b', 'ä', "!*'()_-"].map(mailboxName);
    const ids = names.map((mailbox) => mailFolderResourceId({ account, mailbox }));

    assert.deepEqual(ids, [
      'gmail.a~2Fb',
      'gmail.a~252Fb',
      'gmail.a~7E2Fb',
      'gmail.a~2Eb',
      'gmail.~C3~A4',
      'gmail.~21~2A~27~28~29_-',
    ]);
  });
});
