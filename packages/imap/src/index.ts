/** posthorn-imap: an IMAP client for Node. */
export { type AppendedMessage, type AppendRequest, append, appendLimit } from './commands/append.ts';
export { uidExpunge } from './commands/expunge.ts';
export { type FetchRequest, fetch } from './commands/fetch.ts';
export {
  type BinarySizeItem,
  type FetchAttribute,
  type FetchItem,
  type SectionItem,
  sectionKey,
} from './commands/fetch-items.ts';
export { type ListRequest, list, lsub, type MailboxList } from './commands/list.ts';
export {
  createMailbox,
  deleteMailbox,
  renameMailbox,
  subscribe,
  unsubscribe,
} from './commands/mailboxes.ts';
export { noop } from './commands/noop.ts';
export { quotaOf } from './commands/quota.ts';
export { type SearchRequest, type SortKey, type SortRequest, search, sort } from './commands/search.ts';
export { type OpenedMailbox, type SelectRequest, select } from './commands/select.ts';
export { type SignedIn, type SignInRequest, signIn } from './commands/sign-in.ts';
export { type StatusItem, type StatusRequest, status } from './commands/status.ts';
export { type StoreRequest, type StoreResult, store } from './commands/store.ts';
export { type ThreadRequest, thread, threadNumbers } from './commands/thread.ts';
export { type CopiedMessages, copy, move, type TransferRequest } from './commands/transfer.ts';
export { type Bounds, DEFAULT_BOUNDS } from './connection/bounds.ts';
export type {
  Command,
  CommandBudget,
  CommandPart,
  CommandRunner,
  Literal,
  OctetSource,
  RunningCommand,
  SelectedMailbox,
} from './connection/command.ts';
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
export {
  BoundExceeded,
  CommandRefused,
  ConnectionClosed,
  DeadlineExceeded,
  ImapError,
  InvalidArgument,
  LiteralFailed,
  MechanismUnavailable,
  ProtocolViolation,
  SignInRefused,
  TlsUnavailable,
} from './errors.ts';
export type { BodyStructure, Disposition } from './responses/body-structure.ts';
export type { Envelope, EnvelopeAddress } from './responses/envelope.ts';
export type {
  FetchResponse,
  ListResponse,
  MailboxName,
  MailboxStatusResponse,
  QuotaResponse,
  ResponseCode,
  TaggedResponse,
  Thread,
  UnreadableResponse,
  UntaggedResponse,
  VanishedResponse,
} from './responses/response.ts';
export { toAstring, toAtom } from './wire/command-text.ts';
export { decodeMailboxName, encodeMailboxName } from './wire/mailbox-name.ts';
export { MessageSet } from './wire/message-set.ts';
export { NumberSet } from './wire/number-set.ts';
