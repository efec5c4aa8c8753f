/** What makes a version of the API: its routes and the shape of its errors. */
import type { ApiRoute } from './api-route.ts';
import type { ApiVersionTag } from './api-version-tag.ts';
import type { HttpOptions, HttpServices } from './http-services.ts';
import type { ProblemPresenter } from './problem-answer.ts';

export interface ApiVersion {
  readonly tag: ApiVersionTag;
  /** The routes of the email service, below its path. */
  readonly createRoutes: (services: HttpServices, options: HttpOptions) => readonly ApiRoute[];
  readonly presentProblem: ProblemPresenter;
}
