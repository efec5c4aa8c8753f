import { servicePrefix } from '../request/url/service-path.ts';

/** Remover options. */
export interface BasePathOptions {
  readonly publicUrl: string | null;
  /** Below the public URL. */
  readonly servicePaths: readonly string[];
}

/**
 * Strips the path of `publicUrl` from a raw URL, if a proxy left it. Service paths stay: a service may share
 * the installation's name.
 */
export function createBasePathRemover({ publicUrl, servicePaths }: BasePathOptions): (url: string) => string {
  const basePath = publicUrl === null ? '' : servicePrefix(new URL(publicUrl).pathname);
  if (basePath === '') return (url) => url;
  const prefixes = servicePaths.map((path) => `${servicePrefix(path)}/`);
  const isOfService = (url: string): boolean => prefixes.some((prefix) => url.startsWith(prefix));
  return (url) => {
    if (!url.startsWith(basePath)) return url;
    const rest = url.slice(basePath.length);
    if (rest === '' || rest.startsWith('?')) return `/${rest}`;
    return rest.startsWith('/') && (isOfService(rest) || !isOfService(url)) ? rest : url;
  };
}
