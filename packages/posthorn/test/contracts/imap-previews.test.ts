/** Previews of lists over Dovecot: made from each message's own text, in few round trips. */
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { DEFAULT_PREVIEW, type PreviewOptions } from '../../src/domain/messages/message-query.ts';
import { buildMessage } from '../support/message-samples.ts';
import { openRecordedStore, type RecordedStore } from './recorded-store.ts';
import { createTestMailStore, mailboxName } from './store-under-test.ts';

const signal = new AbortController().signal;
const PLAIN_FIRST: PreviewOptions = { maxCharacters: 200, sources: ['plain', 'html'] };
const octets = (lines: readonly string[]) => Buffer.from(lines.join('\r\n'), 'latin1');
const LONG_STYLE = `<style>${'p { color: #123456; } '.repeat(1000)}</style>`;

/** [what it is, message, preview] */
const MESSAGES: readonly (readonly [string, Buffer, string])[] = [
  [
    'HTML without its title',
    buildMessage({ html: '<html><head><title>Title</title></head><body>Body &amp; soul</body></html>' }),
    'Body & soul',
  ],
  [
    'text in windows-1252 that claims UTF-8',
    octets(['Content-Type: text/plain; charset=utf-8', '', 'Drachenk\xf6pfe']),
    'Drachenköpfe',
  ],
  [
    'text that claims a transfer encoding which it does not have',
    octets(['Content-Transfer-Encoding: 8-bit', 'Content-Type: text/plain', '', 'Hello from 8-bit']),
    'Hello from 8-bit',
  ],
  [
    'Korean by an old name of its charset',
    octets(['Content-Type: text/plain; charset=ks_c_5601-1987', '', '\xbd\xba\xc6\xbc']),
    '스티',
  ],
  ['text behind 20 KB of styles', buildMessage({ html: `${LONG_STYLE}<p>At last</p>` }), 'At last'],
  [
    'text behind 100 KB of styles',
    buildMessage({ html: `${LONG_STYLE.repeat(5)}<p>At very last</p>` }),
    'At very last',
  ],
  ['the words of pictures', buildMessage({ html: '<img src="cid:a" alt="Summer sale">' }), 'Summer sale'],
  ['plain text beside HTML that shows nothing', buildMessage({ text: 'Plain', html: '<p></p>' }), 'Plain'],
  [
    'the second text of a message whose first is blank',
    octets([
      'MIME-Version: 1.0',
      'Content-Type: multipart/mixed; boundary=b',
      '',
      ...['--b', 'Content-Type: text/plain', '', ' ', ''],
      ...['--b', 'Content-Type: text/plain', '', 'Behind the picture', '--b--', ''],
    ]),
    'Behind the picture',
  ],
  [
    'nothing of a message that encloses another',
    octets(['MIME-Version: 1.0', 'Content-Type: message/rfc822', '', 'Subject: inner', '', 'Inner text']),
    '',
  ],
  [
    'nothing of a file that is text',
    octets([
      'MIME-Version: 1.0',
      'Content-Type: text/plain',
      'Content-Disposition: attachment; filename=a.txt',
      '',
      'File',
    ]),
    '',
  ],
];

describe('The previews of a list', () => {
  let mail: RecordedStore;
  before(async () => {
    const samples = MESSAGES.map(([, raw]) => ({ raw }));
    const mixed = Array.from({ length: 50 }, (_, index) => ({ raw: mixedMessage(index) }));
    mail = await openRecordedStore({ Samples: samples, Mixed: mixed }, { delayMs: 5 });
  });
  beforeEach(() => mail.recorder.clear());
  after(() => mail?.close());

  const list = (mailbox: string, preview: PreviewOptions, lists = mail.store) => {
    const order = [{ key: 'uid', isDescending: false }] as const;
    const attributes = new Set(['previewText'] as const);
    const window = { start: 0, limit: 50 };
    const query = { window, maxRows: 1000, order, criterion: null, attributes, preview };
    return lists.listMessages({ account: mail.account, mailbox: mailboxName(mailbox), query }, signal);
  };
  const previews = async (mailbox: string, preview = DEFAULT_PREVIEW) =>
    (await list(mailbox, preview)).items.map(({ previewText }) => previewText);
  const fetches = () => mail.recorder.commands().filter((command) => command.startsWith('UID FETCH'));

  it('show the text of each message', async () => {
    const shown = await previews('Samples');

    assert.deepEqual(
      MESSAGES.map(([title], index) => [title, shown[index]]),
      MESSAGES.map(([title, , preview]) => [title, preview]),
    );
  });

  it('take the HTML without options and the plain text where a client wants it', async () => {
    assert.equal((await previews('Mixed'))[0], 'HTML number 0');
    assert.equal((await previews('Mixed', PLAIN_FIRST))[0], 'Plain number 0');
  });

  it('cost one FETCH more, of that message alone, where its styles are longer than 64 KB', async () => {
    const fresh = createTestMailStore();
    mail.recorder.clear();
    await list('Samples', DEFAULT_PREVIEW, fresh);
    await fresh.close();

    const whole = fetches().filter((command) => command.includes('<0.262144>'));
    assert.deepEqual(whole, ['UID FETCH 6 (UID BODY.PEEK[1]<0.262144>)']);
  });

  it('cost one FETCH for each place of the text, all in flight at once', async () => {
    const fresh = createTestMailStore();
    await fresh.countMessages({ account: mail.account, mailbox: mailboxName('Mixed') }, signal);
    mail.recorder.clear();

    await list('Mixed', DEFAULT_PREVIEW, fresh);
    const { roundTrips } = mail.recorder.traffic();
    await fresh.close();

    assert.deepEqual(
      fetches().map((command) => command.replace(/^UID FETCH \S+ /, '')),
      [
        '(UID BODYSTRUCTURE)',
        '(UID BODY.PEEK[2]<0.4096>)',
        '(UID BODY.PEEK[1]<0.2400>)',
        '(UID BODY.PEEK[1.2]<0.4096>)',
      ],
    );
    // The check for changes with the order, the structures, the texts.
    assert.equal(roundTrips, 3);
  });
});

/** HTML beside plain text, plain text alone, both with a file: each in turn. */
function mixedMessage(index: number): Buffer {
  return buildMessage({
    text: `Plain number ${index}`,
    ...(index % 2 === 0 && { html: `<p>HTML number ${index}</p>` }),
    ...(index % 4 > 1 && { attachments: [{}] }),
  });
}
