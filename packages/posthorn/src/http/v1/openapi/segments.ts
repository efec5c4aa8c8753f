import type { TypeName } from '../../../resources/identifiers/resource-types.ts';
import type { PathParameter } from '../../request/url/path-parameters.ts';
import type { ParameterSchema, ParameterSchemas } from '../../route/api-route.ts';

/** Variable segments of nested paths. */
export const segments = {
  mailAccountId: { type: 'string', description: 'The id of the account.', examples: ['demo'] },
  mailFolderId: {
    type: 'string',
    description:
      'The full name of the folder, such as `INBOX` or `[Gmail]/Drafts`. In an address it is percent-encoded, as clients do by themselves.',
    examples: ['INBOX'],
  },
  messageItemId: {
    type: 'string',
    description:
      'The uid of the message in its folder, or `{uidValidity}.{uid}`: this names no other message when the folder is re-created.',
    examples: ['1700000001.10'],
  },
  attachmentId: { type: 'string', description: 'The MIME part of the file.', examples: ['2'] },
} as const satisfies Record<PathParameter, ParameterSchema>;

const ID_EXAMPLES: Readonly<Record<TypeName, string>> = {
  MailAccount: 'demo',
  MailFolder: 'demo.INBOX',
  MessageItem: 'demo.INBOX.1700000001.10',
  MessageBody: 'demo.INBOX.1700000001.10',
  ConnectSession: '4f1d0c6f2a9be37785d20e61c3a4b812',
  Webhook: '7b1d0c3f5a9e8d2b4c6f1a0e',
  WebhookDelivery: '2f9c4e1a7d5b3c8f0e6a1d4b',
  Attachment: 'demo.INBOX.1700000001.10.2',
  ApiKey: '5f0c9a1b2c3d4e5f60',
  Event: 'NjH3EEZb852Jhif7HXbPn5VZ4hcmo87H',
};

/** A flat path's id segment. */
export function idSegment(type: TypeName): ParameterSchemas {
  const described = { description: `The id of the ${type}.`, examples: [ID_EXAMPLES[type]] };
  return { id: { title: `${type}Id`, type: 'string', ...described } };
}
