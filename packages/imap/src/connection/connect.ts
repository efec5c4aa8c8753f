import type { Socket } from 'node:net';
import { TlsUnavailable } from '../errors.ts';
import { DEFAULT_BOUNDS } from '../wire/bounds.ts';
import { askCapabilities } from './ask-capabilities.ts';
import { type ConnectOptions, DEFAULT_DEADLINES, type Deadlines } from './connect-options.ts';
import { Dialogue } from './dialogue.ts';
import { awaitGreeting } from './greeting.ts';
import { ImapConnection } from './imap-connection.ts';
import { openSocket } from './open-socket.ts';
import { secureSocket } from './secure-socket.ts';
import { startTls } from './starttls.ts';
import type { Transport } from './transport.ts';

/**
 * Connects, encrypts and requests capabilities. Throws ConnectionClosed, DeadlineExceeded, BoundExceeded,
 * ProtocolViolation, TlsUnavailable, or the signal's reason.
 */
export async function connect(options: ConnectOptions, signal: AbortSignal): Promise<ImapConnection> {
  const deadlines: Deadlines = { ...DEFAULT_DEADLINES, ...options.deadlines };
  const bounds = { ...DEFAULT_BOUNDS, ...options.bounds };
  const dialogue = new Dialogue({ bounds, deadlines, listeners: options });
  const tcp = await openSocket({ ...options, connectMs: deadlines.connectMs }, signal);
  const tls = {
    serverName: options.serverName ?? options.host,
    extraRoots: options.extraRoots ?? [],
    tlsMs: deadlines.tlsMs,
  };
  const secure = (socket: Socket) => secureSocket(socket, tls, signal);
  try {
    const isEncrypted = await open(tcp, { options, deadlines, dialogue, secure }, signal);
    dialogue.handOut();
    return new ImapConnection({ dialogue, bounds, deadlines, isEncrypted });
  } catch (error) {
    dialogue.close(undefined);
    tcp.destroy();
    throw error;
  }
}

interface Opening {
  readonly options: ConnectOptions;
  readonly deadlines: Deadlines;
  readonly dialogue: Dialogue;
  readonly secure: (socket: Socket) => Promise<Socket>;
}

/** True when encrypted. */
async function open(tcp: Socket, opening: Opening, signal: AbortSignal): Promise<boolean> {
  const { options, deadlines, dialogue, secure } = opening;
  const isTls = options.security === 'tls';
  const transport = dialogue.attach(isTls ? await secure(tcp) : tcp);
  await awaitGreeting(dialogue, deadlines, signal);
  await askCapabilities(dialogue, signal);
  if (isTls || !mustUpgrade(opening)) return isTls;
  await upgrade(transport, opening, signal);
  return true;
}

function mustUpgrade({ options: { security }, dialogue }: Opening): boolean {
  if (security === 'cleartext') return false;
  if (dialogue.capabilities.has('STARTTLS')) return true;
  if (security === 'starttls-if-offered') return false;
  throw new TlsUnavailable('The server does not offer STARTTLS.');
}

async function upgrade(
  transport: Transport,
  { dialogue, secure }: Opening,
  signal: AbortSignal,
): Promise<void> {
  const socket = await startTls(dialogue, transport, signal);
  dialogue.attach(await secure(socket));
  await askCapabilities(dialogue, signal);
}
