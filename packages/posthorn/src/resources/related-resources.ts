import type { Attachments } from '../application/attachments/attachments.ts';
import type { MailFolders } from '../application/folders/mail-folders.ts';
import { mapConcurrently } from '../application/messages/limited-concurrency.ts';
import type { BodyRequest, MessageBodies } from '../application/messages/message-bodies.ts';
import type { MessageItems } from '../application/messages/message-items.ts';
import { MailError } from '../domain/errors/mail-error.ts';
import type { MailboxCounts } from '../domain/mailboxes/mailbox.ts';
import type { MailboxName } from '../domain/mailboxes/mailbox-name.ts';
import type { Attachment } from '../domain/messages/attachment.ts';
import type { BodyText, MessageBody, ReadableBody } from '../domain/messages/message-body.ts';
import type { ExactMessageRef } from '../domain/messages/message-ref.ts';
import { NOTHING_BLOCKED } from '../domain/messages/remote-content.ts';
import { readFolderViews } from './folder-view.ts';
import { messageResourceId } from './identifiers/resource-ids.ts';
import type { TypeName } from './identifiers/resource-types.ts';
import type { Resource } from './json-api-document.ts';
import { messageSelection } from './message-selection.ts';
import { presentAttachment } from './present-attachment.ts';
import { presentMailAccount } from './present-mail-account.ts';
import { presentMailFolder } from './present-mail-folder.ts';
import { presentMessageBody, shownTexts } from './present-message-body.ts';
import { presentMessageItem } from './present-message-item.ts';
import type { ResourceReading } from './present-resource.ts';

/** Null without `include`. */
export type Inclusion = ReadonlySet<TypeName> | null;

/** Services reading related resources. */
export interface RelatedServices {
  readonly mailFolders: MailFolders;
  readonly messageItems: MessageItems;
  readonly messageBodies: MessageBodies;
  readonly attachments: Attachments;
}

/** A response's messages, and types to include. */
export interface RelatedRequest {
  readonly reading: ResourceReading;
  readonly include: Inclusion;
  readonly messages: readonly ExactMessageRef[];
  /** Of the only message. */
  readonly received?: MessageBody | undefined;
  readonly counts?: ReadonlyMap<MailboxName, Partial<MailboxCounts>>;
}

/** Resources included with the messages. */
export interface RelatedResources {
  readonly included?: readonly Resource[];
  /** Undefined unless included. */
  readonly attachmentsOf: (message: ExactMessageRef) => readonly Attachment[] | undefined;
}

/** An account has few connections. */
const MAX_CONCURRENT_READS = 3;

/** Reads included resources, each once. Omits vanished messages. Throws the services' errors. */
export async function readRelated(
  services: RelatedServices,
  request: RelatedRequest,
): Promise<RelatedResources> {
  const { reading, include, messages } = request;
  if (include === null) return { attachmentsOf: () => undefined };
  const attachments = include.has('Attachment') ? await readAttachments(services, request) : new Map();
  const attachmentsOf = (message: ExactMessageRef): readonly Attachment[] | undefined =>
    attachments.get(messageResourceId(message));
  const folders = include.has('MailFolder') ? await readFolderViews(services, request) : [];
  const items = include.has('MessageItem') ? await readItems(services, { ...request, attachmentsOf }) : [];
  const bodies = include.has('MessageBody') ? await readBodies(services, { ...request, attachmentsOf }) : [];
  return {
    attachmentsOf,
    included: [
      ...folders.map((folder) => presentMailFolder(folder, reading)),
      ...(include.has('MailAccount') ? [presentMailAccount(reading.account, reading)] : []),
      ...items,
      ...bodies,
      ...messages.flatMap((message) =>
        (attachmentsOf(message) ?? []).map((attachment) =>
          presentAttachment({ message, attachment }, reading),
        ),
      ),
    ],
  };
}

async function readAttachments(
  { attachments }: RelatedServices,
  { reading, messages }: RelatedRequest,
): Promise<ReadonlyMap<string, readonly Attachment[]>> {
  const listed = await readEach(
    messages,
    async (message): Promise<[string, readonly Attachment[]]> => [
      messageResourceId(message),
      await attachments.list(message, reading.signal),
    ],
  );
  return new Map([...messages.map((message) => [messageResourceId(message), []] as const), ...listed]);
}

type LinkedRequest = RelatedRequest & Pick<RelatedResources, 'attachmentsOf'>;

async function readItems(
  { messageItems }: RelatedServices,
  { reading, messages, attachmentsOf }: LinkedRequest,
): Promise<readonly Resource[]> {
  const selection = messageSelection(reading.fields);
  return readEach(messages, async (message) => {
    const item = await messageItems.get({ ...message, selection }, reading.signal);
    return presentMessageItem({ message, item, attachments: attachmentsOf(message) }, reading);
  });
}

async function readBodies(
  { messageBodies }: RelatedServices,
  { reading, messages, received, attachmentsOf }: LinkedRequest,
): Promise<readonly Resource[]> {
  const { fields, images } = reading;
  const texts = shownTexts(fields);
  const inTime = messages.length > 1 ? reading.optionalSignal() : reading.signal;
  return readEach(messages, async (message) => {
    const attachments = attachmentsOf(message);
    const request = { ...message, images, texts, received };
    const body = texts.size > 0 ? await readInTime(messageBodies, { request, reading, inTime }) : null;
    return presentMessageBody({ message, body, attachments }, reading);
  });
}

interface BodyReading {
  readonly request: BodyRequest & { readonly texts: ReadonlySet<BodyText> };
  readonly reading: ResourceReading;
  readonly inTime: AbortSignal;
}

/** Without texts if time is short: slow mails must not block others. */
async function readInTime(
  messageBodies: MessageBodies,
  { request, reading, inTime }: BodyReading,
): Promise<ReadableBody> {
  try {
    inTime.throwIfAborted();
    return await messageBodies.get(request, inTime);
  } catch (error) {
    if (!inTime.aborted || reading.signal.aborted) throw error;
    return {
      ...{ uid: request.uid, textPlain: '', textHtml: '', truncated: [...request.texts] },
      ...{ blocked: NOTHING_BLOCKED, isPlainDerived: false },
    };
  }
}

/** Keeps the order; omits vanished messages. */
async function readEach<Value>(
  messages: readonly ExactMessageRef[],
  read: (message: ExactMessageRef) => Promise<Value>,
): Promise<readonly Value[]> {
  const values = await mapConcurrently(messages, {
    maxConcurrent: MAX_CONCURRENT_READS,
    work: async (message) => {
      try {
        return { value: await read(message) };
      } catch (error) {
        if (error instanceof MailError && error.code === 'message-unknown') return null;
        throw error;
      }
    },
  });
  return values.flatMap((found) => (found === null ? [] : [found.value]));
}
