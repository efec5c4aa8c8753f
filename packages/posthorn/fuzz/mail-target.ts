/** Mails as octets to be changed. */
import { join } from 'node:path';
import type { FoundSeed, FuzzTarget } from '../../imap/fuzz/run-target.ts';
import { SeedFolder } from '../../imap/fuzz/seed-folder.ts';
import { readHtmlText } from '../src/adapters/html/read-html-text.ts';
import type { BodyPart } from '../src/domain/messages/body-structure.ts';
import { openWholeMessage } from '../src/message/whole-message.ts';
import { HOSTILE_HTML } from '../test/adapters/html/hostile-html.ts';
import { LOADING_HTML } from '../test/adapters/html/leaving-html.ts';
import { MUTATING_HTML } from '../test/adapters/html/mutating-html.ts';
import { HOSTILE_MAIL, ORDINARY_MAIL } from '../test/support/hostile-mail/hostile-mail.ts';
import { checkMail } from './check-mail.ts';
import { MAIL_TOKENS } from './mail-tokens.ts';

/** Longer mails take more time than they show. */
const MAX_ENTRY_OCTETS = 20_000;
const HTML_HEADER = 'From: a@example.org\r\nSubject: a\r\nContent-Type: text/html; charset=utf-8\r\n\r\n';
const SEEDS = new SeedFolder<FoundSeed<null>>(join(import.meta.dirname, 'seeds'));

/** All mails that once revealed a fault. */
export const readMailSeeds = () => SEEDS.read();

/** Everything that is read of a mail, but for what IMAP servers say of it. */
export const MAIL_TARGET: FuzzTarget<null> = {
  entries: [
    ...[...HOSTILE_MAIL, ...ORDINARY_MAIL]
      .map(({ build }) => build())
      .filter(({ length }) => length <= MAX_ENTRY_OCTETS),
    ...[...HOSTILE_HTML, ...LOADING_HTML, ...MUTATING_HTML].map(([, html]) =>
      Buffer.from(HTML_HEADER + html),
    ),
    ...readMailSeeds().map(({ octets }) => Buffer.from(octets, 'latin1')),
  ],
  tokens: MAIL_TOKENS,
  circumstancesOf: () => null,
  check: checkMail,
  shapeOf,
  keep: (seed) => SEEDS.write(seed),
};

/** The tree of its parts, and how many digits the lengths of its texts have. */
function shapeOf(octets: Buffer): string {
  const message = openWholeMessage(octets);
  const { textPlain, textHtml, truncated } = message.readTexts(readHtmlText);
  const lengths = [textPlain, textHtml].map(({ length }) => String(length).length);
  return [outlineOf(message.structure), ...lengths, ...truncated].join(' ');
}

/** Types of any length would make every shape a new one. */
function outlineOf({ mediaType, children }: BodyPart): string {
  const known = /^[a-z]+\/[a-z0-9]{1,12}$/.test(mediaType) ? mediaType : '?';
  return `${known}(${children.map(outlineOf).join(',')})`;
}
