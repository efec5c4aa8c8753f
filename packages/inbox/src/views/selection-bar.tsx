import type { Commands } from './commands.ts';
import { IconButton } from './icon-button.tsx';
import { useMailbox } from './mailbox-context.ts';

/** Actions on the selected messages. */
export function SelectionBar({ commands }: { readonly commands: Commands }) {
  const { list, selection } = useMailbox();
  const loaded = list.rows().loaded();
  const { size } = selection.ids.value;
  return (
    <div class="list-head selecting" role="toolbar" aria-label="Selected messages">
      <IconButton icon="x" label="Select none" onClick={selection.clear} />
      <span class="grow">{size.toLocaleString()} selected</span>
      {size < loaded.length && (
        <button type="button" class="text-button" onClick={() => selection.add(loaded.map(({ id }) => id))}>
          All {loaded.length.toLocaleString()} here
        </button>
      )}
      <IconButton icon="archive" label="Archive" hotkey="e" onClick={commands.archive} />
      <IconButton icon="trash-2" label="Delete" hotkey="#" onClick={commands.trash} />
      <IconButton icon="folder-input" label="Move" hotkey="v" onClick={commands.move} />
      <IconButton icon="mail-open" label="Read or unread" hotkey="u" onClick={commands.toggleSeen} />
      <IconButton icon="star" label="Star" hotkey="s" onClick={commands.toggleFlagged} />
    </div>
  );
}
