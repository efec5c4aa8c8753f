/** Reads the client's side of one IMAP connection and writes down its commands, without secrets. */

/** Takes the client's octets as they come. */
export interface ImapCommandLog {
  read(chunk: Buffer): void;
}

/** A literal that is being read: what is still to come and the octets that will be shown. */
interface Literal {
  missingOctets: number;
  octets: number;
  start: string;
}

/** Enough of a literal to recognise a search text or a message. */
const SHOWN_LITERAL_OCTETS = 40;
const LITERAL = /\{(\d+)\+?\}$/;
const SECRET_COMMAND = /^(LOGIN|AUTHENTICATE \S+)\b.*$/is;

/**
 * Calls `onCommand` with each complete command: the tag stripped, a literal as `{n}` and its first
 * octets, the arguments of LOGIN and AUTHENTICATE replaced. `DONE` of IDLE counts as a command.
 */
export function createImapCommandLog(onCommand: (command: string) => void): ImapCommandLog {
  let line = '';
  let command = '';
  let literal: Literal | undefined;

  const takeLine = (octets: string): string => {
    const end = octets.indexOf('\n') + 1;
    line += end === 0 ? octets : octets.slice(0, end);
    if (end === 0) return '';
    command += line.trimEnd();
    line = '';
    startLiteral(Number(LITERAL.exec(command.slice(-12))?.[1]));
    return octets.slice(end);
  };

  /** A line that announces no literal (NaN) was the command's last. */
  const startLiteral = (octets: number): void => {
    if (Number.isNaN(octets)) endCommand();
    else if (octets === 0) command += ' ""';
    else literal = { octets, missingOctets: octets, start: '' };
  };

  const takeLiteral = (octets: string, current: Literal): string => {
    const taken = octets.slice(0, current.missingOctets);
    current.start += taken.slice(0, SHOWN_LITERAL_OCTETS - current.start.length);
    current.missingOctets -= taken.length;
    if (current.missingOctets === 0) {
      command += ` ${showLiteral(current)}`;
      literal = undefined;
    }
    return octets.slice(taken.length);
  };

  const endCommand = (): void => {
    const text = Buffer.from(command, 'latin1').toString('utf8');
    command = '';
    // A line without a tag answers the server's challenge of AUTHENTICATE: base64, and secret.
    if (text !== 'DONE' && !text.includes(' ')) return;
    onCommand(text.slice(text.indexOf(' ') + 1).replace(SECRET_COMMAND, '$1 <secret>'));
  };

  return {
    read: (chunk) => {
      let octets = chunk.toString('latin1');
      while (octets !== '') octets = literal === undefined ? takeLine(octets) : takeLiteral(octets, literal);
    },
  };
}

function showLiteral({ octets, start }: Literal): string {
  return JSON.stringify(octets > SHOWN_LITERAL_OCTETS ? `${start}...` : start);
}
