import { useSignal } from '@preact/signals';
import { useMailbox } from './mailbox-context.ts';
import { Modal } from './modal.tsx';

interface MoveDialogProps {
  readonly onClose: () => void;
  readonly onChoose: (folder: string) => void;
}

/** Chooses a target folder by part of its name. */
export function MoveDialog({ onClose, onChoose }: MoveDialogProps) {
  const { folders, list } = useMailbox();
  const text = useSignal('');
  const { special, others } = folders.groups.value;
  const wanted = text.value.trim().toLocaleLowerCase();
  const found = [...special, ...others].filter(
    ({ folder, label }) =>
      folder.total !== null &&
      (folder.id !== list.source.value.folder || list.source.value.search !== '') &&
      `${label} ${folder.path}`.toLocaleLowerCase().includes(wanted),
  );
  function choose(id: string | undefined): void {
    if (id === undefined) return;
    onClose();
    onChoose(id);
  }
  return (
    <Modal title="Move to" onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          choose(found[0]?.folder.id);
        }}
      >
        <input
          type="text"
          aria-label="Name of the folder"
          placeholder="Name of the folder"
          value={text.value}
          onInput={(event) => {
            text.value = event.currentTarget.value;
          }}
        />
      </form>
      <ul class="choices">
        {found.map(({ folder, label, depth }) => (
          <li key={folder.id}>
            <button
              type="button"
              dir="auto"
              style={{ paddingInlineStart: `${10 + depth * 14}px` }}
              onClick={() => choose(folder.id)}
            >
              {label}
            </button>
          </li>
        ))}
        {found.length === 0 && <li class="hint">No folder has this name.</li>}
      </ul>
    </Modal>
  );
}
