/** Problems of any API key request. */
export const KEY_PROBLEMS = [
  'authentication-failed',
  'scope-missing',
  'store-unavailable',
  'rate-limited',
  'too-many-connections',
  'internal',
] as const;
