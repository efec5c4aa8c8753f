/**
 * `npm run soak -- sign-in-storm [wrong logins]`: 2,000 wrong sign-ins from one address and from 200, as one user and as many, at a mail
 * server that takes two seconds to refuse. Those who are signed in keep their p99 within twice that of quiet, and each new right sign-in
 * takes less than two seconds.
 */
import { raiseStorm } from '../e2e/soaks/sign-in-storm.ts';

const wrongLogins = Number(process.argv[2] ?? 2_000);
const NEWCOMERS = 10;
const QUIET_MS = 10_000;
const MAX_NEW_LOGIN_MS = 2_000;

for (const [addresses, users] of [
  [1, 1],
  [1, wrongLogins],
  [200, 1],
  [200, wrongLogins],
] as const) {
  const report = await raiseStorm({ wrongLogins, addresses, users, newcomers: NEWCOMERS, quietMs: QUIET_MS });
  const { quietP99, stormP99, newLoginMs, rightStatuses, withoutRetryAfter, stormMs, statuses } = report;
  const slowest = Math.max(...newLoginMs);
  const numbers = { quietP99, stormP99, slowestNewLogin: slowest, stormMs };
  console.log(`${addresses} addresses, ${users} users:`, rounded(numbers), statuses);
  const isKept = stormP99 <= 2 * quietP99 && slowest < MAX_NEW_LOGIN_MS;
  if (!isKept || rightStatuses.join() !== '200' || withoutRetryAfter > 0) {
    console.log('This must not be.', { rightStatuses, withoutRetryAfter });
    process.exitCode = 1;
  }
}

/** In tenths of milliseconds. */
function rounded(numbers: Readonly<Record<string, number>>): Readonly<Record<string, number>> {
  return Object.fromEntries(
    Object.entries(numbers).map(([name, value]) => [name, Math.round(value * 10) / 10]),
  );
}
