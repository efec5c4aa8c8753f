import { HOTKEYS } from './hotkeys.ts';
import { Modal } from './modal.tsx';

/** The keyboard shortcuts. */
export function ShortcutsDialog({ onClose }: { readonly onClose: () => void }) {
  return (
    <Modal title="Keys" onClose={onClose}>
      <dl class="keys">
        {HOTKEYS.map(({ key, does }) => (
          <div key={key}>
            <dt>
              <kbd>{key === 'Escape' ? 'Esc' : key}</kbd>
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
        <div>
          <dt>
            <kbd>Ctrl Enter</kbd>
          </dt>
          <dd>Send</dd>
        </div>
      </dl>
    </Modal>
  );
}
