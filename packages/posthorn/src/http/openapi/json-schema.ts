/** A schema as the API descriptions write it. */

/** A schema of JSON Schema 2020-12, which is what OpenAPI 3.1 takes. It describes and checks nothing. */
export interface JsonSchema {
  readonly [keyword: string]: unknown;
}
