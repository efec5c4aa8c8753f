import type { VersionDescription } from '../openapi/version-description.ts';
import { mailServersSchema } from './mail-servers/discover-operation.ts';
import { problemExamples } from './openapi/problem-answers.ts';
import { resourceSchemas } from './openapi/resource-schemas.ts';
import { segments } from './openapi/segments.ts';

const TEXT = `Reads and writes any IMAP mailbox as [JSON:API 1.1](https://jsonapi.org/format/1.1/). Clients choose the fields that
they want, and nothing else is fetched from the mail server.

Every request carries the login of the mail account as HTTP Basic authentication. The mail server verifies it; nothing is
stored. Every answer has an \`X-Request-Id\` by which the operator finds the request in the log.

A message that changes in more than its flags, or that moves, has another id afterwards; answers have the old one in
\`meta.previousId\`. Changes take \`If-Match\`, and POSTs an \`Idempotency-Key\`.

Answers are \`application/vnd.api+json\`, or the same documents as \`application/json\` for clients that accept only that.`;

export const v1Description: VersionDescription = {
  title: 'Posthorn email API, version 1',
  text: TEXT,
  tags: [
    { name: 'MailAccounts', description: 'The accounts of the client.' },
    { name: 'MailFolders', description: 'The folders of an account, which are IMAP mailboxes.' },
    { name: 'MessageItems', description: 'The envelopes of messages.' },
    { name: 'MessageBodies', description: 'The texts of messages.' },
    { name: 'Attachments', description: 'The files of messages.' },
    { name: 'ApiKeys', description: 'The keys of programs, where the server has a store.' },
    { name: 'ConnectSessions', description: 'Invitations to connect a mailbox on a page.' },
    { name: 'Events', description: 'The log of what happens to connected accounts.' },
    { name: 'Webhooks', description: 'Receivers of events, and their deliveries.' },
    { name: 'MailServers', description: 'The mail servers of an address, for those who set an account up.' },
  ],
  segments,
  schemas: { ...resourceSchemas, MailServers: mailServersSchema },
  examples: problemExamples,
};
