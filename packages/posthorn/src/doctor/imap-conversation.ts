import type { LineConnection } from '../adapters/network/line-connection.ts';
import { type Conversation, type Features, protocolOfGreeting } from './conversation.ts';

const MAX_LINES = 100;

/** Commands before a login (RFC 9051 §6.1, §6.2.1). Refuses PREAUTH, whose user the server chooses. */
export const imapConversation: Conversation = {
  async greet(connection) {
    const line = await connection.readLine();
    return {
      text: line.replace(/^\* \S+ /, ''),
      protocol: protocolOfGreeting(line),
      isWelcome: /^\* OK\b/i.test(line),
    };
  },

  async askFeatures(connection) {
    const { untagged } = await run(connection, 'CAPABILITY');
    const words = untagged.flatMap((line) => /^\* CAPABILITY (.*)$/i.exec(line)?.[1]?.split(' ') ?? []);
    return new Map(words.filter(Boolean).map((word) => [word.toUpperCase(), []])) satisfies Features;
  },

  async requestTls(connection) {
    return (await run(connection, 'STARTTLS')).isOk;
  },

  sayGoodbye: (connection) => connection.send('d LOGOUT'),
};

async function run(connection: LineConnection, command: string) {
  connection.send(`d ${command}`);
  const untagged: string[] = [];
  for (
    let line = await connection.readLine();
    untagged.length < MAX_LINES;
    line = await connection.readLine()
  ) {
    if (line.startsWith('d ')) return { isOk: /^d OK\b/i.test(line), untagged };
    untagged.push(line);
  }
  throw Object.assign(new Error('The server does not come to an end.'), { code: 'EPROTO' });
}
