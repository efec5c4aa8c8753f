/** Reports the submissions of a transport to the telemetry. */
import type { MailTransport } from '../../application/ports/mail/mail-transport.ts';
import type { MailTelemetry } from '../../application/ports/mail-telemetry.ts';
import { outcomeOfFailure } from '../../domain/outcome.ts';

/** The same transport. The telemetry receives how submissions end: `ok`, `partly-rejected`, or what went wrong. */
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
