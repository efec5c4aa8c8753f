import type { RelationshipPath } from '../../../resources/field-selection.ts';
import type { TypeName } from '../../../resources/identifiers/resource-types.ts';
import type { Inclusion } from '../../../resources/related-resources.ts';
import { type Problem, problemOf, RequestProblems } from '../../answer/problem.ts';
import type { QueryParameters } from '../../request/url/query-parameters.ts';
import { badParameter, shorten, singleValueOf } from './query-values.ts';

const MAX_PATHS = 8;
/** MessageItem.MailFolder.MailAccount. */
const MAX_DEPTH = 3;

const TARGETS: Readonly<Record<TypeName, ReadonlyMap<string, TypeName>>> = {
  MailAccount: new Map(),
  MailFolder: new Map([['MailAccount', 'MailAccount']]),
  MessageItem: new Map([
    ['MailFolder', 'MailFolder'],
    ['MessageBody', 'MessageBody'],
    ['Attachments', 'Attachment'],
  ]),
  MessageBody: new Map([
    ['MessageItem', 'MessageItem'],
    ['MailFolder', 'MailFolder'],
    ['Attachments', 'Attachment'],
  ]),
  Attachment: new Map([['MessageItem', 'MessageItem']]),
  ApiKey: new Map(),
  ConnectSession: new Map(),
  Event: new Map(),
  Webhook: new Map(),
  WebhookDelivery: new Map(),
};

/**
 * All types on the paths (JSON:API 1.1 §fetching-includes). Throws RequestProblems for unknown paths, too
 * many, and those back to the primary type.
 */
export function parseInclude(parameters: QueryParameters, primaryType: TypeName): Inclusion {
  const text = singleValueOf(parameters, 'include');
  if (text === undefined) return null;
  const paths = text === '' ? [] : text.split(',');
  if (paths.length > MAX_PATHS) throw badParameter('include', `must have at most ${MAX_PATHS} paths`);
  const followed = paths.map((path) => ({ path, types: followPath(path, primaryType) }));
  const [first, ...others] = followed
    .filter(({ types }) => types === undefined)
    .map(({ path }) => notSupported(path, primaryType));
  if (first !== undefined) throw new RequestProblems([first, ...others]);
  return new Set(followed.flatMap(({ types }) => types ?? []));
}

/** The relationships on existing paths. */
export function followedRelationships(
  parameters: QueryParameters,
  primaryType: TypeName,
): ReadonlySet<RelationshipPath> {
  const paths = (parameters.get('include') ?? []).flatMap((text) => text.split(',')).slice(0, MAX_PATHS);
  return new Set(
    paths.flatMap((path) => {
      const names = path.split('.');
      const sources = [primaryType, ...(followPath(path, primaryType) ?? [])];
      return sources.length > names.length
        ? names.map((name, index): RelationshipPath => `${sources[index] ?? primaryType}.${name}`)
        : [];
    }),
  );
}

function followPath(path: string, primaryType: TypeName): readonly TypeName[] | undefined {
  const names = path.split('.');
  if (names.length > MAX_DEPTH) return undefined;
  const types: TypeName[] = [];
  for (const name of names) {
    const target = TARGETS[types.at(-1) ?? primaryType].get(name);
    if (target === undefined || target === primaryType) return undefined;
    types.push(target);
  }
  return types;
}

function notSupported(path: string, primaryType: TypeName): Problem {
  const paths = pathsFrom(primaryType, primaryType);
  const choice = paths.length === 0 ? '' : `; there are ${paths.join(', ')}`;
  const detail = `"${shorten(path)}" leads to nothing that can be included here${choice}.`;
  return problemOf('include-not-supported', { parameter: 'include', detail });
}

/** An `include` path and its type. */
export interface IncludablePath {
  readonly path: string;
  readonly type: TypeName;
}

/** The shortest path to each includable type. */
export function includable(primaryType: TypeName): readonly IncludablePath[] {
  const all = pathsFrom(primaryType, primaryType).map((path): IncludablePath => {
    return { path, type: followPath(path, primaryType)?.at(-1) ?? primaryType };
  });
  const depthOf = ({ path }: IncludablePath): number => path.split('.').length;
  return all.filter((one) => !all.some((other) => other.type === one.type && depthOf(other) < depthOf(one)));
}

/** The includable types. */
export function includedTypes(primaryType: TypeName): readonly TypeName[] {
  return includable(primaryType).map(({ type }) => type);
}

/** All paths, prefixes first. */
function pathsFrom(type: TypeName, primaryType: TypeName, depth = 1): readonly string[] {
  return [...TARGETS[type]].flatMap(([name, target]) => {
    if (target === primaryType) return [];
    const longer = depth < MAX_DEPTH ? pathsFrom(target, primaryType, depth + 1) : [];
    return [name, ...longer.map((path) => `${name}.${path}`)];
  });
}
