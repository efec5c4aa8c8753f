import type { OutboxServer } from '../../domain/accounts/mail-account.ts';
import { MailError } from '../../domain/errors/mail-error.ts';
import { hostKey, userKey } from '../../domain/limits/limit-keys.ts';
import { isRefusedLogin, userRule } from '../accounts/sign-in-budget.ts';
import type { RateCharge, RateLimits } from '../ports/state/rate-limits.ts';
import { stateKey } from '../state-key.ts';
import type { AccountTrial, TriedAccount } from './account-trial.ts';
import type { GivenLogin, NewAccount } from './account-values.ts';

/** Tries logins, and limits wrong passwords per user and mail server: API keys cannot guess them. */
export interface LoginProof {
  /** A limited login is free only if a trial accepts it. Throws `rate-limited`, and the trial's errors. */
  run(
    tried: TriedAccount,
    rules: Pick<NewAccount, 'isTried' | 'isLimited'>,
    signal: AbortSignal,
  ): Promise<void>;
}

/** Dependencies. */
export interface LoginProofDependencies {
  readonly trial: AccountTrial;
  readonly rateLimits: RateLimits;
  readonly failuresPerMinute: number;
}

/** The service. */
export function createLoginProof(dependencies: LoginProofDependencies): LoginProof {
  const { trial, rateLimits, failuresPerMinute } = dependencies;
  const rule = userRule(failuresPerMinute);
  const giveBack = async (charges: readonly RateCharge[]): Promise<void> => {
    for (const charge of charges) await rateLimits.giveBack(charge);
  };
  const take = async (charges: readonly RateCharge[]): Promise<void> => {
    for (const [index, charge] of charges.entries()) {
      const waitMs = await rateLimits.take(charge);
      if (waitMs === 0) continue;
      await giveBack(charges.slice(0, index));
      throw tooMany(waitMs);
    }
  };

  return {
    async run(tried, { isTried, isLimited = false }, signal) {
      const names = isLimited ? namesOf(tried) : [];
      const charges = names.map((name) => ({ name, rule, units: 1 }));
      await take(charges);
      if (!isTried) return;
      try {
        await trial.run(tried, signal);
      } catch (error) {
        // Unknown errors count: disconnecting must not evade the limit.
        if (error instanceof MailError && !isRefusedLogin(error)) await giveBack(charges);
        throw error;
      }
      await giveBack(charges);
    },
  };
}

/** A password for both servers may be guessed at either. */
function namesOf({ account, login, outboxLogin }: TriedAccount): readonly string[] {
  const { inbox, outbox } = account;
  const sending = outboxLogin ?? (account.outboxLogin === null ? login : undefined);
  return [...new Set([...namesAt(inbox, login), ...namesAt(outbox, sending)])];
}

/** None for OAuth: its provider has proved the user. */
function namesAt(
  server: Pick<OutboxServer, 'host'> | null,
  login: GivenLogin | undefined,
): readonly string[] {
  if (server === null || login?.mechanism !== 'password') return [];
  return [stateKey('login proof', hostKey(server.host), userKey(login.user))];
}

function tooMany(waitMs: number): MailError {
  return new MailError('rate-limited', {
    detail: 'Too many logins of this user were refused, or stored without a trial.',
    retryAfterSeconds: Math.ceil(waitMs / 1000),
  });
}
