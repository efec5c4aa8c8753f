/** They disclose to the sender that mail is read. */
export type RemoteImages = 'allow' | 'block';

export const REMOTE_IMAGES: readonly RemoteImages[] = ['allow', 'block'];

/** References to other servers, removed from HTML. */
export interface BlockedContent {
  /** With repetitions. */
  readonly count: number;
  /** The first, without repetitions. */
  readonly urls: readonly string[];
}

export const NOTHING_BLOCKED: BlockedContent = { count: 0, urls: [] };
