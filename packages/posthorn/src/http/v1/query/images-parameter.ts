import { REMOTE_IMAGES, type RemoteImages } from '../../../domain/messages/remote-content.ts';
import type { QueryParameters } from '../../request/url/query-parameters.ts';
import type { ParameterSchema } from '../../route/api-route.ts';
import { badParameter, singleValueOf } from './query-values.ts';

/** A loaded image shows its sender that the message was read. */
const DEFAULT: RemoteImages = 'block';

export const imagesSchema: ParameterSchema = {
  type: 'string',
  enum: [...REMOTE_IMAGES],
  default: DEFAULT,
  description:
    'With `allow`, images of other servers stay in `textHtml`; else their addresses are in `data-remote-src`. Loading them tells the sender that the message was read.',
  examples: ['allow'],
};

/** Reads `images`. Throws RequestProblems for other values and repetition. */
export function parseImages(parameters: QueryParameters): RemoteImages {
  const text = singleValueOf(parameters, 'images') ?? DEFAULT;
  const value = REMOTE_IMAGES.find((known) => known === text);
  if (value === undefined) throw badParameter('images', `must be one of ${REMOTE_IMAGES.join(', ')}`);
  return value;
}
