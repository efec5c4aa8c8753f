import { useLayoutEffect, useRef } from 'preact/hooks';
import { nameOf } from '../mail/address-text.ts';
import type { Conversation } from '../state/reading.ts';
import type { Commands } from './commands.ts';
import { Icon, type IconName } from './icon.tsx';
import { IconButton } from './icon-button.tsx';
import { useMailbox } from './mailbox-context.ts';
import { MessageCard } from './message-card.tsx';

/** The open conversation, oldest first. */
export function ReadingPane({ commands }: { readonly commands: Commands }) {
  const { reading } = useMailbox();
  const conversation = reading.conversation.value;
  const pane = useRef<HTMLElement>(null);
  const id = conversation?.id;
  useLayoutEffect(() => {
    if (pane.current !== null) pane.current.scrollTop = 0;
  }, [id]);
  return (
    <main class="reading-pane" ref={pane} tabIndex={-1}>
      {conversation === null ? (
        <Nothing />
      ) : (
        <ConversationView key={id} conversation={conversation} commands={commands} />
      )}
    </main>
  );
}

function Nothing() {
  return (
    <div class="empty">
      <h1 class="visually-hidden">Mailbox</h1>
      <Icon name="mail" />
      <p>Nothing is open.</p>
      <p class="hint">
        <kbd>j</kbd> and <kbd>k</kbd> move, <kbd>o</kbd> opens, <kbd>?</kbd> has all keys.
      </p>
    </div>
  );
}

interface ConversationProps {
  readonly conversation: Conversation;
  readonly commands: Commands;
}

function ConversationView({ conversation, commands }: ConversationProps) {
  const { reading } = useMailbox();
  const { messages, id, expanded, isComplete } = conversation;
  const index = messages.findIndex((message) => message.id === id);
  const opened = messages[index];
  const earlier = messages.slice(0, index).filter((message) => !expanded.has(message.id));
  const shown = messages.filter((message) => !earlier.includes(message));
  return (
    <>
      <ReadingBar commands={commands} />
      <h1 dir="auto">{withoutPrefix(opened?.subject ?? '') || 'no subject'}</h1>
      {earlier.length > 0 && (
        <button type="button" class="card folded" onClick={reading.expandAll}>
          {earlier.length} earlier {earlier.length === 1 ? 'message' : 'messages'} from {authorsOf(earlier)}
        </button>
      )}
      {!isComplete && opened?.isReply && (
        <div class="card folded waiting">The conversation is being looked for …</div>
      )}
      {isComplete && messages.length === 1 && opened?.isReply && (
        <div class="card folded waiting">The message that this one answers is not in this mailbox.</div>
      )}
      {shown.map((message) => (
        <MessageCard
          key={message.id}
          message={message}
          isExpanded={expanded.has(message.id)}
          commands={commands}
        />
      ))}
      <div class="answers">
        <AnswerButton icon="reply" label="Reply" hotkey="r" onClick={commands.reply} />
        <AnswerButton icon="reply-all" label="Reply all" hotkey="a" onClick={commands.replyAll} />
        <AnswerButton icon="forward" label="Forward" hotkey="f" onClick={commands.forward} />
      </div>
    </>
  );
}

function authorsOf(messages: Conversation['messages']): string {
  const names = [...new Set(messages.map(({ from }) => nameOf(from)))];
  const last = names.pop() ?? '';
  return names.length === 0 ? last : `${names.join(', ')} and ${last}`;
}

function withoutPrefix(subject: string): string {
  return subject.replace(/^(?:(?:re|aw|sv|fwd?|wg)(?:\[\d+\])?:\s*)+/i, '');
}

function ReadingBar({ commands }: { readonly commands: Commands }) {
  const { cursor, list, reading } = useMailbox();
  void list.version.value;
  const opened = reading.conversation.value?.messages.find(({ id }) => id === reading.conversation.value?.id);
  const isSeen = opened?.seen === true;
  return (
    <div class="reading-bar" role="toolbar" aria-label="Message">
      <IconButton
        icon="arrow-left"
        label="Back to the list"
        hotkey="Esc"
        class="back"
        onClick={commands.close}
      />
      <BarButton icon="archive" label="Archive" hotkey="e" onClick={commands.archive} />
      <BarButton icon="trash-2" label="Delete" hotkey="#" onClick={commands.trash} />
      <BarButton icon="folder-input" label="Move" hotkey="v" onClick={commands.move} />
      <BarButton
        icon={isSeen ? 'mail' : 'mail-open'}
        label={isSeen ? 'Unread' : 'Read'}
        hotkey="u"
        onClick={commands.toggleSeen}
      />
      <span class="place">
        {(cursor.value + 1).toLocaleString()} of {list.rows().total.toLocaleString()}
      </span>
    </div>
  );
}

interface BarButtonProps {
  readonly icon: IconName;
  readonly label: string;
  readonly hotkey: string;
  readonly onClick: () => void;
}

function BarButton({ icon, label, hotkey, onClick }: BarButtonProps) {
  return (
    <button
      type="button"
      class="bar-button"
      aria-keyshortcuts={hotkey}
      title={`${label} (${hotkey})`}
      onClick={onClick}
    >
      <Icon name={icon} />
      <span class="bar-label">{label}</span>
      <kbd>{hotkey}</kbd>
    </button>
  );
}

function AnswerButton({ icon, label, hotkey, onClick }: BarButtonProps) {
  return (
    <button type="button" class="answer" aria-keyshortcuts={hotkey} onClick={onClick}>
      <Icon name={icon} />
      {label}
      <kbd>{hotkey}</kbd>
    </button>
  );
}
