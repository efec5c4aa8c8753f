import type { SecureContext } from 'node:tls';
import type { Account, Accounts } from '../../accounts/accounts.ts';
import { LoginFailure } from '../../accounts/login-refusal.ts';
import type { Blindness } from '../../blindness.ts';
import type { Fault, FaultRegistry } from '../../faults.ts';
import type { LoginPolicy } from '../../login-policy.ts';
import { LaggingMailbox } from '../../mailbox/lagging-mailbox.ts';
import type { Mailbox } from '../../mailbox/mailbox.ts';
import { MailboxView } from '../../mailbox/mailbox-view.ts';
import type { OctetText } from '../../octet-text.ts';
import type { Recorder } from '../../recorder.ts';
import { reject } from '../wire/refusal.ts';
import type { Announcement } from './announcement.ts';
import type { AnswerQuirks } from './answer-quirks.ts';
import { announceCapabilities, type Capability } from './capabilities.ts';
import type { Connection } from './connection.ts';
import type { MailboxWatch } from './mailbox-watch.ts';
import { REV2_EXTENSIONS } from './rev2.ts';
import type { SlowCommand } from './slow-command.ts';

/** Shared by a server's sessions. */
export interface ServerContext {
  readonly accounts: Accounts;
  readonly login: LoginPolicy;
  readonly blindness: Blindness;
  readonly capabilities: ReadonlySet<Capability>;
  readonly announcement: Announcement;
  readonly quirks: AnswerQuirks;
  readonly faults: FaultRegistry;
  readonly recorder: Recorder;
  readonly clock: () => Date;
  readonly nextUidValidity: () => number;
  readonly secureContext: SecureContext | undefined;
  readonly requireTls: boolean;
  /** RFC 7889. */
  readonly appendLimit: number | undefined;
  /** Reports between two commands (RFC 5465 §5.8). */
  readonly maxNotifications: number;
  readonly slowCommands: readonly SlowCommand[];
}

/** One IMAP session (RFC 3501 §3). */
export class Session {
  readonly server: ServerContext;
  readonly connection: Connection;
  /** Named by LOGIN or AUTHENTICATE. */
  claimedUser: string | undefined;
  account: Account | undefined;
  view: MailboxView | undefined;
  /** RFC 7162 §3.1. */
  isCondstoreEnabled = false;
  /** RFC 7162 §3.2.3. */
  isQresyncEnabled = false;
  isUtf8Enabled = false;
  isRev2Enabled = false;
  onIdleNews: (() => void) | undefined;
  watch: MailboxWatch | undefined;
  onNewsBetweenCommands: (() => void) | undefined;
  newsSinceCommand = 0;
  isInCommand = false;
  /** Changes come from the client's own command. */
  isActing = false;
  hasUntoldNews = false;
  answersUnderWrongTag = false;
  readonly #openedAt = performance.now();
  #leave: () => void = () => undefined;

  constructor(server: ServerContext, connection: Connection) {
    this.server = server;
    this.connection = connection;
  }

  get userName(): string | undefined {
    return this.account?.name ?? this.claimedUser;
  }

  /** Supported, or part of enabled IMAP4rev2. */
  has(capability: Capability): boolean {
    return (
      this.server.capabilities.has(capability) || (this.isRev2Enabled && REV2_EXTENSIONS.has(capability))
    );
  }

  get usesUtf8(): boolean {
    return this.isUtf8Enabled || this.isRev2Enabled;
  }

  /** Unsolicited FETCH responses have uids (RFC 7162 §3.2.4). */
  get tellsUids(): boolean {
    return this.isCondstoreEnabled && this.has('QRESYNC');
  }

  announcement(): string {
    const { capabilities, requireTls, secureContext, appendLimit } = this.server;
    const { isEncrypted } = this.connection;
    return announceCapabilities(capabilities, {
      isAuthenticated: this.account !== undefined,
      isEncrypted,
      canEncrypt: secureContext !== undefined,
      canLogIn: isEncrypted || !requireTls,
      appendLimit,
      announcement: this.server.announcement,
    });
  }

  /** Throws LoginFailure for too many sessions. */
  logIn(account: Account): void {
    if (!this.server.login.sessions.tryEnter(account)) throw new LoginFailure('too-many-sessions');
    this.account = account;
    this.#leave = () => this.server.login.sessions.leave(account);
  }

  hasNews(): void {
    if (this.isInCommand && this.onIdleNews === undefined) {
      this.hasUntoldNews = true;
      return;
    }
    const tell = this.onIdleNews ?? this.onNewsBetweenCommands;
    if (tell !== undefined && !this.hidesNews) tell();
  }

  endCommand(): void {
    this.isInCommand = false;
    // Events during the answer.
    if (this.hasUntoldNews) this.onNewsBetweenCommands?.();
  }

  end(): void {
    this.onNewsBetweenCommands = undefined;
    this.watch?.close();
    this.deselect();
    this.#leave();
    this.#leave = () => undefined;
  }

  untagged(line: OctetText): void {
    const lines = this.server.quirks.tell?.(line, this) ?? [line];
    for (const told of lines) this.connection.queue(['* ', told, '\r\n']);
  }

  requireAccount(): Account {
    if (this.account === undefined) throw reject('Please log in first');
    return this.server.blindness.accountBehind(this.#blindFaults(), this.account);
  }

  /** A lagging mailbox reports only this session's changes anyway. */
  get hidesNews(): boolean {
    return !(this.view?.mailbox instanceof LaggingMailbox) && this.isBlind;
  }

  get isBlind(): boolean {
    return this.#blindFaults().length > 0;
  }

  #blindFaults(): readonly Fault[] {
    const { faults, blindness } = this.server;
    const blind = faults.strikingAt({ at: 'sight', user: this.userName });
    return blind.filter((fault) => blindness.concerns(fault, this.#openedAt));
  }

  #hides(uid: number): boolean {
    const faults = this.server.faults.strikingAt({ at: 'arrival', user: this.userName });
    return faults.some((fault) => fault.kind === 'hide' && uid % fault.every === 0);
  }

  requireView(): MailboxView {
    if (this.view === undefined) throw reject('No mailbox selected');
    return this.view;
  }

  select(selection: { readonly mailbox: Mailbox; readonly isReadOnly: boolean }): MailboxView {
    this.deselect();
    this.view = new MailboxView({
      ...selection,
      onNews: () => this.hasNews(),
      isOwnChange: () => this.isActing,
      hides: ({ uid }) => this.#hides(uid),
      tellsRecent: !this.isRev2Enabled,
    });
    return this.view;
  }

  deselect(): void {
    this.view?.close();
    this.view = undefined;
  }
}
