/** What a command is to the server: when it is allowed, and what it does. */

import type { OctetText } from '../../octet-text.ts';
import type { Capability } from '../session/capabilities.ts';
import type { Session } from '../session/session.ts';
import type { ArgumentReader } from '../wire/argument-reader.ts';

/** A command that a client sent. `name` has no `UID`; `isUid` tells whether it was there. */
export interface Invocation {
  readonly session: Session;
  readonly tag: OctetText;
  readonly name: string;
  readonly isUid: boolean;
  /** What follows the command's name. */
  readonly args: ArgumentReader;
}

/** The tagged OK of a command. */
export interface CommandResult {
  readonly text: OctetText;
  /** The response code without brackets. */
  readonly code?: OctetText | undefined;
  /** True: the client's message numbers must hold, also after the form with UID (RFC 7162 §3.2.10.2). */
  readonly keepsMessageNumbers?: boolean;
  /** Done once the answer is sent. */
  readonly afterAnswer?: () => void;
}

/** The states of RFC 3501 §3 in which a command is allowed. */
export type RequiredState = 'any' | 'not-authenticated' | 'authenticated' | 'selected';

/** A command. `handle` throws CommandRefusal for NO and BAD, MailboxError for NO. */
export interface Command {
  readonly state: RequiredState;
  /** Without it the command is unknown. */
  readonly capability?: Capability;
  /** True: the form without UID must not be answered with EXPUNGE (RFC 3501 §7.4.1). */
  readonly keepsMessageNumbers?: boolean;
  /** True: the handler asks for the faults at `command-received` itself, once it knows the user. */
  readonly namesUser?: boolean;
  readonly handle: (invocation: Invocation) => CommandResult | Promise<CommandResult>;
}
