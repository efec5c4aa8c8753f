/** `POST …/MessageItems/{id}`: sends a draft. */
import type { MessageSubmissions } from '../../../application/message-submissions.ts';
import { MailError } from '../../../domain/mail-error.ts';
import type { ApiRoute } from '../../api-route.ts';
import { problemOf, RequestProblems } from '../../problem.ts';
import { patientSignalOf } from '../../request-signal.ts';
import { tellFailureAs } from '../failure-text.ts';
import { messageLocationOf } from '../location.ts';
import { MESSAGE_ITEM_PATH } from '../paths.ts';
import { sendMessageOperation } from './send-operation.ts';

interface Services {
  readonly messageSubmissions: MessageSubmissions;
}

/** The message stays where it is, under the same id: released clients move it themselves. */
export function sendMessage({ messageSubmissions }: Services): ApiRoute {
  return {
    method: 'POST',
    path: MESSAGE_ITEM_PATH,
    operation: sendMessageOperation,
    login: 'account',
    async handler(request) {
      tellFailureAs(request, 'Sending the message failed.');
      const location = messageLocationOf(request);
      try {
        await messageSubmissions.send({ location, isFiled: false }, patientSignalOf(request));
      } catch (error) {
        throw asSendingProblem(error);
      }
      return { success: true };
    },
  };
}

/** The login of the request was proved; one that is refused now is that of the sending server, and 401 would end the session. */
function asSendingProblem(error: unknown): unknown {
  if (!(error instanceof MailError) || error.code !== 'authentication-failed') return error;
  const { detail } = error.details;
  return new RequestProblems([problemOf('message-rejected', { detail })], { cause: error });
}
