/** Codes are never renamed or reused. */
export type ErrorCode =
  | 'bad-request'
  | 'conflicting-fieldsets'
  | 'conflicting-tokens'
  | 'extension-not-negotiated'
  | 'invalid-field-name'
  | 'invalid-json'
  | 'invalid-type'
  | 'missing-prefix'
  | 'repeated-parameter'
  | 'reserved-field'
  | 'too-many-parameters'
  | 'too-many-tokens'
  | 'unknown-field'
  | 'unknown-parameter'
  | 'unknown-type'
  | 'forbidden-field'
  | 'not-found'
  | 'method-not-allowed'
  | 'not-acceptable'
  | 'body-too-large'
  | 'query-too-long'
  | 'media-type-parameter'
  | 'unsupported-extension'
  | 'unsupported-media-type'
  | 'headers-too-large'
  | 'internal-error';

const BAD_REQUEST = { status: 400, title: 'Bad Request' };
const UNSUPPORTED = { status: 415, title: 'Unsupported Media Type' };

/** Status and fixed title per code. */
export const ERROR_CODES = {
  'bad-request': BAD_REQUEST,
  'conflicting-fieldsets': BAD_REQUEST,
  'conflicting-tokens': BAD_REQUEST,
  'extension-not-negotiated': BAD_REQUEST,
  'invalid-field-name': BAD_REQUEST,
  'invalid-json': BAD_REQUEST,
  'invalid-type': BAD_REQUEST,
  'missing-prefix': BAD_REQUEST,
  'repeated-parameter': BAD_REQUEST,
  'reserved-field': BAD_REQUEST,
  'too-many-parameters': BAD_REQUEST,
  'too-many-tokens': BAD_REQUEST,
  'unknown-field': BAD_REQUEST,
  'unknown-parameter': BAD_REQUEST,
  'unknown-type': BAD_REQUEST,
  'forbidden-field': { status: 403, title: 'Access forbidden' },
  'not-found': { status: 404, title: 'Not Found' },
  'method-not-allowed': { status: 405, title: 'Method Not Allowed' },
  'not-acceptable': { status: 406, title: 'Not Acceptable' },
  'body-too-large': { status: 413, title: 'Content Too Large' },
  'query-too-long': { status: 414, title: 'URI Too Long' },
  'media-type-parameter': UNSUPPORTED,
  'unsupported-extension': UNSUPPORTED,
  'unsupported-media-type': UNSUPPORTED,
  'headers-too-large': { status: 431, title: 'Request Header Fields Too Large' },
  'internal-error': { status: 500, title: 'Internal Server Error' },
} as const satisfies Record<ErrorCode, { readonly status: number; readonly title: string }>;
