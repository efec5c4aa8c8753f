import type { Commands } from './commands.ts';

/** A key and its action. */
export interface Hotkey {
  readonly key: string;
  readonly does: string;
  readonly command: Exclude<keyof Commands, 'moveTo' | 'flag'>;
}

export const HOTKEYS: readonly Hotkey[] = [
  { key: 'j', does: 'Next message', command: 'next' },
  { key: 'k', does: 'Previous message', command: 'previous' },
  { key: 'o', does: 'Open', command: 'open' },
  { key: 'Escape', does: 'Back to the list', command: 'close' },
  { key: 'e', does: 'Archive', command: 'archive' },
  { key: '#', does: 'Delete', command: 'trash' },
  { key: 'v', does: 'Move to a folder', command: 'move' },
  { key: 'u', does: 'Read or unread', command: 'toggleSeen' },
  { key: 's', does: 'Star', command: 'toggleFlagged' },
  { key: 'x', does: 'Select', command: 'select' },
  { key: 'z', does: 'Undo', command: 'undo' },
  { key: 'r', does: 'Reply', command: 'reply' },
  { key: 'a', does: 'Reply to all', command: 'replyAll' },
  { key: 'f', does: 'Forward', command: 'forward' },
  { key: 'c', does: 'Write a message', command: 'write' },
  { key: '/', does: 'Search', command: 'search' },
  { key: '?', does: 'These keys', command: 'showKeys' },
];

const ALIASES: Readonly<Record<string, string>> = {
  ArrowDown: 'j',
  ArrowUp: 'k',
  Enter: 'o',
  Delete: '#',
};

/** Fields and dialogs keep their keys; buttons keep Enter. */
function isTaken({ key, target }: KeyboardEvent): boolean {
  const element = target as Element | null;
  if (element?.closest === undefined) return false;
  if (
    element.closest('input:not([type=checkbox]), textarea, select, dialog, [contenteditable], .composer') !==
    null
  )
    return true;
  return key === 'Enter' && element.closest('button, a, summary') !== null;
}

let current: Commands | undefined;

/** Listens until the returned function is called. */
export function listenToKeys(commands: Commands): () => void {
  current = commands;
  addEventListener('keydown', takeKey);
  return () => {
    current = undefined;
    removeEventListener('keydown', takeKey);
  };
}

/** Runs a key's action, except while the user types. Message frames forward their keys. */
export function takeKey(event: KeyboardEvent): void {
  if (current === undefined || event.ctrlKey || event.metaKey || event.altKey || isTaken(event)) return;
  const key = ALIASES[event.key] ?? event.key;
  const hotkey = HOTKEYS.find((each) => each.key === key);
  if (hotkey === undefined) return;
  event.preventDefault();
  current[hotkey.command]();
}
