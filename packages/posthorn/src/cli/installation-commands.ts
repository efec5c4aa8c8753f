import { type Command, Option } from 'commander';
import type { Dialogue } from './dialogues/dialogue.ts';
import type { InstallationFlags } from './installation.ts';
import { lazily } from './lazily.ts';
import { rootOption, settingsFileOption } from './root-option.ts';

const FLAGS = {
  url: [['--url <url>', 'where this instance is available']],
  api: [
    ['--email-path <path>', 'the path of the email service'],
    ['--auth-provider <name>', 'local-mail-account or single-imap-user'],
    ['--auth-path <path>', 'the path of the auth service; only with single-imap-user'],
    [
      '--mail-hosts-only <list>',
      'the only mail servers that clients may name, or all; only with local-mail-account',
    ],
  ],
  env: [['--env <name>', 'the environment, such as production']],
  debug: [
    ['--debug', 'switches debug mode on'],
    ['--no-debug', 'switches debug mode off'],
  ],
  listen: [
    ['--host <address>', 'the address to listen on'],
    ['--port <number>', 'the port to listen on'],
  ],
  database: [
    [
      '--database <where>',
      'where mail accounts and API keys are kept: none, file, file:PATH or postgres://USER@HOST/DATABASE',
    ],
  ],
  copies: [
    ['--overwrite', 'overwrites configuration files that exist'],
    ['--no-overwrite', 'keeps configuration files that exist'],
  ],
} as const;

type Topic = keyof typeof FLAGS;

interface InstallationCommand {
  readonly name: string;
  readonly description: string;
  readonly topics: readonly Topic[];
  readonly run: (flags: InstallationFlags) => Promise<void>;
}

const COMMANDS: readonly InstallationCommand[] = [
  {
    name: 'install',
    description: 'Asks through all settings and makes the configuration files; may be repeated',
    topics: ['url', 'api', 'env', 'debug', 'listen', 'database', 'copies'],
    run: lazily(async () => (await import('./commands/install.ts')).runInstall),
  },
  {
    name: 'configure:url',
    description: 'Sets the URL where this instance is available',
    topics: ['url'],
    run: configureBy(async () => (await import('./dialogues/ask-url.ts')).askUrl),
  },
  {
    name: 'configure:api',
    description: 'Sets the API paths and the authentication provider',
    topics: ['api'],
    run: configureBy(async () => (await import('./dialogues/ask-api.ts')).askApi),
  },
  {
    name: 'configure:env',
    description: 'Sets the environment the instance runs in',
    topics: ['env'],
    run: configureBy(async () => (await import('./dialogues/ask-environment.ts')).askEnvironment),
  },
  {
    name: 'configure:debug',
    description: 'Enables or disables debug mode',
    topics: ['debug'],
    run: configureBy(async () => (await import('./dialogues/ask-debug.ts')).askDebug),
  },
  {
    name: 'configure:listen',
    description: 'Sets the address and the port to listen on',
    topics: ['listen'],
    run: configureBy(async () => (await import('./dialogues/ask-listen.ts')).askListen),
  },
  {
    name: 'copyconfig',
    description: 'Makes configuration files from their templates',
    topics: ['copies'],
    run: lazily(async () => (await import('./commands/copy-config.ts')).runCopyConfig),
  },
];

function configureBy(load: () => Promise<Dialogue>): (flags: InstallationFlags) => Promise<void> {
  return lazily(async () => {
    const { createConfigureCommand } = await import('./commands/configure.ts');
    return createConfigureCommand(await load());
  });
}

/** Adds the commands in `list` order. */
export function addInstallationCommands(program: Command): void {
  for (const { name, description, topics, run } of COMMANDS) {
    const command = program.command(name).description(description).addOption(rootOption());
    command.addOption(settingsFileOption());
    for (const [flag, meaning] of topics.flatMap((topic) => FLAGS[topic] as readonly (readonly string[])[])) {
      command.addOption(new Option(flag ?? '', meaning));
    }
    command
      .option('--yes', 'takes the default of each question that no flag answers, and asks nothing')
      .action(run);
  }
}
