import {
  DEFAULT_PREVIEW,
  type PreviewOptions,
  type PreviewPrecedence,
} from '../../../domain/messages/message-query.ts';
import { isJsonObject, parseJson } from '../../request/json-object.ts';
import { invalidParameter, type QueryParameters, singleValue } from '../../request/url/query-parameters.ts';

/** Read for every row. */
const MAX_PREVIEW_CHARACTERS = 1000;

type JsonObject = Readonly<Record<string, unknown>>;

/**
 * Parses `{"previewText":{…}}`: `length` for both texts, or `plain` and `html` objects with `length` and, for html,
 * `precedence`. Plain text is first, except with `html.precedence` or without options. A missing kind has its
 * defaults (html first) with `namesPreviewText`, else is excluded. Ignores `trimApi`. Throws `invalid-parameter`.
 */
export function parsePreviewOptions(parameters: QueryParameters, namesPreviewText: boolean): PreviewOptions {
  const options = previewTextOf(singleValue(parameters, 'options'));
  if (options === undefined || Object.keys(options).length === 0) return DEFAULT_PREVIEW;
  const plain = objectIn(options, 'plain');
  const html = objectIn(options, 'html');
  if (plain === undefined && html === undefined) {
    return { maxCharacters: lengthIn(options), sources: ['plain', 'html'] };
  }
  const sources = orderSources({ plain, html }, namesPreviewText);
  // Both kinds use the first one's length.
  const lengths = { plain: lengthIn(plain), html: lengthIn(html) };
  return { maxCharacters: lengths[sources[0] ?? 'plain'], sources };
}

function orderSources(
  { plain, html }: { readonly plain: JsonObject | undefined; readonly html: JsonObject | undefined },
  namesPreviewText: boolean,
): readonly PreviewPrecedence[] {
  if (html === undefined) return namesPreviewText ? DEFAULT_PREVIEW.sources : ['plain'];
  if (plain === undefined && !namesPreviewText) return ['html'];
  return html.precedence === true ? ['html', 'plain'] : ['plain', 'html'];
}

function previewTextOf(text: string | undefined): JsonObject | undefined {
  if (text === undefined || text === '') return undefined;
  const options = parseJson(text);
  if (!isJsonObject(options)) throw invalidParameter('options', 'must be a JSON object');
  return objectIn(options, 'previewText');
}

function objectIn(options: JsonObject, name: string): JsonObject | undefined {
  const value = options[name];
  if (value === undefined) return undefined;
  if (!isJsonObject(value)) throw invalidParameter('options', `must have an object as ${name}`);
  return value;
}

function lengthIn(options: JsonObject | undefined): number {
  const length = options?.length;
  if (length === undefined) return DEFAULT_PREVIEW.maxCharacters;
  if (Number.isInteger(length) && Number(length) >= 1 && Number(length) <= MAX_PREVIEW_CHARACTERS) {
    return Number(length);
  }
  throw invalidParameter('options', `must have a length from 1 to ${MAX_PREVIEW_CHARACTERS}`);
}
