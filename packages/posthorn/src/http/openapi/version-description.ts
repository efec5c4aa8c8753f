/** The description of an API version, apart from its routes. */
import type { JsonSchema } from './json-schema.ts';

export interface VersionDescription {
  readonly title: string;
  /** An introduction for readers, in Markdown. */
  readonly text: string;
  /** The groups of operations in the order of the page. */
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  /** What operations refer to as `#/components/schemas/<name>`. */
  readonly schemas: Readonly<Record<string, JsonSchema>>;
  /** What they refer to as `#/components/examples/<name>`: example objects (OpenAPI 3.1 §4.8.19). */
  readonly examples: Readonly<Record<string, object>>;
}
