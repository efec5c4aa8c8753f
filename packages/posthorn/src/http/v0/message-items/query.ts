/** The query of a message list or of one message, from v0's parameters. Unknown parameters are ignored. */
import type { MessageSelection } from '../../../application/ports/mail-store.ts';
import { DEFAULT_PREVIEW, type MessageQuery } from '../../../domain/message-query.ts';
import type { QueryParameters } from '../../request/url/query-parameters.ts';
import { parseWindow } from '../../request/url/window-parameters.ts';
import { parseAttributes, type V0Attribute } from './attributes.ts';
import { namesMessages, parseFilter } from './filter.ts';
import { parsePreviewOptions } from './preview-options.ts';
import { parseSort } from './sort.ts';

/** The attributes that the answer shows; more may be read. */
interface Shown {
  readonly shown: ReadonlySet<V0Attribute>;
}

/** Throws `invalid-parameter` for each known parameter that is wrong or repeated. */
export function parseListQuery(
  parameters: QueryParameters,
  maxRows: number,
): Shown & { readonly query: MessageQuery } {
  const { shown, read, namesPreviewText } = parseAttributes(parameters);
  const criterion = parseFilter(parameters);
  const query: MessageQuery = {
    window: parseWindow(parameters, { maxRows, isLimitOptional: namesMessages(criterion) }),
    maxRows,
    order: [parseSort(parameters)],
    criterion,
    attributes: read,
    preview: parsePreviewOptions(parameters, namesPreviewText),
  };
  return { query, shown };
}

/** One message takes `attributes` only; its preview is made with the defaults. Throws `invalid-parameter`. */
export function parseMessageSelection(
  parameters: QueryParameters,
): Shown & { readonly selection: MessageSelection } {
  const { shown, read } = parseAttributes(parameters);
  return { shown, selection: { attributes: read, preview: DEFAULT_PREVIEW } };
}
