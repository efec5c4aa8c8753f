import type { MessageSelection } from '../../../application/ports/mail/mail-store.ts';
import type { MessageQuery } from '../../../domain/messages/message-query.ts';
import { collectProblems } from '../../answer/collect-problems.ts';
import type { QueryParameters } from '../../request/url/query-parameters.ts';
import { parseWindow } from '../../request/url/window-parameters.ts';
import { parseAttributes, type V0Attribute } from './attributes.ts';
import { namesMessages, parseFilter } from './filter.ts';
import { parsePreviewOptions } from './preview-options.ts';
import { parseSort } from './sort.ts';

interface Shown {
  readonly shown: ReadonlySet<V0Attribute>;
}

/** Parses a list query, ignoring unknown parameters. Throws `invalid-parameter` for malformed or repeated ones. */
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
    // Validated here; evaluated with the attributes.
    options: () => parsePreviewOptions(parameters, false),
  });
  const { shown, read, namesPreviewText } = attributes;
  return { shown, attributes: read, preview: parsePreviewOptions(parameters, namesPreviewText) };
}

/** A filter of ids makes the limit optional. */
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

/** Parses `attributes` for one message. Throws `invalid-parameter`. */
export function parseMessageSelection(
  parameters: QueryParameters,
): Shown & { readonly selection: MessageSelection } {
  const { shown, read } = parseAttributes(parameters);
  return { shown, selection: { attributes: read } };
}
