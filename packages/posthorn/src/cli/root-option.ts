/** The option that names the installation. */
import { Option } from 'commander';

/** `--root DIR`; the default is the current directory. */
export function rootOption(): Option {
  return new Option('--root <directory>', 'the installation directory').default('.', 'the current directory');
}
