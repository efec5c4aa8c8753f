/** What must hold for every mail, whatever its octets are. */
import { ELEMENTS, GLOBAL_ATTRIBUTES } from '../src/adapters/html/html-allow-list.ts';
import { readHtmlText } from '../src/adapters/html/read-html-text.ts';
import { sanitizeReceivedHtml } from '../src/adapters/html/sanitize-received-html.ts';
import { DEFAULT_PREVIEW } from '../src/domain/messages/message-query.ts';
import { parseAddressList } from '../src/message/headers/address-list.ts';
import { parseDateTime } from '../src/message/headers/date-time.ts';
import { decodeEncodedWords } from '../src/message/headers/encoded-words.ts';
import { parseHeaderFields } from '../src/message/headers/header-fields.ts';
import { readHeaderList } from '../src/message/headers/header-list.ts';
import { readListUnsubscribe } from '../src/message/headers/list-unsubscribe.ts';
import { parseMessageIds } from '../src/message/headers/message-ids.ts';
import { openWholeMessage, type WholeMessage } from '../src/message/whole-message.ts';

const MAX_HEADER_OCTETS = 64 * 1024;
/** A thread that reads mail has five seconds. */
const MAX_MS = 2_000;
/** A measured time is taken for the reader's only when it comes again: other processes take time as well. */
const MEASUREMENTS = 3;
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what must not occur
const CONTROL = /[\u0000-\u001f\u007f-\u009f]/;
/** TAB and LF are part of text. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what must not occur
const CONTROL_OF_TEXT = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/;
/** As the sanitizer writes them: values in quotes, and quotes within them as references. */
const TAG = /<\/?([a-z][a-z0-9]*)((?:\s[^\s=<>"/]+(?:="[^"]*")?)*)\s*\/?>/g;
const ATTRIBUTE = /\s([^\s=<>"/]+)(?:="([^"]*)")?/g;
const ACTIVE_URL = /^\s*(?:javascript|data|vbscript):/i;

/** What is wrong with the reading of the mail, in one line; undefined where nothing is. */
export function checkMail(octets: Buffer): string | undefined {
  try {
    const startedAt = performance.now();
    const fault = findFault(octets);
    if (fault !== undefined || performance.now() - startedAt <= MAX_MS) return fault;
    return isSlow(octets) ? `takes more than ${MAX_MS} ms` : undefined;
  } catch (error) {
    return `threw ${error instanceof Error ? error.stack : error}`;
  }
}

function isSlow(octets: Buffer): boolean {
  return Array.from({ length: MEASUREMENTS }, () => {
    const before = process.cpuUsage();
    findFault(octets);
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  }).every((ms) => ms > MAX_MS);
}

function findFault(octets: Buffer): string | undefined {
  return faultOfHeader(octets) ?? faultOfMessage(octets, openWholeMessage(octets));
}

function faultOfHeader(octets: Buffer): string | undefined {
  const header = parseHeaderFields(octets);
  readListUnsubscribe(header);
  const { fields } = readHeaderList(octets, { maxOctets: MAX_HEADER_OCTETS });
  for (const { name, value } of fields) {
    parseMessageIds(value);
    parseDateTime(value);
    const addresses = parseAddressList(value).flatMap(({ address, name: shown }) => [address, shown]);
    const texts = [decodeEncodedWords(value), ...addresses];
    const shown = texts.find((text) => CONTROL.test(text) || !text.isWellFormed());
    if (shown !== undefined) return `header control characters: ${JSON.stringify([name, shown])}`;
  }
  return undefined;
}

function faultOfMessage(octets: Buffer, message: WholeMessage): string | undefined {
  for (const [path, { start, end }] of message.ranges) {
    if (start < 0 || start > end || end > octets.length) return `range outside: ${path} ${start}-${end}`;
  }
  const { textPlain, textHtml } = message.readTexts(readHtmlText);
  const preview = message.readPreview(DEFAULT_PREVIEW);
  if (CONTROL_OF_TEXT.test(textPlain) || !textPlain.isWellFormed()) return 'text control characters';
  if (CONTROL.test(preview) || !preview.isWellFormed()) return `preview control characters: ${preview}`;
  if ([...preview].length > DEFAULT_PREVIEW.maxCharacters) return `preview length: ${preview.length}`;
  return faultOfHtml(textHtml);
}

function faultOfHtml(html: string): string | undefined {
  readHtmlText(html);
  const { html: safe } = sanitizeReceivedHtml(html, 'allow');
  const fault = faultOfTags(safe);
  if (fault !== undefined) return fault;
  if (!safe.isWellFormed()) return 'html surrogates: one without a partner';
  const again = sanitizeReceivedHtml(safe, 'allow').html;
  return again === safe ? undefined : 'html unstable: it is another one when it is sanitised again';
}

function faultOfTags(html: string): string | undefined {
  if (html.replace(TAG, '').includes('<')) return 'html tag: one that is none of ours';
  for (const [tag, name = '', attributes = ''] of html.matchAll(TAG)) {
    const allowed = ELEMENTS.get(name);
    if (allowed === undefined) return `html element: ${tag.slice(0, 100)}`;
    for (const [, attribute = '', value = ''] of attributes.matchAll(ATTRIBUTE)) {
      const isKnown = allowed.has(attribute) || GLOBAL_ATTRIBUTES.has(attribute);
      if (!isKnown || ACTIVE_URL.test(value)) return `html attribute: ${tag.slice(0, 100)}`;
    }
  }
  return undefined;
}
