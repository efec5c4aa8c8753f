/** The `images` parameter: whether images of other servers are shown. */
import { REMOTE_IMAGES, type RemoteImages } from '../../../domain/remote-content.ts';
import type { QueryParameters } from '../../request/url/query-parameters.ts';
import { badParameter, singleValueOf } from './query-values.ts';

/** Loading an image reveals to its sender that the message was read. */
const DEFAULT: RemoteImages = 'block';

/** The value, `block` when it is missing. Throws RequestProblems for any other word and when it is repeated. */
export function parseImages(parameters: QueryParameters): RemoteImages {
  const text = singleValueOf(parameters, 'images') ?? DEFAULT;
  const value = REMOTE_IMAGES.find((known) => known === text);
  if (value === undefined) throw badParameter('images', `must be one of ${REMOTE_IMAGES.join(', ')}`);
  return value;
}
