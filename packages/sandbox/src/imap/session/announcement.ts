/** What the server says of itself: what it announces and hides, and its name. */

/** What the server announces of itself, and what it hides. */
export interface Announcement {
  /** Capabilities that are on and not announced. */
  readonly hidden: readonly string[];
  /** Capabilities that are announced and not supported here. */
  readonly extra: readonly string[];
  /** The name in greeting and ID. */
  readonly serverName: string;
}

/** A server that announces what it supports, by its own name. */
export const PLAIN_ANNOUNCEMENT: Announcement = { hidden: [], extra: [], serverName: 'posthorn-sandbox' };
