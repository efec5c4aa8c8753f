/** The query of a message list or of one message, from v0's parameters. Unknown parameters are ignored. */
import type { MessageSelection } from '../../../application/ports/mail/mail-store.ts';
import { DEFAULT_PREVIEW, type MessageQuery } from '../../../domain/message-query.ts';
import { collectProblems } from '../../answer/collect-problems.ts';
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
  const { selected, listed, sort } = collectProblems({
    selected: () => parseSelected(parameters),
    listed: () => parseListed(parameters, maxRows),
    sort: () => parseSort(parameters),
  });
  const { shown, attributes, preview } = selected;
  return { query: { ...listed, maxRows, order: [sort], attributes, preview }, shown };
}

function parseSelected(parameters: QueryParameters) {
  const { attributes } = collectProblems({
    attributes: () => parseAttributes(parameters),
    // What they are worth depends on the attributes; whether they can be read does not.
    options: () => parsePreviewOptions(parameters, false),
  });
  const { shown, read, namesPreviewText } = attributes;
  return { shown, attributes: read, preview: parsePreviewOptions(parameters, namesPreviewText) };
}

/** Whether a limit has to be there depends on the filter. */
function parseListed(
  parameters: QueryParameters,
  maxRows: number,
): Pick<MessageQuery, 'window' | 'criterion'> {
  let isLimitOptional = false;
  return collectProblems({
    criterion() {
      isLimitOptional = true;
      const criterion = parseFilter(parameters);
      isLimitOptional = namesMessages(criterion);
      return criterion;
    },
    window: () => parseWindow(parameters, { maxRows, isLimitOptional }),
  });
}

/** One message takes `attributes` only; its preview is made with the defaults. Throws `invalid-parameter`. */
export function parseMessageSelection(
  parameters: QueryParameters,
): Shown & { readonly selection: MessageSelection } {
  const { shown, read } = parseAttributes(parameters);
  return { shown, selection: { attributes: read, preview: DEFAULT_PREVIEW } };
}
