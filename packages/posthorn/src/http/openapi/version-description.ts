/** What the description of an API version says beside its routes. */
import type { ApiOperation } from '../route/api-route.ts';
import type { JsonSchema } from './json-schema.ts';

/** What is said of an operation; the shapes are those of @fastify/swagger. */
export type OperationDetails = Partial<ApiOperation>;

export interface VersionDescription {
  readonly title: string;
  /** What a reader has to know before the first request, in Markdown. */
  readonly text: string;
  /** The groups of operations in the order of the page. */
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  /** What operations refer to as `#/components/schemas/<name>`. */
  readonly schemas: Readonly<Record<string, JsonSchema>>;
  /** What they refer to as `#/components/examples/<name>`: example objects (OpenAPI 3.1 §4.8.19). */
  readonly examples: Readonly<Record<string, object>>;
  /** What is said of operations beside what their routes say, by operation id. */
  readonly operations?: Readonly<Record<string, OperationDetails>>;
}
