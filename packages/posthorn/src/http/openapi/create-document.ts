import type { ApiRoute, ApiVersionTag } from '../route/api-route.ts';
import { Components } from './components.ts';
import { type DescribedLogins, describeLogins } from './security-schemes.ts';
import { shareRepeats } from './share-repeats.ts';
import type { VersionDescription } from './version-description.ts';
import { toTemplate, writeOperation } from './write-operation.ts';

/** Routes with common prefixes. */
export interface DescribedService {
  /** Such as `/rest-api-email/v0`; preferred first. */
  readonly prefixes: readonly string[];
  readonly routes: readonly ApiRoute[];
}

/** A document's parts. */
export interface DocumentInput {
  readonly tag: ApiVersionTag;
  readonly description: VersionDescription;
  /** The installation's address or path; may be empty. */
  readonly base: string;
  /** The email service first: its prefixes are the servers. */
  readonly services: readonly [DescribedService, ...DescribedService[]];
  readonly logins?: DescribedLogins | undefined;
}

/** An API version's OpenAPI 3.1 document. */
export function createDocument({ tag, description, base, services, logins }: DocumentInput): object {
  const components = new Components();
  const schemas = Object.entries(description.schemas);
  for (const [title, schema] of schemas) components.addTitled({ title, ...schema });
  const { security, securitySchemes } = describeLogins(logins);
  const paths = describePaths(services, { description, base, components });
  return {
    openapi: '3.1.0',
    info: {
      title: description.title,
      version: tag,
      description: description.text,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: toServers(services[0], base),
    security,
    tags: description.tags,
    paths,
    components: { ...components.toObject(), examples: description.examples, securitySchemes },
  };
}

type Paths = Readonly<Record<string, Readonly<Record<string, object>>>>;

function describePaths(
  services: DocumentInput['services'],
  {
    description,
    base,
    components,
  }: Pick<DocumentInput, 'description' | 'base'> & { readonly components: Components },
): Paths {
  const described = services.flatMap((service) =>
    service.routes
      .filter(({ operation }) => !operation.hide)
      .map((route) => ({
        route,
        servers: service === services[0] ? {} : { servers: toServers(service, base) },
      })),
  );
  const { segments } = description;
  const written = described.map(({ route }) => writeOperation(route, { components, segments }));
  const paths: Record<string, Record<string, object>> = {};
  for (const [index, operation] of shareRepeats(written, components).entries()) {
    const { route, servers } = described[index] ?? {};
    if (route === undefined) continue;
    const path = toTemplate(route.path);
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: { ...operation, ...servers } };
  }
  return paths;
}

function toServers({ prefixes }: DescribedService, base: string): { url: string }[] {
  return prefixes.map((prefix) => ({ url: base + prefix || '/' }));
}
