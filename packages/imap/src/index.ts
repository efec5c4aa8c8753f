/** posthorn-imap: an IMAP client for Node. */
export { type Bounds, DEFAULT_BOUNDS } from './connection/bounds.ts';
export { connect } from './connection/connect.ts';
export {
  type ConnectionListeners,
  type ConnectionSecurity,
  type ConnectOptions,
  DEFAULT_DEADLINES,
  type Deadlines,
  type Traffic,
} from './connection/connect-options.ts';
export type { ImapConnection } from './connection/imap-connection.ts';
