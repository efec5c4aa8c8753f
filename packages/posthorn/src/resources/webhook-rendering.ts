import type { MessageItems } from '../application/messages/message-items.ts';
import type { EventRendering, EventToRender } from '../application/webhooks/event-rendering.ts';
import type { MailAccount, MailAccountId } from '../domain/accounts/mail-account.ts';
import { MailError, type MailErrorCode } from '../domain/errors/mail-error.ts';
import type { EventKind, EventMessage } from '../domain/events/mail-event.ts';
import type { Uid } from '../domain/values/uid.ts';
import { createResourceUrls } from './identifiers/resource-urls.ts';
import type { Resource } from './json-api-document.ts';
import { messageSelection } from './message-selection.ts';
import { presentEvent } from './present-event.ts';
import { presentMessageItem } from './present-message-item.ts';
import type { Presentation } from './present-resource.ts';
import { fieldsOfDelivery } from './webhook-fields.ts';

/** Dependencies. */
export interface WebhookRenderingDependencies {
  readonly messageItems: Pick<MessageItems, 'get'>;
  readonly openAccount: (id: MailAccountId, signal: AbortSignal) => Promise<MailAccount>;
  /** Of resources, without a trailing slash. */
  readonly base: string;
  /** Epoch milliseconds. */
  readonly now: () => number;
}

/** Older events go without an unreadable message. */
const PATIENCE_MS = 10 * 60_000;
const READING_MS = 10_000;
const OF_PRESENT_MESSAGES: ReadonlySet<EventKind> = new Set(['message.created', 'message.updated']);
/** Later attempts would read no more. */
const FINAL: ReadonlySet<MailErrorCode> = new Set([
  ...(['message-unknown', 'message-gone', 'mailbox-unknown', 'mail-account-unknown'] as const),
  ...(['reauthentication-needed', 'disabled', 'capability-missing'] as const),
]);

/** Writes `{type, timestamp, data, included}` (Standard Webhooks) with version 1 resources. */
export function createWebhookRendering(dependencies: WebhookRenderingDependencies): EventRendering {
  const urls = createResourceUrls(dependencies.base);
  return {
    async render(request, signal) {
      const { event, fields: names } = request;
      const presentation = { fields: fieldsOfDelivery(names), urls };
      const message =
        names.length === 0 ? null : await readMessage({ request, presentation, dependencies }, signal);
      return JSON.stringify({
        type: event.kind,
        timestamp: new Date(event.at).toISOString(),
        data: presentEvent(event, presentation),
        ...(message && { included: [message] }),
      });
    },
  };
}

interface MessageReading {
  readonly request: EventToRender;
  readonly presentation: Presentation;
  readonly dependencies: WebhookRenderingDependencies;
}

/** Null if none exists now. */
async function readMessage(reading: MessageReading, signal: AbortSignal): Promise<Resource | null> {
  const { event } = reading.request;
  const { account, message, kind } = event;
  if (account === null || message === null || !OF_PRESENT_MESSAGES.has(kind)) return null;
  const deadline = AbortSignal.timeout(READING_MS);
  try {
    return await present(reading, { account, message }, AbortSignal.any([signal, deadline]));
  } catch (error) {
    signal.throwIfAborted();
    const failure = deadline.aborted ? late(error) : error;
    if (!(failure instanceof MailError)) throw failure;
    const isOld = reading.dependencies.now() - event.at >= PATIENCE_MS;
    if (isOld || FINAL.has(failure.code)) return null;
    throw failure;
  }
}

async function present(
  { presentation, dependencies }: MessageReading,
  { account: id, message }: { readonly account: MailAccountId; readonly message: EventMessage },
  signal: AbortSignal,
): Promise<Resource> {
  const account = await dependencies.openAccount(id, signal);
  const { mailbox, uidValidity, uid } = message;
  const reference = { account, mailbox, uidValidity, uid: uid as Uid };
  const selection = messageSelection(presentation.fields);
  const item = await dependencies.messageItems.get({ ...reference, selection }, signal);
  return presentMessageItem({ message: reference, item }, presentation);
}

function late(cause: unknown): MailError {
  return new MailError('server-timeout', { detail: 'The mail server did not answer in time.' }, { cause });
}
