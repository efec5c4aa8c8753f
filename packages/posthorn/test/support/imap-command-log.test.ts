/** What the recorder writes down of a client's octets. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createImapCommandLog } from './imap-command-log.ts';

function commandsOf(...chunks: readonly string[]): readonly string[] {
  const commands: string[] = [];
  const log = createImapCommandLog((command) => commands.push(command));
  for (const chunk of chunks) log.read(Buffer.from(chunk));
  return commands;
}

describe('ImapCommandLog', () => {
  it('strips the tag', () => {
    assert.deepEqual(commandsOf('A1 CAPABILITY\r\nA2 SELECT "INBOX"\r\n'), ['CAPABILITY', 'SELECT "INBOX"']);
  });

  it('joins a command that arrives in pieces', () => {
    assert.deepEqual(commandsOf('A1 NO', 'OP\r', '\nA2 LOG', 'OUT\r\n'), ['NOOP', 'LOGOUT']);
  });

  it('shows a short literal', () => {
    assert.deepEqual(commandsOf('A1 SEARCH SUBJECT {5}\r\n', 'gr\u00fcn', ' UNSEEN\r\n'), [
      'SEARCH SUBJECT {5} "gr\u00fcn" UNSEEN',
    ]);
  });

  it('shows the start of a long literal and reads no command in it', () => {
    const message = 'A9 LOGOUT\r\n'.repeat(10);

    assert.deepEqual(commandsOf(`A1 APPEND Sent {${message.length}+}\r\n${message}\r\n`), [
      'APPEND Sent {110+} "A9 LOGOUT\\r\\nA9 LOGOUT\\r\\nA9 LOGOUT\\r\\nA9 LOGO..."',
    ]);
  });

  it('goes on after an empty literal', () => {
    assert.deepEqual(commandsOf('A1 STATUS {0}\r\n (UIDNEXT)\r\n'), ['STATUS {0} "" (UIDNEXT)']);
  });

  it('hides name and password of LOGIN, quoted or as literals', () => {
    assert.deepEqual(commandsOf('A1 LOGIN "alice" "pw"\r\nA2 LOGIN {5}\r\nalice {2}\r\npw\r\n'), [
      'LOGIN <secret>',
      'LOGIN <secret>',
    ]);
  });

  it('hides the secrets of AUTHENTICATE, with the command or after it', () => {
    assert.deepEqual(
      commandsOf('A1 AUTHENTICATE PLAIN AGEAYg==\r\nA2 authenticate LOGIN\r\nYQ==\r\nYg==\r\n'),
      ['AUTHENTICATE PLAIN <secret>', 'authenticate LOGIN <secret>'],
    );
  });

  it('keeps the end of IDLE', () => {
    assert.deepEqual(commandsOf('A1 IDLE\r\nDONE\r\n'), ['IDLE', 'DONE']);
  });
});
