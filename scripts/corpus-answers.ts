/** What each version of the API answers about a message, in one form. */
import type { CorpusServer, Download } from './corpus-server.ts';

export interface AnsweredAddress {
  readonly address: string;
  readonly name: string;
}

/** An attachment with what was downloaded. */
export interface AnsweredAttachment extends Download {
  readonly name: string;
  readonly contentType: string;
}

/** Everything that the API says about one message. */
export interface AnsweredMessage {
  readonly subject: string;
  readonly from: readonly AnsweredAddress[];
  readonly to: readonly AnsweredAddress[];
  readonly cc: readonly AnsweredAddress[];
  readonly replyTo: readonly AnsweredAddress[];
  /** Seconds since 1970. */
  readonly date: number;
  /** Without angle brackets; null for none. */
  readonly messageId: string | null;
  /** Text, not HTML. */
  readonly preview: string;
  readonly textPlain: string;
  readonly textHtml: string;
  readonly attachments: readonly AnsweredAttachment[];
}

/** What a row of a list tells. */
type AnsweredItem = Omit<AnsweredMessage, 'textPlain' | 'textHtml' | 'attachments'>;

/** Reads the messages of INBOX through one version of the API. */
export interface VersionReader {
  readonly version: 'v0' | 'v1';
  /** True where a field of several addresses is shown by its last one. */
  readonly showsLastAddressOnly: boolean;
  /** All rows by uid. Throws AnswerError, as the methods below. */
  listItems(): Promise<ReadonlyMap<number, AnsweredItem>>;
  readTexts(uid: number): Promise<Pick<AnsweredMessage, 'textPlain' | 'textHtml'>>;
  readAttachments(uid: number): Promise<readonly AnsweredAttachment[]>;
}

const FOLDER = 'MailAccounts/corpus/MailFolders/INBOX/MessageItems';
const V0 = `/rest-api-email/v0/${FOLDER}`;
const V1 = `/rest-api-email/v1/${FOLDER}`;
const PAGE = 200;

/** Members that are null are left out. */
interface V0Item {
  readonly id: string;
  readonly subject?: string;
  readonly from?: AnsweredAddress;
  readonly to?: readonly AnsweredAddress[];
  readonly cc?: readonly AnsweredAddress[];
  readonly replyTo?: AnsweredAddress;
  readonly date?: string;
  readonly messageId?: string;
  readonly previewText?: string;
}

interface V0Attachment {
  readonly text: string;
  readonly type: string;
  readonly downloadUrl: string;
}

/** Reads as released clients do. */
export function readVersion0(server: CorpusServer): VersionReader {
  const get = async <Data>(path: string) =>
    ((await server.getDocument(`${V0}${path}`)) as { readonly data: Data }).data;
  return {
    version: 'v0',
    showsLastAddressOnly: true,
    async listItems() {
      const fields = 'subject,from,to,cc,replyTo,date,messageId,previewText';
      const items = await get<readonly V0Item[]>(`?start=0&limit=-1&attributes=${fields}`);
      return new Map(items.map((item) => [Number(item.id), fromV0(item)]));
    },
    readTexts: (uid) => get(`/${uid}/MessageBody`),
    async readAttachments(uid) {
      const attachments = await get<readonly V0Attachment[]>(`/${uid}/Attachments`);
      return downloadAll(
        server,
        attachments.map(({ text, type, downloadUrl }) => ({ name: text, contentType: type, downloadUrl })),
      );
    },
  };
}

function fromV0(item: V0Item): AnsweredItem {
  return {
    subject: item.subject ?? '',
    from: item.from ? [item.from] : [],
    to: item.to ?? [],
    cc: item.cc ?? [],
    replyTo: item.replyTo ? [item.replyTo] : [],
    // `2023-05-02 13:54:14 +0200`
    date: Date.parse((item.date ?? '').replace(' ', 'T').replace(' ', '')) / 1000,
    messageId: item.messageId?.replace(/^<|>$/g, '') ?? null,
    preview: toText(item.previewText ?? ''),
  };
}

interface V1Item {
  readonly attributes: {
    readonly uid: number;
    readonly subject: string;
    readonly fromAddresses: readonly AnsweredAddress[];
    readonly to: readonly AnsweredAddress[];
    readonly cc: readonly AnsweredAddress[];
    readonly replyToAddresses: readonly AnsweredAddress[];
    readonly date: string | null;
    readonly messageId: string | null;
    readonly previewText: string;
  };
}

interface V1Body {
  readonly attributes: { readonly textPlain: string; readonly textHtml: string };
}

interface V1Attachment {
  readonly attributes: { readonly name: string; readonly contentType: string; readonly downloadUrl: string };
}

/** Reads with the fields that have all addresses. */
export function readVersion1(server: CorpusServer): VersionReader {
  const get = async <Data>(path: string) =>
    ((await server.getDocument(`${V1}${path}`)) as { readonly data: Data }).data;
  return {
    version: 'v1',
    showsLastAddressOnly: false,
    async listItems() {
      const fields = 'uid,subject,fromAddresses,to,cc,replyToAddresses,date,messageId,previewText';
      const items = new Map<number, AnsweredItem>();
      for (let offset = 0; ; offset += PAGE) {
        const window = `page[offset]=${offset}&page[limit]=${PAGE}`;
        const page = await get<readonly V1Item[]>(`?${window}&fields[MessageItem]=${fields}`);
        for (const { attributes } of page) items.set(attributes.uid, fromV1(attributes));
        if (page.length < PAGE) return items;
      }
    },
    readTexts: async (uid) => (await get<V1Body>(`/${uid}/MessageBody`)).attributes,
    async readAttachments(uid) {
      const attachments = await get<readonly V1Attachment[]>(`/${uid}/Attachments`);
      return downloadAll(
        server,
        attachments.map(({ attributes }) => attributes),
      );
    },
  };
}

function fromV1({ date, previewText, ...attributes }: V1Item['attributes']): AnsweredItem {
  const { subject, fromAddresses: from, to, cc, replyToAddresses: replyTo, messageId } = attributes;
  return {
    ...{ subject, from, to, cc, replyTo, messageId },
    date: Date.parse(date ?? '') / 1000,
    preview: previewText,
  };
}

interface Named {
  readonly name: string;
  readonly contentType: string;
  readonly downloadUrl: string;
}

async function downloadAll(
  server: CorpusServer,
  attachments: readonly Named[],
): Promise<readonly AnsweredAttachment[]> {
  const answered: AnsweredAttachment[] = [];
  for (const { name, contentType, downloadUrl } of attachments) {
    answered.push({ name, contentType, ...(await server.download(downloadUrl)) });
  }
  return answered;
}

/** The text of sanitised HTML, which holds no scripts, styles or comments and few entities. */
export function toText(html: string): string {
  return html
    .replace(/<[^<>]*>/g, '')
    .replace(/&nbsp;|&#160;/g, ' ')
    .replace(/&#39;/g, "'")
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&amp;/g, '&');
}
