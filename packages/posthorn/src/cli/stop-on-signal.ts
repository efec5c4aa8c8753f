/** Ends the process in order when it is told to. */
import type { Posthorn } from '../composition/create-posthorn.ts';

const SIGNALS = ['SIGTERM', 'SIGINT'] as const;
/** Answers that are under way get this long before the process ends all the same. */
const GRACE_MS = 30_000;

/** Closes what is open on SIGTERM or SIGINT; a second signal ends the process at once. */
export function stopOnSignal(closable: Pick<Posthorn, 'close'>): void {
  for (const signal of SIGNALS) {
    process.once(signal, () => {
      setTimeout(() => process.exit(1), GRACE_MS).unref();
      void closable.close().then(() => process.exit(0));
    });
  }
}
