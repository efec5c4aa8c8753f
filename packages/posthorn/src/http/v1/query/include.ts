/** The `include` parameter: which related resources come with the answer (JSON:API 1.1 §fetching-includes). */
import { type Problem, problemOf, RequestProblems } from '../../answer/problem.ts';
import type { QueryParameters } from '../../request/url/query-parameters.ts';
import type { TypeName } from '../identifiers/resource-types.ts';
import type { RelationshipPath } from './field-selection.ts';
import { badParameter, shorten, singleValueOf } from './query-values.ts';

/** The types of included resources; null when the client did not ask for any. */
export type Inclusion = ReadonlySet<TypeName> | null;

/** Every path of this API has fewer; more cannot be meant. */
const MAX_PATHS = 8;
/** The longest path that leads anywhere: MessageItem.MailFolder.MailAccount. */
const MAX_DEPTH = 3;

/** The relationships that can be followed, and where they lead. */
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
};

/**
 * The types that the paths lead to, those on the way included. Throws RequestProblems for paths that do not exist
 * or lead back to the primary data, one for each, and for too many of them.
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

/** The relationships that the paths follow; those of paths that do not exist are left to `parseInclude`. */
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

/** All paths that can be followed, the shorter ones in front of what they lead to. */
function pathsFrom(type: TypeName, primaryType: TypeName, depth = 1): readonly string[] {
  return [...TARGETS[type]].flatMap(([name, target]) => {
    if (target === primaryType) return [];
    const longer = depth < MAX_DEPTH ? pathsFrom(target, primaryType, depth + 1) : [];
    return [name, ...longer.map((path) => `${name}.${path}`)];
  });
}
