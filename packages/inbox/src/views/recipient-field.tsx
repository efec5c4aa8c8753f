import { useSignal } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { isAddress, nameOf, parseAddresses } from '../mail/address-text.ts';
import type { MailAddress } from '../mail/message.ts';
import { Icon } from './icon.tsx';

interface RecipientFieldProps {
  readonly label: string;
  readonly recipients: readonly MailAddress[];
  readonly onChange: (recipients: readonly MailAddress[]) => void;
  readonly hasFocus?: boolean;
}

/** Recipients as removable items, one per comma. */
export function RecipientField({ label, recipients, onChange, hasFocus = false }: RecipientFieldProps) {
  const text = useSignal('');
  const input = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    if (hasFocus) input.current?.focus();
  }, []);
  function commit(): void {
    const added = parseAddresses(text.value);
    text.value = '';
    if (added.length > 0) onChange([...recipients, ...added]);
  }
  function onKeyDown(event: KeyboardEvent): void {
    if (event.key === 'Enter' && text.value.trim() !== '') {
      event.preventDefault();
      commit();
    }
    if (event.key === 'Backspace' && text.value === '') onChange(recipients.slice(0, -1));
  }
  return (
    <label class="recipients">
      <span class="field-name">{label}</span>
      {recipients.map((recipient, index) => (
        <span
          key={index}
          class={isAddress(recipient.address) ? 'recipient' : 'recipient wrong'}
          title={recipient.address}
        >
          <bdi>{nameOf(recipient)}</bdi>
          <button
            type="button"
            aria-label={`Remove ${nameOf(recipient)}`}
            onClick={() => onChange(recipients.filter((_, other) => other !== index))}
          >
            <Icon name="x" />
          </button>
        </span>
      ))}
      <input
        type="text"
        inputMode="email"
        autoComplete="off"
        list="correspondents"
        aria-label={label}
        ref={input}
        value={text.value}
        onInput={(event) => {
          text.value = event.currentTarget.value;
          if (/[,;\n]/.test(text.value)) commit();
        }}
        onKeyDown={(event) => onKeyDown(event as KeyboardEvent)}
        onBlur={commit}
      />
    </label>
  );
}
