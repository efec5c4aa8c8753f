/**
 * `npm run soak -- arrivals [users]`: 2,000 users sign in through one address within ten seconds, at a Dovecot that takes them. All of them
 * get 200, and beside a storm of wrong sign-ins from other addresses their p99 is at most twice that of quiet.
 */
import { letArrive } from '../e2e/soaks/arrivals.ts';

const users = Number(process.argv[2] ?? 2_000);
const RUN = { users, withinMs: 10_000 };

for (const isTrusted of [false, true]) {
  const quiet = await letArrive({ ...RUN, wrongLogins: 0, isTrusted });
  const stormy = await letArrive({ ...RUN, wrongLogins: users, isTrusted });
  console.log(isTrusted ? 'trusted address:' : 'any address:', { quiet, stormy });
  const areAllIn = [quiet, stormy].every(({ statuses }) => statuses[200] === users);
  if (!areAllIn || stormy.p99Ms > 2 * quiet.p99Ms) {
    console.log('This must not be.');
    process.exitCode = 1;
  }
}
