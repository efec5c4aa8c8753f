export type { AcceptedMediaType } from './accept-negotiation.ts';
export { createRelfield, type MaskRequest, type Relfield, type SelectionContext } from './create-relfield.ts';
export { ERROR_CODES, type ErrorCode } from './error-codes.ts';
export type { ClientKey } from './field-catalogue.ts';
export { FieldMask } from './field-mask.ts';
export {
  buildFieldQuery,
  type FieldNamesByType,
  type RelativeField,
  type WantedFields,
  type WantedFieldsByType,
} from './field-query.ts';
export {
  FieldSelection,
  type KnownDocument,
  type KnownResource,
  type ResourceDocument,
  type SparseDocument,
  type TypeNamed,
} from './field-selection.ts';
export {
  type FieldToken,
  type FieldTokenKind,
  parseFieldNames,
  parseFieldTokens,
  type TokenGrammar,
  type TokenRules,
} from './field-tokens.ts';
export type { Activation, ActivationByType } from './fieldset-parameters.ts';
export {
  type ErrorDocument,
  type ErrorObject,
  type ErrorSource,
  type HostProblem,
  JsonApiError,
  type OwnProblem,
  type Problem,
  type ProblemDetails,
  toErrorDocument,
  toErrorObject,
} from './json-api-error.ts';
export { DEFAULT_LIMITS, type Limits } from './limits.ts';
export {
  formatMediaType,
  JSON_API_MEDIA_TYPE,
  type MediaType,
  type MediaTypeParameter,
  type MediaTypeUris,
  parseMediaTypes,
} from './media-type.ts';
export { isMemberName } from './member-name.ts';
export type { NegotiatedRequest } from './negotiate.ts';
export { decodeForm, decodePercent } from './percent-decoding.ts';
export { type QueryParameter, rawQuery, readQueryParameters } from './query-parameters.ts';
export type { RelfieldOptions, RelfieldUri } from './relfield-options.ts';
export { type FetchHead, type IncomingHead, type RequestHead, toRequestHead } from './request-head.ts';
export {
  type ClientOf,
  type DeniedPolicy,
  defineType,
  type FieldDefinition,
  type FieldDefinitions,
  type FieldName,
  type FieldSet,
  type ResourceType,
} from './resource-type.ts';
export { type ResourceObject, type SparseResource, sparseResource } from './sparse-resource.ts';
