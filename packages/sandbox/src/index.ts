/** posthorn-sandbox: in-memory IMAP and SMTP for demos and tests, never production. */
export type { AccountState, TokenState } from './accounts/accounts.ts';
export type { LoginProblem, LoginRefusal, LoginRefusals } from './accounts/login-refusal.ts';
export { defaultMailboxes } from './default-mailboxes.ts';
export type {
  CommandPoint,
  ConnectionPoint,
  EndlessFault,
  Fault,
  FaultPlace,
  FaultScope,
  Faults,
  GarbageFault,
  ImapFault,
  SmtpFault,
  SmtpFaultPlace,
  SmtpPoint,
} from './faults.ts';
export { ALL_CAPABILITIES, type Capability, type CapabilityOptions } from './imap/session/capabilities.ts';
export type { SlowCommand } from './imap/session/slow-command.ts';
export type { LoginOptions } from './login-policy.ts';
export { BELOW_INBOX_LAYOUT, FLAT_LAYOUT, type Layout } from './mailbox/layout.ts';
export { MailboxError, type MailboxErrorCode } from './mailbox/mailbox-error.ts';
export type { SpecialUse } from './mailbox/special-use.ts';
export type { SandboxOptions } from './options.ts';
export type { ProfileName } from './profiles/profile.ts';
export { PROFILE_NAMES, profileMailboxes } from './profiles/profiles.ts';
export { PROVIDER_FAULTS, type ProviderFaultName } from './profiles/provider-faults.ts';
export type { Counters, RecordedCommand } from './recorder.ts';
export { type Sandbox, startSandbox } from './sandbox.ts';
export type { DeliveryOptions, MailboxSnapshot, MessageSnapshot, SandboxUser } from './sandbox-user.ts';
export type { SaslMechanismName } from './sasl/mechanism.ts';
export type { MailboxSeed, MessageSeed, UserSeed } from './seeds.ts';
export type { AcceptedMail } from './smtp/mail-acceptance.ts';
export type { TlsCredentials } from './tls-credentials.ts';
