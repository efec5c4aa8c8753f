import type { ClientKey } from './field-catalogue.ts';
import type { TokenGrammar } from './field-tokens.ts';
import type { Activation, ActivationByType } from './fieldset-parameters.ts';
import type { Limits } from './limits.ts';
import type { ClientOf, ResourceType } from './resource-type.ts';
import type { SelectionRules } from './select-fields.ts';

/** An extension URI and its grammar. */
export interface RelfieldUri {
  readonly uri: string;
  /** Default: `prefixed`. A media type must not combine two grammars. */
  readonly grammar?: TokenGrammar;
}

/** `types` and `extensions` are required. */
export interface RelfieldOptions<Type extends ResourceType> {
  readonly types: readonly Type[];
  /** Responses repeat the client's URI; the first one serves implicit requests. */
  readonly extensions: readonly [RelfieldUri, ...RelfieldUri[]];
  /** Global or per type. Default: `strict`. */
  readonly activation?: Activation | ActivationByType<Type['name']>;
  /** Default: `error`. */
  readonly unknownExcluded?: SelectionRules['unknownExcluded'];
  /** Default: `last-wins`. */
  readonly conflicts?: SelectionRules['conflicts'];
  /** Default: false. */
  readonly spaceIsPlus?: boolean;
  readonly limits?: Partial<Limits>;
  /** Other extensions' URIs. */
  readonly otherExtensions?: readonly string[];
  readonly profiles?: readonly string[];
  /** Media types for the same documents, such as `application/json`. */
  readonly alternativeMediaTypes?: readonly string[];
  /** Evaluates each `readable` rule once per key, not per request. */
  readonly clientKey?: ClientKey<ClientOf<Type>>;
  /** A page about the extension, linked from `extension-not-negotiated`. */
  readonly aboutLink?: string;
}
