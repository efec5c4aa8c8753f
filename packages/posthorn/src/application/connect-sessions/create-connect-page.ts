import { randomBytes } from 'node:crypto';
import type { MailAccountId } from '../../domain/accounts/mail-account.ts';
import type { MailServerEntry } from '../../domain/accounts/mail-server-entry.ts';
import { MailError } from '../../domain/errors/mail-error.ts';
import { Secret } from '../../domain/logins/secret.ts';
import { parseAddressSpec } from '../../domain/values/address-spec.ts';
import type { PublicDiscovery } from '../discovery/public-discovery.ts';
import type {
  AccountConnections,
  ConnectionLogin,
  IssuedGrant,
  OfferedProvider,
  ProviderSignIns,
  SignInRequest,
} from './account-connection.ts';
import { type ChosenServers, chosenServers, serversOfAccount } from './chosen-servers.ts';
import type { ConnectRules } from './connect-links.ts';
import type {
  BegunRedirect,
  ConnectPage,
  EndedPage,
  PageState,
  PageVisit,
  PasswordStep,
  ProviderAnswer,
  ReturnedPerson,
  SignInStep,
} from './connect-page.ts';
import {
  OpenSessions,
  type OpenSessionsDependencies,
  returned,
  siteOf,
  type VisitedSession,
} from './open-sessions.ts';
import { hashPageSecret } from './page-secret.ts';
import { preferredServers } from './pending-step.ts';

/** Dependencies. */
export interface ConnectPageDependencies extends OpenSessionsDependencies {
  readonly connections: AccountConnections;
  readonly providerSignIns: ProviderSignIns;
  readonly publicDiscovery: PublicDiscovery;
  readonly mailServers: () => readonly MailServerEntry[];
  readonly connectRules: () => ConnectRules;
}

/** An address's login. `servers` null: the account's. */
interface FoundLogin {
  readonly address: string;
  readonly login: ConnectionLogin;
  readonly servers: ChosenServers | null;
  readonly client: string;
}

/** A person may need a second factor. */
const SIGN_IN_MS = 10 * 60_000;
const STATE_OCTETS = 32;

/** The page's steps. */
export function createConnectPage(dependencies: ConnectPageDependencies): ConnectPage {
  return new Page(dependencies);
}

class Page implements ConnectPage {
  readonly #parts: ConnectPageDependencies;
  readonly #sessions: OpenSessions;

  constructor(parts: ConnectPageDependencies) {
    this.#parts = parts;
    this.#sessions = new OpenSessions(parts);
  }

  returnUrls(): readonly string[] {
    return this.#parts.connectRules().returnUrls;
  }

  async open(visit: PageVisit): Promise<PageState> {
    const visited = await this.#sessions.visit(visit);
    return 'kind' in visited ? visited : this.#stateOf(visited);
  }

