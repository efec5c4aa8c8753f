/** `POST …/MessageItems/send`: composes a message, with files, and sends it. */

import type { NewDraft } from '../../../application/drafts/message-drafts.ts';
import type { ContentSpool } from '../../../application/ports/content-spool.ts';
import {
  type ComposedSubmissions,
  UncertainSubmission,
} from '../../../application/sending/composed-submissions.ts';
import { RequestProblems, toProblem } from '../../answer/problem.ts';
import { asSendingProblem } from '../../answer/sending-problem.ts';
import { accountOf } from '../../request/login/authentication.ts';
import { mailboxOf } from '../../request/url/path-parameters.ts';
import type { ApiRoute } from '../../route/api-route.ts';
import { SEND_NEW_PATH } from '../identifiers/paths.ts';
import { messageResourceId } from '../identifiers/resource-ids.ts';
import { asInvalidValue } from '../json-api/invalid-value.ts';
import { writingRoute } from '../json-api/json-api-route.ts';
import { requireNoTag } from '../json-api/preconditions.ts';
import { parseInclude } from '../query/include.ts';
import { withSourcePointers } from '../request-document/unknown-source.ts';
import type { RelatedServices } from '../resources/related-resources.ts';
import { readComposition } from './composition.ts';
import { readNewMessageIn } from './create-request.ts';
import { sendNewMessageItemOperation } from './send-new-operation.ts';
import { tellSent } from './sent-answer.ts';

type Services = RelatedServices & {
  readonly composedSubmissions: ComposedSubmissions;
  readonly contentSpool: ContentSpool;
};

/** The whole request is received before anything is stored, so that a client that disconnects sends nothing. */
export function sendNewMessageItem(services: Services): ApiRoute {
  return writingRoute({
    method: 'POST',
    path: SEND_NEW_PATH,
    operation: sendNewMessageItemOperation,
    primaryType: 'MessageItem',
    parameters: ['include', 'images', 'attributes'],
    body: 'upload',
    isPatient: true,
    async handler(exchange) {
      const { request, signal, parameters } = exchange;
      const include = parseInclude(parameters, 'MessageItem');
      requireNoTag(exchange);
      const folder = { account: accountOf(request), mailbox: mailboxOf(request) };
      // Before megabytes are read for nothing.
      await services.mailFolders.count(folder, signal);
      const { document, files, release } = await readComposition(services, request, signal);
      try {
        const { draft: change, ...message } = readNewMessageIn(folder, document);
        const composed = { ...message, draft: { ...change, addedAttachments: files } };
        const { draft: previous, sent } = await send(services, composed, signal);
        const answer = await tellSent(services, { exchange, include, previous, sent });
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

/** Names the draft: who finds that it did not go out can save and send it. */
function uncertain({ draft, reason }: UncertainSubmission): RequestProblems {
  const meta = { MessageItem: { type: 'MessageItem', id: messageResourceId(draft) } };
  return new RequestProblems([{ ...toProblem(reason), meta }], { cause: reason });
}

/** No client has seen the id of the draft. */
function withoutPreviousId({ previousId: _previousId, ...meta }: Readonly<Record<string, unknown>> = {}) {
  return meta;
}
