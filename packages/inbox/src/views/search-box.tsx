import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { hasTerm, toggleTerm } from '../mail/search-query.ts';
import { Icon } from './icon.tsx';
import { IconButton } from './icon-button.tsx';
import { useMailbox } from './mailbox-context.ts';

const FILTERS = [
  { term: 'is:unread', label: 'Unread' },
  { term: 'is:starred', label: 'Starred' },
  { term: 'has:file', label: 'With files' },
  { term: 'in:here', label: 'This folder only' },
];
const EXAMPLES = 'from:ann · subject:"opening day" · after:2026-01-31 · larger:1m';

/** The search with suggested filters. */
export function SearchBox() {
  const mailbox = useMailbox();
  const text = useSignal('');
  const isOpen = useSignal(false);
  const { folder, search } = mailbox.list.source.value;
  useEffect(() => {
    text.value = search;
  }, [folder, search]);

  function submit(value: string): void {
    text.value = value;
    void mailbox.show({ folder, search: value.trim() });
  }
  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== 'Escape') return;
    (event.target as HTMLElement).blur();
    if (search !== '') submit('');
  }
  return (
    <search>
      <form
        class="search"
        onSubmit={(event) => {
          event.preventDefault();
          (document.activeElement as HTMLElement).blur();
          submit(text.value);
        }}
        onFocusIn={() => {
          isOpen.value = true;
        }}
        onFocusOut={(event) => {
          const { relatedTarget, currentTarget } = event as FocusEvent;
          isOpen.value = (currentTarget as Element).contains(relatedTarget as Node | null);
        }}
      >
        <Icon name="search" />
        <input
          id="search"
          type="search"
          enterKeyHint="search"
          placeholder="Search mail, or from:ann has:file"
          aria-label="Search mail"
          value={text.value}
          onInput={(event) => {
            text.value = event.currentTarget.value;
          }}
          onKeyDown={(event) => onKeyDown(event as KeyboardEvent)}
        />
        {search === '' ? (
          <kbd>/</kbd>
        ) : (
          <IconButton icon="x" label="End the search" onClick={() => submit('')} />
        )}
        {isOpen.value && (
          <div class="search-filters">
            {FILTERS.map(({ term, label }) => (
              <button
                type="button"
                key={term}
                class="pill"
                aria-pressed={hasTerm(text.value, term)}
                onClick={() => submit(toggleTerm(text.value, term))}
              >
                {label}
              </button>
            ))}
            <p class="hint">{EXAMPLES}</p>
          </div>
        )}
      </form>
    </search>
  );
}
