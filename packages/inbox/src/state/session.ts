import { type ReadonlySignal, signal } from '@preact/signals';
import { createClient, type Login } from '../api/client.ts';
import { listAccounts } from '../api/folders.ts';
import { type Mailbox, openMailbox } from './mailbox.ts';
import { reasonOf } from './toasts.ts';

export type SessionState =
  | { readonly kind: 'starting' }
  | { readonly kind: 'signed-out'; readonly problem: string | null; readonly user: string }
  | { readonly kind: 'signed-in'; readonly mailbox: Mailbox };

/** The sign-in state. The login exists only in the page's memory. */
export interface Session {
  readonly state: ReadonlySignal<SessionState>;
  /** Uses the server's login, if any. */
  start(): Promise<void>;
  signIn(user: string, password: string): Promise<void>;
  signOut(): void;
}

/** Addresses of the API and the page's files. */
export interface PageAddresses {
  readonly api: string;
  readonly files: string;
}

/** A signed-out session. */
export function createSession({ api, files }: PageAddresses): Session {
  const state = signal<SessionState>({ kind: 'starting' });

  async function enter(login: Login): Promise<void> {
    try {
      const client = createClient(api, login);
      const [account] = await listAccounts(client);
      if (account === undefined) throw new Error('This login opens no account.');
      state.value = { kind: 'signed-in', mailbox: await openMailbox(client, account, leave) };
    } catch (error) {
      state.value = { kind: 'signed-out', problem: reasonOf(error), user: login.user };
    }
  }
  function leave(problem: string | null): void {
    const { value } = state;
    if (value.kind !== 'signed-in') return;
    value.mailbox.close();
    state.value = { kind: 'signed-out', problem, user: value.mailbox.client.login.user };
  }
  return {
    state,
    async start() {
      const login = await receiveLogin(`${files}/login`, takeCode()).catch(() => undefined);
      if (login === undefined) state.value = { kind: 'signed-out', problem: null, user: '' };
      else await enter(login);
    },
    signIn: (user, password) => enter({ user, authorization: basicAuthorization(user, password) }),
    signOut: () => leave(null),
  };
}

/** HTTP Basic in UTF-8 (RFC 7617 §2.1). */
export function basicAuthorization(user: string, password: string): string {
  const octets = new TextEncoder().encode(`${user}:${password}`);
  return `Basic ${btoa(String.fromCharCode(...octets))}`;
}

/** The one-time code is in the fragment, unseen by servers and logs. */
function takeCode(): string | null {
  const code = new URLSearchParams(location.hash.slice(1)).get('code');
  if (code !== null) history.replaceState(null, '', location.pathname);
  return code;
}

async function receiveLogin(address: string, code: string | null): Promise<Login | undefined> {
  const response = await fetch(address, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ code }),
    credentials: 'omit',
  });
  return response.status === 200 ? ((await response.json()) as Login) : undefined;
}
