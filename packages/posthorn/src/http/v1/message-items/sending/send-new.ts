import type { NewDraft } from '../../../../application/drafts/message-drafts.ts';
import type { ContentSpool } from '../../../../application/ports/content-spool.ts';
import {
  type ComposedSubmissions,
  UncertainSubmission,
} from '../../../../application/sending/composed-submissions.ts';
import { messageResourceId } from '../../../../resources/identifiers/resource-ids.ts';
import type { RelatedServices } from '../../../../resources/related-resources.ts';
import { RequestProblems, toProblem } from '../../../answer/problem.ts';
import { asSendingProblem } from '../../../answer/sending-problem.ts';
import { accountOf } from '../../../request/login/authentication.ts';
import { mailboxOf } from '../../../request/url/path-parameters.ts';
import type { ApiRoute } from '../../../route/api-route.ts';
import { asInvalidValue } from '../../json-api/invalid-value.ts';
import { writingRoute } from '../../json-api/json-api-route.ts';
import { requireNoTag } from '../../json-api/preconditions.ts';
import { SEND_NEW_PATH } from '../../paths.ts';
import { showing } from '../../query/shown-resources.ts';
import { withSourcePointers } from '../../request-document/unknown-source.ts';
import { readNewMessageIn } from '../changing/create-request.ts';
import { readComposition } from './composition.ts';
import { sendNewMessageItemOperation } from './send-new-operation.ts';
import { presentSent } from './sent-answer.ts';

type Services = RelatedServices & {
  readonly composedSubmissions: ComposedSubmissions;
  readonly contentSpool: ContentSpool;
};

/** `POST …/MessageItems/send`: composes and sends a message after receiving the request completely. */
export function sendNewMessageItem(services: Services): ApiRoute {
  return writingRoute({
    method: 'POST',
    path: SEND_NEW_PATH,
    operation: sendNewMessageItemOperation,
    access: { login: 'account', scope: 'mail.send' },
    primaryType: 'MessageItem',
    query: showing('MessageItem'),
    body: 'upload',
    isPatient: true,
    async handler(exchange, include) {
      const { request, signal } = exchange;
      requireNoTag(exchange);
      const folder = { account: accountOf(request), mailbox: mailboxOf(request) };
      // Fails before a large upload.
      await services.mailFolders.require(folder, signal);
      const { document, files, release } = await readComposition(services, request, signal);
      try {
        const { draft: change, ...message } = readNewMessageIn(folder, document);
        const composed = { ...message, draft: { ...change, addedAttachments: files } };
        const { draft: previous, sent } = await send(services, composed, signal);
        const answer = await presentSent(services, { exchange, include, previous, sent });
        return { ...answer, document: { ...answer.document, meta: withoutPreviousId(answer.document.meta) } };
      } finally {
        await release();
      }
    },
  });
}

async function send({ composedSubmissions }: Services, draft: NewDraft, signal: AbortSignal) {
  try {
    return await withSourcePointers(composedSubmissions.send(draft, signal));
  } catch (error) {
    if (error instanceof UncertainSubmission) throw uncertain(error);
    throw asInvalidValue(asSendingProblem(error), { isDocument: true });
  }
}

/** Names the draft, which the client can send if unsent. */
function uncertain({ draft, reason }: UncertainSubmission): RequestProblems {
  const meta = { MessageItem: { type: 'MessageItem', id: messageResourceId(draft) } };
  return new RequestProblems([{ ...toProblem(reason), meta }], { cause: reason });
}

/** The client never received the draft's id. */
function withoutPreviousId({ previousId: _previousId, ...meta }: Readonly<Record<string, unknown>> = {}) {
  return meta;
}
