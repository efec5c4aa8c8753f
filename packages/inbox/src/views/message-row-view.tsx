import { computed, useComputed } from '@preact/signals';
import { memo } from 'preact/compat';
import { useMemo } from 'preact/hooks';
import { nameOf, namesOf } from '../mail/address-text.ts';
import type { FileName, MessageRow } from '../mail/message.ts';
import { folderIdOf } from '../mail/message-id.ts';
import { shortDate } from '../mail/shown-date.ts';
import { Avatar } from './avatar.tsx';
import type { Commands } from './commands.ts';
import { Icon } from './icon.tsx';
import { IconButton } from './icon-button.tsx';
import { useMailbox } from './mailbox-context.ts';

interface RowPlace {
  readonly index: number;
  readonly top: number;
  readonly total: number;
}

interface MessageRowProps {
  readonly row: MessageRow;
  readonly place: RowPlace;
  readonly commands: Commands;
}

function RowView({ row, place: { index, top, total }, commands }: MessageRowProps) {
  const mailbox = useMailbox();
  const { cursor, reading, selection, list } = mailbox;
  const isOpen = useComputed(() => reading.conversation.value?.id === row.id).value;
  const isSelected = useComputed(() => selection.ids.value.has(row.id)).value;
  // Rows above it come and go.
  const isAtCursor = useMemo(() => computed(() => cursor.value === index), [index]).value;
  const tabIndex = isAtCursor ? 0 : -1;
  function onClick(event: MouseEvent): void {
    const order = list
      .rows()
      .loaded()
      .map(({ id }) => id);
    if (event.shiftKey) selection.extend(row.id, order);
    else if (event.ctrlKey || event.metaKey) selection.toggle(row.id);
    else void mailbox.open(row);
  }
  return (
    <li
      class={classesOf({ row, isOpen, isSelected, isAtCursor })}
      aria-setsize={total}
      aria-posinset={index + 1}
      aria-current={isOpen ? 'true' : undefined}
      style={{ top: `${top}px` }}
      data-id={row.id}
    >
      <button
        type="button"
        class="row-open"
        tabIndex={tabIndex}
        onClick={(event) => onClick(event as MouseEvent)}
      >
        <RowText row={row} />
      </button>
      <label class="row-select">
        <Avatar person={row.draft ? (row.to[0] ?? null) : row.from} />
        <input
          type="checkbox"
          aria-label={`Select ${row.subject || 'message'}`}
          checked={isSelected}
          tabIndex={tabIndex}
          onChange={() => selection.toggle(row.id)}
        />
      </label>
      <IconButton
        icon="star"
        label={row.flagged ? 'Remove the star' : 'Star'}
        class={row.flagged ? 'row-star on' : 'row-star'}
        isFilled={row.flagged}
        tabIndex={tabIndex}
        onClick={() => commands.flag(row.id)}
      />
    </li>
  );
}

/** Skips unchanged rows. */
export const MessageRowView = memo(
  RowView,
  (before, after) =>
    before.row === after.row &&
    before.place.top === after.place.top &&
    before.place.index === after.place.index &&
    before.place.total === after.place.total,
);

interface RowLook {
  readonly row: MessageRow;
  readonly isOpen: boolean;
  readonly isSelected: boolean;
  readonly isAtCursor: boolean;
}

function classesOf({ row, isOpen, isSelected, isAtCursor }: RowLook): string {
  const names = [
    'row',
    !row.seen && !row.draft && 'unread',
    isOpen && 'open',
    isSelected && 'selected',
    isAtCursor && 'cursor',
  ];
  return names.filter(Boolean).join(' ');
}

function RowText({ row }: { readonly row: MessageRow }) {
  const { list, folders, account } = useMailbox();
  const { folder, search } = list.source.value;
  const type = folders.find(folderIdOf(row.id))?.type;
  const isOwn = type === 'SENT' || type === 'DRAFT';
  const people = isOwn ? namesOf(row.to, account.from.address) || 'no recipient yet' : nameOf(row.from);
  const isElsewhere = search !== '' && folderIdOf(row.id) !== folder;
  return (
    <>
      {!row.seen && !row.draft && <span class="visually-hidden">Unread. </span>}
      <span class="row-who" dir="auto">
        {isOwn && <span class="soft">To </span>}
        {people || 'unknown sender'}
      </span>
      <span class="row-when">{shortDate(row.date, { now: new Date() })}</span>
      <span class="row-subject">
        <span class="row-title" dir="auto">
          {row.subject || 'no subject'}
        </span>
        {row.answered && <Icon name="reply" />}
        {isElsewhere && <span class="chip">{folders.labelOf(folderIdOf(row.id))}</span>}
        <FileChips files={row.files} />
      </span>
      <span class="row-preview" dir="auto">
        {row.preview}
      </span>
    </>
  );
}

function FileChips({ files }: { readonly files: readonly FileName[] }) {
  const [first, ...others] = files.filter(({ inline }) => !inline);
  if (first === undefined) return null;
  return (
    <>
      <span class="chip">{first.name || 'file'}</span>
      {others.length > 0 && <span class="chip">+{others.length}</span>}
    </>
  );
}
