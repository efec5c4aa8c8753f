import type { MailboxRef } from '../../domain/accounts/mailbox-ref.ts';
import { bothOf, type MessageQuery } from '../../domain/messages/message-query.ts';
import type { MessageRef } from '../../domain/messages/message-ref.ts';
import type {
  MailStore,
  MessagePage,
  MessageSelection,
  MessageSource,
  SelectedItem,
} from '../ports/mail/mail-store.ts';
import { type MessageSearchRequest, type MessageSearchResult, searchMessages } from './message-search.ts';
import {
  type MessageThread,
  type MessageThreadRequest,
  readThread,
  threadCriteria,
} from './message-thread.ts';

/** A list of one folder. */
export interface MessageListRequest extends MailboxRef {
  readonly query: MessageQuery;
  readonly thread?: MessageRef | undefined;
}

/** Reads only the requested attributes. Throws like `MailStore`. */
export interface MessageItems {
  list(request: MessageListRequest, signal: AbortSignal): Promise<MessagePage>;

  get(
    request: MessageRef & { readonly selection: MessageSelection },
    signal: AbortSignal,
  ): Promise<SelectedItem>;

  /** Streams the octets. Consume or destroy the stream. */
  openSource(message: MessageRef, signal: AbortSignal): Promise<MessageSource>;

  /** All folders, newest first. */
  search(request: MessageSearchRequest, signal: AbortSignal): Promise<MessageSearchResult>;

  /** A conversation, oldest first. */
  thread(request: MessageThreadRequest, signal: AbortSignal): Promise<MessageThread>;
}

/** Dependencies. */
export interface MessageItemsDependencies {
  readonly mailStore: MailStore;
}

/** The service. */
export function createMessageItems({ mailStore }: MessageItemsDependencies): MessageItems {
  return {
    list: async ({ thread, query, ...folder }, signal) => {
      if (thread === undefined) return mailStore.listMessages({ ...folder, query }, signal);
      const { byMailbox } = await threadCriteria({ mailStore, thread }, signal);
      const own = byMailbox.get(folder.mailbox) ?? { kind: 'uids', uids: [] };
      const criterion = bothOf(own, query.criterion);
      return mailStore.listMessages({ ...folder, query: { ...query, criterion } }, signal);
    },

    get: (request, signal) => mailStore.getMessage(request, signal),

    async openSource(message, signal) {
      const source = await mailStore.openMessage(message, signal);
      if (signal.aborted) source.stream.destroy();
      signal.throwIfAborted();
      return source;
    },

    search: (request, signal) => searchMessages({ ...request, mailStore }, signal),

    thread: (request, signal) => readThread({ ...request, mailStore }, signal),
  };
}
