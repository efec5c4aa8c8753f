import { type ReadonlySignal, signal } from '@preact/signals';
import type { Client } from '../api/client.ts';
import { readFile, toDataUrl } from '../api/files.ts';
import { listFiles, readConversation, readText } from '../api/messages.ts';
import type { ConversationMessage, MessageFile, MessageRow, MessageText } from '../mail/message.ts';
import { reasonOf } from './toasts.ts';

export type Content =
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed'; readonly reason: string }
  | {
      readonly kind: 'ready';
      readonly text: MessageText;
      readonly files: readonly MessageFile[];
      readonly hasImages: boolean;
    };

/** An open conversation. */
export interface Conversation {
  readonly id: string;
  /** Oldest first; initially only the opened message. */
  readonly messages: readonly ConversationMessage[];
  readonly isComplete: boolean;
  readonly expanded: ReadonlySet<string>;
}

/** The open conversation and its texts. */
export interface Reading {
  readonly conversation: ReadonlySignal<Conversation | null>;
  readonly contents: ReadonlySignal<ReadonlyMap<string, Content>>;
  open(row: MessageRow): Promise<void>;
  close(): void;
  toggle(id: string): void;
  expandAll(): void;
  showImages(id: string): Promise<void>;
  retry(id: string): void;
  change(ids: ReadonlySet<string>, change: (message: ConversationMessage) => ConversationMessage): void;
}

const IMAGE_OF_MESSAGE = /\bsrc="cid:([^"]+)"/g;

/** The reading state. */
export function createReading(client: Client): Reading {
  const conversation = signal<Conversation | null>(null);
  const contents = signal<ReadonlyMap<string, Content>>(new Map());
  let opening = new AbortController();

  const setContent = (id: string, content: Content) => {
    contents.value = new Map(contents.value).set(id, content);
  };
  async function load(id: string, images: 'allow' | 'block'): Promise<void> {
    const { signal: aborted } = opening;
    try {
      const [text, files] = await Promise.all([
        readText(client, { id, images }, aborted),
        listFiles(client, id, aborted),
      ]);
      const html = await withOwnImages(client, { html: text.html, files }, aborted);
      setContent(id, { kind: 'ready', text: { ...text, html }, files, hasImages: images === 'allow' });
    } catch (error) {
      if (!aborted.aborted) setContent(id, { kind: 'failed', reason: reasonOf(error) });
    }
  }
  function expand(ids: readonly string[]): void {
    const open = conversation.value;
    if (open === null) return;
    conversation.value = { ...open, expanded: new Set([...open.expanded, ...ids]) };
    for (const id of ids) {
      if (contents.value.has(id)) continue;
      setContent(id, { kind: 'loading' });
      void load(id, 'block');
    }
  }
  return {
    conversation,
    contents,
    async open(row) {
      opening.abort();
      opening = new AbortController();
      const { signal: aborted } = opening;
      const own: ConversationMessage = { ...row, cc: [], bcc: [] };
      contents.value = new Map();
      conversation.value = { id: row.id, messages: [own], isComplete: false, expanded: new Set() };
      expand([row.id]);
      const found = await readConversation(client, row.id, aborted).catch(() => []);
      const open = conversation.value;
      if (aborted.aborted || open === null) return;
      const messages = withShownFlags(open.messages, found);
      conversation.value = { ...open, messages, isComplete: true };
      expand(unreadAfter(messages, row.id));
    },
    close() {
      opening.abort();
      conversation.value = null;
    },
    toggle(id) {
      const open = conversation.value;
      if (!open?.expanded.has(id)) return expand([id]);
      const expanded = new Set(open.expanded);
      expanded.delete(id);
      conversation.value = { ...open, expanded };
    },
    expandAll: () => expand(conversation.value?.messages.map(({ id }) => id) ?? []),
    showImages: (id) => load(id, 'allow'),
    retry(id) {
      setContent(id, { kind: 'loading' });
      void load(id, 'block');
    },
    change(ids, change) {
      const open = conversation.value;
      if (open === null) return;
      const messages = open.messages.map((message) => (ids.has(message.id) ? change(message) : message));
      conversation.value = { ...open, messages };
    },
  };
}

/** Flags may be set before the answer; a thread without the open message is none. */
function withShownFlags(
  shown: readonly ConversationMessage[],
  found: readonly ConversationMessage[],
): readonly ConversationMessage[] {
  if (!shown.every(({ id }) => found.some((message) => message.id === id))) return shown;
  return found.map((message) => {
    const known = shown.find(({ id }) => id === message.id);
    return known === undefined ? message : { ...message, seen: known.seen, flagged: known.flagged };
  });
}

function unreadAfter(messages: readonly ConversationMessage[], id: string): readonly string[] {
  const index = messages.findIndex((message) => message.id === id);
  return messages
    .slice(index + 1)
    .filter(({ seen, draft }) => !seen && !draft)
    .map((message) => message.id);
}

/** The frame has no login for the message's images. */
async function withOwnImages(
  client: Client,
  { html, files }: { readonly html: string; readonly files: readonly MessageFile[] },
  aborted: AbortSignal,
): Promise<string> {
  const shown = new Set([...html.matchAll(IMAGE_OF_MESSAGE)].map(([, contentId = '']) => contentId));
  const addresses = new Map<string, string>();
  for (const name of shown) {
    const file = files.find(({ contentId }) => contentId === decodeContentId(name));
    if (file === undefined) continue;
    addresses.set(name, await toDataUrl(await readFile(client, file.id, aborted)));
  }
  return html.replaceAll(IMAGE_OF_MESSAGE, (source, name: string) => {
    const address = addresses.get(name);
    // The frame's policy would refuse it.
    return address === undefined ? source.replace('src', 'data-missing-src') : `src="${address}"`;
  });
}

/** RFC 2392; an invalid encoding stays. */
function decodeContentId(name: string): string {
  try {
    return decodeURIComponent(name.replaceAll('&amp;', '&'));
  } catch {
    return name;
  }
}
