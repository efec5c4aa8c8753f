import type { ICON_NAMES } from './icon-names.mjs';

export type IconName = (typeof ICON_NAMES)[number];

/** An icon from the page's built-in symbols. */
export function Icon({ name, isFilled = false }: { readonly name: IconName; readonly isFilled?: boolean }) {
  return (
    <svg class={isFilled ? 'icon filled' : 'icon'} aria-hidden="true">
      <use href={`#icon-${name}`} />
    </svg>
  );
}
