import type { ComponentChildren } from 'preact';
import { Icon, type IconName } from './icon.tsx';

interface IconButtonProps {
  readonly icon: IconName;
  readonly label: string;
  readonly onClick: () => void;
  readonly hotkey?: string;
  readonly isFilled?: boolean;
  readonly isPressed?: boolean;
  readonly isDisabled?: boolean;
  readonly tabIndex?: number;
  readonly class?: string;
  readonly children?: ComponentChildren;
}

/** An icon button with an accessible name and tooltip. */
export function IconButton(props: IconButtonProps) {
  const { icon, label, onClick, hotkey, isFilled = false, isPressed, isDisabled = false, children } = props;
  return (
    <button
      type="button"
      class={`icon-button ${props.class ?? ''}`}
      aria-label={label}
      title={hotkey === undefined ? label : `${label} (${hotkey})`}
      aria-pressed={isPressed}
      disabled={isDisabled}
      tabIndex={props.tabIndex}
      onClick={onClick}
    >
      <Icon name={icon} isFilled={isFilled} />
      {children}
    </button>
  );
}
