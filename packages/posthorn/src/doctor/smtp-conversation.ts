import type { LineConnection } from '../adapters/network/line-connection.ts';
import { parseExtensions } from '../adapters/smtp/smtp-extensions.ts';
import { type Conversation, protocolOfGreeting } from './conversation.ts';

/** EHLO name without a public host name. */
const CLIENT_NAME = '[127.0.0.1]';
const MAX_LINES = 100;

/** Commands before a login (RFC 5321, RFC 3207). */
export const smtpConversation: Conversation = {
  async greet(connection) {
    const lines = await readReply(connection);
    const [first = ''] = lines;
    return { text: first.slice(4), protocol: protocolOfGreeting(first), isWelcome: isReply(lines, '220') };
  },

  async askFeatures(connection) {
    connection.send(`EHLO ${CLIENT_NAME}`);
    const lines = await readReply(connection);
    return isReply(lines, '250') ? parseExtensions(lines.join('\n')) : new Map();
  },

  async requestTls(connection) {
    connection.send('STARTTLS');
    return isReply(await readReply(connection), '220');
  },

  sayGoodbye: (connection) => connection.send('QUIT'),
};

async function readReply(connection: LineConnection): Promise<readonly string[]> {
  const lines: string[] = [];
  while (lines.length < MAX_LINES) {
    const line = await connection.readLine();
    lines.push(line);
    if (!/^\d{3}-/.test(line)) return lines;
  }
  throw Object.assign(new Error('The server does not come to an end.'), { code: 'EPROTO' });
}

function isReply(lines: readonly string[], code: string): boolean {
  return lines.every((line) => line.startsWith(code));
}
