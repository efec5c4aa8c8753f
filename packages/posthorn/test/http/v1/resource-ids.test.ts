import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { passwordLogin } from '../../../src/domain/login.ts';
import {
  attachmentResourceId,
  mailAccountResourceId,
  mailFolderResourceId,
  messageResourceId,
} from '../../../src/http/v1/resource-ids.ts';
import { mailboxName, uid } from '../in-memory-mail-store.ts';
import { accountOf, JANE } from '../test-server.ts';

const account = accountOf(passwordLogin(JANE, 'secret'));
const message = {
  account,
  mailbox: mailboxName('[Gmail]/Drafts'),
  uidValidity: 385_759_045,
  uid: uid(4_356),
};

describe('The ids of v1', () => {
  it('are paths without the names of the collections, each segment percent-encoded', () => {
    assert.deepEqual(
      [
        mailAccountResourceId(account.id),
        mailFolderResourceId(message),
        messageResourceId(message),
        attachmentResourceId(message, '2.1'),
      ],
      [
        'gmail',
        'gmail/%5BGmail%5D%2FDrafts',
        'gmail/%5BGmail%5D%2FDrafts/385759045.4356',
        'gmail/%5BGmail%5D%2FDrafts/385759045.4356/2.1',
      ],
    );
  });

  it('tell a folder with a slash in its name from a folder below another', () => {
    const flat = mailFolderResourceId({ account, mailbox: mailboxName('a/b') });
    const encoded = mailFolderResourceId({ account, mailbox: mailboxName('a%2Fb') });

    assert.notEqual(flat, encoded);
  });
});
