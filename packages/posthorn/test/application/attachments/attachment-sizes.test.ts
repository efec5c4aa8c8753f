import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { AttachmentSizes } from '../../../src/application/attachments/attachment-sizes.ts';
import { passwordLogin } from '../../../src/domain/logins/login.ts';
import { file, mailboxName, uid } from '../../http/in-memory-mail-store.ts';
import { accountOf, JANE } from '../../http/test-server.ts';

const MESSAGE = {
  account: accountOf(passwordLogin(JANE, 'secret')),
  mailbox: mailboxName('INBOX'),
  uid: uid(7),
};

describe('AttachmentSizes', () => {
  it('does not take the size of one message for that of another, or of another user', () => {
    const sizes = new AttachmentSizes();
    const { attachment } = file();
    sizes.remember({ message: MESSAGE, attachment, octets: 5 });
    const stranger = { ...MESSAGE.account, login: passwordLogin('eve@example.org', 'secret') };

    assert.deepEqual(
      [
        sizes.find(MESSAGE, attachment),
        sizes.find({ ...MESSAGE, uid: uid(8) }, attachment),
        sizes.find({ ...MESSAGE, mailbox: mailboxName('Work') }, attachment),
        sizes.find({ ...MESSAGE, account: stranger }, attachment),
      ],
      [5, undefined, undefined, undefined],
    );
  });
});
