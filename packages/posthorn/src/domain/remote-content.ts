/** Remote images disclose reading to the sender. */
export type RemoteImages = 'allow' | 'block';

export const REMOTE_IMAGES: readonly RemoteImages[] = ['allow', 'block'];

/** References to other servers, removed from the HTML. */
export interface BlockedContent {
  /** Including repetitions. */
  readonly count: number;
  /** The first ones, each once. */
  readonly urls: readonly string[];
}

export const NOTHING_BLOCKED: BlockedContent = { count: 0, urls: [] };
