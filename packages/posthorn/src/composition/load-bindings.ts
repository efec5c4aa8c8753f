import { ConfigurationError, type ConfigurationProblem } from '../config/configuration-error.ts';
import { loadConfigurationFile } from '../config/configuration-file.ts';
import { showValue } from '../config/show-value.ts';
import { defaultBindings } from './default-bindings.ts';
import { isDefinedHere } from './define-bindings.ts';
import { type Configuration, isReplaceable, type Overrides } from './services.ts';

/** Bindings' location and configuration. */
export interface BindingsSources {
  /** Contains `app/config/bindings.js` or `bindings.mjs`. */
  readonly rootDirectory: string;
  readonly configuration: Configuration;
}

/** Another copy's MailError is another class. */
const DEFINED_HERE =
  'a default export made by defineBindings of posthorn/bindings, from the copy of posthorn that runs (start it from the installation: npx posthorn serve)';

const NEVER_RELOADED = 0;

/** Loads bindings. Throws ConfigurationError. */
export async function loadBindings(sources: BindingsSources): Promise<Overrides> {
  const file = await loadConfigurationFile({
    rootDirectory: sources.rootDirectory,
    name: 'bindings',
    revision: NEVER_RELOADED,
  });
  if (file === undefined) return {};
  if (!isDefinedHere(file.value)) {
    throw new ConfigurationError([{ key: file.name, expected: DEFINED_HERE, got: showValue(file.value) }]);
  }
  const names = Object.keys(defaultBindings(sources.configuration)).filter(isReplaceable);
  const problems = Object.entries(file.value).flatMap(([name, binding]) =>
    findProblem(binding, { key: `${file.name}, ${name}`, isKnown: names.includes(name), names }),
  );
  if (problems.length > 0) throw new ConfigurationError(problems);
  return file.value;
}

function findProblem(
  binding: unknown,
  {
    key,
    isKnown,
    names,
  }: { readonly key: string; readonly isKnown: boolean; readonly names: readonly string[] },
): readonly ConfigurationProblem[] {
  if (!isKnown) {
    return [{ key, expected: `the name of a service (${names.join(', ')})`, got: 'another name' }];
  }
  if (typeof binding === 'function') return [];
  return [{ key, expected: 'a function of the services that gives the service', got: showValue(binding) }];
}
