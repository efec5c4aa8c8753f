/** Reports the submissions of a transport to an observer. */
import type { MailTransport } from '../../application/ports/mail/mail-transport.ts';
import type { WorkObserver } from '../../application/ports/work-observer.ts';
import { outcomeOfFailure } from '../../domain/outcome.ts';

/** The same transport. The observer learns how submissions end: `ok`, `partly-rejected`, or what went wrong. */
export function observeTransport(transport: MailTransport, observer: WorkObserver): MailTransport {
  return {
    async submit(request, signal) {
      const end = observer.begin({ kind: 'smtp-submission', name: 'submit' });
      try {
        const submission = await transport.submit(request, signal);
        end(submission.rejected.length === 0 ? 'ok' : 'partly-rejected');
        return submission;
      } catch (error) {
        end(outcomeOfFailure(error, signal));
        throw error;
      }
    },
    close: () => transport.close(),
  };
}
