import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { AttachmentSizes } from '../../src/application/attachment-sizes.ts';
import { passwordLogin } from '../../src/domain/login.ts';
import { file, mailboxName, uid } from '../http/in-memory-mail-store.ts';
import { accountOf, JANE } from '../http/test-server.ts';

const account = accountOf(passwordLogin(JANE, 'secret'));
const { attachment } = file();
const messageOf = (id: number) => ({ account, mailbox: mailboxName('INBOX'), uid: uid(id) });

describe('AttachmentSizes', () => {
  it('forgets the oldest of more than two thousand sizes', () => {
    const sizes = new AttachmentSizes();
    for (let id = 1; id <= 2_001; id += 1) sizes.remember({ message: messageOf(id), attachment, octets: id });

    assert.deepEqual(
      [1, 2, 2_001].map((id) => sizes.find(messageOf(id), attachment)),
      [undefined, 2, 2_001],
    );
  });
});
