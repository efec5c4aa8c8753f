/** Commands put together at random: each is answered, none is a bug of the server. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { array, assert as assertProperty, asyncProperty, constantFrom, integer } from 'fast-check';
import { NESTED_MAIL } from '../support/mail-samples.ts';
import { openMailbox, openSandbox } from '../support/open-sandbox.ts';

const WORDS = [
  ...[
    'UID',
    'FETCH',
    'STORE',
    'SEARCH',
    'SORT',
    'COPY',
    'LIST',
    'LSUB',
    'STATUS',
    'SELECT',
    'CREATE',
    'RENAME',
  ],
  ...['ENABLE', 'ID', 'NAMESPACE', 'EXPUNGE', 'APPEND', 'RETURN', 'OR', 'NOT', 'HEADER', 'SINCE', 'CHARSET'],
  ...['1:*', '*', '0', '1', '9:1', '4294967295', '(', ')', '()', '((', '"', '""', '"\\"', 'NIL', '%', '*/%'],
  ...[
    'BODY[',
    'BODY.PEEK[',
    ']',
    '<0.5>',
    '1.2',
    'MIME',
    'HEADER.FIELDS',
    'ENVELOPE',
    'BODYSTRUCTURE',
    'FULL',
  ],
  ...['+FLAGS', 'FLAGS', '\\Seen', '\\', '$k', 'INBOX', '&', '&AA-', '__proto__', 'UTF-8', 'REVERSE', 'DATE'],
  ...[
    '(MIN',
    'MAX)',
    'MODSEQ',
    '(CHANGEDSINCE',
    '1)',
    'UNCHANGEDSINCE',
    '{1+}\r\nx',
    '{0+}\r\n',
    '\0',
    '\xff',
  ],
] as const;

/** How commands of extensions begin; what follows is left to chance. */
const EXTENSION_STEMS = [
  ...[
    'APPEND INBOX ',
    'UID REPLACE 1 INBOX ',
    'ENABLE ',
    'STATUS INBOX (',
    'SELECT INBOX (QRESYNC (1700000001 ',
  ],
  ...['NOTIFY SET (', 'NOTIFY SET STATUS (personal (', 'THREAD REFERENCES UTF-8 ', 'UID SEARCH RETURN ('],
  ...['UID FETCH 1:* (BINARY', 'UID FETCH $ FLAGS (', 'UID FETCH 1:* BINARY.PEEK['],
] as const;

const EXTENSION_WORDS = [
  ...[
    'MessageNew',
    '(UID)',
    'MessageExpunge',
    'FlagChange',
    'MailboxName',
    'NONE',
    'selected',
    'subtree',
    'INBOX',
  ],
  ...['~{1+}\r\n\0', '~{0+}\r\n', '{1+}\r\nx', 'UTF8 (', 'QRESYNC', 'IMAP4rev2', 'UTF8=ACCEPT', '"\xc3\xa4"'],
  ...['PARTIAL', '-1:-5', '1:5', 'SAVE', 'COUNT', '$', 'CHANGEDSINCE', 'VANISHED', '0', '1', '1:4294967295'],
  ...['.SIZE[', '.PEEK[1]', '[1.2]', '<0.9>', 'DELETED', 'MAILBOXID', '(', ')', '))', 'ALL', 'EMAILID'],
] as const;

const extensionCommand = array(constantFrom(...EXTENSION_WORDS), { minLength: 1, maxLength: 6 });

const command = array(constantFrom(...WORDS), { minLength: 1, maxLength: 8 });

/** No line break, and no brace that could end a literal's announcement. */
const octet = integer({ min: 0, max: 255 }).filter((value) => ![0x0a, 0x0d, 0x7d].includes(value));

describe('A random command', () => {
  it('gets a tagged answer', async (t) => {
    const sandbox = await openSandbox(t);
    sandbox.user('ann').deliver(NESTED_MAIL);
    const client = await openMailbox(t, sandbox);
    await assertProperty(
      asyncProperty(command, constantFrom(' ', ''), async (words, separator) => {
        const { answer } = await client.run(words.join(separator));
        assert.match(answer, /^(OK|NO|BAD) (?!\[SERVERBUG)/);
        // An answer that is not BAD keeps the server from ending the connection.
        await client.run('SELECT INBOX');
      }),
      { numRuns: 1000 },
    );
  });

  it('of an extension gets a tagged answer too', async (t) => {
    const sandbox = await openSandbox(t, {
      capabilities: { with: ['IMAP4rev2', 'UTF8=ACCEPT', 'THREAD=REFERENCES', 'BINARY', 'OBJECTID'] },
    });
    sandbox.user('ann').deliver(NESTED_MAIL);
    const client = await openMailbox(t, sandbox);
    await client.run('ENABLE QRESYNC');
    await assertProperty(
      asyncProperty(
        constantFrom(...EXTENSION_STEMS),
        extensionCommand,
        constantFrom(' ', ''),
        async (stem, words, separator) => {
          const { answer } = await client.run(stem + words.join(separator));
          assert.match(answer, /^(OK|NO|BAD) (?!\[SERVERBUG)/);
          await client.run('SELECT INBOX');
        },
      ),
      { numRuns: 1000 },
    );
  });

  it('of any octets gets a tagged answer too', async (t) => {
    const sandbox = await openSandbox(t);
    const client = await openMailbox(t, sandbox);
    await assertProperty(
      asyncProperty(array(octet, { maxLength: 40 }), async (octets) => {
        const { answer } = await client.run(`X${String.fromCharCode(...octets)}`);
        assert.match(answer, /^BAD /);
        await client.run('NOOP');
      }),
      { numRuns: 300 },
    );
  });
});
