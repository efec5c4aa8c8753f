/** The options that name the installation. */
import { Option } from 'commander';

/** Where an installation is. */
export interface RootFlags {
  /** The installation directory. */
  readonly root: string;
  /** The file to use in place of its `.env`. */
  readonly settingsFile?: string;
}

/** `--root DIR`; the default is the current directory. */
export function rootOption(): Option {
  return new Option('--root <directory>', 'the installation directory').default('.', 'the current directory');
}

/** `--settings-file FILE`; without it, `.env` of the installation. */
export function settingsFileOption(): Option {
  return new Option('--settings-file <file>', 'the file with the settings, in place of .env');
}