  async findServers(visit: PageVisit, text: string, signal: AbortSignal): Promise<PageState> {
    const visited = await this.#sessions.visit(visit);
    if ('kind' in visited) return visited;
    if (visited.account !== null) throw otherAddress();
    const address = validAddress(text);
    const found = await this.#parts.publicDiscovery.discover(
      { address, client: visit.client, isInvited: true },
      signal,
    );
    const step = { address, servers: preferredServers(found), signIn: null };
    const session = await this.#sessions.keepStep(visited.session.id, step);
    return this.#stateOf({ session, account: null, step });
  }

  async connect(
    visit: PageVisit,
    { address: text, password, servers: named }: PasswordStep,
    signal: AbortSignal,
  ): Promise<PageState | ReturnedPerson> {
    const visited = await this.#sessions.visit(visit);
    if ('kind' in visited) return visited;
    const { account } = visited;
    const address = this.#addressOf(visited, text);
    const servers = account === null ? (named ?? this.#found(visited, address)) : null;
    const user = account?.login.user ?? servers?.user ?? address;
    const login = { mechanism: 'password', user, password } as const;
    return this.#finish(visited, { address, login, servers, client: visit.client }, signal);
  }

  async beginSignIn(
    visit: PageVisit,
    { address: text, provider, redirectUri, browser }: SignInStep,
    signal: AbortSignal,
  ): Promise<EndedPage | BegunRedirect> {
    const visited = await this.#sessions.visit(visit);
    if ('kind' in visited) return visited;
    const { session, account, step } = visited;
    const address = this.#addressOf(visited, text);
    // The grant would go to servers shown for another address.
    if (account === null) this.#found(visited, address);
    const offered = this.#offered(visited, address).find(({ id }) => id === provider);
    if (offered === undefined) throw unknownProvider();
    const state = `${session.id}.${randomBytes(STATE_OCTETS).toString('base64url')}`;
    const request: SignInRequest = { provider, address, redirectUri, state };
    const { url, pending } = await this.#parts.providerSignIns.begin(request, signal);
    const signIn = {
      ...{ provider, redirectUri, secret: pending.reveal() },
      state: hashPageSecret(new Secret(state)),
      browser: hashPageSecret(browser),
      endsAt: this.#parts.clock() + SIGN_IN_MS,
    };
    await this.#sessions.keepStep(session.id, { address, servers: step?.servers ?? null, signIn });
    return { kind: 'redirect', url, provider: offered.name };
  }

  async completeSignIn(
    { session: id, parameters, browser, client }: ProviderAnswer,
    signal: AbortSignal,
  ): Promise<PageState | ReturnedPerson> {
    const visited = await this.#sessions.find(id);
    if (visited === null) throw foreignAnswer();
    if ('kind' in visited) return visited;
    const state = parameters.get('state') ?? '';
    const taken = await this.#sessions.takeSignIn(id, { state, browser });
    if (taken === null) throw foreignAnswer();
    const { address, signIn } = taken;
    const { provider, redirectUri } = signIn;
    const pending = new Secret(signIn.secret);
    const grant = await this.#sessions.reporting(id, async () => {
      const request = { provider, redirectUri, state, address, pending, parameters };
      return ofMailbox(address, await this.#parts.providerSignIns.complete(request, signal));
    });
    const servers = visited.account === null ? this.#found({ ...visited, step: taken }, address) : null;
    const user = visited.account?.login.user ?? servers?.user ?? address;
    const login = { mechanism: 'oauth', user, grant } as const;
    return this.#finish(visited, { address, login, servers, client }, signal);
  }

  async cancel(visit: PageVisit): Promise<PageState | ReturnedPerson> {
    const visited = await this.#sessions.visit(visit);
    if ('kind' in visited) return visited;
    const { id, account } = visited.session;
    const session = await this.#sessions.end(id, { status: 'failed', account });
    return session === null ? this.open(visit) : returned(session, account);
  }

  #stateOf(visited: VisitedSession): PageState {
    const { session, account, step } = visited;
    const address = account?.from.address ?? session.address;
    const servers = account === null ? (step?.servers ?? null) : serversOfAccount(account);
    return {
      ...{ kind: 'open', site: siteOf(session), address, servers },
      isAddressFixed: account !== null,
      providers: address === null || servers === null ? [] : this.#offered(visited, address),
    };
  }

  /** An account stays with its provider. */
  #offered({ session, account }: VisitedSession, address: string): readonly OfferedProvider[] {
    const all = this.#parts.providerSignIns.offered(address, session.providers);
    const own = all.filter(({ id }) => id === account?.provider);
    return own.length > 0 ? own : all;
  }

  #addressOf({ account, step }: VisitedSession, text: string): string {
    const address = validAddress(text);
    const expected = account?.from.address ?? step?.address;
    if (expected?.toLowerCase() === address.toLowerCase()) return expected;
    if (account === null) return address;
    throw otherAddress();
  }

  /** Throws `conflict` after another tab entered another address. */
  #found({ step }: Pick<VisitedSession, 'step'>, address: string): ChosenServers {
    const found = step?.address === address ? chosenServers(step, this.#parts.mailServers()) : null;
    if (found !== null) return found;
    throw new MailError('conflict', {
      detail: 'The servers of this address are not known yet.',
      member: 'servers',
    });
  }

  async #finish(
    { session, account }: VisitedSession,
    { address, login, servers, client }: FoundLogin,
    signal: AbortSignal,
  ): Promise<PageState | ReturnedPerson> {
    const { store, connections } = this.#parts;
    // The session's id makes a second creation harmless, after a crash or in two tabs.
    const id = account?.id ?? (session.id as MailAccountId);
    const known = account ?? (await store.accounts.find(id));
    const { inbox, outbox } = servers ?? account ?? { inbox: null, outbox: null };
    await this.#sessions.reporting(session.id, () =>
      connections.connect(
        {
          ...{ id, isNew: known === null, address, login, client, servers: { inbox, outbox } },
          name: known?.name ?? session.name ?? address,
        },
        signal,
      ),
    );
    const { status } = await this.#sessions.endConnected(session.id, id);
    // Canceled in another tab during the trial: nothing of the person may stay.
    if (status !== 'connected' && account === null) await connections.disconnect(id);
    return returned({ ...session, status }, status === 'connected' ? id : session.account);
  }
}

/** Throws `conflict` for another mailbox's grant. */
function ofMailbox(address: string, grant: IssuedGrant): IssuedGrant {
  if (grant.address !== null && grant.address.toLowerCase() !== address.toLowerCase()) throw otherAddress();
  return grant;
}

function validAddress(text: string): string {
  const address = parseAddressSpec(text.trim());
  if (address !== undefined) return address;
  throw new MailError('invalid-parameter', { detail: 'This is no e-mail address.', parameter: 'address' });
}

function otherAddress(): MailError {
  return new MailError('conflict', { detail: 'This is another mailbox.', member: 'address' });
}

function unknownProvider(): MailError {
  const detail = 'The provider is not one of this address.';
  return new MailError('invalid-parameter', { detail, parameter: 'provider' });
}

function foreignAnswer(): MailError {
  return new MailError('access-denied', {
    detail: 'This sign-in was used already, has expired, or began in another browser.',
    member: 'state',
  });
}
