import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { isAddress } from '../mail/address-text.ts';
import type { Composer as ComposerModel, ComposerState, SaveStatus } from '../state/composer.ts';
import { AttachedFiles } from './attached-files.tsx';
import { Icon } from './icon.tsx';
import { IconButton } from './icon-button.tsx';
import { useMailbox } from './mailbox-context.ts';
import { QuotedPart } from './quoted-part.tsx';
import { RecipientField } from './recipient-field.tsx';

const STATUS: Readonly<Record<SaveStatus, string>> = {
  new: '',
  changed: '',
  saving: 'Saving …',
  saved: 'Draft saved',
  failed: 'Not saved',
};

/** The composer above the page. */
export function Composer() {
  const { composer } = useMailbox();
  const state = composer.state.value;
  if (state === null) return null;
  return <ComposerDialog composer={composer} state={state} />;
}

interface PartProps {
  readonly composer: ComposerModel;
  readonly state: ComposerState;
}

function ComposerDialog({ composer, state }: PartProps) {
  const text = useRef<HTMLTextAreaElement>(null);
  const { isPreparing, title, input, problem, quoted } = state;
  const isAnswer = title.startsWith('Reply');
  useEffect(() => {
    if (!isPreparing && isAnswer) text.current?.focus();
  }, [isPreparing]);
  function onKeyDown(event: KeyboardEvent): void {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void composer.send();
    if (event.key === 'Escape') void composer.close();
  }
  return (
    <section
      class="composer"
      role="dialog"
      aria-label={title}
      aria-busy={isPreparing}
      onKeyDown={(event) => onKeyDown(event as KeyboardEvent)}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        void composer.attach([...((event as DragEvent).dataTransfer?.files ?? [])]);
      }}
    >
      <header>
        <h2>{title}</h2>
        <span class="soft" role="status">
          {STATUS[state.status]}
        </span>
        <IconButton
          icon="x"
          label="Close and keep the draft"
          hotkey="Esc"
          onClick={() => void composer.close()}
        />
      </header>
      <Recipients composer={composer} state={state} />
      <label class="subject-line">
        <span class="field-name">Subject</span>
        <input
          type="text"
          dir="auto"
          value={input.subject}
          onInput={(event) => composer.edit({ subject: event.currentTarget.value })}
        />
      </label>
      <div class="writing">
        <textarea
          ref={text}
          dir="auto"
          aria-label="Text"
          value={input.words}
          disabled={isPreparing}
          onInput={(event) => composer.edit({ words: event.currentTarget.value })}
        />
        {quoted !== null && <QuotedPart quoted={quoted} onRemove={() => composer.removeQuote()} />}
      </div>
      <AttachedFiles composer={composer} state={state} />
      {problem !== null && (
        <p class="problem" role="alert">
          <Icon name="circle-alert" /> {problem}
        </p>
      )}
      <ComposerFoot composer={composer} state={state} />
    </section>
  );
}

function Recipients({ composer, state: { input, title, isPreparing } }: PartProps) {
  const { list } = useMailbox();
  const hasCopies = useSignal(false);
  const isCopied = hasCopies.value || input.cc.length + input.bcc.length > 0;
  const known = new Map(
    list
      .rows()
      .loaded()
      .flatMap(({ from }) => (from ? [[from.address, from.name]] : [])),
  );
  return (
    <>
      <div class="to-line">
        <RecipientField
          key={`${isPreparing}`}
          label="To"
          recipients={input.to}
          hasFocus={!title.startsWith('Reply')}
          onChange={(to) => composer.edit({ to })}
        />
        {!isCopied && (
          <button
            type="button"
            class="text-button"
            onClick={() => {
              hasCopies.value = true;
            }}
          >
            Cc, Bcc
          </button>
        )}
      </div>
      {isCopied && (
        <>
          <RecipientField label="Cc" recipients={input.cc} onChange={(cc) => composer.edit({ cc })} />
          <RecipientField label="Bcc" recipients={input.bcc} onChange={(bcc) => composer.edit({ bcc })} />
        </>
      )}
      <datalist id="correspondents">
        {[...known].map(([address, name]) => (
          <option key={address} value={name && name !== address ? `${name} <${address}>` : address} />
        ))}
      </datalist>
    </>
  );
}

function ComposerFoot({ composer, state }: PartProps) {
  const picker = useRef<HTMLInputElement>(null);
  const { to, cc, bcc } = state.input;
  const recipients = [...to, ...cc, ...bcc];
  const canSend = recipients.length > 0 && recipients.every(({ address }) => isAddress(address));
  const isBusy = state.isSending || state.isPreparing || state.uploading.length > 0;
  return (
    <footer>
      <button
        type="button"
        class="primary"
        title="Send (Ctrl+Enter)"
        disabled={!canSend || isBusy}
        onClick={() => void composer.send()}
      >
        <Icon name="send" /> {state.isSending ? 'Sending …' : 'Send'}
      </button>
      <IconButton
        icon="paperclip"
        label="Attach files"
        isDisabled={isBusy}
        onClick={() => picker.current?.click()}
      />
      <input
        ref={picker}
        class="visually-hidden"
        type="file"
        multiple
        tabIndex={-1}
        aria-label="Files to attach"
        onChange={(event) => {
          const { files } = event.currentTarget;
          void composer.attach([...(files ?? [])]);
          event.currentTarget.value = '';
        }}
      />
      <span class="grow" />
      <IconButton icon="trash-2" label="Discard the draft" onClick={() => void composer.discard()} />
    </footer>
  );
}
