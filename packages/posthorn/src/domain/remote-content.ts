/** Content that a message would load from other servers when shown, which reveals to its sender that it was read. */

/** Whether images of other servers stay in the HTML of a message. */
export type RemoteImages = 'allow' | 'block';

/** Every value of `RemoteImages`. */
export const REMOTE_IMAGES: readonly RemoteImages[] = ['allow', 'block'];

/** References to other servers that were taken out of the HTML of a message. */
export interface BlockedContent {
  /** All of them, repetitions included. */
  readonly count: number;
  /** The first of them as they were written, each once. */
  readonly urls: readonly string[];
}

/** Nothing was blocked. */
export const NOTHING_BLOCKED: BlockedContent = { count: 0, urls: [] };
