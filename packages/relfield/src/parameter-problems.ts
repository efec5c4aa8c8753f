/** The words for everything that can be wrong with a parameter apart from its value. */

import { echo, type Problem } from './json-api-error.ts';
import { formatMediaType } from './media-type.ts';

/** The specification of the extension, for clients. */
export interface ExtensionAdvice {
  /** The extension URI that the error advises to name. */
  readonly extensionUri: string;
  /** A page about the extension. */
  readonly aboutLink: string | undefined;
}

/** A parameter that neither JSON:API nor the extension nor the host knows. */
export function unknownParameter(name: string): Problem {
  const detail = `The parameter '${echo(name)}' is not supported here.`;
  return { code: 'unknown-parameter', detail, ...sourceOf(name) };
}

/** A second value for a parameter that holds a list. */
export function repeatedParameter(name: string): Problem {
  const detail = `The parameter '${echo(name)}' is given more than once; put all fields into one list.`;
  return { code: 'repeated-parameter', detail, ...sourceOf(name) };
}

/** More parameters or types than the limits allow; the first one that is too many is named. */
export function tooManyParameters(name: string, allowed: string): Problem {
  const detail = `A query may hold at most ${allowed}.`;
  return { code: 'too-many-parameters', detail, ...sourceOf(name) };
}

/** A `relfield:` parameter in a request that does not name the extension. */
export function extensionNotNegotiated(name: string, { extensionUri, aboutLink }: ExtensionAdvice): Problem {
  const accept = formatMediaType({ extensions: [extensionUri] });
  const detail = `'${echo(name)}' needs Accept: ${accept}.`;
  const links = aboutLink === undefined ? {} : { links: { about: aboutLink } };
  return { code: 'extension-not-negotiated', detail, ...sourceOf(name), ...links };
}

/** A type name that JSON:API does not allow. */
export function invalidType(name: string, type: string): Problem {
  return { code: 'invalid-type', detail: `'${echo(type)}' is not a legal type name.`, ...sourceOf(name) };
}

/** A type that the service does not have. */
export function unknownType(name: string, type: string): Problem {
  return { code: 'unknown-type', detail: `There is no type '${echo(type)}'.`, ...sourceOf(name) };
}

/** Both fieldset parameters for one type. README, rule 5. */
export function conflictingFieldsets(name: string, type: string): Problem {
  const detail = `fields[${echo(type)}] and ${echo(name)} exclude each other.`;
  return { code: 'conflicting-fieldsets', detail, ...sourceOf(name) };
}

function sourceOf(name: string): Pick<Problem, 'source'> {
  return { source: { parameter: echo(name) } };
}
