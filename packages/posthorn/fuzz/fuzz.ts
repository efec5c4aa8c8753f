/**
 * `npm run fuzz:mail -- --minutes 10 --seed 1`: reads randomly changed mails, and keeps those that reveal a fault in `seeds/`. Exits with 1
 * when something was found.
 */
import { readFuzzOptions } from '../../imap/fuzz/fuzz-options.ts';
import { runTarget } from '../../imap/fuzz/run-target.ts';
import { MAIL_TARGET } from './mail-target.ts';

process.exitCode = runTarget(MAIL_TARGET, readFuzzOptions()) > 0 ? 1 : 0;
