import type { FastifyInstance } from 'fastify';
import { createDocument, type DescribedService } from '../openapi/create-document.ts';
import { addReferencePage } from '../openapi/reference-page.ts';
import { addRevalidatedResource } from '../openapi/revalidated-resource.ts';
import type { DescribedLogins } from '../openapi/security-schemes.ts';
import type { ApiVersion } from '../route/api-version.ts';
import type { HttpServices } from '../route/http-services.ts';
import { signInService } from '../v0/auth/sign-in.ts';
import { discoveryService } from '../v1/mail-servers/discover.ts';
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
          createDocument({
            tag,
            description,
            base,
            services: [emailService, ...others],
            logins: loginsOf(services),
          }),
        ),
    });
    // Relative: a base path may precede both.
    return { title: description.title, slug: tag, url: `.${url}`, default: version === alias };
  });
  addReferencePage(app, documents);
}

/** Version 0 has sign-in, version 1 discovery. */
function otherServices(
  { tag }: ApiVersion,
  services: HttpServices,
  { authPath }: HttpOptions,
): readonly DescribedService[] {
  if (tag === 'v1') return [discoveryService(authPath, services)];
  return services.authProvider.hasSignIn ? [signInService(authPath, services)] : [];
}

function loginsOf({ authProvider, managedKeys }: HttpServices): DescribedLogins {
  const logins = authProvider.acceptedLogins?.() ?? { hasTokens: true, hasConnectionData: true };
  return { ...logins, hasApiKeys: managedKeys !== null };
}
