import { createSecureContext } from 'node:tls';
import { Authenticator } from './accounts/authenticator.ts';
import { Blindness } from './blindness.ts';
import { FaultRegistry, type Faults } from './faults.ts';
import { type ImapServer, startImapServer } from './imap/imap-server.ts';
import { type Capability, type CapabilityOptions, resolveCapabilities } from './imap/session/capabilities.ts';
import type { ServerContext } from './imap/session/session.ts';
import { createLoginPolicy } from './login-policy.ts';
import { FLAT_LAYOUT } from './mailbox/layout.ts';
import type { SandboxOptions } from './options.ts';
import { type Counters, type RecordedCommand, Recorder } from './recorder.ts';
import { createSandboxUser, type SandboxUser } from './sandbox-user.ts';
import { seedAccounts } from './seed-accounts.ts';
import type { AcceptedMail } from './smtp/mail-acceptance.ts';
import { type SmtpSink, startSmtpSink } from './smtp/smtp-sink.ts';
import { serverTraits, withProfile } from './with-profile.ts';

/** In-memory servers on 127.0.0.1. Call `close` at the end. */
export interface Sandbox {
  readonly imapPort: number;
  readonly imapsPort: number | undefined;
  readonly smtpPort: number | undefined;
  /** Throws RangeError for unknown names. */
  user(name: string): SandboxUser;
  readonly faults: Faults;
  /** `down`: tokens cannot be checked (`NO [UNAVAILABLE]`, 454). */
  tokenService: 'up' | 'down';
  readonly recording: readonly RecordedCommand[];
  clearRecording(): void;
  readonly counters: Counters;
  readonly acceptedMail: readonly AcceptedMail[];
  close(): Promise<void>;
}

const FIRST_UID_VALIDITY = 1_700_000_001;
/** Bounds memory for clients that read nothing. */
const MAX_NOTIFICATIONS = 10_000;
/** Bounds memory in long demos. */
const MAX_EXPUNGED_UIDS = 100_000;

/** Rejects when a port is taken; throws MailboxError for an impossible seed. */
export async function startSandbox(given: SandboxOptions): Promise<Sandbox> {
  const options = withProfile(given);
  const { mailboxes, announcement, quirks, hasLabels, storesSentMail } = serverTraits(options);
  const { tls, layout = FLAT_LAYOUT, clock = () => new Date() } = options;
  if (tls === undefined && (options.requireTls || options.implicitTls)) {
    throw new RangeError('requireTls and implicitTls need tls: a key and a certificate');
  }
  let uidValidity = FIRST_UID_VALIDITY;
  const nextUidValidity = () => uidValidity++;
  const keepsKeywords = options.keepsKeywords ?? true;
  const maxExpungedUids = options.maxExpungedUids ?? MAX_EXPUNGED_UIDS;
  const accounts = seedAccounts({
    users: options.users,
    layout,
    clock,
    nextUidValidity,
    keepsKeywords,
    maxExpungedUids,
    mailboxes,
    hasLabels,
  });
  const blindness = new Blindness(accounts);
  const faults = new FaultRegistry((fault) => blindness.remember(fault));
  const recorder = new Recorder();
  const requireTls = options.requireTls ?? false;
  const login = createLoginPolicy(new Authenticator(accounts), options.login ?? {});
  const context = {
    accounts,
    login,
    blindness,
    capabilities: resolveCapabilities(announcedCapabilities(options)),
    announcement,
    quirks,
    faults,
    recorder,
    clock,
    nextUidValidity,
    secureContext: tls && createSecureContext({ ...tls }),
    requireTls,
    appendLimit: options.appendLimit,
    slowCommands: options.slowCommands ?? [],
    maxNotifications: options.maxNotifications ?? MAX_NOTIFICATIONS,
  };
  const tlsPort = toPort(options.implicitTls);
  const implicitTls = tls && tlsPort !== undefined ? { port: tlsPort, credentials: tls } : undefined;
  const imap = await startImapServer({
    context,
    wrapCommand: quirks.run,
    port: options.imapPort ?? 0,
    implicitTls,
  });
  const smtpPort = toPort(options.smtp);
  const smtp =
    smtpPort === undefined
      ? undefined
      : await startSmtpSink({
          port: smtpPort,
          ...context,
          tls,
          storesSentMail,
        });
  return toSandbox({ imap, smtp, context });
}

function announcedCapabilities({
  capabilities = {},
  appendLimit,
  slowCommands,
}: SandboxOptions): CapabilityOptions {
  const brought: readonly Capability[] = [
    ...(appendLimit === undefined ? [] : ['APPENDLIMIT' as const]),
    ...(slowCommands === undefined ? [] : ['INPROGRESS' as const]),
  ];
  return { ...capabilities, with: [...(capabilities.with ?? []), ...brought] };
}

interface Parts {
  readonly imap: ImapServer;
  readonly smtp: SmtpSink | undefined;
  readonly context: ServerContext;
}

function toSandbox({ imap, smtp, context }: Parts): Sandbox {
  const { accounts, faults, login, recorder, clock } = context;
  return {
    imapPort: imap.port,
    imapsPort: imap.tlsPort,
    smtpPort: smtp?.port,
    user: (name) => {
      const account = accounts.get(name);
      if (account === undefined) throw new RangeError(`The sandbox has no user ${name}`);
      return createSandboxUser(account, clock);
    },
    faults,
    get tokenService() {
      return login.authenticator.isTokenServiceUp ? 'up' : 'down';
    },
    set tokenService(state) {
      login.authenticator.isTokenServiceUp = state === 'up';
    },
    get recording() {
      return recorder.commands;
    },
    clearRecording: () => recorder.clear(),
    get counters() {
      return recorder.counters;
    },
    get acceptedMail() {
      return smtp?.acceptedMail ?? [];
    },
    close: async () => {
      await Promise.all([imap.close(), smtp?.close()]);
    },
  };
}

function toPort(option: boolean | number | undefined): number | undefined {
  if (typeof option === 'number') return option;
  return option === true ? 0 : undefined;
}
