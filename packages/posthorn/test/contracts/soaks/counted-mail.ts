/** Two folders of a user whose every message is accounted for: filled before a change, and counted after it over a fresh IMAP session. */
import type { MailUser } from '../../support/dovecot.ts';
import { type ImapEndpoint, openImapConnection, quote } from '../../support/imap-connection.ts';
import { buildMessage } from '../../support/message-samples.ts';

/** A message as the fresh session sees it. */
export interface CountedMessage {
  readonly uid: number;
  readonly subject: string;
  /** In alphabetical order, without \Recent. */
  readonly flags: readonly string[];
  readonly raw: string;
}

/** What is in the folders. */
export interface Count {
  readonly source: readonly CountedMessage[];
  readonly target: readonly CountedMessage[];
}

export const SOURCE = 'Source';
export const TARGET = 'Target';
/** The message that is changed; all that do not begin so, nor are a draft of the run, are foreign. */
export const THE_MESSAGE = 'the message';

/** The folders of one user of one server. */
export class CountedMail {
  readonly #server: ImapEndpoint;
  readonly #user: MailUser;

  constructor(server: ImapEndpoint, user: MailUser) {
    this.#server = server;
    this.#user = user;
  }

  /** Makes the folders. */
  create(): Promise<void> {
    return this.#during(async (command) => {
      for (const folder of [SOURCE, TARGET]) await command(`CREATE ${quote(folder)}`);
    });
  }

  /** Empties the folders and fills them for one run. */
  async fill(run: number): Promise<void> {
    const connection = await openImapConnection(this.#server, this.#user);
    const message = (subject: string, flags: readonly string[] = []) => {
      const id = `<${subject.replaceAll(' ', '-')}-${run}@x>`;
      return { raw: buildMessage({ subject, messageId: id }), flags };
    };
    try {
      for (const folder of [SOURCE, TARGET]) {
        await connection.command(`SELECT ${quote(folder)}`);
        await connection.command('STORE 1:* +FLAGS.SILENT (\\Deleted)').catch(() => undefined);
        await connection.command('CLOSE');
      }
      for (const each of [
        message('first', ['\\Flagged', '$Work']),
        message(THE_MESSAGE, ['\\Flagged']),
        message('marked by another', ['\\Deleted']),
        message('last'),
      ]) {
        await connection.append(SOURCE, [each]);
      }
      await connection.append(TARGET, [message('was there')]);
      await connection.append(TARGET, [message('marked there', ['\\Deleted', '\\Seen'])]);
    } finally {
      await connection.close();
    }
  }

  /** Counts. */
  async count(): Promise<Count> {
    let source: readonly CountedMessage[] = [];
    let target: readonly CountedMessage[] = [];
    await this.#during(async (command) => {
      source = await readAll(command, SOURCE);
      target = await readAll(command, TARGET);
    });
    return { source, target };
  }

  async #during(work: (command: Command) => Promise<void>): Promise<void> {
    const connection = await openImapConnection(this.#server, this.#user);
    try {
      await work((text) => connection.command(text));
    } finally {
      await connection.close();
    }
  }
}

type Command = (text: string) => Promise<readonly string[]>;

/** The messages of the subject that are not marked \Deleted. */
export function unmarked(messages: readonly CountedMessage[], subject: string): readonly CountedMessage[] {
  return messages.filter((each) => each.subject === subject && !each.flags.includes('\\Deleted'));
}

async function readAll(command: Command, folder: string): Promise<readonly CountedMessage[]> {
  await command(`EXAMINE ${quote(folder)}`);
  const responses = await command('UID FETCH 1:* (FLAGS BODY.PEEK[])');
  return responses.filter((response) => / FETCH \(/.test(response)).map(toMessage);
}

function toMessage(response: string): CountedMessage {
  const [announced = '', octets = '0'] = /\{(\d+)\}\r\n/.exec(response) ?? [];
  const start = response.indexOf(announced) + announced.length;
  const raw = response.slice(start, start + Number(octets));
  const rest = response.slice(0, start) + response.slice(start + raw.length);
  const flags = (/FLAGS \(([^)]*)\)/.exec(rest)?.[1] ?? '').split(' ');
  return {
    uid: Number(/UID (\d+)/.exec(rest)?.[1]),
    subject: /^Subject: (.*)\r$/m.exec(raw)?.[1] ?? '',
    flags: flags.filter((flag) => flag !== '' && flag !== '\\Recent').sort(),
    raw,
  };
}
