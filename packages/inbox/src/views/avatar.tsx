import { colourOf, initialsOf } from '../mail/initials.ts';
import type { MailAddress } from '../mail/message.ts';

const COLOURS = 8;

/** A person's initials in a circle. */
export function Avatar({ person }: { readonly person: MailAddress | null }) {
  return (
    <span class={`avatar colour-${colourOf(person, COLOURS)}`} aria-hidden="true">
      {initialsOf(person)}
    </span>
  );
}
