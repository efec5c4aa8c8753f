/** One thing that goes wrong between Posthorn and a mail server, by lot. */
import type { Fault, Sandbox } from 'posthorn-sandbox';
import type { BreakingProxy } from '../../support/breaking-proxy.ts';
import { pick } from '../../support/seeded-random.ts';

/** What goes wrong by lot. */
export interface FaultLot {
  readonly random: () => number;
  /** Of connections that stay open and say no more, for which a change waits half a minute. */
  readonly shareOfFreezing: number;
}

/** A server behind a proxy; a sandbox can fail by itself, too. */
export interface FaultyServer {
  readonly proxy: BreakingProxy;
  readonly sandbox?: Sandbox | undefined;
}

/** Most changes send less, and are sent more. */
const MAX_OCTETS = { 'to-server': 1_500, 'to-client': 4_000 } as const;
const MAX_NTH = 8;
const POINTS = [
  'literal-announced',
  'within-literal',
  'command-received',
  'before-answer',
  'after-answer',
] as const;
const CODES = ['SERVERBUG', 'UNAVAILABLE', 'LIMIT', 'INUSE', 'OVERQUOTA', 'CANNOT'] as const;

/** Lets one thing go wrong, sometimes two. The function that is returned ends that. */
export function breakSomething(server: FaultyServer, lot: FaultLot): () => void {
  const ends = [breakOne(server, lot)];
  if (lot.random() < 0.25) ends.push(breakOne(server, lot));
  return () => {
    for (const end of ends) end();
  };
}

function breakOne({ proxy, sandbox }: FaultyServer, lot: FaultLot): () => void {
  const { random, shareOfFreezing } = lot;
  if (sandbox !== undefined && random() < 0.5) return sandbox.faults.add(faultByLot(lot));
  const direction = pick(['to-server', 'to-client'] as const, random);
  const afterOctets = Math.floor(random() * MAX_OCTETS[direction]);
  return proxy.breakNext({ direction, afterOctets, how: random() < shareOfFreezing ? 'freeze' : 'cut' });
}

function faultByLot({ random, shareOfFreezing }: FaultLot): Fault {
  const at = pick(POINTS, random);
  const isLiteral = at === 'literal-announced' || at === 'within-literal';
  const nth = isLiteral ? 1 : 1 + Math.floor(random() * MAX_NTH);
  if (random() < shareOfFreezing) return { kind: 'freeze', at, nth };
  return pick<Fault>(
    [
      { kind: 'drop', at, nth },
      { kind: 'bye', at, nth, text: 'going down' },
      { kind: 'refuse', at: 'command-received', nth, status: 'NO', code: pick(CODES, random) },
      { kind: 'refuse', at: 'command-received', nth, status: 'BAD' },
    ],
    random,
  );
}
