/** The path of the installation in front of the paths of its services. */
import { servicePrefix } from '../request/url/service-path.ts';

export interface BasePathOptions {
  /** Where clients reach the installation; null where only each request tells. */
  readonly publicUrl: string | null;
  /** The paths of the services below it. */
  readonly servicePaths: readonly string[];
}

/**
 * A function that cuts the path of `publicUrl` from the front of a raw URL, where a proxy has left it on. What is the
 * path of a service without it stays as it is: a service may be called like the installation.
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
