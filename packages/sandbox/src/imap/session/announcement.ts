/** Announced capabilities and name. */
export interface Announcement {
  /** Supported, not announced. */
  readonly hidden: readonly string[];
  /** Announced, not supported. */
  readonly extra: readonly string[];
  readonly serverName: string;
}

export const PLAIN_ANNOUNCEMENT: Announcement = { hidden: [], extra: [], serverName: 'posthorn-sandbox' };
