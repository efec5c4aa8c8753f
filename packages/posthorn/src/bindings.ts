/** `posthorn/bindings`: the stable API for replacing services. */

export type { AccountRequest, AuthProvider, RequestCredentials } from './application/ports/auth-provider.ts';
export type { ContentSpool, KeptContent, StreamedContent } from './application/ports/content-spool.ts';
export type { HostPolicy, NamedServer, VettedHost } from './application/ports/host-policy.ts';
export type { HtmlReader } from './application/ports/html-reader.ts';
export type { HtmlSanitizer, ReceivedHtml } from './application/ports/html-sanitizer.ts';
export type { MailBatchWriter, MessageBatch } from './application/ports/mail/mail-batch-writer.ts';
export type {
  AttachmentContent,
  FoundThread,
  MailStore,
  MessagePage,
  MessageSelection,
  MessageSource,
  SelectedItem,
  StoredMessage,
} from './application/ports/mail/mail-store.ts';
export type {
  MailTransport,
  Submission,
  SubmissionRequest,
} from './application/ports/mail/mail-transport.ts';
export type {
  FlagChange,
  HeaderText,
  MailWriter,
  NewMessage,
  NewVersion,
  Replacement,
} from './application/ports/mail/mail-writer.ts';
export type { MailboxWriter } from './application/ports/mail/mailbox-writer.ts';
export type {
  ComposedMessage,
  DraftIdentity,
  ExaminedMessage,
  MailEnvelope,
  MessageComposer,
  OutgoingMessage,
  RevisedMessage,
  VersionToRevise,
} from './application/ports/mail/message-composer.ts';
export type {
  WholeMessageAnswer,
  WholeMessageQuestion,
  WholeMessageReader,
  WholeMessageRequest,
} from './application/ports/mail/whole-message-reader.ts';
export type {
  AnswerStore,
  BegunRequest,
  KeyedRequest,
  StoredAnswer,
} from './application/ports/state/answer-store.ts';
export type { Lease, LeaseRequest, Leases } from './application/ports/state/leases.ts';
export type { MessageFate, MessageFates, RecordedFate } from './application/ports/state/message-fates.ts';
export type { RateCharge, RateLimits, RateRule } from './application/ports/state/rate-limits.ts';
export type { OpenedOriginal, RecentOriginals } from './application/ports/state/recent-originals.ts';
export type {
  ClientStanding,
  SignInOutcomes,
  SignInRefusal,
} from './application/ports/state/sign-in-outcomes.ts';
export type { SlotHolder, SlotRequest, Slots } from './application/ports/state/slots.ts';
export { defineBindings } from './composition/define-bindings.ts';
export type { Binding, Configuration, Overrides, Services } from './composition/services.ts';
export type {
  AccountOrigin,
  InboxServer,
  MailAccount,
  MailAccountId,
  OutboxSecurity,
  OutboxServer,
} from './domain/accounts/mail-account.ts';
export type { MailboxRef } from './domain/accounts/mailbox-ref.ts';
export { MailError, type MailErrorCode, type MailErrorDetails } from './domain/errors/mail-error.ts';
export type { RejectedRecipient } from './domain/errors/rejected-recipient.ts';
export {
  type BearerLogin,
  bearerLogin,
  type Login,
  type PasswordLogin,
  passwordLogin,
} from './domain/logins/login.ts';
export type { OAuthEndpoints, OAuthProvider, SignInOptions } from './domain/logins/oauth-provider.ts';
export { Secret } from './domain/logins/secret.ts';
export type { Mailbox, MailboxCounts, SpecialUse } from './domain/mailboxes/mailbox.ts';
export { type MailboxName, parseMailboxName } from './domain/mailboxes/mailbox-name.ts';
export type { Attachment } from './domain/messages/attachment.ts';
export type { HeaderField, MessageHeaders } from './domain/messages/header-field.ts';
export type { ListUnsubscribe } from './domain/messages/list-unsubscribe.ts';
export type { MessageBody } from './domain/messages/message-body.ts';
export type {
  DraftAttachment,
  DraftChange,
  DraftHeader,
  MessageReference,
} from './domain/messages/message-draft.ts';
export type { MessageIdentity } from './domain/messages/message-identity.ts';
export type {
  MessageItem,
  MessageItemAttribute,
  MessageItemValues,
  ZonedDate,
} from './domain/messages/message-item.ts';
export {
  DEFAULT_PREVIEW,
  hasDescendingUids,
  type MessageCriterion,
  type MessageCursor,
  type MessageFlag,
  type MessageOrder,
  type MessageQuery,
  type MessageSort,
  type MessageSortKey,
  type MessageWindow,
  type MomentPosition,
  type PreviewOptions,
} from './domain/messages/message-query.ts';
export type { ExactMessageRef, MessageRef } from './domain/messages/message-ref.ts';
export { bufferSource } from './domain/values/buffer-source.ts';
export type { MailAddress } from './domain/values/mail-address.ts';
export type { OctetSource } from './domain/values/octet-source.ts';
export { toUid, type Uid } from './domain/values/uid.ts';
