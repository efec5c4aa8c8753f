/** The state of one IMAP session (RFC 3501 §3): who is logged in, what is selected. */
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

/** What all sessions of a server share. */
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
  /** Undefined: the server has no certificate and offers no TLS. */
  readonly secureContext: SecureContext | undefined;
  /** True: nobody can log in before the connection is encrypted. */
  readonly requireTls: boolean;
  /** The largest message that APPEND takes (RFC 7889). */
  readonly appendLimit: number | undefined;
  /** How often NOTIFY reports news between two commands (RFC 5465 §5.8). */
  readonly maxNotifications: number;
  readonly slowCommands: readonly SlowCommand[];
}

/** One session. Commands change it; the conversation drives it. */
export class Session {
  readonly server: ServerContext;
  readonly connection: Connection;
  /** The user whom LOGIN or AUTHENTICATE names, right or wrong. */
  claimedUser: string | undefined;
  account: Account | undefined;
  view: MailboxView | undefined;
  /** True once the client has used CONDSTORE: then responses have mod-sequences (RFC 7162 §3.1). */
  isCondstoreEnabled = false;
  /** True after ENABLE QRESYNC: expunges are reported as VANISHED (RFC 7162 §3.2.3). */
  isQresyncEnabled = false;
  /** True after ENABLE UTF8=ACCEPT (RFC 6855). */
  isUtf8Enabled = false;
  /** True after ENABLE IMAP4rev2 (RFC 9051). */
  isRev2Enabled = false;
  /** Called with news while the session is in IDLE. */
  onIdleNews: (() => void) | undefined;
  /** What NOTIFY asked for; undefined until it is used. */
  watch: MailboxWatch | undefined;
  /** Called with news that comes while no command is in progress. */
  onNewsBetweenCommands: (() => void) | undefined;
  /** How often news was reported since the last command. */
  newsSinceCommand = 0;
  /** True from the moment when a command is read until it is answered. */
  isInCommand = false;
  /** True while changes come from the client's own command. */
  isActing = false;
  /** True: news came during the command and is not reported yet. */
  hasUntoldNews = false;
  /** True: the tag of the next tagged answer is wrong. */
  answersUnderWrongTag = false;
  #leave: () => void = () => undefined;

  constructor(server: ServerContext, connection: Connection) {
    this.server = server;
    this.connection = connection;
  }

  get userName(): string | undefined {
    return this.account?.name ?? this.claimedUser;
  }

  /** True when the client can use it, announced or as a part of IMAP4rev2. */
  has(capability: Capability): boolean {
    return (
      this.server.capabilities.has(capability) || (this.isRev2Enabled && REV2_EXTENSIONS.has(capability))
    );
  }

  /** True: strings and mailbox names may be UTF-8, in quotes too. */
  get usesUtf8(): boolean {
    return this.isUtf8Enabled || this.isRev2Enabled;
  }

  /** True: FETCH answers that the client did not ask for name uids (RFC 7162 §3.2.4). */
  get tellsUids(): boolean {
    return this.isCondstoreEnabled && this.has('QRESYNC');
  }

  /** The capabilities to announce now. */
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

  /** Opens the account. Throws LoginFailure when the user has too many sessions. */
  logIn(account: Account): void {
    if (!this.server.login.sessions.tryEnter(account)) throw new LoginFailure('too-many-sessions');
    this.account = account;
    this.#leave = () => this.server.login.sessions.leave(account);
  }

  /** Reports the news now if the protocol allows it; else it is reported when the command ends. */
  hasNews(): void {
    if (this.isInCommand && this.onIdleNews === undefined) {
      this.hasUntoldNews = true;
      return;
    }
    const tell = this.onIdleNews ?? this.onNewsBetweenCommands;
    if (tell !== undefined && !this.hidesNews) tell();
  }

  /** The command that was being carried out is answered. */
  endCommand(): void {
    this.isInCommand = false;
    // News that came while the answer was sent.
    if (this.hasUntoldNews) this.onNewsBetweenCommands?.();
  }

  /** Releases what the session holds. It cannot be used afterwards. */
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

  /** True: changes by others to the open mailbox are not reported. A mailbox that lags has only news of this session. */
  get hidesNews(): boolean {
    return !(this.view?.mailbox instanceof LaggingMailbox) && this.isBlind;
  }

  /** True: mailboxes are seen as they were. */
  get isBlind(): boolean {
    return this.#blindFaults().length > 0;
  }

  #blindFaults(): readonly Fault[] {
    return this.server.faults.strikingAt({ at: 'sight', user: this.userName });
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
      tellsRecent: !this.isRev2Enabled,
    });
    return this.view;
  }

  deselect(): void {
    this.view?.close();
    this.view = undefined;
  }
}
