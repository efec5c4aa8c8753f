export const TAGS = ['Webhooks'] as const;
export const LOGIN = ['authentication-failed', 'scope-missing', 'rate-limited', 'store-unavailable'] as const;
export const DOCUMENT = [
  ...(['unknown-parameter', 'unknown-field', 'not-acceptable', 'invalid-json', 'invalid-document'] as const),
  ...([
    'invalid-value',
    'resource-mismatch',
    'unsupported-media-type',
    'relationship-not-changeable',
  ] as const),
  ...(['mail-account-unknown', 'host-not-allowed', 'payload-too-large'] as const),
] as const;
