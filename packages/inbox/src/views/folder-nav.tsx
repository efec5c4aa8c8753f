import type { PlacedFolder } from '../mail/folder-order.ts';
import type { Folder } from '../mail/message.ts';
import { Icon, type IconName } from './icon.tsx';
import { useMailbox } from './mailbox-context.ts';

const ICONS = {
  INBOX: 'inbox',
  DRAFT: 'pencil-line',
  SENT: 'send',
  JUNK: 'octagon-alert',
  TRASH: 'trash-2',
  FOLDER: 'archive',
} as const satisfies Record<Folder['type'], IconName>;

/** The folders with their counts. */
export function FolderNav({ onChosen }: { readonly onChosen: () => void }) {
  const { folders, composer } = useMailbox();
  const { special, others } = folders.groups.value;
  return (
    <nav class="folders" aria-label="Folders">
      <button
        type="button"
        class="primary write"
        title="Write a message (c)"
        onClick={() => void composer.write()}
      >
        <Icon name="square-pen" /> Write
      </button>
      <ul>
        {special.map((placed) => (
          <FolderLink
            key={placed.folder.id}
            placed={placed}
            icon={ICONS[placed.folder.type]}
            onChosen={onChosen}
          />
        ))}
      </ul>
      {others.length > 0 && (
        <>
          <h2>Folders</h2>
          <ul>
            {others.map((placed) => (
              <FolderLink key={placed.folder.id} placed={placed} onChosen={onChosen} />
            ))}
          </ul>
        </>
      )}
    </nav>
  );
}

interface FolderLinkProps {
  readonly placed: PlacedFolder;
  readonly icon?: IconName;
  readonly onChosen: () => void;
}

function FolderLink({ placed: { folder, label, depth }, icon, onChosen }: FolderLinkProps) {
  const mailbox = useMailbox();
  const { folder: current, search } = mailbox.list.source.value;
  const isCurrent = current === folder.id && search === '';
  const count = countOf(folder);
  return (
    <li style={{ paddingInlineStart: `${depth * 14}px` }}>
      <button
        type="button"
        class={folder.unread ? 'folder unread' : 'folder'}
        aria-current={isCurrent ? 'page' : undefined}
        disabled={folder.total === null}
        onClick={() => {
          void mailbox.show({ folder: folder.id, search: '' });
          onChosen();
        }}
      >
        {icon !== undefined && <Icon name={icon} />}
        <span class="folder-name" dir="auto">
          {label}
        </span>
        {count !== '' && (
          <span class="count">
            {count}
            <span class="visually-hidden"> {folder.type === 'DRAFT' ? 'drafts' : 'unread'}</span>
          </span>
        )}
      </button>
    </li>
  );
}

/** Unread; for drafts all. */
function countOf({ type, unread, total }: Folder): string {
  const count = type === 'DRAFT' ? total : unread;
  return count ? count.toLocaleString() : '';
}
