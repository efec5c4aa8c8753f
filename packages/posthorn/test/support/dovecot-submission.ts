/** Dovecot as a submission server (RFC 6409) that hands all mail on to the SMTP sink of a sandbox. */
import { type Sandbox, startSandbox } from 'posthorn-sandbox';
import { type Dovecot, type DovecotOptions, startDovecot } from './dovecot.ts';
import { findFreePort } from './free-port.ts';

/** A running instance. Call `stop` when done. */
export interface DovecotSubmission {
  /** Offers STARTTLS. */
  readonly port: number;
  /** Implicit TLS. */
  readonly tlsPort: number;
  readonly dovecot: Dovecot;
  /** Where the mail arrives. */
  readonly sink: Sandbox;
  stop(): Promise<void>;
}

const HOST = '127.0.0.1';
const RELAY_USER = { name: 'relay', password: 'relay-secret' };

/** Starts Dovecot with TLS and submission, and these settings besides. Needs Debian's dovecot-submissiond. */
export async function startDovecotSubmission(
  options: Pick<DovecotOptions, 'users' | 'settings'> = {},
): Promise<DovecotSubmission> {
  const sink = await startSandbox({ users: [RELAY_USER], smtp: true });
  const [port, tlsPort] = [await findFreePort(), await findFreePort()];
  const settings = submissionSettings({ port, tlsPort, relayPort: sink.smtpPort ?? 0 });
  const dovecot = await startDovecot({
    ...options,
    hasTls: true,
    settings: `${settings}\n${options.settings ?? ''}`,
  }).catch(async (error: unknown) => {
    // A sink that listens would keep the test process alive.
    await sink.close();
    throw error;
  });
  return {
    ...{ port, tlsPort, dovecot, sink },
    async stop() {
      await dovecot.stop();
      await sink.close();
    },
  };
}

interface Ports {
  readonly port: number;
  readonly tlsPort: number;
  readonly relayPort: number;
}

/** Without a chroot, which only root could enter. The size is what EHLO announces. */
function submissionSettings({ port, tlsPort, relayPort }: Ports): string {
  return `protocols = imap submission
hostname = submission.example.org
disable_plaintext_auth = yes
submission_max_mail_size = 1 M
submission_relay_host = ${HOST}
submission_relay_port = ${relayPort}
submission_relay_user = ${RELAY_USER.name}
submission_relay_password = ${RELAY_USER.password}
service submission-login {
  chroot =
  inet_listener submission {
    port = ${port}
  }
  inet_listener submissions {
    port = ${tlsPort}
    ssl = yes
  }
}`;
}
