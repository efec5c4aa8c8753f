import type { ParameterSchemas } from '../route/api-route.ts';
import type { JsonSchema } from './json-schema.ts';

/** An API version, without routes. */
export interface VersionDescription {
  readonly title: string;
  /** Markdown. */
  readonly text: string;
  /** In page order. */
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly segments: ParameterSchemas;
  /** Referenced as `#/components/schemas/<name>`. */
  readonly schemas: Readonly<Record<string, JsonSchema>>;
  /** Referenced as `#/components/examples/<name>` (OpenAPI 3.1 §4.8.19). */
  readonly examples: Readonly<Record<string, object>>;
}
