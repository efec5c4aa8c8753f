/** Dovecot's settings for access tokens: an oauth2 passdb and the file that it reads. */
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Call `remove` when done. */
export interface DovecotOAuth {
  /** Lines for dovecot.conf: these mechanisms beside PLAIN, for tokens. */
  settings(mechanisms: string): string;
  remove(): Promise<void>;
}

/** Writes the file with these lines. */
export async function writeDovecotOAuth(lines: string): Promise<DovecotOAuth> {
  const folder = await mkdtemp(join(tmpdir(), 'posthorn-token-'));
  // Dovecot reads it as the mail user.
  await chmod(folder, 0o755);
  const file = join(folder, 'oauth2.conf.ext');
  await writeFile(file, lines);
  return {
    // Without `auth_username_chars` Dovecot refuses commas in user names.
    settings: (mechanisms) => `auth_mechanisms = plain ${mechanisms}
auth_username_chars =
passdb {
  driver = oauth2
  mechanisms = ${mechanisms}
  args = ${file}
}
`,
    remove: () => rm(folder, { recursive: true }),
  };
}
