import { type ProblemPresenter, presentPlainProblem } from '../answer/problem-answer.ts';
import { presentErrorPage } from '../connect/error-page.ts';
import { isConnectPath } from '../request/url/connect-page-path.ts';
import { servicePrefix } from '../request/url/service-path.ts';
import type { ApiVersionTag } from '../route/api-route.ts';
import type { ApiVersion } from '../route/api-version.ts';
import { v0 } from '../v0/v0.ts';
import { discoveryPath } from '../v1/mail-servers/discover.ts';
import { v1 } from '../v1/v1.ts';

const LATEST = v1;

/** Oldest first. */
export const API_VERSIONS: readonly ApiVersion[] = [v0, v1];

/** Unknown versions too. */
const VERSION_SEGMENT = /^v[0-9]+$/;

/** The version of paths without one. Default: the latest. */
export function findAliasVersion(tag: ApiVersionTag | undefined): ApiVersion {
  return API_VERSIONS.find((version) => version.tag === tag) ?? LATEST;
}

/** A version's path prefixes. */
export function versionPrefixes(
  servicePath: string,
  { version, alias }: { readonly version: ApiVersion; readonly alias: ApiVersion },
): readonly string[] {
  const base = servicePrefix(servicePath);
  return version === alias ? [`${base}/${version.tag}`, base] : [`${base}/${version.tag}`];
}

/** Service paths. */
export interface ServicePaths {
  readonly emailPath: string;
  readonly authPath: string;
  /** False: the auth service has discovery only. */
  readonly hasSignIn: boolean;
  readonly hasConnectPage?: boolean;
}

/**
 * Selects the presenter by the path's version; the latest for unknown ones. Without sign-in, other auth paths
 * get plain problems.
 */
export function problemPresenters(
  { emailPath, authPath, hasSignIn, hasConnectPage = false }: ServicePaths,
  alias: ApiVersion,
): (path: string) => ProblemPresenter {
  const emailPrefix = `${servicePrefix(emailPath)}/`;
  const authPrefix = hasSignIn ? `${servicePrefix(authPath)}/` : null;
  const discovery = discoveryPath(authPath);
  return (path) => {
    if (hasConnectPage && isConnectPath(path, authPath)) return presentErrorPage;
    if (path === discovery) return LATEST.presentProblem;
    if (authPrefix !== null && `${path}/`.startsWith(authPrefix)) return v0.presentProblem;
    if (!`${path}/`.startsWith(emailPrefix)) return presentPlainProblem;
    const [segment = ''] = path.slice(emailPrefix.length).split('/', 1);
    if (!VERSION_SEGMENT.test(segment)) return alias.presentProblem;
    return API_VERSIONS.find(({ tag }) => tag === segment)?.presentProblem ?? LATEST.presentProblem;
  };
}
