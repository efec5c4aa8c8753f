import type { MailTransport } from '../../application/ports/mail/mail-transport.ts';
import type { MailTelemetry } from '../../application/ports/mail-telemetry.ts';
import { outcomeOfFailure } from '../../domain/errors/outcome.ts';

/** Reports submissions as `ok`, `partly-rejected`, or the failure. */
export function observeTransport(transport: MailTransport, telemetry: MailTelemetry): MailTransport {
  return {
    async submit(request, signal) {
      const end = telemetry.beginWork({ kind: 'smtp-submission', name: 'submit' });
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
