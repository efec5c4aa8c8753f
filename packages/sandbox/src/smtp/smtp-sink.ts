import {
  SMTPServer,
  type SMTPServerDataStream,
  type SMTPServerOptions,
  type SMTPServerSession,
} from 'smtp-server';
import { listenOnLoopback } from '../loopback.ts';
import type { TlsCredentials } from '../tls-credentials.ts';
import {
  type AcceptedMail,
  MailAcceptance,
  type MailAcceptanceOptions,
  SmtpRefusal,
} from './mail-acceptance.ts';
import {
  installAuthentication,
  type SmtpAuthenticationOptions,
  type SmtpConnection,
} from './smtp-authentication.ts';
import { meetConnectionFaults, type SmtpTarget, watchCommands } from './smtp-connection-faults.ts';

/** The sink's options. */
export interface SmtpSinkOptions extends MailAcceptanceOptions, SmtpAuthenticationOptions {
  readonly port: number;
  readonly tls: TlsCredentials | undefined;
}

/** A submission server (RFC 6409) accepting users' mail. */
export interface SmtpSink {
  readonly port: number;
  readonly acceptedMail: readonly AcceptedMail[];
  close(): Promise<void>;
}

/** Above any provider's largest message. */
const MAX_MESSAGE_OCTETS = 64 * 1024 * 1024;
const CLOSE_TIMEOUT_MS = 1;

/** Rejects when the port is taken. */
export async function startSmtpSink(options: SmtpSinkOptions): Promise<SmtpSink> {
  const acceptance = new MailAcceptance(options);
  const server = new SMTPServer({
    ...serverSettings(options),
    onConnect: (session, callback) => {
      const connection = findConnection(server, session);
      if (connection === undefined) return callback();
      const target = { connection, faults: options.faults };
      installAuthentication(connection, options);
      watchCommands(target);
      if (meetConnectionFaults(target, { at: 'smtp-before-greeting' })) callback();
    },
    onRcptTo: ({ address }, session, callback) => callback(acceptance.refusalOfRecipient(address, session)),
    onData: (stream, session, callback) => {
      const connection = findConnection(server, session);
      if (connection === undefined) return callback(new SmtpRefusal(421, 'The connection is gone'));
      const target = { connection, faults: options.faults };
      void takeMessage({ target, acceptance, stream, session }).then(() => callback(), callback);
    },
  });
  // Disconnects are no failures.
  server.on('error', () => undefined);
  const port = await listenOnLoopback(server.server, options.port);
  return {
    port,
    get acceptedMail() {
      return acceptance.accepted;
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

function serverSettings({ tls, requireTls, login }: SmtpSinkOptions): SMTPServerOptions {
  return {
    ...tls,
    name: 'posthorn-sandbox',
    size: MAX_MESSAGE_OCTETS,
    rejectOversized: true,
    authMethods: [...login.smtpMechanisms],
    allowInsecureAuth: !requireTls,
    disabledCommands: tls === undefined ? ['STARTTLS'] : [],
    disableReverseLookup: true,
    closeTimeout: CLOSE_TIMEOUT_MS,
  };
}

interface Transaction {
  readonly target: SmtpTarget;
  readonly acceptance: MailAcceptance;
  readonly stream: SMTPServerDataStream;
  readonly session: SMTPServerSession;
}

/** A dropped or frozen connection accepts no reply. */
async function takeMessage({ target, acceptance, stream, session }: Transaction): Promise<void> {
  const raw = await acceptance.receive(stream, session);
  if (!meetConnectionFaults(target, { at: 'smtp-data-received' })) return;
  if (!stream.sizeExceeded) acceptance.accept(raw, session);
  if (!meetConnectionFaults(target, { at: 'smtp-before-data-reply' })) return;
  // The reply is written in this turn.
  setImmediate(() => meetConnectionFaults(target, { at: 'smtp-after-data-reply' }));
}

function findConnection(server: SMTPServer, session: SMTPServerSession): SmtpConnection | undefined {
  for (const connection of server.connections) {
    if (connection.id === session.id) return connection;
  }
  return undefined;
}
