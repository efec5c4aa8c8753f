import { LRUCache } from 'lru-cache';
import {
  CLIENT_STANDING_MS,
  type ClientStanding,
  type RefusalTerm,
  refusalTerm,
  type SignInOutcomes,
  type SignInRefusal,
} from '../../application/ports/state/sign-in-outcomes.ts';

/** About 200 octets each. */
const MAX_KEYS = 10_000;

type StandingEnds = Readonly<Record<ClientStanding, number>>;

const NO_STANDING: StandingEnds = { accepted: 0, failed: 0 };

/** `now`: milliseconds. */
export function createMemorySignInOutcomes({ now }: { readonly now: () => number }): SignInOutcomes {
  const refusals = new LRUCache<string, RefusalTerm & { readonly refusal: SignInRefusal }>({ max: MAX_KEYS });
  const standings = new LRUCache<string, StandingEnds>({ max: MAX_KEYS });
  return {
    async findRefusal(login) {
      const known = refusals.peek(login);
      return known !== undefined && now() < known.endsAt ? known.refusal : null;
    },
    async refuse({ login, refusal }) {
      refusals.set(login, { ...refusalTerm(now(), refusals.peek(login) ?? null), refusal });
    },
    async accept(login) {
      refusals.delete(login);
    },
    async findStanding(client) {
      const { accepted, failed } = standings.peek(client) ?? NO_STANDING;
      if (now() < failed) return 'failed';
      return now() < accepted ? 'accepted' : null;
    },
    async recordStanding({ client, standing }) {
      const others = standings.peek(client) ?? NO_STANDING;
      standings.set(client, { ...others, [standing]: now() + CLIENT_STANDING_MS });
    },
  };
}
