/** What is sent of a draft, and to whom. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { toOutgoingMessage } from '../../../src/adapters/mime/outgoing-message.ts';
import { octetsOf } from '../../support/octets-of.ts';
import { rawMessage } from './test-composer.ts';

function envelope(...fields: readonly string[]) {
  return toOutgoingMessage(rawMessage(...fields, '', 'text')).envelope;
}

async function octets(message: Buffer): Promise<string> {
  return (await octetsOf(toOutgoingMessage(message).octets)).toString('latin1');
}

const FROM = 'From: Jane <jane@example.org>';

describe('the envelope of a draft', () => {
  it('goes from the From field to To, Cc and Bcc', () => {
    assert.deepEqual(envelope(FROM, 'To: a@example.org', 'Cc: b@example.org', 'Bcc: c@example.org'), {
      reversePath: 'jane@example.org',
      forwardPaths: ['a@example.org', 'b@example.org', 'c@example.org'],
    });
  });

  it('names each address once, whatever the case of its domain', () => {
    assert.deepEqual(envelope(FROM, 'To: a@Example.ORG, A@example.org', 'Cc: a@example.org').forwardPaths, [
      'a@Example.ORG',
      'A@example.org',
    ]);
  });

  it('takes the addresses out of groups', () => {
    assert.deepEqual(envelope(FROM, 'To: friends: a@example.org, B <b@example.org>;').forwardPaths, [
      'a@example.org',
      'b@example.org',
    ]);
  });

  it('may go to blind recipients only', () => {
    assert.deepEqual(envelope(FROM, 'To: undisclosed-recipients:;', 'Bcc: a@example.org').forwardPaths, [
      'a@example.org',
    ]);
  });

  it('counts all fields of a name', () => {
    assert.deepEqual(envelope(FROM, 'To: a@example.org', 'TO: b@example.org').forwardPaths, [
      'a@example.org',
      'b@example.org',
    ]);
  });

  it('takes the first of several senders', () => {
    assert.equal(
      envelope('From: a@example.org, b@example.org', 'To: c@example.org').reversePath,
      'a@example.org',
    );
  });

  it('takes no address out of a name', () => {
    assert.deepEqual(envelope(FROM, 'To: "evil@x.example" <a@example.org>').forwardPaths, ['a@example.org']);
  });

  it('has international domains as A-labels', () => {
    assert.deepEqual(envelope(FROM, 'To: a@m\u00fcnchen.example').forwardPaths, ['a@xn--mnchen-3ya.example']);
  });

  const REFUSED: readonly (readonly [description: string, fields: readonly string[]])[] = [
    ['no sender', ['To: a@example.org']],
    ['an empty sender', ['From:', 'To: a@example.org']],
    ['no recipient', [FROM]],
    ['empty recipients', [FROM, 'To: undisclosed-recipients:;', 'Cc:']],
    ['a recipient without domain', [FROM, 'To: <root>, a@example.org']],
    ['a recipient with a domain literal', [FROM, 'To: a@[127.0.0.1]']],
    ['101 recipients', [FROM, ...Array<string>(101).fill('To: a@example.org')]],
    ['a list of a hundred thousand recipients', [FROM, `To: ${'a@example.org,'.repeat(60_000)}`]],
  ];
  for (const [description, fields] of REFUSED) {
    it(`is refused with ${description}`, () => {
      assert.throws(() => envelope(...fields), { code: 'invalid-document' });
    });
  }
});

describe('the octets that are sent', () => {
  it('have neither blind recipients nor private fields', async () => {
    const message = rawMessage(
      'Received: from x',
      FROM,
      'To: a@example.org',
      'Bcc: secret@example.org,',
      ' another@example.org',
      'bcc : third@example.org',
      'Resent-Bcc: fourth@example.org',
      'X-Posthorn-Draft: id=1',
      'X-POSTHORN-Other: 1',
      'X-CN-DRAFT-INFO: WyJhIl0=',
      'X-Odd:\tkept ',
      '',
      'Bcc: this is text',
    );

    assert.equal(
      await octets(message),
      'Received: from x\r\nFrom: Jane <jane@example.org>\r\nTo: a@example.org\r\nX-Odd:\tkept \r\n\r\nBcc: this is text\r\n',
    );
  });

  it('have no blind recipients that follow without a fold', async () => {
    const message = Buffer.from(`${FROM}\nBcc: a@example.org,\nb@example.org\n\ntext`);

    assert.equal(await octets(message), `${FROM}\r\n\r\ntext`);
  });

  it('are otherwise the octets of the draft', async () => {
    const head = `${FROM}\r\nTo: a@example.org\r\n\r\n`;
    const message = Buffer.concat([Buffer.from(head), Buffer.from([0x80, 0xff, 0x2e, 0x0d, 0x0a])]);

    assert.equal(await octets(message), message.toString('latin1'));
  });

  it('have CRLF line ends only, so no server sees two messages', async () => {
    const message = Buffer.from(`${FROM}\nTo: a@example.org\n\na\n.\nMAIL FROM:<x@y>\r.\rb\r\n`);

    assert.equal(
      await octets(message),
      `${FROM}\r\nTo: a@example.org\r\n\r\na\r\n.\r\nMAIL FROM:<x@y>\r\n.\r\nb\r\n`,
    );
  });

  it('have no field that a lone CR would begin', async () => {
    const message = rawMessage(FROM, 'To: a@example.org', 'Subject: a\rBcc: x@example.org\r\rb', '', 'text');

    assert.match(await octets(message), /^Subject: a Bcc: x@example\.org {2}b\r$/m);
  });

  it('end the header of a message without body', async () => {
    assert.equal(
      await octets(Buffer.from(`${FROM}\r\nTo: a@example.org`)),
      `${FROM}\r\nTo: a@example.org\r\n\r\n`,
    );
  });
});
