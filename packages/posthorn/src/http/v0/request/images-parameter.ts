/** The `images` parameter: whether images of other servers stay in the HTML. */
import { REMOTE_IMAGES, type RemoteImages } from '../../../domain/remote-content.ts';
import { invalidParameter, type QueryParameters, singleValue } from '../../request/url/query-parameters.ts';

/** Released clients block images themselves, and have a button that shows those of the HTML that they have. */
export const DEFAULT_IMAGES: RemoteImages = 'allow';

/** The value, `allow` when it is missing. Throws `invalid-parameter` for any other word and when it is repeated. */
export function parseImages(parameters: QueryParameters): RemoteImages {
  const text = singleValue(parameters, 'images') ?? DEFAULT_IMAGES;
  const value = REMOTE_IMAGES.find((known) => known === text);
  if (value === undefined) throw invalidParameter('images', `must be one of ${REMOTE_IMAGES.join(', ')}`);
  return value;
}
