/** What hostile messages are made of. */

/** A message that costs its reader time or memory, or that programs read differently. */
export interface HostileMessage {
  /** In kebab-case. It is also the subject, unless the attack is in the subject. */
  readonly name: string;
  /** The octets, made anew at each call and always the same: together they take more memory than a test should. */
  build(): Buffer;
}

export const CRLF = '\r\n';

const FIELDS: Readonly<Record<string, string>> = {
  From: 'Ann <ann@example.org>',
  To: 'Jane <jane@example.org>',
  Date: 'Tue, 2 Jan 2024 03:04:05 +0000',
  'MIME-Version': '1.0',
};

/** What a message consists of. */
export interface HostileContent {
  /** By name; they replace those of the same name. */
  readonly fields?: Readonly<Record<string, string>>;
  /** Written in front of all fields, each with its line end. */
  readonly lead?: string;
  /** The fields of the content, an empty line and the content. */
  readonly entity?: string;
}

/** A message of that name; `content` is called when its octets are wanted. */
export function hostile(name: string, content: () => HostileContent): HostileMessage {
  return { name, build: () => Buffer.from(compose(name, content()), 'latin1') };
}

/** A message that has nothing but these octets. */
export function raw(name: string, build: () => Buffer): HostileMessage {
  return { name, build };
}

function compose(name: string, { fields = {}, lead = '', entity = text('hello') }: HostileContent): string {
  const all = { ...FIELDS, Subject: name, 'Message-ID': `<${name}@example.org>`, ...fields };
  const head = Object.entries(all).map(([field, value]) => `${field}: ${value}${CRLF}`);
  return `${lead}${head.join('')}${entity}`;
}

/** A part of plain text. */
export function text(content: string): string {
  return entity('text/plain; charset=utf-8', content);
}

/** A part of HTML. */
export function html(content: string): string {
  return entity('text/html; charset=utf-8', content);
}

/** A part with these values in its header. */
export function entity(
  contentType: string,
  content: string,
  { encoding, disposition, id }: { encoding?: string; disposition?: string; id?: string } = {},
): string {
  const lines = [
    `Content-Type: ${contentType}`,
    ...(encoding === undefined ? [] : [`Content-Transfer-Encoding: ${encoding}`]),
    ...(disposition === undefined ? [] : [`Content-Disposition: ${disposition}`]),
    ...(id === undefined ? [] : [`Content-ID: <${id}>`]),
  ];
  return `${lines.join(CRLF)}${CRLF}${CRLF}${content}`;
}

/** A multipart of these parts. */
export function multipart(parts: readonly string[], subtype = 'mixed', boundary = 'b'): string {
  const children = parts.map((part) => `--${boundary}${CRLF}${part}${CRLF}`);
  const head = `Content-Type: multipart/${subtype}; boundary="${boundary}"${CRLF}${CRLF}`;
  return `${head}${children.join('')}--${boundary}--${CRLF}`;
}

/** So many texts, by their index. */
export function times(count: number, make: (index: number) => string): string {
  return Array.from({ length: count }, (_, index) => make(index)).join('');
}

/** The text in lines of base64. */
export function base64(content: string): string {
  const encoded = Buffer.from(content, 'latin1').toString('base64');
  return encoded.replaceAll(/.{76}/g, `$&${CRLF}`);
}
