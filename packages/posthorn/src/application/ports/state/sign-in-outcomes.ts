import type { MailErrorCode, MailErrorDetails } from '../../../domain/errors/mail-error.ts';
import type { PortMethods } from './port-methods.ts';

/** A refused login as plain data. */
export interface SignInRefusal {
  readonly code: MailErrorCode;
  readonly details: MailErrorDetails;
}

/** In the last minutes; a failure outweighs. */
export type ClientStanding = 'accepted' | 'failed';

/** Providers lock accounts after a few wrong passwords within minutes. */
const FIRST_REFUSAL_MS = 60_000;
/** Bounds the harm of a provider's mistake. */
const MAX_REFUSAL_MS = 8 * 60_000;
/** Afterwards the first term applies again. */
const REFUSAL_MEMORY_MS = 30 * 60_000;
/** Failed clients wait behind all others; accepted ones go first. */
export const CLIENT_STANDING_MS = 5 * 60_000;

/** Milliseconds of the implementation's clock. */
export interface RefusalTerm {
  readonly ms: number;
  readonly endsAt: number;
  readonly forgottenAt: number;
}

/** `earlier`: of the same login. */
export function refusalTerm(now: number, earlier: RefusalTerm | null): RefusalTerm {
  const isRepeated = earlier !== null && now < earlier.forgottenAt;
  const ms = isRepeated ? Math.min(earlier.ms * 2, MAX_REFUSAL_MS) : FIRST_REFUSAL_MS;
  return { ms, endsAt: now + ms, forgottenAt: now + ms + REFUSAL_MEMORY_MS };
}

/**
 * Sign-in outcomes, for their terms or until evicted: retries of wrong passwords would lock mailboxes. Keys
 * are digests of 43 characters. Throws MailError.
 */
export interface SignInOutcomes {
  /** Of exactly this login (`refusalTerm`). */
  findRefusal(login: string): Promise<SignInRefusal | null>;

  refuse(refused: { readonly login: string; readonly refusal: SignInRefusal }): Promise<void>;

  /** Removes all refusals. */
  accept(login: string): Promise<void>;

  findStanding(client: string): Promise<ClientStanding | null>;

  recordStanding(record: { readonly client: string; readonly standing: ClientStanding }): Promise<void>;
}

export const SIGN_IN_OUTCOMES: PortMethods<SignInOutcomes> = {
  findRefusal: true,
  refuse: true,
  accept: true,
  findStanding: true,
  recordStanding: true,
};
