/** Serves the descriptions of the API versions, for programs and for people. */
import type { FastifyInstance } from 'fastify';
import { createDocument, type DescribedService } from '../openapi/create-document.ts';
import { addReferencePage } from '../openapi/reference-page.ts';
import { addRevalidatedResource } from '../openapi/revalidated-resource.ts';
import type { ApiVersion } from '../route/api-version.ts';
import type { HttpServices } from '../route/http-services.ts';
import { signInService } from '../v0/auth/sign-in.ts';
import { API_VERSIONS, findAliasVersion, versionPrefixes } from './api-versions.ts';
import type { HttpOptions } from './http-options.ts';
import { VERSION_DESCRIPTIONS } from './version-descriptions.ts';

/** Adds `/openapi/<version>.json` for each version, and the reference page. */
export function addApiDescription(app: FastifyInstance, services: HttpServices, options: HttpOptions): void {
  const alias = findAliasVersion(options.aliasVersion);
  const documents = API_VERSIONS.map((version) => {
    const { tag } = version;
    const description = VERSION_DESCRIPTIONS[tag];
    const url = `/openapi/${tag}.json`;
    const emailService: DescribedService = {
      prefixes: versionPrefixes(options.emailPath, { version, alias }),
      routes: version.createRoutes(services, options),
    };
    const others = otherServices(version, services, options);
    addRevalidatedResource(app, {
      path: url,
      contentType: 'application/json; charset=utf-8',
      load: async (base) =>
        JSON.stringify(
          await createDocument({
            tag,
            description,
            base,
            services: [emailService, ...others],
            logins: services.authProvider.acceptedLogins?.(),
          }),
        ),
    });
    // Relative to the page: the path of the installation may stand before both.
    return { title: description.title, slug: tag, url: `.${url}`, default: version === alias };
  });
  addReferencePage(app, documents);
}

/** The sign-in belongs to version 0: it is in the words of that version. */
function otherServices(
  { tag }: ApiVersion,
  services: HttpServices,
  { authPath }: HttpOptions,
): readonly DescribedService[] {
  const hasSignIn = tag === 'v0' && services.authProvider.hasSignIn;
  return hasSignIn ? [signInService(authPath, services)] : [];
}
