import type { Invocation } from './commands/command.ts';
import { ArgumentReader } from './wire/argument-reader.ts';
import type { RawCommand } from './wire/command-reader.ts';
import { CommandRefusal } from './wire/refusal.ts';

/** Without tag and literals; `***` replaces passwords. */
export function recordedLine(command: RawCommand, { tag, name, args }: Invocation): string {
  const start = tag.length + 1;
  if (name !== 'LOGIN' && name !== 'AUTHENTICATE') return command.text.slice(start);
  const visibleEnd = endOfUserName(command, args.position) ?? args.position;
  const isComplete = visibleEnd >= command.text.length;
  return `${command.text.slice(start, visibleEnd)}${isComplete ? '' : ' ***'}`;
}

function endOfUserName(command: RawCommand, position: number): number | undefined {
  const args = new ArgumentReader(command, position);
  try {
    args.space();
    args.astring();
    return args.position;
  } catch (error) {
    if (error instanceof CommandRefusal) return undefined;
    throw error;
  }
}
