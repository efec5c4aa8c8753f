/** Reads the document of a PATCH and applies it to an article: all of it or nothing. */

import { JsonApiError, type Problem } from 'relfield';
import { ARTICLE_ATTRIBUTES, type Article, type ArticleAttribute, type Client, isEditor } from './article.ts';

/** What a PATCH wants, and from whom. */
export interface ArticleUpdate {
  readonly article: Article;
  readonly body: unknown;
  readonly client: Client;
}

const DATE = /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/;

/**
 * Gives the changed article; attributes that are not named keep their values. JSON:API 1.1 §crud-updating.
 * Throws a JsonApiError: 400 for no resource object or unknown attributes, 409 for another resource, 403 for a
 * protected attribute, 422 for a value of the wrong shape.
 */
export function updateArticle({ article, body, client }: ArticleUpdate): Article {
  const resource = readResource(body);
  refuse(findOtherResource(resource, article));
  const changes = readChanges(resource.attributes ?? {});
  refuse(changes.flatMap(({ name }) => findUnknown(name)));
  refuse(
    changes.flatMap(({ name }) => (name === 'secretfield' && !isEditor(client) ? [forbidden(name)] : [])),
  );
  refuse(changes.flatMap(findWrongValue));
  const changed = Object.fromEntries(changes.map(({ name, value }) => [name, value]));
  return { ...article, attributes: { ...article.attributes, ...changed } };
}

type Members = Readonly<Record<string, unknown>>;

interface Change {
  readonly name: string;
  readonly value: unknown;
}

function readResource(body: unknown): Members {
  const data = isObject(body) ? body.data : undefined;
  if (isObject(data)) return data;
  throw new JsonApiError([
    { code: 'bad-request', detail: 'The document needs one resource object.', source: { pointer: '/data' } },
  ]);
}

function findOtherResource({ type, id }: Members, article: Article): Problem[] {
  const isSameType = type === article.type;
  // The id is an integer here; clients that follow JSON:API to the letter send it as text.
  const isSameId = id === article.id || id === String(article.id);
  return [
    ...(isSameType ? [] : [conflict('type', `The type must be '${article.type}'.`)]),
    ...(isSameId ? [] : [conflict('id', `The id must be ${article.id}, as in the URL.`)]),
  ];
}

function readChanges(attributes: unknown): readonly Change[] {
  if (!isObject(attributes)) {
    throw new JsonApiError([wrongValue('/data/attributes', 'Attributes must be an object.')]);
  }
  // JSON:API 1.1 §document-member-names-at-members: such members are ignored.
  const names = Object.keys(attributes).filter((name) => !name.startsWith('@'));
  return names.map((name) => ({ name, value: attributes[name] }));
}

function findUnknown(name: string): Problem[] {
  if (isAttribute(name)) return [];
  const source = {
    pointer: `/data/attributes/${name.replaceAll('~', '~0').replaceAll('/', '~1').slice(0, 100)}`,
  };
  return [{ code: 'unknown-field', detail: 'An article has no such attribute.', source }];
}

function findWrongValue({ name, value }: Change): Problem[] {
  const pointer = `/data/attributes/${name}`;
  if (typeof value !== 'string') return [wrongValue(pointer, `'${name}' must be text.`)];
  if (name !== 'date' || DATE.test(value)) return [];
  return [wrongValue(pointer, "'date' must have the shape YYYY-MM-DD HH:MM:SS.")];
}

function forbidden(name: string): Problem {
  const source = { pointer: `/data/attributes/${name}` };
  return { code: 'forbidden-field', detail: `Access to field '${name}' is forbidden.`, source };
}

function conflict(member: 'type' | 'id', detail: string): Problem {
  return { code: 'conflict', status: 409, title: 'Conflict', detail, source: { pointer: `/data/${member}` } };
}

function wrongValue(pointer: string, detail: string): Problem {
  return { code: 'invalid-value', status: 422, title: 'Unprocessable Content', detail, source: { pointer } };
}

function refuse(problems: readonly Problem[]): void {
  const [first, ...others] = problems;
  if (first !== undefined) throw new JsonApiError([first, ...others]);
}

function isAttribute(name: string): name is ArticleAttribute {
  return ARTICLE_ATTRIBUTES.some((attribute) => attribute === name);
}

function isObject(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
