import type { CorsRules } from '../domain/network/cors-rules.ts';
import type { ConfigurationProblem } from './configuration-error.ts';
import type { Settings } from './settings.ts';
import { showValue } from './show-value.ts';

const OTHER_PATHS = ['docs', 'openapi', 'health'];
const WHOLE_URL = /^[a-z][a-z0-9+.-]*:/i;

/**
 * Path patterns that match nothing served, in file order, or a lack of origins: pages would be refused
 * without visible reason.
 */
export function checkCorsReach(
  options: CorsRules,
  { emailPath, authPath }: Pick<Settings, 'emailPath' | 'authPath'>,
): readonly ConfigurationProblem[] {
  const { everywhere, byHost } = options.paths;
  const patterns = [...everywhere, ...[...byHost.values()].flat()];
  // Switched off.
  if (patterns.length === 0) return [];
  const served = [emailPath, authPath, ...OTHER_PATHS];
  const useless = patterns.filter((pattern) => !WHOLE_URL.test(pattern) && !canCover(pattern, served));
  const problems = useless.map((pattern) => ({
    key: 'app/config/cors: paths',
    expected: `a path of something that is served (${served.map((path) => `${path}/*`).join(', ')}), or *`,
    got: `${showValue(pattern)}, which covers none of it`,
  }));
  const hasOrigins = options.allowedOrigins.length > 0 || options.allowedOriginPatterns.length > 0;
  return hasOrigins ? problems : [...problems, NO_ORIGINS];
}

const NO_ORIGINS: ConfigurationProblem = {
  key: 'app/config/cors: allowed_origins',
  expected: 'an origin here, or an expression in allowed_origins_patterns (paths: [] switches CORS off)',
  got: 'none of both',
};

/** True if the part before the first `*` and a served path are prefixes either way. */
function canCover(pattern: string, served: readonly string[]): boolean {
  const [start = ''] = pattern.replace(/^\/+/, '').replace(/\/+$/, '').split('*', 1);
  if (start === '') return true;
  const hasWildcard = pattern.includes('*');
  return served.some((path) => {
    if (hasWildcard && path.startsWith(start)) return true;
    return start === path || start.startsWith(`${path}/`);
  });
}
