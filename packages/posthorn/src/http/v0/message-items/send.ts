import type { MessageSubmissions } from '../../../application/sending/message-submissions.ts';
import { logRefusedRecipients } from '../../answer/refused-recipients.ts';
import { asSendingProblem } from '../../answer/sending-problem.ts';
import { patientSignalOf } from '../../request/lifetime/request-signal.ts';
import type { ApiRoute } from '../../route/api-route.ts';
import { tellFailureAs } from '../answer/failure-text.ts';
import { messageRefOf } from '../request/path-refs.ts';
import { MESSAGE_ITEM_PATH } from '../request/paths.ts';
import { sendMessageOperation } from './send-operation.ts';

interface Services {
  readonly messageSubmissions: MessageSubmissions;
}

/** `POST …/MessageItems/{id}`: sends a draft. Released clients move it themselves. */
export function sendMessage({ messageSubmissions }: Services): ApiRoute {
  return {
    method: 'POST',
    path: MESSAGE_ITEM_PATH,
    operation: sendMessageOperation,
    access: { login: 'account', scope: 'mail.send' },
    async handler(request) {
      tellFailureAs(request, 'Sending the message failed.');
      const message = messageRefOf(request);
      try {
        const { submission } = await messageSubmissions.send(
          { message, isFiled: false },
          patientSignalOf(request),
        );
        logRefusedRecipients(request, submission?.rejected);
        const rejected = submission?.rejected.map(({ address }) => address) ?? [];
        return { success: true, ...(rejected.length > 0 && { rejected }) };
      } catch (error) {
        throw asSendingProblem(error);
      }
    },
  };
}
