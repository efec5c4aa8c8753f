/** A server on a real socket, for the clients of others. */
import { v1Mail } from '../v1-mail.ts';
import { AUTHORIZATION, PLAIN, startV1Server, V1, type V1Server } from '../v1-server.ts';

export interface ClientServer extends V1Server {
  /** Where version 1 is: what clients are given. */
  readonly apiUrl: string;
}

/** Jane's login and the media type, as headers. */
export const HEADERS = { Authorization: AUTHORIZATION, Accept: PLAIN };

/** What every client writes. */
export const MESSAGE = {
  to: [{ address: 'ann@example.com', name: 'Ann' }],
  subject: 'Opening day',
  textPlain: 'Coffee at eight.',
};

/** The server with the mail of v1-mail.ts and an empty Drafts. Close it. */
export async function startClientServer(): Promise<ClientServer> {
  const mailboxes = [...v1Mail, { name: 'Drafts', specialUse: '\\Drafts' as const }];
  const server = await startV1Server({ mailboxes, canSend: true });
  const apiUrl = `${await server.posthorn.listen()}${V1}`;
  return { ...server, apiUrl };
}

/** The messages that were sent, as text. */
export function sentBy(server: ClientServer): readonly string[] {
  return server.sandbox.acceptedMail.map(({ raw }) => raw.toString());
}
