/** The settings that concern HTTP. */
import type { CorsPolicySource } from '../cors/cors.ts';
import type { Peers } from '../peers/peers.ts';
import type { ConnectionDataDecoder } from '../request/login/credentials.ts';
import type { ApiVersionTag } from '../route/api-route.ts';
import type { RouteOptions } from '../route/http-services.ts';
import type { AuditListener } from './audit-log.ts';
import type { EdgeLimits } from './edge-limits.ts';
import type { MemoryGauge } from './memory-guard.ts';
import type { RequestObserver } from './request-observer.ts';

/** A page that replaces the built-in start page. */
export interface StartPage {
  readonly html: string;
  readonly contentSecurityPolicy: string;
}

export interface HttpOptions extends RouteOptions {
  /** Path of the email service, such as `rest-api-email`; may have several segments. */
  readonly emailPath: string;
  /** Path of the auth service, like `emailPath`. Served only when the auth provider has a sign-in. */
  readonly authPath: string;
  /** The version that answers where a path names none. Without it, the latest. */
  readonly aliasVersion?: ApiVersionTag;
  /** True: answers to failures tell what only the operator may know. */
  readonly isDebug: boolean;
  /** Where clients reach the installation. Null: links are built from the address of each request. */
  readonly publicUrl: string | null;
  /** IP addresses and networks of the proxies that may say who the client is and what it asked for. */
  readonly trustedProxies: readonly string[];
  /** What pages of other origins may do. Without it, nothing. */
  readonly corsPolicy?: CorsPolicySource;
  /** How long connections are still taken when the server is closed; 0 by default. */
  readonly stopDelayMs?: number;
  /** Makes the keys of kept answers. Processes that share an answer store share it; by default it is a new one. */
  readonly idempotencySecret?: Uint8Array;
  /** Seals download links. Processes that serve one address share it; by default it is a new one. */
  readonly downloadKey?: Uint8Array;
  readonly decodeConnectionData: ConnectionDataDecoder;
  /** The installation's environment (`APP_ENV`). */
  readonly environment: string;
  /** Informed of each request. */
  readonly requestObserver?: RequestObserver;
  /** The version of the program, for `/` and `/health`. */
  readonly programVersion?: string;
  /** False: neither `/docs` nor the documents below `/openapi` are served. True by default. */
  readonly hasDocs?: boolean;
  /** Shown at `/` to browsers in place of the list of addresses. */
  readonly startPage?: StartPage;
  /** Informed of who did what. Without it, nothing is recorded. */
  readonly auditListener?: AuditListener;
  /** What clients are granted. Without it, the defaults. */
  readonly limits?: Partial<EdgeLimits>;
  /** Tells how much memory is in use. Without it, that of this process. */
  readonly memoryGauge?: MemoryGauge;
  /** The other worker processes. Without them, this process serves all accounts. */
  readonly peers?: Pick<Peers, 'createListener' | 'isWithoutOwner'>;
}
