import { type Command, Option } from 'commander';

/** Location of an installation. */
export interface RootFlags {
  readonly root: string;
  /** Replaces `.env`. */
  readonly settingsFile?: string;
}

/** Returns `--root DIR`, by default the current directory. */
export function rootOption(): Option {
  return new Option('--root <directory>', 'the installation directory').default('.', 'the current directory');
}

/** Returns `--settings-file FILE`. */
export function settingsFileOption(): Option {
  return new Option('--settings-file <file>', 'the file with the settings, in place of .env');
}

/** Adds the options that all commands of the store have. */
export function withStoreOptions(command: Command): Command {
  return command
    .addOption(rootOption())
    .addOption(settingsFileOption())
    .option('--json', 'prints one JSON document');
}
