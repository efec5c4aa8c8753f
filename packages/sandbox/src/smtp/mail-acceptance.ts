/** What the sink does with recipients and messages: refuse, keep, deliver, or fail as a fault wants. */
import type { SMTPServerDataStream, SMTPServerSession } from 'smtp-server';
import type { Accounts } from '../accounts/accounts.ts';
import type { FaultMoment, FaultRegistry, SmtpFault } from '../faults.ts';
import { MessageContent } from '../message/message-content.ts';

/** A message that the sink accepted. */
export interface AcceptedMail {
  /** Who was logged in. */
  readonly user: string;
  /** MAIL FROM; empty for a bounce. */
  readonly reversePath: string;
  /** The recipients that were accepted, in their order. */
  readonly forwardPaths: readonly string[];
  /** The message as received, dot-stuffing undone. */
  readonly raw: Buffer;
}

/** What acceptance depends on. */
export interface MailAcceptanceOptions {
  readonly accounts: Accounts;
  readonly faults: FaultRegistry;
  readonly clock: () => Date;
  /** True: the sender's mailbox for sent mail gets a copy, as at providers that store it themselves. */
  readonly storesSentMail: boolean;
}

/** A failure with the SMTP reply code that tells it. */
export class SmtpRefusal extends Error {
  readonly responseCode: number;

  constructor(responseCode: number, text: string) {
    super(text);
    this.responseCode = responseCode;
  }
}

/** Keeps accepted mail and delivers it to the INBOX of each recipient who is a user. */
export class MailAcceptance {
  readonly #options: MailAcceptanceOptions;
  readonly #accepted: AcceptedMail[] = [];

  constructor(options: MailAcceptanceOptions) {
    this.#options = options;
  }

  get accepted(): readonly AcceptedMail[] {
    return [...this.#accepted];
  }

  /** Why this recipient is refused, or undefined: every address is taken unless a fault says otherwise. */
  refusalOfRecipient(recipient: string, session: SMTPServerSession): SmtpRefusal | undefined {
    const [fault] = this.#strikingFaults({ at: 'smtp-recipient', recipient }, session);
    if (fault?.kind !== 'smtp-reject-recipient') return undefined;
    return new SmtpRefusal(fault.replyCode, fault.text ?? 'Recipient refused');
  }

  /** Reads the whole message. Throws SmtpRefusal when it is refused. */
  async receive(stream: SMTPServerDataStream, session: SMTPServerSession): Promise<Buffer> {
    const pieces: Buffer[] = [];
    for await (const piece of stream) {
      // What is beyond the size limit is refused anyway; it is read but not kept.
      if (!stream.sizeExceeded) pieces.push(piece);
    }
    const [fault] = this.#strikingFaults({ at: 'smtp-data-reply' }, session);
    if (fault?.kind !== 'smtp-refuse-data') return Buffer.concat(pieces);
    throw new SmtpRefusal(fault.replyCode, fault.text ?? 'Message refused');
  }

  /** Keeps the message and delivers it once to each user it is for. */
  accept(raw: Buffer, session: SMTPServerSession): void {
    const { accounts, clock, storesSentMail } = this.#options;
    const { mailFrom, rcptTo } = session.envelope;
    const forwardPaths = rcptTo.map(({ address }) => address);
    const reversePath = mailFrom === false ? '' : mailFrom.address;
    this.#accepted.push({ user: session.user ?? '', reversePath, forwardPaths, raw });
    const recipients = new Set(forwardPaths.map((address) => accounts.recipient(address)));
    const content = new MessageContent(raw);
    for (const recipient of recipients) {
      recipient?.mailboxes.require('INBOX').append([{ content, flags: [], internalDate: clock() }]);
    }
    const sender = storesSentMail ? accounts.get(session.user ?? '') : undefined;
    const sent = [...(sender?.mailboxes.mailboxes ?? [])].find(({ specialUse }) => specialUse === '\\Sent');
    sent?.append([{ content: new MessageContent(raw), flags: ['\\Seen'], internalDate: clock() }]);
  }

  #strikingFaults(moment: FaultMoment, session: SMTPServerSession): readonly SmtpFault[] {
    const striking = this.#options.faults.strikingAt({ ...moment, user: session.user });
    return striking.filter((fault) => fault.kind.startsWith('smtp-')) as readonly SmtpFault[];
  }
}
