import type { SMTPServerDataStream, SMTPServerSession } from 'smtp-server';
import type { Accounts } from '../accounts/accounts.ts';
import type { FaultMoment, FaultRegistry, SmtpFault } from '../faults.ts';
import { MessageContent } from '../message/message-content.ts';

/** An accepted message. */
export interface AcceptedMail {
  readonly user: string;
  /** Empty for a bounce. */
  readonly reversePath: string;
  readonly forwardPaths: readonly string[];
  /** Without dot-stuffing. */
  readonly raw: Buffer;
}

/** Acceptance options. */
export interface MailAcceptanceOptions {
  readonly accounts: Accounts;
  readonly faults: FaultRegistry;
  readonly clock: () => Date;
  readonly storesSentMail: boolean;
}

/** An SMTP failure. */
export class SmtpRefusal extends Error {
  readonly responseCode: number;

  constructor(responseCode: number, text: string) {
    super(text);
    this.responseCode = responseCode;
  }
}

/** Records mail and delivers it to recipients' INBOX. */
export class MailAcceptance {
  readonly #options: MailAcceptanceOptions;
  readonly #accepted: AcceptedMail[] = [];

  constructor(options: MailAcceptanceOptions) {
    this.#options = options;
  }

  get accepted(): readonly AcceptedMail[] {
    return [...this.#accepted];
  }

  /** Only faults refuse addresses. */
  refusalOfRecipient(recipient: string, session: SMTPServerSession): SmtpRefusal | undefined {
    const [fault] = this.#strikingFaults({ at: 'smtp-recipient', recipient }, session);
    if (fault?.kind !== 'smtp-reject-recipient') return undefined;
    return new SmtpRefusal(fault.replyCode, fault.text ?? 'Recipient refused');
  }

  /** Throws SmtpRefusal. */
  async receive(stream: SMTPServerDataStream, session: SMTPServerSession): Promise<Buffer> {
    const pieces: Buffer[] = [];
    for await (const piece of stream) {
      // Drops octets above the limit.
      if (!stream.sizeExceeded) pieces.push(piece);
    }
    const [fault] = this.#strikingFaults({ at: 'smtp-data-reply' }, session);
    if (fault?.kind !== 'smtp-refuse-data') return Buffer.concat(pieces);
    throw new SmtpRefusal(fault.replyCode, fault.text ?? 'Message refused');
  }

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
