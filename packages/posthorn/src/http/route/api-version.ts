import type { ProblemPresenter } from '../answer/problem-answer.ts';
import type { ApiRoute, ApiVersionTag } from './api-route.ts';
import type { HttpServices, RouteOptions } from './http-services.ts';

/** An API version: its routes and error format. */
export interface ApiVersion {
  readonly tag: ApiVersionTag;
  readonly createRoutes: (services: HttpServices, options: RouteOptions) => readonly ApiRoute[];
  readonly presentProblem: ProblemPresenter;
}
