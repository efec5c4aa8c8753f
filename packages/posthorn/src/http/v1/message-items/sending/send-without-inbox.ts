import type { ContentSpool } from '../../../../application/ports/content-spool.ts';
import type { DirectSubmissions } from '../../../../application/sending/direct-submissions.ts';
import type { MailAccountId } from '../../../../domain/accounts/mail-account.ts';
import { logRefusedRecipients } from '../../../answer/refused-recipients.ts';
import { asSendingProblem } from '../../../answer/sending-problem.ts';
import { pathParameter } from '../../../request/url/path-parameters.ts';
import type { ApiRoute } from '../../../route/api-route.ts';
import { asInvalidValue } from '../../json-api/invalid-value.ts';
import { writingRoute } from '../../json-api/json-api-route.ts';
import { requireNoTag } from '../../json-api/preconditions.ts';
import { ACCOUNT_SEND_PATH } from '../../paths.ts';
import { NO_PARAMETERS } from '../../query/query-reader.ts';
import { readSoleMessage } from '../changing/create-request.ts';
import { readComposition } from './composition.ts';
import { sendWithoutInboxOperation } from './send-without-inbox-operation.ts';
import { rejectedOf } from './sent-answer.ts';

interface Services {
  readonly contentSpool: ContentSpool;
}

/** `POST /MailAccounts/{id}/MessageItems/send`: composes and sends a message of an account without an inbox. */
export function sendWithoutInbox(services: Services, submissions: DirectSubmissions): ApiRoute {
  return writingRoute({
    method: 'POST',
    path: ACCOUNT_SEND_PATH,
    operation: sendWithoutInboxOperation,
    access: { login: 'stored-account', scope: 'mail.send' },
    primaryType: 'MessageItem',
    query: NO_PARAMETERS,
    body: 'upload',
    isPatient: true,
    async handler(exchange) {
      const { request, signal } = exchange;
      requireNoTag(exchange);
      const id = pathParameter(request, 'mailAccountId') as MailAccountId;
      const { document, files, release } = await readComposition(services, request, signal);
      try {
        const draft = { ...readSoleMessage(document), addedAttachments: files };
        const submission = await asProblem(submissions.send({ id, client: request.ip, draft }, signal));
        logRefusedRecipients(request, submission.rejected);
        const meta = { accepted: submission.accepted, rejected: rejectedOf({ submission }), warnings: [] };
        return { kind: 'document', document: { data: null, meta }, self: null };
      } finally {
        await release();
      }
    },
  });
}

async function asProblem<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    throw asInvalidValue(asSendingProblem(error), { isDocument: true });
  }
}
