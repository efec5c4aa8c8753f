/** Puts the answers that operations of an OpenAPI document share into their places, for who looks at one operation after the other. */

interface SharingDocument {
  readonly components: { readonly responses?: Readonly<Record<string, object>> };
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly responses: object }>>>>;
}

const PREFIX = '#/components/responses/';

/** A copy of the document without references to answers. Throws for a reference to none. */
export function resolveResponses<Document extends SharingDocument>(document: Document): Document {
  const copy = structuredClone(document);
  const shared = copy.components.responses ?? {};
  for (const { responses } of Object.values(copy.paths).flatMap((methods) => Object.values(methods))) {
    for (const [status, response] of Object.entries(responses)) {
      if (typeof response.$ref !== 'string') continue;
      const resolved = shared[response.$ref.slice(PREFIX.length)];
      if (resolved === undefined) throw new Error(`${response.$ref} is not there.`);
      Object.assign(responses, { [status]: structuredClone(resolved) });
    }
  }
  return copy;
}
