import type { FaultMoment } from '../faults.ts';
import { MailboxError } from '../mailbox/mailbox-error.ts';
import { toOctets } from '../octet-text.ts';
import { recordedLine } from './command-record.ts';
import { COMMANDS, UID_COMMANDS } from './command-table.ts';
import type { Command, CommandResult, Invocation } from './commands/command.ts';
import { greet } from './greeting.ts';
import { makeProgress } from './progress.ts';
import type { Quirks } from './quirks.ts';
import { queueUpdates } from './responses/updates.ts';
import type { LiteralAnswers } from './session/connection.ts';
import type { Session } from './session/session.ts';
import { ConversationEnd, meetFaults } from './session/session-faults.ts';
import { ArgumentReader } from './wire/argument-reader.ts';
import { LineTooLong } from './wire/byte-source.ts';
import { LiteralTooLarge, type RawCommand } from './wire/command-reader.ts';
import { CommandRefusal, reject } from './wire/refusal.ts';

const TAG = /^[!#$&',\-./0-9:;<=>?@A-Z[\]^_`a-z|}~]{1,100}(?= |$)/;
const NAME = /^[^ ]+ (?:UID )?([A-Z]+)/i;
/** Consecutive: such a peer is no IMAP client. */
const MAX_BAD_COMMANDS = 20;

/** A session and its command wrapper. */
export interface Conversation {
  readonly session: Session;
  readonly wrapCommand: Quirks['run'];
}

/** Serves one client (RFC 3501 §3, §7). Never throws for its input. */
export async function converse({ session, wrapCommand }: Conversation): Promise<void> {
  try {
    await greet(session);
    await answerCommands({ session, wrapCommand });
  } catch (error) {
    if (error instanceof LineTooLong || error instanceof LiteralTooLarge) {
      session.connection.sendLine('* BYE The command is too long');
    } else if (!(error instanceof ConversationEnd)) {
      throw error;
    }
  } finally {
    session.end();
    session.connection.close();
  }
}

async function answerCommands({ session, wrapCommand }: Conversation): Promise<void> {
  let badCommands = 0;
  while (!session.connection.isClosed) {
    const command = await session.connection.readCommand(literalAnswers(session));
    if (command === undefined) return;
    if (command.text === '') continue;
    session.isInCommand = true;
    session.newsSinceCommand = 0;
    const isBad = !(await answerCommand({ session, wrapCommand }, command));
    session.endCommand();
    badCommands = isBad ? badCommands + 1 : 0;
    if (badCommands < MAX_BAD_COMMANDS) continue;
    session.connection.sendLine('* BYE Too many invalid commands');
    return;
  }
}

function literalAnswers(session: Session): LiteralAnswers {
  return {
    meetLiteral: ({ at, text }) =>
      meetFaults(session, { at, command: NAME.exec(text)?.[1]?.toUpperCase() ?? '' }),
    sendRefusal: (text, { status, message, code }) => {
      const tag = TAG.exec(text)?.[0] ?? '*';
      session.connection.sendLine(`${tag} ${formatAnswer({ status, text: message, code })}`);
    },
  };
}

/** False for BAD. */
async function answerCommand({ session, wrapCommand }: Conversation, command: RawCommand): Promise<boolean> {
  const invocation = parseInvocation(session, command);
  if (invocation === undefined) {
    session.connection.sendLine('* BAD Invalid tag');
    return false;
  }
  session.server.recorder.record({
    user: session.account?.name,
    connection: session.connection.number,
    name: fullName(invocation),
    line: recordedLine(command, invocation),
  });
  const answer = await answerTo(invocation, wrapCommand);
  session.connection.sendLine(`${answerTag(invocation)} ${formatAnswer(answer)}`);
  await meetFaults(session, moment(invocation, 'after-answer'));
  if (answer.status === 'OK') answer.afterAnswer?.();
  return answer.status !== 'BAD';
}

function answerTag({ session, tag }: Invocation): string {
  const isWrong = session.answersUnderWrongTag;
  session.answersUnderWrongTag = false;
  return isWrong ? `${tag}-not-yours` : tag;
}

function parseInvocation(session: Session, command: RawCommand): Invocation | undefined {
  const tag = TAG.exec(command.text)?.[0];
  if (tag === undefined) return undefined;
  const args = new ArgumentReader(command, tag.length);
  args.tryTake(' ');
  const isUid = args.tryTake('UID ');
  const name = args.peekKeyword();
  args.tryTake(name);
  return { session, tag, name, isUid, args };
}

function fullName({ name, isUid }: Invocation): string {
  return isUid ? `UID ${name}` : name;
}

type Answer =
  | (CommandResult & { readonly status: 'OK' })
  | { readonly status: 'NO' | 'BAD'; readonly text: string; readonly code?: string | undefined };

/** A line break in a client's literal would forge a line. */
function formatAnswer({ status, code, text }: Answer): string {
  const line = text.replace(/[\r\n\0]/g, ' ');
  return code === undefined ? `${status} ${line}` : `${status} [${code}] ${line}`;
}

async function answerTo(invocation: Invocation, wrapCommand: Quirks['run']): Promise<Answer> {
  const { session } = invocation;
  const answer = await catchRefusal(() => run(invocation, wrapCommand));
  const mayExpunge =
    COMMANDS.get(invocation.name)?.keepsMessageNumbers !== true ||
    (invocation.isUid && !(answer.status === 'OK' && answer.keepsMessageNumbers === true));
  queueUpdates(session, { mayExpunge, withUids: invocation.isUid });
  return catchRefusal(async () => {
    await meetFaults(session, moment(invocation, 'before-answer'));
    return answer;
  });
}

async function run(invocation: Invocation, wrapCommand: Quirks['run']): Promise<Answer> {
  const command = allowedCommand(invocation);
  if (command.namesUser !== true) {
    await meetFaults(invocation.session, moment(invocation, 'command-received'));
  }
  await makeProgress(invocation);
  const handle = async (altered: Invocation) => act(command, altered);
  const result = wrapCommand?.(invocation, handle) ?? handle(invocation);
  return { status: 'OK', ...(await result) };
}

/** Changes before the first wait are the client's own. */
function act(command: Command, invocation: Invocation): CommandResult | Promise<CommandResult> {
  const { session } = invocation;
  session.isActing = true;
  try {
    return command.handle(invocation);
  } finally {
    session.isActing = false;
  }
}

async function catchRefusal(act: () => Promise<Answer>): Promise<Answer> {
  try {
    return await act();
  } catch (error) {
    if (error instanceof CommandRefusal)
      return { status: error.status, text: error.message, code: error.code };
    if (error instanceof MailboxError)
      return { status: 'NO', text: toOctets(error.message), code: error.code };
    throw error;
  }
}

function allowedCommand(invocation: Invocation): Command {
  const { session, name, isUid } = invocation;
  const command = COMMANDS.get(name);
  const isOff = command?.capability !== undefined && !session.has(command.capability);
  if (command === undefined || isOff || (isUid && !UID_COMMANDS.has(name))) {
    throw reject(`Unknown command ${fullName(invocation)}`);
  }
  if (session.account?.state === 'not-connected' && name !== 'LOGOUT') {
    throw reject('User is authenticated but not connected.');
  }
  if (command.state === 'not-authenticated' && session.account !== undefined)
    throw reject('Already logged in');
  if (command.state === 'authenticated' || command.state === 'selected') session.requireAccount();
  if (command.state === 'selected') session.requireView();
  return command;
}

function moment(
  invocation: Invocation,
  at: 'command-received' | 'before-answer' | 'after-answer',
): FaultMoment {
  return { at, command: invocation.name };
}
