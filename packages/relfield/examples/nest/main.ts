/** Starts the service on a free port of the loopback interface and prints its address. */

import 'reflect-metadata';
import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ArticlesController } from './articles.controller.ts';
import { JsonApiErrorFilter } from './json-api-error.filter.ts';

@Module({ controllers: [ArticlesController] })
class ArticlesModule {}

const app = await NestFactory.create(ArticlesModule, { logger: ['error'], bodyParser: false });
app.useGlobalFilters(new JsonApiErrorFilter());
await app.listen(0, '127.0.0.1');
console.log(await app.getUrl());
