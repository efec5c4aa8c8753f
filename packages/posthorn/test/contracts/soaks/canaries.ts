/** Words that say whose mail they come from, in all that a user has; and how they are found in what anybody is sent. */

/** Where a canary stands. Those in names of folders are in addresses too, which other users may send. */
export type CanaryPlace = 'user' | 'folder' | 'subject' | 'text' | 'html' | 'file' | 'content';

const CANARY = /canary\d{3}(?:user|folder|subject|text|html|file|content)/gi;
/** What may be base64 of either alphabet, and long enough for a canary. */
const BASE64_RUN = /[A-Za-z0-9+/_-]{20,}/g;

/** Such as `canary017subject`; letters and digits, which no encoding but base64 changes. */
export function canaryOf(owner: number, place: CanaryPlace): string {
  return `canary${String(owner).padStart(3, '0')}${place}`;
}

/** Whose it is. */
export function ownerOf(canary: string): number {
  return Number(canary.slice(6, 9));
}

/** All canaries in the octets, also those in base64. */
export function canariesIn(octets: Buffer | string): ReadonlySet<string> {
  const text = typeof octets === 'string' ? octets : octets.toString('latin1');
  const decoded = (text.match(BASE64_RUN) ?? []).flatMap((run) =>
    // A run may have begun with a few characters that do not belong to it.
    [0, 1, 2, 3].map((skipped) => Buffer.from(run.slice(skipped), 'base64').toString('latin1')),
  );
  const found = [text, ...decoded].flatMap((each) => each.match(CANARY) ?? []);
  return new Set(found.map((canary) => canary.toLowerCase()));
}
