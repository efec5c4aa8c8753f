import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { createCommands } from './commands.ts';
import { Composer } from './composer.tsx';
import { ConnectionBanner } from './connection-banner.tsx';
import { FolderNav } from './folder-nav.tsx';
import { listenToKeys } from './hotkeys.ts';
import { useMailbox } from './mailbox-context.ts';
import { MessageListPane } from './message-list-pane.tsx';
import { MoveDialog } from './move-dialog.tsx';
import { ReadingPane } from './reading-pane.tsx';
import { ShortcutsDialog } from './shortcuts-dialog.tsx';
import { ToastLine } from './toast-line.tsx';
import { TopBar } from './top-bar.tsx';
import { useBackButton } from './use-back-button.ts';

/** A signed-in mailbox: folders, list, message and dialogs. */
export function MailboxView({ onSignOut }: { readonly onSignOut: () => void }) {
  const mailbox = useMailbox();
  const dialog = useSignal<'none' | 'move' | 'keys'>('none');
  const isMenuOpen = useSignal(false);
  const commands = createCommands(mailbox, (name) => {
    dialog.value = name;
  });
  useEffect(() => listenToKeys(commands), [mailbox]);
  useBackButton(mailbox);
  useEffect(() => {
    document.title = titleOf(mailbox.folders.ofType('INBOX')?.unread ?? 0);
  });
  const isReading = mailbox.reading.conversation.value !== null;
  const close = () => {
    dialog.value = 'none';
  };
  return (
    <div class="mailbox" data-reading={isReading} data-menu={isMenuOpen.value}>
      <TopBar
        onSignOut={onSignOut}
        onMenu={() => {
          isMenuOpen.value = !isMenuOpen.value;
        }}
        onKeys={commands.showKeys}
      />
      <ConnectionBanner />
      <FolderNav
        onChosen={() => {
          isMenuOpen.value = false;
        }}
      />
      <MessageListPane commands={commands} />
      <ReadingPane commands={commands} />
      <Composer />
      {dialog.value === 'move' && <MoveDialog onClose={close} onChoose={commands.moveTo} />}
      {dialog.value === 'keys' && <ShortcutsDialog onClose={close} />}
      <ToastLine />
    </div>
  );
}

function titleOf(unread: number): string {
  return unread === 0 ? 'Inbox · Posthorn' : `(${unread}) Inbox · Posthorn`;
}
