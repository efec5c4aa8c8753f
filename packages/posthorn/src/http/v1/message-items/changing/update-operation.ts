import { schemasOf } from '../../../../resources/attributes/attribute.ts';
import type { ApiOperation } from '../../../route/api-route.ts';
import { changeAnswer } from '../../openapi/change-answer.ts';
import { exampleUrls, messageItemExample, writtenExamples } from '../../openapi/examples.ts';
import { changeHeaders, documentBody, linkageSchema, resourceDocument } from '../../openapi/request-body.ts';
import { previousIdSchema, warningsSchema } from '../../openapi/written-schemas.ts';
import { changeProblems, DOCUMENT, EXISTING, SHOWING, STORING } from '../operation-parts.ts';
import { changedMessageAttributes } from './message-attributes.ts';

export const updateMessageItemOperation: ApiOperation = {
  operationId: 'updateMessageItem',
  summary: 'Change a message',
  tags: ['MessageItems'],
  description:
    'Changes what the document names, or nothing. Flags and keywords of any message; `keywords` is the whole list. Header fields and ' +
    'texts of drafts only, which gives the draft another id: `meta.previousId` tells the old one. `MailFolder` moves the ' +
    'message, after all else, and gives it another id too.',
  headers: changeHeaders('if-match'),
  body: documentBody(
    resourceDocument({
      title: 'MessageItemChange',
      type: 'MessageItem',
      hasId: true,
      attributes: schemasOf(changedMessageAttributes.written),
      relationships: { MailFolder: linkageSchema('MailFolder', { description: 'The folder to move to.' }) },
    }),
    writtenExamples.changedMessage,
  ),
  response: {
    ...changeAnswer({
      title: 'ChangedMessageItemDocument',
      description: 'The message as it is now.',
      type: 'MessageItem',
      meta: { previousId: previousIdSchema, warnings: warningsSchema },
      example: { links: { self: exampleUrls.messageItem }, data: messageItemExample },
    }),
    ...changeProblems(
      ...DOCUMENT,
      ...SHOWING,
      ...EXISTING,
      ...STORING,
      'relationship-not-changeable',
      'conflict',
      'capability-missing',
    ),
  },
};
