import { setTimeout as wait } from 'node:timers/promises';
import type { MailAccountId } from '../../domain/accounts/mail-account.ts';
import { grantBinding } from '../../domain/accounts/secret-bindings.ts';
import type { StoredAccount } from '../../domain/accounts/stored-account.ts';
import { MailError } from '../../domain/errors/mail-error.ts';
import { type BearerLogin, bearerLogin } from '../../domain/logins/login.ts';
import type { OAuthClientProvider } from '../../domain/logins/oauth-client.ts';
import type { Secret } from '../../domain/logins/secret.ts';
import { untilAborted } from '../../domain/values/until-aborted.ts';
import type {
  AuthorizationServers,
  IssuedTokens,
  RefreshAnswer,
} from '../ports/network/authorization-servers.ts';
import type { Grant, Grants } from '../ports/state/grants.ts';
import type { SecretBox } from '../ports/state/secret-box.ts';
import type { StateOwner } from '../state-key.ts';
import type { AccessTokens } from './account-logins.ts';

/** Dependencies. */
export interface AccessTokensDependencies {
  readonly grants: Pick<Grants, 'find' | 'save'>;
  readonly secretBox: Pick<SecretBox, 'seal' | 'open'>;
  readonly servers: Pick<AuthorizationServers, 'refresh' | 'requireAnswer'>;
  readonly providers: () => readonly OAuthClientProvider[];
  readonly owner: StateOwner;
  /** Epoch milliseconds by the store's clock, which all nodes and `servers` share. */
  readonly now: () => number;
  /** Its lead over this machine's clock; default: 0. */
  readonly aheadMs?: () => number;
  /** A refresh's exclusive time, including storing its result. */
  readonly attemptMs?: number;
}

const EARLY_MS = 5 * 60_000;
/** Too short for a new session. */
const USABLE_MS = 30_000;
/** Two requests of at most 10 seconds: the provider's description and the token. */
const ATTEMPT_MS = 22_000;
const REQUEST_MS = 20_000;
const FIRST_PAUSE_MS = 25;
const MAX_PAUSE_MS = 500;
/** A third use could end the grant at a rotating provider (RFC 9700 §4.14.2). */
const MAX_TRIES = 2;

interface Begun {
  readonly grant: Grant;
  readonly provider: OAuthClientProvider;
  readonly token: Secret;
  readonly tries: number;
}

/** The service. */
export function createAccessTokens(dependencies: AccessTokensDependencies): AccessTokens {
  return new RefreshedTokens(dependencies);
}

class RefreshedTokens implements AccessTokens {
  readonly #parts: AccessTokensDependencies;
  /** Shared by all requests. */
  readonly #refreshes = new Map<MailAccountId, Promise<Grant>>();

  constructor(parts: AccessTokensDependencies) {
    this.#parts = parts;
  }

