import { nameOf, namesOf } from '../mail/address-text.ts';
import { canTakeColours } from '../mail/html-colours.ts';
import type { ConversationMessage } from '../mail/message.ts';
import { longDate } from '../mail/shown-date.ts';
import type { Content } from '../state/reading.ts';
import { Avatar } from './avatar.tsx';
import type { Commands } from './commands.ts';
import { FileList } from './file-list.tsx';
import { Icon } from './icon.tsx';
import { IconButton } from './icon-button.tsx';
import { MailFrame } from './mail-frame.tsx';
import { useMailbox } from './mailbox-context.ts';
import { PlainText } from './plain-text.tsx';

interface MessageCardProps {
  readonly message: ConversationMessage;
  readonly isExpanded: boolean;
  readonly commands: Commands;
}

/** A conversation's message: header, and text when expanded. */
export function MessageCard({ message, isExpanded, commands }: MessageCardProps) {
  const { reading, account } = useMailbox();
  const { from, flagged, date } = message;
  const content = reading.contents.value.get(message.id);
  const now = new Date();
  return (
    <article class="card message" aria-label={`Message from ${nameOf(from)}`}>
      <header class="message-head">
        <Avatar person={from} />
        <button
          type="button"
          class="message-toggle"
          aria-expanded={isExpanded}
          onClick={() => reading.toggle(message.id)}
        >
          <span class="message-from" dir="auto">
            <b>{nameOf(from) || 'unknown sender'}</b>
            {from?.name && from.name !== from.address && <span class="soft"> {from.address}</span>}
          </span>
          <span class="soft message-to" dir="auto">
            {isExpanded
              ? `to ${recipientsOf(message, account.from.address)} · ${longDate(date, { now })}`
              : message.preview}
          </span>
        </button>
        <IconButton
          icon="star"
          label={flagged ? 'Remove the star' : 'Star'}
          class={flagged ? 'row-star on' : 'row-star'}
          isFilled={flagged}
          onClick={() => commands.flag(message.id)}
        />
      </header>
      {isExpanded && <MessageContent id={message.id} content={content ?? { kind: 'loading' }} />}
    </article>
  );
}

function recipientsOf({ to, cc }: ConversationMessage, own: string): string {
  const names = namesOf(to, own) || 'undisclosed recipients';
  return cc.length === 0 ? names : `${names}, cc ${namesOf(cc, own)}`;
}

function MessageContent({ id, content }: { readonly id: string; readonly content: Content }) {
  const { reading } = useMailbox();
  if (content.kind === 'loading') {
    return (
      <div class="message-text waiting" aria-busy="true">
        <span class="bar" />
        <span class="bar" />
        <span class="bar short" />
      </div>
    );
  }
  if (content.kind === 'failed') {
    return (
      <p class="note" role="alert">
        <Icon name="circle-alert" /> The text cannot be shown. {content.reason}
        <button type="button" class="text-button" onClick={() => reading.retry(id)}>
          Try again
        </button>
      </p>
    );
  }
  const { text, files, hasImages } = content;
  return (
    <>
      {text.html === '' ? (
        <PlainText text={text.plain} />
      ) : (
        <MailFrame html={text.html} hasImages={hasImages} canTakeColours={canTakeColours(text.html)} />
      )}
      {text.isTruncated && <p class="note">The message is longer than what is shown here.</p>}
      {text.blockedCount > 0 && !hasImages && (
        <p class="note">
          {blockedWords(text.blockedCount)}
          <button type="button" class="text-button" onClick={() => void reading.showImages(id)}>
            Show pictures
          </button>
        </p>
      )}
      <FileList files={files.filter(({ inline }) => !inline)} />
    </>
  );
}

function blockedWords(count: number): string {
  return count === 1
    ? 'A picture from another server is not shown.'
    : `${count} things from other servers are not shown.`;
}
