import type { OctetText } from '../../octet-text.ts';
import type { Capability } from '../session/capabilities.ts';
import type { Session } from '../session/session.ts';
import type { ArgumentReader } from '../wire/argument-reader.ts';

/** `name` is without `UID`. */
export interface Invocation {
  readonly session: Session;
  readonly tag: OctetText;
  readonly name: string;
  readonly isUid: boolean;
  readonly args: ArgumentReader;
}

/** A tagged OK. */
export interface CommandResult {
  readonly text: OctetText;
  readonly code?: OctetText | undefined;
  /** Message numbers must stay valid, also with UID (RFC 7162 §3.2.10.2). */
  readonly keepsMessageNumbers?: boolean;
  readonly afterAnswer?: () => void;
}

/** RFC 3501 §3. */
export type RequiredState = 'any' | 'not-authenticated' | 'authenticated' | 'selected';

/** `handle` throws CommandRefusal or MailboxError. */
export interface Command {
  readonly state: RequiredState;
  /** Without it the command is unknown. */
  readonly capability?: Capability;
  /** No EXPUNGE in the answer without UID (RFC 3501 §7.4.1). */
  readonly keepsMessageNumbers?: boolean;
  /** Meets `command-received` faults itself, once the user is known. */
  readonly namesUser?: boolean;
  readonly handle: (invocation: Invocation) => CommandResult | Promise<CommandResult>;
}
