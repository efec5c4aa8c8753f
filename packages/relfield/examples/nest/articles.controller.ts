/** The routes of articles, with NestJS on Express. */

import { All, Controller, Get, Param, Patch, Req, Res, UseFilters } from '@nestjs/common';
import type { Request, Response } from 'express';
import { JsonApiError, toRequestHead } from 'relfield';
import { ARTICLE, articles, identify } from '../article-types.ts';
import { JsonApiErrorFilter, sendDocument } from './json-api-error.filter.ts';

@Controller('articles')
@UseFilters(JsonApiErrorFilter)
export class ArticlesController {
  @Get(':articleId')
  find(@Req() request: Request, @Res() response: Response, @Param('articleId') articleId: string): void {
    const client = identify(request.headers.authorization);
    const negotiated = articles.negotiate(toRequestHead(request));
    // Errors from here on have this media type as well.
    response.setHeader('Content-Type', negotiated.contentType);
    const fields = articles.select(negotiated, { client, primaryType: 'article' });
    if (articleId !== '1')
      throw new JsonApiError([{ code: 'not-found', detail: `There is no article '${articleId}'.` }]);
    sendDocument(response, { status: 200, document: fields.sparseDocument({ data: ARTICLE }) });
  }

  /** Changes nothing here; it shows that every method can select fields. */
  @Patch(':articleId')
  update(@Req() request: Request, @Res() response: Response, @Param('articleId') articleId: string): void {
    this.find(request, response, articleId);
  }

  @All(':articleId')
  refuse(@Req() request: Request, @Res() response: Response): void {
    response.setHeader('Allow', 'GET, HEAD, PATCH');
    throw new JsonApiError([
      { code: 'method-not-allowed', detail: `${request.method} is not possible here.` },
    ]);
  }
}
