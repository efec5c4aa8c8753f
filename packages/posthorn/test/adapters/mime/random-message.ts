/** Random messages for property tests: any structure, right and wrong. */
import fc from 'fast-check';

/** A message and what it consists of. */
export interface RandomMessage {
  readonly octets: Buffer;
  /** The octets of every attachment, header block included, as Latin-1; each occurs once in the message. */
  readonly attachments: readonly string[];
  /** The content of every body text; each occurs once in the message. */
  readonly texts: readonly string[];
}

interface Node {
  readonly fields: readonly string[];
  /** Undefined for multiparts. */
  readonly content?: string;
  readonly subtype?: string;
  readonly isClosed?: boolean;
  readonly children: readonly Node[];
}

const TEXT_FIELDS = [
  [],
  ['Content-Type: text/plain'],
  ['Content-Type: TEXT/HTML; charset="utf-8"', 'Content-Transfer-Encoding: 8bit'],
  ['Content-Type: text/plain; format=flowed', 'Content-Disposition: inline'],
];
const FILE_FIELDS = [
  ['Content-Type: image/png; name="a.png"', 'Content-ID: <a@x>'],
  ['Content-Type: application/pdf', 'Content-Disposition: attachment;\r\n\tfilename=a.pdf'],
  ['content-type:text/plain', 'CONTENT-DISPOSITION: Attachment'],
  ['Content-Type: text/vcard; profile=home', 'Bcc: evil@x.example'],
  ['Content-Type: message/rfc822'],
  ['Content-Type: application/pgp-signature; name=signature.asc'],
  ['Content-Type: nonsense'],
  ['X-Odd: 1', 'Content-Type: application/octet-stream', 'Content-Transfer-Encoding: x-unknown'],
];
const SUBTYPES = ['mixed', 'alternative', 'related', 'signed', 'report', 'x-unknown', 'MIXED'];

const { multipart } = fc.letrec<{ node: Node; multipart: Node }>((tie) => ({
  node: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.record({
      fields: fc.constantFrom(...TEXT_FIELDS, ...FILE_FIELDS),
      content: fc.string({ unit: fc.constantFrom('\r\n', '-', '--', 'a', '\u00e9', '.', ' ') }),
      children: fc.constant([]),
    }),
    tie('multipart'),
  ),
  multipart: fc
    .record({
      fields: fc.constant([]),
      subtype: fc.constantFrom(...SUBTYPES),
      isClosed: fc.boolean(),
      children: fc.array(tie('node'), { minLength: 1, maxLength: 4 }),
    })
    .map((node) => (node.subtype === 'related' ? { ...node, children: asRelated(node.children) } : node)),
}));

/** A text beside the root of a multipart/related is a file only as long as the root is there. */
function asRelated(children: readonly Node[]): readonly Node[] {
  return children.filter((child, index) => index === 0 || isFile(child));
}

function isFile({ fields }: Node): boolean {
  return (FILE_FIELDS as readonly (readonly string[])[]).includes(fields);
}

/** Messages of up to some dozen parts, with preambles, epilogues, missing closing delimiters and odd fields. */
export function randomMessage(): fc.Arbitrary<RandomMessage> {
  return multipart.map((root) => {
    const attachments: string[] = [];
    const texts: string[] = [];
    let count = 0;

    function write(node: Node): string {
      const { fields, content, subtype, isClosed, children } = node;
      count += 1;
      const mark = `mark-${count}-`;
      if (content !== undefined) {
        const body = `${mark}${content}`;
        const part = `${fields.map((field) => `${field}\r\n`).join('')}\r\n${body}`;
        if (isFile(node)) attachments.push(part);
        else texts.push(body);
        return part;
      }
      const boundary = `=_${count}_`;
      const parts = children.map((child) => `\r\n--${boundary}\r\n${write(child)}`).join('');
      const end = isClosed ? `\r\n--${boundary}--\r\nepilogue` : '';
      return `Content-Type: multipart/${subtype}; boundary="${boundary}"\r\n\r\npreamble${parts}${end}`;
    }

    const octets = Buffer.from(`Message-ID: <a@example.org>\r\nX-Kept: 1\r\n${write(root)}`, 'latin1');
    return { octets, attachments, texts };
  });
}
