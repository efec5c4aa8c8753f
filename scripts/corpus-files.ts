/** What the corpus takes for text, or lists twice, and RFC 8621 §4.1.4 takes for a file. */
import type { ExpectedAttachment, ExpectedMessage } from './corpus-expectation.ts';

interface NamedText {
  readonly file: ExpectedAttachment & { readonly filename: string };
  /** Without white space. */
  readonly content: string;
}

const BOUNDARY =
  /content-type:\s*multipart\/([\w-]+)\s*;\s*(?:[^\n]*\n[ \t])?[^\n]*?boundary\s*=\s*(?:"([^"\n]+)"|([^\s;]+))/gi;
const FILE_NAME = /(?:file)?name\s*=\s*(?:"([^"]+)"|([^\s;"]+))/i;
const TEXT_TYPE = /^content-type:\s*(text\/(?:plain|html))/im;
const HTML_TYPES = /^content-type:\s*text\/html/gim;
const CALENDAR = /^(?:text\/calendar|application\/ics)$/;

/**
 * The expectation in which texts with a file name that follow another part are files, but for those of an alternative, and in which
 * calendar data is listed once that is there twice, octet by octet.
 */
export function withNamedTextsAsFiles(expected: ExpectedMessage, raw: string): ExpectedMessage {
  const { attachments, textContains, hasHtml } = expected;
  const named = namedTexts(raw);
  const isInFile = (line: string) => named.some(({ content }) => content.includes(withoutSpace(line)));
  const htmlFiles = named.filter(({ file }) => file.contentType === 'text/html').length;
  const htmlParts = [...raw.matchAll(HTML_TYPES)].length;
  return {
    ...expected,
    ...(attachments && { attachments: [...withoutTwins(attachments), ...named.map(({ file }) => file)] }),
    ...(textContains && { textContains: textContains.filter((line) => !isInFile(line)) }),
    ...(hasHtml !== undefined && { hasHtml: hasHtml && (htmlFiles === 0 || htmlParts > htmlFiles) }),
  };
}

function namedTexts(raw: string): readonly NamedText[] {
  return [...raw.matchAll(BOUNDARY)].flatMap(([, subtype = '', quoted, plain = '']) => {
    if (subtype.toLowerCase() === 'alternative') return [];
    const [, , ...followers] = raw.split(`\n--${quoted ?? plain}`);
    return followers.flatMap(readNamedText);
  });
}

/** Nothing for a part that is no text, has no name, or says that it is an attachment. */
function readNamedText(part: string): readonly NamedText[] {
  const [header = '', ...paragraphs] = part.replace(/^[ \t]*\r?\n/, '').split(/\r?\n\r?\n/);
  const contentType = TEXT_TYPE.exec(header)?.[1]?.toLowerCase();
  const [, quoted, plain] = FILE_NAME.exec(header) ?? [];
  const filename = quoted ?? plain;
  const disposition = /^content-disposition:\s*([\w-]+)/im.exec(header)?.[1]?.toLowerCase();
  if (contentType === undefined || filename === undefined || disposition === 'attachment') return [];
  const isBase64 = /^content-transfer-encoding:\s*base64/im.test(header);
  const body = paragraphs.join('\n\n');
  const content = isBase64 ? Buffer.from(body, 'base64').toString() : body;
  return [{ file: { filename, contentType }, content: withoutSpace(content) }];
}

function withoutTwins(attachments: readonly ExpectedAttachment[]): readonly ExpectedAttachment[] {
  const calendars = attachments.filter(({ contentType }) => CALENDAR.test(contentType));
  const isRepeated = (one: ExpectedAttachment) =>
    one.filename === null && calendars.some((other) => other !== one && other.sha256 === one.sha256);
  return attachments.filter((one) => !calendars.includes(one) || !isRepeated(one));
}

function withoutSpace(text: string): string {
  return text.replace(/\s+/g, '');
}
