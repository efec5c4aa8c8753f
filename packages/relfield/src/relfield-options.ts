/** The options of a service for field selection. */

import type { ClientKey } from './field-catalogue.ts';
import type { TokenGrammar } from './field-tokens.ts';
import type { Activation, ActivationByType } from './fieldset-parameters.ts';
import type { Limits } from './limits.ts';
import type { ClientOf, ResourceType } from './resource-type.ts';
import type { SelectionRules } from './select-fields.ts';

/** A URI by which clients name the extension, and its grammar. */
export interface RelfieldUri {
  readonly uri: string;
  /** Default: `prefixed`. One URI has one grammar; one media type cannot name two. */
  readonly grammar?: TokenGrammar;
}

/** What a service is made of. Only `types` and `extensions` must be given. */
export interface RelfieldOptions<Type extends ResourceType> {
  readonly types: readonly Type[];
  /** The URIs of the extension. A response names those the client named; the first one leads implicit requests. */
  readonly extensions: readonly [RelfieldUri, ...RelfieldUri[]];
  /** For all types, or by type; a type that is not listed is `strict`. Default: `strict`. */
  readonly activation?: Activation | ActivationByType<Type['name']>;
  /** Default: `error`. */
  readonly unknownExcluded?: SelectionRules['unknownExcluded'];
  /** Default: `last-wins`. */
  readonly conflicts?: SelectionRules['conflicts'];
  /** Default: false. */
  readonly spaceIsPlus?: boolean;
  readonly limits?: Partial<Limits>;
  /** URIs of further extensions that the host applies, for instance atomic operations. */
  readonly otherExtensions?: readonly string[];
  /** URIs of the profiles that the host applies. */
  readonly profiles?: readonly string[];
  /** Media types that get the same documents under their own name, for instance `application/json`. */
  readonly alternativeMediaTypes?: readonly string[];
  /** Lets each `readable` rule run once per key instead of once per request. */
  readonly clientKey?: ClientKey<ClientOf<Type>>;
  /** A page about the extension, linked from the error `extension-not-negotiated`. */
  readonly aboutLink?: string;
}
