import { Icon } from './icon.tsx';
import { useMailbox } from './mailbox-context.ts';

/** Explains an empty list and offers actions. */
export function ListState() {
  const mailbox = useMailbox();
  const { list, folders } = mailbox;
  const status = list.status.value;
  const { folder, search } = list.source.value;
  if (status.kind === 'failed') {
    return (
      <div class="empty" role="alert">
        <Icon name="circle-alert" />
        <p>The list cannot be shown. {status.reason}</p>
        <button type="button" onClick={() => void mailbox.live.recover()}>
          Try again
        </button>
      </div>
    );
  }
  if (search !== '') {
    return (
      <div class="empty">
        <Icon name="search" />
        <p>Nothing is found.</p>
        <button type="button" onClick={() => void mailbox.show({ folder, search: '' })}>
          Back to {folders.labelOf(folder)}
        </button>
      </div>
    );
  }
  return (
    <div class="empty">
      <Icon name="mail-open" />
      <p>{folders.labelOf(folder)} is empty.</p>
    </div>
  );
}
