/** What makes a version of the API: its routes and the shape of its errors. */
import type { ProblemPresenter } from '../answer/problem-answer.ts';
import type { ApiRoute, ApiVersionTag } from './api-route.ts';
import type { HttpServices, RouteOptions } from './http-services.ts';

export interface ApiVersion {
  readonly tag: ApiVersionTag;
  /** The routes of the email service, below its path. */
  readonly createRoutes: (services: HttpServices, options: RouteOptions) => readonly ApiRoute[];
  readonly presentProblem: ProblemPresenter;
}
