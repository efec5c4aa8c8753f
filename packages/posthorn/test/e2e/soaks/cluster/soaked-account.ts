/** An account of the soak: its login, and what is known of its mail. */
import type { BalancedAnswer, BalancedClient, BalancedRequest } from './balanced-client.ts';

/** What there is of a mail in the end, by its subject without what follows its only dot. */
export interface FoundMail {
  /** Whole subjects by mailbox. */
  readonly mailboxes: Readonly<Record<string, readonly string[]>>;
  /** How often the sending server has taken it. */
  readonly taken: number;
}

/** A mail of the soak. */
export interface Claim {
  /** What was done, and what the client was told. */
  readonly title: () => string;
  /** Ends in the only dot. */
  readonly subject: string;
  /** What is not as it must be. */
  readonly problems: (found: FoundMail) => readonly string[];
}

export interface SoakedAccount {
  /** At the mail server. */
  readonly user: string;
  /** In paths. */
  readonly id: string;
  readonly isConnected: boolean;
  /** A request with its login. */
  ask(request: BalancedRequest): Promise<BalancedAnswer>;
  persist(request: BalancedRequest, attempts?: number): Promise<BalancedAnswer>;
  /** Puts a message into INBOX, behind the back of the service. */
  deliver(subject: string): Promise<void>;
  /** A subject that nothing else has. */
  newSubject(): string;
  readonly random: () => number;
  readonly claims: Claim[];
  /** Subjects that a list of INBOX has to show. */
  readonly inInbox: Set<string>;
  /** Subjects that it must not show any more. */
  readonly left: Set<string>;
  readonly problems: string[];
}

export interface AccountOptions {
  readonly user: string;
  readonly id: string;
  readonly isConnected: boolean;
  readonly authorization: string;
  readonly client: BalancedClient;
  readonly deliver: (subject: string) => Promise<void>;
  readonly random: () => number;
}

/** A failed node is replaced within the time of a few attempts. */
const ATTEMPTS = 8;

/** Returns an account without mail of its own. */
export function createSoakedAccount(options: AccountOptions): SoakedAccount {
  const { user, id, isConnected, authorization, client, deliver, random } = options;
  const name = user.replace(/@.*/, '');
  let subjects = 0;
  return {
    ...{ user, id, isConnected, deliver, random },
    ...{ claims: [], inInbox: new Set(), left: new Set(), problems: [] },
    ask: (request) => client.ask(authorization, request),
    persist: (request, attempts = ATTEMPTS) => client.persist(authorization, request, attempts),
    newSubject() {
      subjects += 1;
      return `${name} mail ${subjects}.`;
    },
  };
}

/** The path of a folder's messages. */
export function messagesOf({ id }: Pick<SoakedAccount, 'id'>, folder: string): string {
  return `/MailAccounts/${id}/MailFolders/${folder}/MessageItems`;
}
