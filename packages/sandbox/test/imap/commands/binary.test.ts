/** BINARY over a real socket: decoded parts, and messages with NUL (RFC 3516). */
import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import type { SandboxOptions } from '../../../src/options.ts';
import { mail, NESTED_MAIL } from '../../support/mail-samples.ts';
import { openMailbox, openSandbox } from '../../support/open-sandbox.ts';

const CAPABILITIES = { with: ['BINARY'] } as const;

async function openWith(t: TestContext, messages: readonly string[], options: Partial<SandboxOptions> = {}) {
  const sandbox = await openSandbox(t, { capabilities: CAPABILITIES, ...options });
  const ann = sandbox.user('ann');
  for (const message of messages) ann.deliver(message);
  return { ann, client: await openMailbox(t, sandbox) };
}

function encoded(encoding: string, body: string): string {
  return mail({ 'Content-Type': 'application/x-test', 'Content-Transfer-Encoding': encoding }, body);
}

describe('FETCH BINARY', () => {
  const cases: readonly (readonly [item: string, message: string, answer: string])[] = [
    ['BINARY.PEEK[1]', encoded('base64', 'SGVs\r\nbG8='), 'BINARY[1] {5}\r\nHello'],
    ['BINARY.PEEK[1]', encoded('base64', 'AAEC'), 'BINARY[1] ~{3}\r\n\0\x01\x02'],
    ['BINARY.PEEK[1]<1.3>', encoded('base64', 'SGVsbG8='), 'BINARY[1]<1> {3}\r\nell'],
    ['BINARY.PEEK[1]<0.2>', encoded('base64', 'SGUAAA=='), 'BINARY[1]<0> {2}\r\nHe'],
    ['BINARY.PEEK[1]<9.2>', encoded('base64', 'SGVsbG8='), 'BINARY[1]<9> {0}\r\n'],
    ['BINARY.PEEK[1]', encoded('Quoted-Printable', 'a=3Db=\r\nc'), 'BINARY[1] {4}\r\na=bc'],
    ['BINARY.PEEK[1]', mail({}, 'plain\r\n'), 'BINARY[1] {7}\r\nplain\r\n'],
    ['BINARY.PEEK[2.2]', NESTED_MAIL, 'BINARY[2.2] {11}\r\n<b>html</b>'],
    ['BINARY.PEEK[4]', NESTED_MAIL, 'BINARY[4] ~{3}\r\n\0\0\0'],
    ['BINARY.PEEK[9]', NESTED_MAIL, 'BINARY[9] NIL'],
    ['BINARY.PEEK[]<0.4>', NESTED_MAIL, 'BINARY[]<0> {4}\r\nFrom'],
    ['BINARY.SIZE[4]', NESTED_MAIL, 'BINARY.SIZE[4] 3'],
    ['BINARY.SIZE[]', mail(), 'BINARY.SIZE[] 59'],
    ['BINARY.SIZE[9]', NESTED_MAIL, 'BINARY.SIZE[9] 0'],
  ];
  for (const [item, message, answer] of cases) {
    it(`${item} gives ${JSON.stringify(answer)}`, async (t) => {
      const { client } = await openWith(t, [message]);
      assert.deepEqual(await client.run(`FETCH 1 ${item}`), {
        untagged: [`* 1 FETCH (${answer})`],
        answer: 'OK Fetch completed',
      });
    });
  }

  it('sets \\Seen without PEEK, as SIZE does not', async (t) => {
    const { ann, client } = await openWith(t, [mail()]);
    await client.run('FETCH 1 (BINARY.SIZE[1] BINARY.PEEK[1])');
    assert.deepEqual(ann.messages()[0]?.flags, []);
    await client.run('FETCH 1 BINARY[1]');
    assert.deepEqual(ann.messages()[0]?.flags, ['\\Seen']);
  });

  it('answers NO for an unknown encoding, and nothing by halves', async (t) => {
    const { client } = await openWith(t, [mail(), encoded('x-uuencode', 'begin')]);
    const refused = 'NO [UNKNOWN-CTE] Unknown transfer encoding';
    assert.deepEqual(await client.run('FETCH 1:2 (UID BINARY.PEEK[1])'), {
      untagged: ['* 1 FETCH (UID 1 BINARY[1] {8}\r\nHello.\r\n)'],
      answer: refused,
    });
    assert.deepEqual(await client.run('FETCH 2 (UID BINARY.SIZE[1])'), { untagged: [], answer: refused });
    assert.equal((await client.run('FETCH 2 BODY.PEEK[1]')).answer, 'OK Fetch completed');
  });

  for (const item of ['BINARY[TEXT]', 'BINARY[1.MIME]', 'BINARY.SIZE[1]<0.1>', 'BINARY[1]<0.0>', 'BINARY']) {
    it(`rejects ${item}`, async (t) => {
      const { client } = await openWith(t, [mail()]);
      assert.match((await client.run(`FETCH 1 ${item}`)).answer, /^BAD /);
    });
  }

  it('is unknown where it is off', async (t) => {
    const { client } = await openWith(t, [mail()], { capabilities: {} });
    assert.match((await client.run('FETCH 1 BINARY.PEEK[1]')).answer, /^BAD /);
    assert.equal((await client.run('APPEND INBOX ~{1+}\r\na')).answer, 'BAD Expected a literal');
  });
});

describe('APPEND of a literal8', () => {
  const binary = (body: string) => encoded('binary', body);

  it('keeps a message with NUL and shows binary parts in base64', async (t) => {
    const { client } = await openWith(t, []);
    const message = binary('\0\n\x01'.repeat(20));
    client.send(`a APPEND INBOX ~{${message.length}}\r\n`);
    assert.equal(await client.read(), '+ OK');
    client.send(`${message}\r\n`);
    assert.match((await client.readReply()).answer, /^OK \[APPENDUID /);
    const { untagged } = await client.run('FETCH 1 (BODY BINARY.PEEK[1] BODY.PEEK[TEXT])');
    assert.deepEqual(untagged.slice(-1), [
      '* 1 FETCH (BODY ("application" "x-test" NIL NIL NIL "base64" 82) ' +
        `BINARY[1] ~{60}\r\n${'\0\n\x01'.repeat(20)} ` +
        `BODY[TEXT] {82}\r\n${'AAoB'.repeat(19)}\r\nAAoB)`,
    ]);
  });

  it('takes it without synchronisation and keeps other messages as they are', async (t) => {
    const { ann, client } = await openWith(t, []);
    const message = mail({}, 'no binary part\r\n');
    await client.run(`APPEND INBOX (\\Seen) ~{${message.length}+}\r\n${message}`);
    assert.equal(ann.messages()[0]?.raw.toString('latin1'), message);
  });

  it('is a BAD without its octets', async (t) => {
    const { client } = await openWith(t, []);
    assert.equal((await client.run('APPEND INBOX ~"a"')).answer, 'BAD Expected a literal');
  });
});
