import { JsonApiError, toErrorObject } from 'relfield';
import { fieldSelection } from './field-selection.ts';
import { RESOURCE_TYPES, type SelectedFields } from './identifiers/resource-types.ts';

/** Names added to or removed from the default fields. */
const RELATIVE = /^[+-]/;
/** The parameter separates names by commas. */
const NAME = /^[^,]{1,100}$/;

/** The fields of an event and its message in the mask. Throws JsonApiError for an invalid mask. */
export function fieldsOfDelivery(names: readonly string[]): SelectedFields {
  const parameter = names.some((name) => RELATIVE.test(name)) ? 'relfield:fields' : 'fields';
  const list = names.map(encodeURIComponent).join(',');
  const query = names.length === 0 ? '' : `?${parameter}[MessageItem]=${list}`;
  const head = { target: `/${query}`, accept: undefined, contentType: undefined, hasBody: false };
  const selection = fieldSelection.select(fieldSelection.negotiate(head), { client: undefined });
  const masks = RESOURCE_TYPES.map(({ name }) => [name, selection.mask(name)]);
  return Object.fromEntries(masks) as SelectedFields;
}

/** Why the names are no mask of MessageItem, or null. */
export function fieldsProblem(names: readonly string[]): string | null {
  if (!names.every((name) => NAME.test(name)))
    return 'Must have 1 to 100 characters in each name, without commas.';
  try {
    fieldsOfDelivery(names);
    return null;
  } catch (error) {
    if (!(error instanceof JsonApiError)) throw error;
    const [problem] = error.problems;
    return (problem && toErrorObject(problem).detail) ?? 'Must be names of fields of MessageItem.';
  }
}
