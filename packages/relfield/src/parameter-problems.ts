import { echo, type Problem } from './json-api-error.ts';
import { formatMediaType } from './media-type.ts';

/** The extension's specification, for clients. */
export interface ExtensionAdvice {
  readonly extensionUri: string;
  readonly aboutLink: string | undefined;
}

/** Unknown to JSON:API, extension and host. */
export function unknownParameter(name: string): Problem {
  const detail = `The parameter '${echo(name)}' is not supported here.`;
  return { code: 'unknown-parameter', detail, ...sourceOf(name) };
}

/** A repeated list parameter. */
export function repeatedParameter(name: string): Problem {
  const detail = `The parameter '${echo(name)}' is given more than once; put all fields into one list.`;
  return { code: 'repeated-parameter', detail, ...sourceOf(name) };
}

/** Names the first excess parameter. */
export function tooManyParameters(name: string, allowed: string): Problem {
  const detail = `A query may hold at most ${allowed}.`;
  return { code: 'too-many-parameters', detail, ...sourceOf(name) };
}

/** A `relfield:` parameter without the extension. */
export function extensionNotNegotiated(name: string, { extensionUri, aboutLink }: ExtensionAdvice): Problem {
  const accept = formatMediaType({ extensions: [extensionUri] });
  const detail = `'${echo(name)}' needs Accept: ${accept}.`;
  const links = aboutLink === undefined ? {} : { links: { about: aboutLink } };
  return { code: 'extension-not-negotiated', detail, ...sourceOf(name), ...links };
}

/** JSON:API forbids the name. */
export function invalidType(name: string, type: string): Problem {
  return { code: 'invalid-type', detail: `'${echo(type)}' is not a legal type name.`, ...sourceOf(name) };
}

/** The service lacks it. */
export function unknownType(name: string, type: string): Problem {
  return { code: 'unknown-type', detail: `There is no type '${echo(type)}'.`, ...sourceOf(name) };
}

/** README, rule 5. */
export function conflictingFieldsets(name: string, type: string): Problem {
  const detail = `fields[${echo(type)}] and ${echo(name)} exclude each other.`;
  return { code: 'conflicting-fieldsets', detail, ...sourceOf(name) };
}

function sourceOf(name: string): Pick<Problem, 'source'> {
  return { source: { parameter: echo(name) } };
}
