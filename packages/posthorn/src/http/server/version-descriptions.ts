import type { VersionDescription } from '../openapi/version-description.ts';
import type { ApiVersionTag } from '../route/api-route.ts';
import { v0Description } from '../v0/description.ts';
import { v1Description } from '../v1/description.ts';

export const VERSION_DESCRIPTIONS = {
  v0: v0Description,
  v1: v1Description,
} as const satisfies Record<ApiVersionTag, VersionDescription>;
