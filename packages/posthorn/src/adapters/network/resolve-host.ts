import { NODATA, NOTFOUND } from 'node:dns';
import { lookup, Resolver } from 'node:dns/promises';

/** All addresses. Rejects without any, or with the abort reason. */
export type ResolveHost = (name: string, signal: AbortSignal) => Promise<readonly string[]>;

/** Resolves the operator's names: reads `/etc/hosts`. Cannot be cancelled. */
export const resolveBySystem: ResolveHost = async (name) => {
  const records = await lookup(name, { all: true });
  return records.map((record) => record.address);
};

/** DNS lookup limits. */
export interface DnsResolverLimits {
  /** Per query and name server. */
  readonly timeoutMs: number;
  readonly tries: number;
  /** Concurrent names: a silent name server must not delay all. */
  readonly maxUnderWay: number;
}

const LIMITS: DnsResolverLimits = { timeoutMs: 2_000, tries: 2, maxUnderWay: 100 };

/**
 * Resolves untrusted names. Asks name servers directly, without the few threads of system lookups; cancels
 * abandoned queries; ignores `/etc/hosts`.
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

/** Name and resolver. */
export interface HostResolution {
  readonly name: string;
  readonly resolve: ResolveHost;
  readonly timeoutMs: number;
}

/** All addresses. Rejects like `resolve`, on timeout, or with the abort reason; cancels the lookup. */
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
