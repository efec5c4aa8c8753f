/** The events of a watched account are what happened in it, whatever its server can. */
import { describe, it } from 'node:test';
import { ALL_CAPABILITIES } from 'posthorn-sandbox';
import { PROFILE_VARIANTS } from '../profile-variants.ts';
import { openSandboxBackend, type SandboxBackendOptions } from '../sandbox-backend.ts';
import { ChangingClient } from './changing-client.ts';
import { compareWithTruth } from './truth-model.ts';
import { openWatchScene } from './watch-scene.ts';

const STEPS = 60;

interface Variant {
  readonly title: string;
  readonly options: SandboxBackendOptions;
  readonly sharesFlags?: boolean;
}

const TIERS: readonly Variant[] = [
  { title: 'with NOTIFY and QRESYNC', options: {} },
  { title: 'with IDLE and QRESYNC', options: { capabilities: { without: ['NOTIFY'] } } },
  {
    title: 'with IDLE and CONDSTORE',
    options: { capabilities: { without: ['NOTIFY', 'QRESYNC', 'ESEARCH'] } },
  },
  {
    title: 'with IDLE and no mod-sequences',
    options: { capabilities: { without: ['NOTIFY', 'QRESYNC', 'CONDSTORE'] } },
  },
  { title: 'without any extension', options: { capabilities: { without: ALL_CAPABILITIES } } },
];

const PROVIDERS: readonly Variant[] = PROFILE_VARIANTS.map(({ profile, options }) => ({
  title: `of ${profile}`,
  options,
  sharesFlags: profile === 'gmail',
}));

describe('The events of an account', () => {
  for (const { title, options, sharesFlags = false } of [...TIERS, ...PROVIDERS]) {
    it(`are the truth on a server ${title}`, { timeout: 120_000 }, async (t) => {
      const backend = await openSandboxBackend(options);
      t.after(() => backend.close());
      const { sandbox, account } = backend;
      const user = sandbox.user(account.login.user);
      const [other = 'INBOX'] = user
        .mailboxes()
        .map(({ name }) => name)
        .filter((name) => name !== 'INBOX' && !/^\[Gmail\]/.test(name));
      user.createMailbox('Work');
      const client = await ChangingClient.open(
        { host: '127.0.0.1', port: sandbox.imapPort },
        { name: account.login.user, password: account.login.secret.reveal() },
        {
          mailboxes: [...new Set(['INBOX', 'Work', other])],
          ...{ canMove: false, hasKeywords: true },
          deliver: (mailbox, raw) => user.deliver(raw, { mailbox }),
        },
      );
      t.after(() => client.close());
      const scene = await openWatchScene(account, { timing: { proofMs: 3_000 } });
      t.after(() => scene.close());

      await compareWithTruth({ scene, client, steps: STEPS, sharesFlags });
    });
  }
});
