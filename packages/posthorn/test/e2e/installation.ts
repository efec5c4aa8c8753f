/** An installation on disk for a mail server that is running. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type PosthornProcess, startPosthornProcess } from './posthorn-process.ts';

export interface InstallationOptions {
  /** Of the mail server on loopback, which speaks plain text. */
  readonly imapPort: number;
  /** Of the server to send by, in plain text too; without it, nobody can send. */
  readonly smtpPort?: number | undefined;
  /** Of the account; default `example`. */
  readonly id?: string;
  /** Which users are there; default those at example.org. */
  readonly match?: string;
  /** Lines of `.env` besides PORT and AUTH_PROVIDER. */
  readonly settings?: Readonly<Record<string, string>>;
  /** The source of `app/config/cors.js`. */
  readonly cors?: string;
  /** Variables of the process besides those of `.env`. */
  readonly environment?: Readonly<Record<string, string>>;
}

/** Runs `posthorn serve` in a new installation; `stop` removes it. Rejects with all output when the server ends. */
export async function serveInstallation(options: InstallationOptions): Promise<PosthornProcess> {
  const { imapPort, smtpPort, id = 'example', match = '/@example\\.org$/' } = options;
  const { settings = {}, cors, environment = {} } = options;
  const root = await mkdtemp(join(tmpdir(), 'posthorn-installation-'));
  const config = join(root, 'app/config');
  await mkdir(config, { recursive: true });
  const lines = { AUTH_PROVIDER: 'single-imap-user', PORT: '0', ...settings };
  await writeFile(
    join(root, '.env'),
    Object.entries(lines)
      .map(([key, value]) => `${key}=${value}\n`)
      .join(''),
  );
  await writeFile(
    join(config, 'imapserver.json'),
    JSON.stringify([
      {
        ...{ id, inbox_address: '127.0.0.1', inbox_port: imapPort, inbox_ssl: false },
        ...(smtpPort !== undefined && {
          ...{ outbox_address: '127.0.0.1', outbox_port: smtpPort, outbox_secure: 'none' },
        }),
        ...{ match, root: [] },
      },
    ]),
  );
  await writeFile(join(root, 'package.json'), '{ "type": "module" }');
  if (cors !== undefined) await writeFile(join(config, 'cors.js'), cors);
  const server = await startPosthornProcess(['serve', '--root', root], { environment }).catch(
    async (error: unknown) => {
      await rm(root, { recursive: true });
      throw error;
    },
  );
  return {
    ...server,
    async stop(signal) {
      const code = await server.stop(signal);
      await rm(root, { recursive: true, force: true });
      return code;
    },
  };
}
