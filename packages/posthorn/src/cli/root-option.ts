import { type Command, Option } from 'commander';

/** An installation's location. */
export interface RootFlags {
  readonly root: string;
  /** Replaces `.env`. */
  readonly settingsFile?: string;
}

/** `--root DIR`. Default: the current directory. */
export function rootOption(): Option {
  return new Option('--root <directory>', 'the installation directory').default('.', 'the current directory');
}

/** `--settings-file FILE`. */
export function settingsFileOption(): Option {
  return new Option('--settings-file <file>', 'the file with the settings, in place of .env');
}

/** Adds options of store commands. */
export function withStoreOptions(command: Command): Command {
  return command
    .addOption(rootOption())
    .addOption(settingsFileOption())
    .option('--json', 'prints one JSON document');
}
