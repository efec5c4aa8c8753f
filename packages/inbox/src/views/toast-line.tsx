import { IconButton } from './icon-button.tsx';
import { useMailbox } from './mailbox-context.ts';

/** The last result, with undo. */
export function ToastLine() {
  const { toasts } = useMailbox();
  const toast = toasts.current.value;
  return (
    <div class="toasts" role="status" aria-live="polite">
      {toast !== null && (
        <div class={toast.isProblem ? 'toast problem' : 'toast'} key={toast.id}>
          <span>{toast.text}</span>
          {toast.undo !== undefined && (
            <button type="button" class="undo" onClick={() => void toasts.undo()}>
              Undo
            </button>
          )}
          <IconButton icon="x" label="Dismiss" onClick={toasts.dismiss} />
        </div>
      )}
    </div>
  );
}
