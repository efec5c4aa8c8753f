/** Ends of processes in the middle of refreshes at a provider that rotates refresh tokens, and what must hold then. */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { type OpenStore, openTables } from '../../../src/adapters/database/open-store.ts';
import { grantBinding } from '../../../src/domain/accounts/secret-bindings.ts';
import type { StoredAccount } from '../../../src/domain/accounts/stored-account.ts';
import { MailError } from '../../../src/domain/errors/mail-error.ts';
import { GRANT_ACCOUNT, refreshesAt, storeGrant, tokensOver } from '../../support/grant-scene.ts';
import {
  type IdentityProvider,
  type RefreshMoment,
  startIdentityProvider,
} from '../../support/identity-provider.ts';
import type { KilledEnd } from './killed-process.ts';
import { boxOf, type KilledJob } from './killed-work.ts';
import type { KillRun } from './store-kills.ts';

/** The grants of a series of kills. */
export interface RefreshOutcomes {
  /** No answer was lost, or the refresh had not come to the provider. */
  lived: number;
  /** The second use of the token brought new ones. */
  repeated: number;
  /** The provider refused the second use, or that was killed too. */
  ended: number;
}

const WAYS = ['done', 'step', 'received', 'time'] as const;
/** Every fifth second use is killed too. */
const KILLED_TWICE = 5;
/** A refresh has two rows, two requests and two writes. */
const STEPS = 14;
const REFRESH_MS = 60;
/** So short that each login needs a refresh. */
const ACCESS_SECONDS = 120;

interface Scene {
  readonly location: KilledJob['location'];
  readonly keys: KilledJob['keys'];
  readonly identity: IdentityProvider;
}

/** Kills refreshes; `hasGrace`: at a provider that takes a spent refresh token once more. */
export async function killRefreshes(
  run: KillRun,
  { hasGrace }: { readonly hasGrace: boolean },
): Promise<RefreshOutcomes> {
  const identity = await startIdentityProvider({ hasGrace, accessSeconds: ACCESS_SECONDS });
  const keys: KilledJob['keys'] = [['k', randomBytes(32).toString('base64')]];
  const scene = { location: await run.newLocation(), keys, identity };
  const outcomes: RefreshOutcomes = { lived: 0, repeated: 0, ended: 0 };
  try {
    await connect(scene);
    for (let count = 0; count < run.kills; count += 1) {
      const before = identity.refreshes();
      const way = wayOf(count);
      const { lines: promised, isKilled } = await killOne(run, { ...scene, way });
      assert.ok(isKilled);
      const isKilledTwice = count % KILLED_TWICE === KILLED_TWICE - 1;
      if (isKilledTwice) await killOne(run, { ...scene, way: wayOf(Math.floor(count / KILLED_TWICE)) });
      const outcome = await withStore(scene, async (opened, account) => {
        if (!isKilledTwice)
          await requirePromised(opened, { account, promised, issued: identity.refreshes() - before });
        return examine(opened, {
          account,
          identity,
          mayEnd: (isSpent) => isKilledTwice || (isSpent && !hasGrace),
        });
      });
      outcomes[outcome] += 1;
      if (outcome === 'ended') await connect(scene);
    }
    return outcomes;
  } finally {
    await identity.close();
  }
}

function wayOf(count: number): (typeof WAYS)[number] {
  return WAYS[count % WAYS.length] ?? 'time';
}

/** By itself after a step, at a moment of the provider, or at any time. The lines are the access tokens that were used. */
async function killOne(
  { processes, random }: KillRun,
  { location, keys, identity, way }: Scene & { readonly way: (typeof WAYS)[number] },
): Promise<KilledEnd> {
  const job = { work: 'refresh', location, keys, target: identity.issuer, statements: null } as const;
  const over = new AbortController();
  const killed = () => {
    if (way === 'step') return processes.run({ ...job, statements: Math.floor(random() * STEPS) });
    if (way === 'time') return processes.run(job, Math.floor(random() * REFRESH_MS * 2));
    return processes.run(job, momentOf(identity, { moment: way, over: over.signal }));
  };
  const end = await killed();
  over.abort();
  identity.onRefresh = async () => true;
  processes.prepare();
  return end;
}

/** Settles at the moment, and holds the refresh until its process is over. */
function momentOf(
  identity: IdentityProvider,
  { moment, over }: { readonly moment: RefreshMoment; readonly over: AbortSignal },
): Promise<void> {
  return new Promise((resolve) => {
    identity.onRefresh = async (reached) => {
      if (reached !== moment) return true;
      resolve();
      await once(over, 'abort');
      return false;
    };
  });
}

/** An access token was stored before its use, with the refresh token of the same answer. */
async function requirePromised(
  { store: { grants, secretBox } }: OpenStore,
  {
    account,
    promised,
    issued,
  }: { readonly account: StoredAccount; readonly promised: readonly string[]; readonly issued: number },
): Promise<void> {
  const last = promised.at(-1);
  if (last === undefined) return;
  const grant = await grants.find(GRANT_ACCOUNT);
  assert.ok(grant?.accessToken);
  const stored = secretBox.open(grant.accessToken, grantBinding(account, 'accessToken')).reveal();
  assert.ok(stored === last || issued > promised.length, 'a used access token is not in the store');
}

async function examine(
  { store }: OpenStore,
  {
    account,
    identity,
    mayEnd,
  }: {
    readonly account: StoredAccount;
    readonly identity: IdentityProvider;
    readonly mayEnd: (isSpent: boolean) => boolean;
  },
): Promise<keyof RefreshOutcomes> {
  const tokens = tokensOver(store, refreshesAt(identity.issuer));
  const login = () =>
    tokens.loginOf(account, new AbortController().signal).then(
      () => 'fresh',
      (error) => (error instanceof MailError ? error.code : Promise.reject(error)),
    );
  const grant = await store.grants.find(GRANT_ACCOUNT);
  assert.ok(grant);
  const token = store.secretBox.open(grant.refreshToken, grantBinding(account, 'refreshToken')).reveal();
  const answers = [await login(), await login()];
  const uses = identity.refreshTokens.count(token);
  assert.ok(uses <= 2, `a refresh token was used ${uses} times`);
  if (answers[0] === 'fresh') {
    assert.deepEqual(answers, ['fresh', 'fresh']);
    return uses === 2 ? 'repeated' : 'lived';
  }
  assert.deepEqual(answers, ['reauthentication-needed', 'reauthentication-needed']);
  assert.ok(mayEnd(identity.refreshTokens.isSpent(token)), 'a living grant was given up');
  return 'ended';
}

async function connect(scene: Scene): Promise<void> {
  const refreshToken = await scene.identity.issueRefreshToken('jane@example.org');
  const opened = await open(scene);
  await opened.store.accounts.remove(GRANT_ACCOUNT, 1);
  await storeGrant(opened.store, { refreshToken });
  await opened.close();
}

async function withStore<Result>(
  scene: Scene,
  work: (opened: OpenStore, account: StoredAccount) => Promise<Result>,
): Promise<Result> {
  const opened = await open(scene);
  try {
    const account = await opened.store.accounts.find(GRANT_ACCOUNT);
    assert.ok(account);
    return await work(opened, account);
  } finally {
    await opened.close();
  }
}

/** As a server does at its start. */
function open({ location, keys }: Scene): Promise<OpenStore> {
  return openTables({
    ...{ location, secretBox: boxOf(keys), readPassword: null, isServer: true },
    ...{ connectMs: 10_000, now: Date.now },
  });
}
