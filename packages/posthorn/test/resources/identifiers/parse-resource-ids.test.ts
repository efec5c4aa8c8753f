import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { passwordLogin } from '../../../src/domain/logins/login.ts';
import {
  parseAttachmentId,
  parseMailFolderId,
  parseMessageId,
} from '../../../src/resources/identifiers/parse-resource-ids.ts';
import {
  attachmentResourceId,
  mailFolderResourceId,
  messageResourceId,
} from '../../../src/resources/identifiers/resource-ids.ts';
import { mailboxName, uid } from '../../http/in-memory-mail-store.ts';
import { accountOf } from '../../http/test-server.ts';

const account = accountOf(passwordLogin('jane@example.org', 'secret'));
const location = { account, mailbox: mailboxName('[Gmail]/Entwürfe. 1~2 %2F_-') };
const message = { ...location, uidValidity: 385_759_045, uid: uid(4356) };

describe('The ids of resources', () => {
  it('are read as they are written', () => {
    assert.deepEqual(parseMailFolderId(mailFolderResourceId(location), account), location);
    assert.deepEqual(parseMessageId(messageResourceId(message), account), message);
    assert.deepEqual(parseAttachmentId(attachmentResourceId(message, '2.1'), account), {
      message,
      part: '2.1',
    });
  });

  const NONE: readonly string[] = [
    '',
    'gmail',
    'other.INBOX',
    'gmail.',
    '.INBOX',
    'gmail.~00',
    'gmail.~zz',
    'gmail.~C3',
    'gmail.~41',
    'gmail.~2f',
    'gmail.%2F',
    'gmail.Entwürfe',
    'gmail.inbox',
    'gmail/INBOX',
    'gmail.INBOX.1',
    'gmail.INBOX.1.1.x',
    'gmail.INBOX.1.0',
    'gmail.INBOX.1.4294967296',
    'gmail.INBOX.1.01',
    'gmail.INBOX.1.1.2/3',
    'gmail.INBOX.1.1.0',
  ];
  for (const id of NONE) {
    it(`"${id}" is that of no folder, message or file of the account`, () => {
      const parsed = [
        parseMailFolderId(id, account),
        parseMessageId(id, account),
        parseAttachmentId(id, account),
      ];

      assert.deepEqual(parsed, [undefined, undefined, undefined]);
    });
  }
});
