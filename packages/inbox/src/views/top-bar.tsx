import { IconButton } from './icon-button.tsx';
import { useMailbox } from './mailbox-context.ts';
import { SearchBox } from './search-box.tsx';

interface TopBarProps {
  readonly onSignOut: () => void;
  readonly onMenu: () => void;
  readonly onKeys: () => void;
}

const WORDS = { connecting: 'connecting', live: 'live', offline: 'offline' } as const;

/** Title, search and account. */
export function TopBar({ onSignOut, onMenu, onKeys }: TopBarProps) {
  const { live, client } = useMailbox();
  const connection = live.connection.value;
  return (
    <header class="top-bar">
      <IconButton icon="menu" label="Folders" class="menu-button" onClick={onMenu} />
      <span class="brand">
        <span class="brand-mark">P</span>
        <span class="brand-name">Posthorn</span>
      </span>
      <SearchBox />
      <div class="account">
        <span class="connection" data-state={connection}>
          {WORDS[connection]}
        </span>
        <span class="user">{client.login.user}</span>
        <IconButton icon="keyboard" label="Keys" hotkey="?" class="keys-button" onClick={onKeys} />
        <IconButton icon="log-out" label="Sign out" onClick={onSignOut} />
      </div>
    </header>
  );
}
