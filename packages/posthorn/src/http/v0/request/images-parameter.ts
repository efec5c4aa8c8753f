import { REMOTE_IMAGES, type RemoteImages } from '../../../domain/messages/remote-content.ts';
import { invalidParameter, type QueryParameters, singleValue } from '../../request/url/query-parameters.ts';

/** Released clients block images themselves. */
export const DEFAULT_IMAGES: RemoteImages = 'allow';

/** Parses `images`: whether remote images stay in the HTML. Throws `invalid-parameter`. */
export function parseImages(parameters: QueryParameters): RemoteImages {
  const text = singleValue(parameters, 'images') ?? DEFAULT_IMAGES;
  const value = REMOTE_IMAGES.find((known) => known === text);
  if (value === undefined) throw invalidParameter('images', `must be one of ${REMOTE_IMAGES.join(', ')}`);
  return value;
}
