/** posthorn-imap: an IMAP client for Node. */

export { afterSelect } from './commands/after-select.ts';
export {
  type AppendedMessage,
  type AppendRequest,
  append,
  appendLimit,
  type MessageToAppend,
} from './commands/append.ts';
export { type AppendManyRequest, appendMany } from './commands/append-many.ts';
export { capability } from './commands/capability.ts';
export { createImapClient, type ImapClient } from './commands/client.ts';
export { close } from './commands/close.ts';
export { type Enableable, enable } from './commands/enable.ts';
export { uidExpunge } from './commands/expunge.ts';
export {
  type ExtendedSearchRequest,
  extendedSearch,
  type ReturnOption,
  type SearchResult,
} from './commands/extended-search.ts';
export { type FetchRequest, fetch } from './commands/fetch.ts';
export {
  type BinarySizeItem,
  type FetchAttribute,
  type FetchItem,
  type SectionItem,
  sectionKey,
} from './commands/fetch-items.ts';
export { type IdFields, id } from './commands/id.ts';
export { type IdleRequest, idle } from './commands/idle.ts';
export { type Progress, withProgress } from './commands/in-progress.ts';
export { type ListRequest, list, lsub, type MailboxList } from './commands/list.ts';
export {
  createMailbox,
  deleteMailbox,
  renameMailbox,
  subscribe,
  unsubscribe,
} from './commands/mailboxes.ts';
export { namespace } from './commands/namespace.ts';
export { noop } from './commands/noop.ts';
export {
  isNotificationOverflow,
  type NotifiedEvent,
  type NotifiedMailboxes,
  type NotifyGroup,
  type NotifyRequest,
  notify,
  notifyNone,
} from './commands/notify.ts';
export { quotaOf } from './commands/quota.ts';
export { type ReplaceRequest, replace } from './commands/replace.ts';
export {
  type SearchRequest,
  type SortKey,
  type SortRequest,
  search,
  searchUnexpanded,
  sort,
} from './commands/search.ts';
export { type OpenedMailbox, type Resync, type SelectRequest, select } from './commands/select.ts';
export { type SignedIn, type SignInRequest, signIn } from './commands/sign-in.ts';
export { type SignInRefusal, SignInRefused } from './commands/sign-in-refusal.ts';
export { type StatusItem, type StatusRequest, status } from './commands/status.ts';
export { type StoreRequest, type StoreResult, store } from './commands/store.ts';
export { type SectionRequest, type SectionStream, streamSection } from './commands/stream-section.ts';
export { type ThreadRequest, thread, threadNumbers } from './commands/thread.ts';
export { type CopiedMessages, copy, move, type TransferRequest } from './commands/transfer.ts';
export { unselect } from './commands/unselect.ts';
export type {
  Command,
  CommandBudget,
  CommandRunner,
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
export { CommandRefused, ConnectionClosed } from './connection/connection-errors.ts';
export type { ImapConnection } from './connection/imap-connection.ts';
export {
  BoundExceeded,
  DeadlineExceeded,
  ImapError,
  InvalidArgument,
  LiteralFailed,
  MechanismUnavailable,
  ProtocolViolation,
  StreamAbandoned,
  TlsUnavailable,
} from './errors.ts';
export type { BodyStructure, Disposition } from './responses/body-structure.ts';
export type { Envelope, EnvelopeAddress } from './responses/envelope.ts';
export type {
  CapabilityResponse,
  ContinuationRequest,
  CountResponse,
  EnabledResponse,
  ExtendedSearchResponse,
  FetchResponse,
  FlagsResponse,
  IdResponse,
  ListResponse,
  MailboxStatusResponse,
  Namespace,
  NamespaceResponse,
  QuotaResponse,
  QuotaRootResponse,
  ResponseCode,
  SearchResponse,
  StatusItems,
  StatusResponse,
  TaggedResponse,
  Thread,
  ThreadResponse,
  UnknownResponse,
  UnreadableResponse,
  UnreadableStructure,
  UntaggedResponse,
  VanishedResponse,
} from './responses/response.ts';
export type { Credentials, PasswordCredentials, TokenCredentials } from './sasl/credentials.ts';
export type { OAuthChallenge } from './sasl/oauth-challenge.ts';
export type { PasswordMechanism, SignInMechanism, TokenMechanism } from './sasl/sasl-exchange.ts';
export { type Bounds, DEFAULT_BOUNDS } from './wire/bounds.ts';
export type { CommandPart, Literal, OctetSource } from './wire/command-part.ts';
export { toAstring, toAtom } from './wire/command-text.ts';
export type { AnnouncedLiteral, LiteralSink } from './wire/literal-sink.ts';
export type { MailboxName } from './wire/mailbox-name.ts';
export { decodeMailboxName, encodeMailboxName } from './wire/mailbox-name.ts';
export { MessageSet } from './wire/message-set.ts';
export { NumberSet } from './wire/number-set.ts';
export type { UnreadableReason } from './wire/syntax-failure.ts';
