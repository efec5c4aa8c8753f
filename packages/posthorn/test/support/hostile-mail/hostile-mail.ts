/** All hostile messages. */

import { buildMessage } from '../message-samples.ts';
import { HOSTILE_HEADERS } from './hostile-headers.ts';
import { HOSTILE_HTML_MAIL } from './hostile-html-mail.ts';
import { type HostileMessage, hostile, html } from './hostile-message.ts';
import { HOSTILE_STRUCTURES } from './hostile-structures.ts';
import { HOSTILE_TEXTS } from './hostile-texts.ts';

/** Each with another name, always in the same order. */
export const HOSTILE_MAIL: readonly HostileMessage[] = [
  ...HOSTILE_STRUCTURES,
  ...HOSTILE_HEADERS,
  ...HOSTILE_TEXTS,
  ...HOSTILE_HTML_MAIL,
];

/** Those that cost a reader of lists the most: structures and headers. */
export const WORST_IN_LISTS: readonly string[] = [
  'empty-parts-10001',
  'empty-parts-100000',
  'empty-parts-200000',
  'empty-parts-440000',
  'parts-with-parameters',
  'parts-of-headers-only',
  'texts-10000',
  'alternatives-5000',
  'related-cid-5000',
  'digest-2000',
  'nested-multiparts-10000',
  'nested-messages-5000',
  'fields-100000',
  'subject-folded-200000',
  'encoded-words-50000',
  'references-100000',
  'recipients-100000',
  'recipients-in-each-field',
  'continuations-100000',
  'html-list-items-3-mb',
];

/** The message of that name. Throws when there is none. */
export function hostileMessage(name: string): HostileMessage {
  const found = HOSTILE_MAIL.find((message) => message.name === name);
  if (found === undefined) throw new Error(`There is no hostile message ${name}.`);
  return found;
}

/** So many messages of 100 KB, each with 10,001 parts. */
export function floodOfParts(count: number): readonly HostileMessage[] {
  const { build } = hostileMessage('empty-parts-10001');
  return Array.from({ length: count }, (_, index) => ({ name: `flood-${index}`, build }));
}

/** Mail as people send it, to compare with. */
export const ORDINARY_MAIL: readonly HostileMessage[] = Array.from({ length: 60 }, (_, index) => ({
  name: `ordinary-${index}`,
  build: () =>
    buildMessage({
      subject: `Plans for week ${index}`,
      text: 'Dear all, here are the plans. '.repeat(100),
      html: `<p style="color:#333">Dear all, here are the <b>plans</b>.</p>${'<table><tr><td>x</td></tr></table>'.repeat(400)}`,
      attachments: [
        { filename: 'plans.pdf', contentType: 'application/pdf', content: Buffer.alloc(50_000, 'p') },
      ],
    }),
}));

/** Bodies that are huge in different ways: parts without number, a text that only the whole message shows, and HTML. */
export const HUGE_BODIES: readonly HostileMessage[] = [
  hostileMessage('empty-parts-200000'),
  hostileMessage('empty-parts-100000'),
  hostile('blind-30-mb', () => ({ entity: blindMultipart(30) })),
  hostile('html-12-mb', () => ({
    entity: html('<p style="color:red">Some <b>words</b>.</p>\r\n'.repeat(270_000)),
  })),
];

/** The boundary is an extended parameter, which Dovecot does not read. */
function blindMultipart(megabytes: number): string {
  const line = `${'QUJD'.repeat(18)}\r\n`;
  const file = line.repeat((megabytes * 1024 * 1024) / line.length);
  return [
    "Content-Type: multipart/mixed; boundary*=utf-8''b\r\n\r\n--b\r\n\r\nhello\r\n--b",
    'Content-Type: application/octet-stream\r\nContent-Transfer-Encoding: base64\r\n',
    `${file}--b--\r\n`,
  ].join('\r\n');
}
