/** The versions of the API, and which one a path means. */
import { type ProblemPresenter, presentPlainProblem } from '../answer/problem-answer.ts';
import { servicePrefix } from '../request/url/service-path.ts';
import type { ApiVersionTag } from '../route/api-route.ts';
import type { ApiVersion } from '../route/api-version.ts';
import { v0 } from '../v0/v0.ts';
import { v1 } from '../v1/v1.ts';

const LATEST = v1;

/** All versions, the oldest first. */
export const API_VERSIONS: readonly ApiVersion[] = [v0, v1];

/** What any version looks like, also one that does not exist (yet, or any more). */
const VERSION_SEGMENT = /^v[0-9]+$/;

/** The version that answers where a path names none: the one with this tag, else the latest. */
export function findAliasVersion(tag: ApiVersionTag | undefined): ApiVersion {
  return API_VERSIONS.find((version) => version.tag === tag) ?? LATEST;
}

/** The prefixes below which a version's routes stand. */
export function versionPrefixes(
  servicePath: string,
  { version, alias }: { readonly version: ApiVersion; readonly alias: ApiVersion },
): readonly string[] {
  const base = servicePrefix(servicePath);
  return version === alias ? [`${base}/${version.tag}`, base] : [`${base}/${version.tag}`];
}

/**
 * Finds how problems with a path are told: in the words of the version that the path means, if any. Without an
 * auth service (`authPath` null), its path is one like any other. A version that does not exist is told of in the words of the latest.
 */
export function problemPresenters(
  { emailPath, authPath }: { readonly emailPath: string; readonly authPath: string | null },
  alias: ApiVersion,
): (path: string) => ProblemPresenter {
  const emailPrefix = `${servicePrefix(emailPath)}/`;
  const authPrefix = authPath === null ? null : `${servicePrefix(authPath)}/`;
  return (path) => {
    if (authPrefix !== null && `${path}/`.startsWith(authPrefix)) return v0.presentProblem;
    if (!`${path}/`.startsWith(emailPrefix)) return presentPlainProblem;
    const [segment = ''] = path.slice(emailPrefix.length).split('/', 1);
    if (!VERSION_SEGMENT.test(segment)) return alias.presentProblem;
    return API_VERSIONS.find(({ tag }) => tag === segment)?.presentProblem ?? LATEST.presentProblem;
  };
}
