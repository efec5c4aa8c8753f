/** Reads the resources that an answer includes with its messages. */
import type { Attachments } from '../../../application/attachments/attachments.ts';
import type { MailFolders } from '../../../application/folders/mail-folders.ts';
import { mapConcurrently } from '../../../application/messages/limited-concurrency.ts';
import type { MessageBodies } from '../../../application/messages/message-bodies.ts';
import type { MessageItems } from '../../../application/messages/message-items.ts';
import type { Attachment } from '../../../domain/attachment.ts';
import { MailError } from '../../../domain/mail-error.ts';
import type { MailboxCounts } from '../../../domain/mailbox.ts';
import type { MailboxName } from '../../../domain/mailbox-name.ts';
import type { ExactMessageRef } from '../../../domain/message-ref.ts';
import { accountOf } from '../../request/login/authentication.ts';
import { messageResourceId } from '../identifiers/resource-ids.ts';
import type { Exchange } from '../json-api/exchange.ts';
import type { Resource } from '../json-api/json-api-document.ts';
import type { Inclusion } from '../query/include.ts';
import { readFolderViews } from './folder-view.ts';
import { messageSelection } from './message-selection.ts';
import { presentAttachment } from './present-attachment.ts';
import { presentMailAccount } from './present-mail-account.ts';
import { presentMailFolder } from './present-mail-folder.ts';
import { presentMessageBody, shownTexts } from './present-message-body.ts';
import { presentMessageItem } from './present-message-item.ts';

export interface RelatedServices {
  readonly mailFolders: MailFolders;
  readonly messageItems: MessageItems;
  readonly messageBodies: MessageBodies;
  readonly attachments: Attachments;
}

export interface RelatedRequest {
  readonly exchange: Exchange;
  readonly include: Inclusion;
  /** The messages of the primary data; they may lie in several folders. */
  readonly messages: readonly ExactMessageRef[];
  /** Counts that are known already, by mailbox. */
  readonly counts?: ReadonlyMap<MailboxName, Partial<MailboxCounts>>;
}

export interface RelatedResources {
  /** For the document; absent when the client did not ask for related resources. */
  readonly included?: readonly Resource[];
  /** The attachments of a message when they were included. */
  readonly attachmentsOf: (message: ExactMessageRef) => readonly Attachment[] | undefined;
}

/** Messages that are read side by side; an account has a few connections only. */
const MAX_CONCURRENT_READS = 3;

/**
 * The included resources, each once: folders first, then account, messages, bodies, attachments. Only what is
 * included is read, and of it only what the selected fields need. A message that vanishes meanwhile contributes
 * nothing. Throws what the services throw.
 */
export async function readRelated(
  services: RelatedServices,
  request: RelatedRequest,
): Promise<RelatedResources> {
  const { exchange, include, messages } = request;
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
      ...folders.map((folder) => presentMailFolder(folder, exchange)),
      ...(include.has('MailAccount') ? [presentMailAccount(accountOf(exchange.request), exchange)] : []),
      ...items,
      ...bodies,
      ...messages.flatMap((message) =>
        (attachmentsOf(message) ?? []).map((attachment) =>
          presentAttachment({ message, attachment }, exchange),
        ),
      ),
    ],
  };
}

async function readAttachments(
  { attachments }: RelatedServices,
  { exchange, messages }: RelatedRequest,
): Promise<ReadonlyMap<string, readonly Attachment[]>> {
  const listed = await readEach(
    messages,
    async (message): Promise<[string, readonly Attachment[]]> => [
      messageResourceId(message),
      await attachments.list(message, exchange.signal),
    ],
  );
  // A message that has vanished has no attachments.
  return new Map([...messages.map((message) => [messageResourceId(message), []] as const), ...listed]);
}

type LinkedRequest = RelatedRequest & Pick<RelatedResources, 'attachmentsOf'>;

async function readItems(
  { messageItems }: RelatedServices,
  { exchange, messages, attachmentsOf }: LinkedRequest,
): Promise<readonly Resource[]> {
  const selection = messageSelection(exchange.fields);
  return readEach(messages, async (message) => {
    const item = await messageItems.get({ ...message, selection }, exchange.signal);
    return presentMessageItem({ message, item, attachments: attachmentsOf(message) }, exchange);
  });
}

async function readBodies(
  { messageBodies }: RelatedServices,
  { exchange, messages, attachmentsOf }: LinkedRequest,
): Promise<readonly Resource[]> {
  const { fields, images, signal } = exchange;
  const texts = shownTexts(fields);
  return readEach(messages, async (message) => {
    const attachments = attachmentsOf(message);
    const body = texts.size > 0 ? await messageBodies.get({ ...message, images, texts }, signal) : null;
    return presentMessageBody({ message, body, attachments }, exchange);
  });
}

/** What `read` returns for each message, in their order, without the messages that have vanished. */
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
