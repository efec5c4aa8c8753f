/** Resolves a host name within a deadline. */
import { NODATA, NOTFOUND } from 'node:dns';
import { lookup, Resolver } from 'node:dns/promises';

/** Resolves all IP addresses of a name. Rejects for a name that does not resolve, and with the signal's reason. */
export type ResolveHost = (name: string, signal: AbortSignal) => Promise<readonly string[]>;

/** For names of the operator, which are few: as the machine itself does, `/etc/hosts` included. It cannot be stopped, and goes on unheard. */
export const resolveBySystem: ResolveHost = async (name) => {
  const records = await lookup(name, { all: true });
  return records.map((record) => record.address);
};

/** What the resolver for names of strangers keeps to. */
export interface DnsResolverLimits {
  /** For each question to each name server. */
  readonly timeoutMs: number;
  readonly tries: number;
  /** Names under way at the same time; a name server that is silent must not hold up all others. */
  readonly maxUnderWay: number;
}

const LIMITS: DnsResolverLimits = { timeoutMs: 2_000, tries: 2, maxUnderWay: 100 };

/**
 * A resolver for names that strangers choose. It asks the name servers of this machine itself, and not by the few threads that the lookups
 * of the system block; what is given up is cancelled. It does not read `/etc/hosts`.
 */
export function createDnsResolver(
  { timeoutMs, tries, maxUnderWay }: DnsResolverLimits = LIMITS,
  servers?: readonly string[],
): ResolveHost {
  let underWay = 0;
  return async (name, signal) => {
    if (underWay >= maxUnderWay) throw new Error('Too many names are being resolved.');
    underWay += 1;
    const resolver = new Resolver({ timeout: timeoutMs, tries });
    if (servers !== undefined) resolver.setServers(servers);
    const cancel = (): void => resolver.cancel();
    signal.addEventListener('abort', cancel, { once: true });
    try {
      const answers = await Promise.all([
        orNothing(resolver.resolve4(name)),
        orNothing(resolver.resolve6(name)),
      ]);
      return answers.flat();
    } finally {
      signal.removeEventListener('abort', cancel);
      underWay -= 1;
    }
  };
}

async function orNothing(answer: Promise<string[]>): Promise<readonly string[]> {
  try {
    return await answer;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === NODATA || code === NOTFOUND) return [];
    throw error;
  }
}

/** A host name to resolve, and how. */
export interface HostResolution {
  readonly name: string;
  readonly resolve: ResolveHost;
  readonly timeoutMs: number;
}

/** All addresses of the name. Rejects as `resolve` does, with a timeout error, or with the signal's reason; then the lookup is cancelled. */
export async function resolveHost(
  { name, resolve, timeoutMs }: HostResolution,
  signal: AbortSignal,
): Promise<readonly string[]> {
  signal.throwIfAborted();
  const ending = new AbortController();
  let stop = (_reason: unknown): void => {};
  const stopped = new Promise<never>((_settle, reject) => {
    stop = (reason) => {
      reject(reason);
      ending.abort(reason);
    };
  });
  const onAbort = (): void => stop(signal.reason);
  const timer = setTimeout(() => stop(new Error('The name server does not answer in time.')), timeoutMs);
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    return await Promise.race([resolve(name, ending.signal), stopped]);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', onAbort);
  }
}