  async loginOf(account: StoredAccount, signal: AbortSignal): Promise<BearerLogin> {
    const grant = await this.#find(account);
    if (this.#isFresh(grant)) return this.#toLogin(account, grant);
    try {
      return this.#toLogin(account, await untilAborted(signal, this.#refreshed(account)));
    } catch (error) {
      signal.throwIfAborted();
      const isAway = error instanceof MailError && error.code !== 'reauthentication-needed';
      // The old token outlives a provider's short outage.
      if (isAway && this.#lastsFor(grant, USABLE_MS)) return this.#toLogin(account, grant);
      throw error;
    }
  }

  #refreshed(account: StoredAccount): Promise<Grant> {
    const known = this.#refreshes.get(account.id);
    if (known !== undefined) return known;
    const refresh = this.#refresh(account).finally(() => this.#refreshes.delete(account.id));
    this.#refreshes.set(account.id, refresh);
    // Each waiting request handles the failure.
    refresh.catch(() => undefined);
    return refresh;
  }

  async #refresh(account: StoredAccount): Promise<Grant> {
    const { now, attemptMs = ATTEMPT_MS } = this.#parts;
    // Longer than a dead node's refresh.
    const until = now() + attemptMs * 2;
    for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * 2, MAX_PAUSE_MS)) {
      const grant = await this.#find(account);
      if (this.#isFresh(grant)) return grant;
      if (now() > until) throw refreshTakesTime();
      if (grant.refresh !== null && grant.refresh.endsAt > now()) {
        await wait(pauseMs);
        continue;
      }
      const begun = await this.#begin(account, grant);
      const refreshed = begun && (await this.#run(account, begun));
      if (refreshed) return refreshed;
    }
  }

  /** Records the use in advance. Null: another caller was first. */
  async #begin(account: StoredAccount, grant: Grant): Promise<Begun | null> {
    const { servers, grants, secretBox, owner, now, attemptMs = ATTEMPT_MS } = this.#parts;
    const tries = (grant.refresh?.tries ?? 0) + 1;
    if (tries > MAX_TRIES) throw grantEnded();
    // A missing provider or unreadable token uses no try.
    const provider = this.#providerOf(account);
    const token = secretBox.open(grant.refreshToken, grantBinding(account, 'refreshToken'));
    // A hanging provider would use the last try.
    if (tries === MAX_TRIES) await servers.requireAnswer(provider, requestSignal());
    const attempt = { ...grant, refresh: { owner: owner(), endsAt: now() + attemptMs, tries } };
    const epoch = await grants.save(attempt);
    return epoch === null ? null : { grant: { ...attempt, epoch }, provider, token, tries };
  }

  /** Null: the grant was replaced. */
  async #run(account: StoredAccount, begun: Begun): Promise<Grant | null> {
    const answer = await this.#parts.servers.refresh(begun.provider, begun.token, requestSignal());
    if (answer.kind === 'issued') return this.#store(account, { begun, tokens: answer.tokens });
    return this.#conclude(account, { begun, answer });
  }

  /** Records a refresh without tokens, for the next one. */
  async #conclude(
    account: StoredAccount,
    { begun, answer }: { readonly begun: Begun; readonly answer: Exclude<RefreshAnswer, { kind: 'issued' }> },
  ): Promise<Grant | null> {
    const { grants, now } = this.#parts;
    const { grant, tries } = begun;
    const used = { ended: MAX_TRIES, unused: tries - 1, lost: tries }[answer.kind];
    const refresh =
      used === 0 || grant.refresh === null ? null : { ...grant.refresh, endsAt: now(), tries: used };
    const epoch = await grants.save({ ...grant, refresh });
    if (epoch === null) return null;
    if (answer.kind === 'ended') throw grantEnded();
    const isReset = answer.kind === 'lost' && answer.error.code !== 'server-timeout';
    if (!isReset) throw answer.error;
    if (tries >= MAX_TRIES) throw grantEnded(answer.error);
    const again = await this.#begin(account, { ...grant, refresh, epoch });
    return again && this.#run(account, again);
  }

  /** Before using the access token: the provider may have ended the earlier refresh token. */
  async #store(
    account: StoredAccount,
    { begun, tokens }: { readonly begun: Begun; readonly tokens: IssuedTokens },
  ): Promise<Grant | null> {
    const { grants, secretBox, now } = this.#parts;
    const { grant } = begun;
    const { refreshToken, accessToken, accessEndsAt, scope, subject } = tokens;
    const seal = (secret: Secret, field: 'refreshToken' | 'accessToken') =>
      secretBox.seal(secret, grantBinding(account, field));
    const renewed: Grant = {
      ...grant,
      ...{ subject: grant.subject ?? subject, scope: scope ?? grant.scope, refresh: null },
      refreshToken: refreshToken === null ? grant.refreshToken : seal(refreshToken, 'refreshToken'),
      ...{ accessToken: seal(accessToken, 'accessToken'), accessEndsAt: accessEndsAt ?? now() + UNKNOWN_MS },
    };
    const until = grant.refresh?.endsAt ?? 0;
    for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs *= 2) {
      try {
        const epoch = await grants.save(renewed);
        return epoch === null ? null : { ...renewed, epoch };
      } catch (error) {
        if (!(error instanceof MailError) || now() + pauseMs > until) throw error;
        await wait(pauseMs);
      }
    }
  }

  async #find(account: StoredAccount): Promise<Grant> {
    const grant = await this.#parts.grants.find(account.id);
    if (grant === null) throw grantEnded();
    return grant;
  }

  #isFresh(grant: Grant): boolean {
    return this.#lastsFor(grant, EARLY_MS);
  }

  #lastsFor({ accessToken, accessEndsAt }: Grant, milliseconds: number): boolean {
    return accessToken !== null && (accessEndsAt ?? 0) - milliseconds > this.#parts.now();
  }

  #toLogin(account: StoredAccount, { accessToken, accessEndsAt }: Grant): BearerLogin {
    if (accessToken === null) throw grantEnded();
    const { secretBox, aheadMs = () => 0 } = this.#parts;
    const token = secretBox.open(accessToken, grantBinding(account, 'accessToken'));
    const endsAt = accessEndsAt === null ? null : accessEndsAt - aheadMs();
    return bearerLogin(account.login.user, token.reveal(), { endsAt });
  }

  #providerOf({ provider }: StoredAccount): OAuthClientProvider {
    const found = this.#parts.providers().find(({ id }) => id === provider);
    if (found !== undefined) return found;
    const detail = 'The provider of the account is not in app/config/oauth.js.';
    throw new MailError('server-unavailable', { detail, retryAfterSeconds: 60 });
  }
}

/** Assumed if unreported. */
const UNKNOWN_MS = 60 * 60_000;

function requestSignal(): AbortSignal {
  return AbortSignal.timeout(REQUEST_MS);
}

function grantEnded(cause?: unknown): MailError {
  const detail = 'The provider no longer renews the access to this mailbox. Reconnect the account.';
  return new MailError('reauthentication-needed', { detail }, { cause });
}

function refreshTakesTime(): MailError {
  const detail = 'The access to the mailbox is being renewed. Try again.';
  return new MailError('server-timeout', { detail, retryAfterSeconds: 5 });
}
