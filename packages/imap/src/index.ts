/** posthorn-imap: an IMAP client for Node. */
export { type Bounds, DEFAULT_BOUNDS } from './connection/bounds.ts';
