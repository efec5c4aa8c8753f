// @ts-check
/** What the API shows of a message in a file. */

/**
 * @typedef {import('./read-archive.js').FileMessage} FileMessage
 * @typedef {import('posthorn/bindings').MessageItemValues} Values
 * @typedef {import('posthorn/bindings').MailAddress} MailAddress
 */

/** @type {{ readonly [Name in keyof Values]: (message: FileMessage) => Values[Name] }} */
export const values = {
  from: ({ email }) => addresses(email.from ? [email.from] : []),
  to: ({ email }) => addresses(email.to),
  cc: ({ email }) => addresses(email.cc),
  bcc: ({ email }) => addresses(email.bcc),
  replyTo: ({ email }) => addresses(email.replyTo),
  subject: ({ email }) => email.subject ?? '',
  date: ({ email }) => ({ epochMs: Date.parse(email.date ?? '') || 0, offsetMinutes: 0 }),
  // An archive is read: no client needs to show its mail as new.
  seen: () => true,
  answered: () => false,
  draft: () => false,
  flagged: () => false,
  recent: () => false,
  keywords: () => [],
  messageId: ({ email }) => messageIds(email.messageId)[0] ?? null,
  references: ({ email }) => messageIds(email.references),
  inReplyTo: ({ email }) => messageIds(email.inReplyTo),
  previewText: ({ email }) => (email.text ?? '').replace(/\s+/g, ' ').trim(),
  size: ({ octets }) => octets.length,
  hasAttachments: ({ email }) => email.attachments.length > 0,
  internalDate: (message) => values.date(message),
  // An archive has left its lists.
  listUnsubscribe: () => null,
  headers: ({ email }) => ({
    fields: email.headers.map(({ key, value }) => ({ name: key, value })),
    isTruncated: false,
  }),
};

/**
 * The attachments with a number in place of their MIME part specifiers.
 * @param {FileMessage} message
 */
export function attachmentsOf({ email }) {
  return email.attachments.map((file, index) => {
    const content = Buffer.from(/** @type {ArrayBuffer} */ (file.content));
    const attachment = {
      part: String(index + 1),
      fileName: file.filename,
      mediaType: file.mimeType,
      encodedOctets: content.length,
      encoding: 'binary',
      contentId: file.contentId?.replace(/^<|>$/g, '') ?? null,
      isInline: file.disposition === 'inline',
    };
    return { attachment, content };
  });
}

/**
 * @param {readonly import('postal-mime').Address[] | undefined} list
 * @returns {readonly MailAddress[]}
 */
function addresses(list = []) {
  return list.flatMap((each) => ('group' in each && each.group ? each.group : [each])).map(toMailAddress);
}

/**
 * @param {{ readonly name: string, readonly address?: string | undefined }} address
 * @returns {MailAddress}
 */
function toMailAddress({ name, address = '' }) {
  return { name, address };
}

/** @param {string | undefined} field */
function messageIds(field = '') {
  return Array.from(field.matchAll(/<([^<>\s]+)>/g), ([, id]) => id ?? '');
}
