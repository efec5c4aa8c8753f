import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { CommandRefused } from 'posthorn-imap';
import { toMailError } from '../../../../src/adapters/imap/session/imap-errors.ts';
import { MailError } from '../../../../src/domain/errors/mail-error.ts';

/** [response code, text, code of the failure] */
const REFUSALS = [
  [null, 'Mailbox was deleted under us (0.004 + 0.000 + 0.003 secs).', 'mailbox-unknown'],
  ['SERVERBUG', 'Mailbox was deleted under us.', 'protocol-failure'],
  [null, 'Internal error occurred.', 'protocol-failure'],
  ['OVERQUOTA', 'Mailbox is full.', 'quota-exceeded'],
] as const;

describe('A refused command', () => {
  for (const [name, text, expected] of REFUSALS) {
    it(`with ${name ?? 'no code'} and "${text}" is ${expected}`, () => {
      const code = name === null ? null : { name, data: null };
      const error = toMailError(new CommandRefused({ command: 'APPEND', status: 'NO', code, text }));

      assert.ok(error instanceof MailError);
      assert.equal(error.code, expected);
    });
  }
});
