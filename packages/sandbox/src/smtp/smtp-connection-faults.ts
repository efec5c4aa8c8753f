import { Dripper } from '../dripper.ts';
import type { FaultRegistry, SmtpFault, SmtpPoint } from '../faults.ts';
import type { SmtpConnection } from './smtp-authentication.ts';

/** A connection's moment. */
export interface SmtpMoment {
  readonly at: SmtpPoint;
  readonly command?: string;
}

/** A connection and its faults. */
export interface SmtpTarget {
  readonly connection: SmtpConnection;
  readonly faults: FaultRegistry;
}

/** False when the connection must stop. */
export function meetConnectionFaults({ faults, connection }: SmtpTarget, moment: SmtpMoment): boolean {
  const user = connection.session.user;
  const striking = faults.strikingAt({ ...moment, user }) as readonly SmtpFault[];
  return striking.map((fault) => strike(connection, fault)).every((goesOn) => goesOn);
}

/** Meets faults before each command. */
export function watchCommands(target: SmtpTarget): void {
  const { connection } = target;
  const handle = connection._onCommand.bind(connection);
  connection._onCommand = (line, resume) => {
    const command = /^[a-z]+/i.exec(line.toString('latin1'))?.[0].toUpperCase() ?? '';
    const goesOn = meetConnectionFaults(target, { at: 'smtp-command-received', command });
    if (goesOn) handle(line, resume);
  };
}

function strike(connection: SmtpConnection, fault: SmtpFault): boolean {
  switch (fault.kind) {
    case 'smtp-drop':
      connection.close();
      return false;
    case 'smtp-freeze':
      freeze(connection);
      return false;
    case 'smtp-drip':
      drip(connection, fault.ms);
      return true;
    default:
      return true;
  }
}

function freeze(connection: SmtpConnection): void {
  connection.send = () => undefined;
  connection._onCommand = () => undefined;
  // The default ends it after a minute.
  connection._onTimeout = () => undefined;
}

function drip({ _socket: socket }: SmtpConnection, ms: number): void {
  const dripper = new Dripper(socket, ms);
  socket.write = (text: string | Uint8Array) => {
    dripper.write(Buffer.from(text as string));
    return true;
  };
  socket.end = () => {
    dripper.end();
    return socket;
  };
}
