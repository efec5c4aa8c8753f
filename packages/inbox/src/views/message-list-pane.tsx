import type { Commands } from './commands.ts';
import { Icon } from './icon.tsx';
import { ListState } from './list-state.tsx';
import { useMailbox } from './mailbox-context.ts';
import { MessageRows } from './message-rows.tsx';
import { SelectionBar } from './selection-bar.tsx';

/** The list and its header, or the selection's actions. */
export function MessageListPane({ commands }: { readonly commands: Commands }) {
  const { list, selection } = useMailbox();
  const { kind } = list.status.value;
  // Subscribes to row changes.
  void list.version.value;
  const isEmpty = kind === 'ready' && list.rows().total === 0;
  return (
    <section class="list-pane" aria-label="Messages">
      {selection.ids.value.size > 0 ? <SelectionBar commands={commands} /> : <ListHead />}
      {kind === 'failed' || isEmpty ? <ListState /> : <MessageRows commands={commands} />}
      <button
        type="button"
        class="primary write-button"
        aria-label="Write a message"
        onClick={commands.write}
      >
        <Icon name="square-pen" />
      </button>
    </section>
  );
}

function ListHead() {
  const { list, folders } = useMailbox();
  const { folder, search } = list.source.value;
  const { kind } = list.status.value;
  void list.version.value;
  const { total } = list.rows();
  const unread = folders.find(folder)?.unread ?? 0;
  const title = search === '' ? folders.labelOf(folder) : 'Search';
  return (
    <div class="list-head">
      <h2>{title}</h2>
      <span class="soft">
        {kind === 'ready' ? summaryOf({ total, unread, isSearch: search !== '' }) : ''}
      </span>
      {list.incomplete.value.length > 0 && (
        <span class="problem">
          Not searched: {list.incomplete.value.map((id) => folders.labelOf(id)).join(', ')}
        </span>
      )}
    </div>
  );
}

interface Summary {
  readonly total: number;
  readonly unread: number;
  readonly isSearch: boolean;
}

function summaryOf({ total, unread, isSearch }: Summary): string {
  const messages = `${total.toLocaleString()} ${total === 1 ? 'message' : 'messages'}`;
  return isSearch || unread === 0 ? messages : `${messages}, ${unread.toLocaleString()} unread`;
}
