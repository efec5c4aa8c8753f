/** The least that a client does to hear of new mail: IDLE in INBOX, and FETCH of the newest message when there is one. */
import type { Socket } from 'node:net';
import type { MailUser } from '../../packages/posthorn/test/support/dovecot.ts';
import { quote } from '../../packages/posthorn/test/support/imap-connection.ts';

/** One connection, one user. */
export class BareClient {
  readonly #socket: Socket;
  readonly #user: MailUser;
  #received = '';
  #awaited: { readonly text: RegExp; readonly resolve: () => void } | null = null;
  #isSelected = false;

  constructor(socket: Socket, user: MailUser) {
    this.#socket = socket;
    this.#user = user;
    socket.on('data', (chunk) => {
      this.#received += String(chunk);
      if (this.#awaited?.text.test(this.#received)) this.#awaited.resolve();
    });
  }

  /** Begins to wait for news. */
  async idle(): Promise<void> {
    if (!this.#isSelected) {
      await this.#ask(`a LOGIN ${quote(this.#user.name)} ${quote(this.#user.password)}`, /^a OK/m);
      await this.#ask('a SELECT INBOX', /^a OK/m);
      this.#isSelected = true;
    }
    await this.#ask('a IDLE', /^\+/m);
  }

  /** Fetches the flags and the Message-ID of the newest message when one is reported. */
  async fetchNews(): Promise<void> {
    await this.#until(/EXISTS\r\n/);
    await this.#ask('DONE\r\nb UID FETCH * (FLAGS BODY.PEEK[HEADER.FIELDS (MESSAGE-ID)])', /^b OK/m);
  }

  close(): void {
    this.#socket.destroy();
  }

  async #ask(command: string, answer: RegExp): Promise<void> {
    this.#received = '';
    this.#socket.write(`${command}\r\n`);
    await this.#until(answer);
    this.#received = '';
  }

  async #until(text: RegExp): Promise<void> {
    if (text.test(this.#received)) return;
    await new Promise<void>((resolve) => {
      this.#awaited = { text, resolve };
    });
    this.#awaited = null;
  }
}
